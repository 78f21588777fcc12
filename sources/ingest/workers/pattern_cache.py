"""Compiled patterns of the reader, kept in the user's cache folder. It goes with the rules: compiling theirs takes most of a first page.

A cache and no state: a pattern is found by its own text and flags, and what is missing or damaged is compiled. Only a fork server
keeps any; no stranger's document has come near it.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import marshal
import os
import re
import sys
import tempfile
import zlib
from array import array
from pathlib import Path
from typing import Any

_ENGINE: Any = importlib.import_module("re._compiler")  # private; this program runs on one version of Python only
_Key = tuple[str, int]


class PatternCache:
    """The patterns of earlier runs, and those of this one; made once in a process."""

    def __init__(self, cache: Path) -> None:
        """Has `re.compile` take what is kept, for the rest of this process.

        Args:
            cache: folder of our caches, of this user; need not exist.
        """
        form = sys.version.encode() + Path(__file__).read_bytes()
        self._path = cache / f"patterns-{hashlib.sha256(form).hexdigest()[:16]}"
        self._kept, self._used = _read(self._path), dict[_Key, Any]()
        self._compile, _ENGINE.compile = _ENGINE.compile, self._take

    def keep(self) -> None:
        """Keeps all that this process has used so far, where some of it was not kept."""
        if self._used.keys() <= self._kept.keys():
            return
        with contextlib.suppress(OSError):  # no room, or not ours to write: the next one compiles again
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.NamedTemporaryFile(dir=self._path.parent, delete=False) as draft:
                draft.write(zlib.compress(marshal.dumps(self._used), 1))
            Path(draft.name).replace(self._path)

    def _take(self, pattern: Any, flags: int = 0) -> Any:
        if not isinstance(pattern, str) or flags & re.DEBUG:
            return self._compile(pattern, flags)
        key = pattern, int(flags)
        all_flags, words, *groups = self._used[key] = self._kept.get(key) or _code(*key)
        return _ENGINE._sre.compile(pattern, all_flags, array("I", words).tolist(), *groups)


def _read(path: Path) -> dict[_Key, Any]:
    """What is kept; nothing where there is no file, it is damaged, or somebody else could have written it."""
    try:
        about = path.stat()
        if about.st_uid != os.getuid() or about.st_mode & 0o022:
            return {}
        codes: dict[_Key, Any] = marshal.loads(zlib.decompress(path.read_bytes()))  # zlib has a checksum
    except (OSError, zlib.error):
        return {}
    return codes


def _code(pattern: str, flags: int) -> tuple[Any, ...]:
    """As `re._compiler.compile` of Python 3.11, but for the last step."""
    parsed = _ENGINE._parser.parse(pattern, flags)
    state = parsed.state
    names: list[str | None] = [None] * state.groups
    for name, number in state.groupdict.items():
        names[number] = name
    words = array("I", map(int, _ENGINE._code(parsed, flags)))
    return int(flags | state.flags), words.tobytes(), state.groups - 1, dict(state.groupdict), tuple(names)
