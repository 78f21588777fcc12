"""Cache of compiled patterns, so that a template starts in a tenth of a second instead of two.

A cache beside the user's others and no state: a pattern is found by its own text and flags in a folder of this interpreter's, and
what is missing or damaged is compiled. Only the template keeps any; no stranger's document has come near it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sources.ingest.workers.cache_files import ENGINE, files_in, folder_in, read, write

_SUFFIX = ".codes"
_Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class _Code:
    """What the expression compiler makes of a pattern, as `_sre.compile` takes it; `packed` are its words, compressed."""

    flags: int
    groups: dict[str, int]
    n_groups: int
    packed: bytes

    def pattern(self, text: str) -> re.Pattern[str]:
        """The pattern as `re.compile` would return it.

        Raises:
            RuntimeError: the words are no code of this interpreter.
        """
        names: list[str | None] = [None] * (self.n_groups + 1)
        for name, number in self.groups.items():
            names[number] = name
        words = array("I", zlib.decompress(self.packed)).tolist()
        code: re.Pattern[str] = ENGINE._sre.compile(text, self.flags, words, self.n_groups, self.groups, tuple(names))
        return code


class PatternCache:
    """The patterns of earlier templates, and those that this one compiles; used once, before anything of ours is imported."""

    def __init__(self, cache: Path) -> None:
        """Opens what is there.

        Args:
            cache: folder of our caches, of this user; need not exist.
        """
        self._folder = folder_in(cache)
        self._stored: dict[_Key, _Code] = {}
        self._versions: dict[str, str] = {}
        self._used: dict[_Key, _Code] | None = None
        self._n_new = 0
        for path in files_in(self._folder, _SUFFIX):
            self._versions[path.stem], codes = _read(path)
            self._stored |= codes

    def serve(self) -> None:
        """Has `re.compile` take what is kept, for the rest of this process.

        The one place that both Python's own compiling and every library's goes through is private to `re`; Python 3.11 is the
        only one that this program runs on, and `tests` compare each pattern taken with the same one compiled.
        """
        compiled = ENGINE.compile

        def take(pattern: Any, flags: int = 0) -> Any:
            if not isinstance(pattern, str) or flags & re.DEBUG:
                return compiled(pattern, flags)
            key = _key(pattern, flags)
            code = self._stored.get(key)
            if code is None:
                if self._used is None:
                    return compiled(pattern, flags)
                code = self._stored[key] = _code(pattern, flags)
                self._n_new += 1
            if self._used is not None:
                self._used[key] = code
            return code.pattern(pattern)

        ENGINE.compile = take

    def has(self, step: str, version: str) -> bool:
        """Whether this version of the program has kept what a step compiles."""
        return self._versions.get(step) == version

    @contextmanager
    def storing(self, step: str, version: str = "") -> Iterator[None]:
        """Keeps what a step compiles under the step's name, and with that all that it used; what it no longer uses is dropped.

        Args:
            step: name of the file.
            version: of the program that compiles it, where somebody asks for that later.
        """
        self._used, self._n_new = {}, 0
        try:
            yield
            if self._n_new or (version and self._versions.get(step) != version):
                with contextlib.suppress(OSError):  # no room, or not ours to write: the next one compiles again
                    self._write(self._folder / f"{step}{_SUFFIX}", version, self._used)
                    self._versions[step] = version
        finally:
            self._used = None

    def _write(self, path: Path, version: str, codes: dict[_Key, _Code]) -> None:
        places = [[*key, code.flags, code.groups, code.n_groups, len(code.packed)] for key, code in codes.items()]
        head = json.dumps([version, places], separators=(",", ":")).encode()
        write(path, len(head).to_bytes(8, "big") + head + b"".join(code.packed for code in codes.values()))


def _read(path: Path) -> tuple[str, dict[_Key, _Code]]:
    """Version and codes of a file; none where it is damaged."""
    body = read(path)
    if body is None:
        return "", {}
    at = 8 + int.from_bytes(body[:8], "big")
    version, places = json.loads(body[8:at])
    codes = {}
    for digest, asked, flags, groups, n_groups, length in places:
        codes[digest, asked] = _Code(flags, groups, n_groups, body[at : at + length])
        at += length
    return version, codes


def _key(pattern: str, flags: int) -> _Key:
    return hashlib.blake2b(pattern.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest(), flags


def _code(pattern: str, flags: int) -> _Code:
    """As `re._compiler.compile` of Python 3.11, but for the last step."""
    parsed = ENGINE._parser.parse(pattern, flags)
    words = array("I", map(int, ENGINE._code(parsed, flags)))
    state = parsed.state
    return _Code(flags | state.flags, dict(state.groupdict), state.groups - 1, zlib.compress(words.tobytes(), 1))
