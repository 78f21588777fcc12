"""Compiled patterns kept between runs, so that a template takes in a tenth of a second what compiling takes two for.

A cache beside the user's others and no state: a pattern is found by its own text and flags in a folder of this interpreter's, and
what is missing or damaged is compiled. Only the template keeps any; no stranger's document has come near it.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import re
import shutil
import sys
import tempfile
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FOLDER, _SUFFIX = "patterns", ".codes"
_MOST_KEPT = 3  # interpreters
_DIGEST = 32
_ENGINE: Any = importlib.import_module("re._compiler")
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
        made: re.Pattern[str] = _ENGINE._sre.compile(text, self.flags, words, self.n_groups, self.groups, tuple(names))
        return made


class KeptPatterns:
    """The patterns of earlier templates, and those that this one compiles; used once, before anything of ours is imported."""

    def __init__(self, cache: Path) -> None:
        """Opens what is there.

        Args:
            cache: folder of our caches, of this user; need not exist.
        """
        interpreter = hashlib.sha256(f"{sys.version}\n{sys.byteorder}\n{_ENGINE.MAGIC}".encode()).hexdigest()
        self._folder = cache / _FOLDER / interpreter[:16]
        self._kept: dict[_Key, _Code] = {}
        self._used: dict[_Key, _Code] | None = None
        self._n_new = 0
        for path in sorted(self._folder.glob(f"*{_SUFFIX}")) if self._folder.is_dir() else ():
            self._kept |= _read(path)

    def serve(self) -> None:
        """Has `re.compile` take what is kept, for the rest of this process.

        The one place that both Python's own compiling and every library's goes through is private to `re`; Python 3.11 is the
        only one that this program runs on, and `tests` compare each pattern taken with the same one compiled.
        """
        compiled = _ENGINE.compile

        def take(pattern: Any, flags: int = 0) -> Any:
            if not isinstance(pattern, str) or flags & re.DEBUG:
                return compiled(pattern, flags)
            key = _key(pattern, flags)
            code = self._kept.get(key)
            if code is None:
                if self._used is None:
                    return compiled(pattern, flags)
                code = self._kept[key] = _code(pattern, flags)
                self._n_new += 1
            if self._used is not None:
                self._used[key] = code
            return code.pattern(pattern)

        _ENGINE.compile = take

    @contextmanager
    def keeping(self, step: str) -> Iterator[None]:
        """Keeps what a step compiles under the step's name, and with that all that it used; what it no longer uses is dropped."""
        self._used, self._n_new = {}, 0
        try:
            yield
            if self._n_new:
                with contextlib.suppress(OSError):  # no room, or not ours to write: the next one compiles again
                    self._write(self._folder / f"{step}{_SUFFIX}", self._used)
        finally:
            self._used = None

    def _write(self, path: Path, codes: dict[_Key, _Code]) -> None:
        places = [[*key, code.flags, code.groups, code.n_groups, len(code.packed)] for key, code in codes.items()]
        head = json.dumps(places, separators=(",", ":")).encode()
        body = len(head).to_bytes(8, "big") + head + b"".join(code.packed for code in codes.values())
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
            try:
                draft.write(hashlib.sha256(body).digest() + body)
                draft.flush()
                Path(draft.name).replace(path)
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise
        for old in sorted(path.parent.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-_MOST_KEPT]:
            shutil.rmtree(old, ignore_errors=True)


def _read(path: Path) -> dict[_Key, _Code]:
    """The codes of a file; none where it is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return {}
    body = memoryview(content)[_DIGEST:]
    if hashlib.sha256(body).digest() != content[:_DIGEST]:
        return {}
    at = 8 + int.from_bytes(body[:8], "big")
    found = {}
    for digest, asked, flags, groups, n_groups, length in json.loads(bytes(body[8:at])):
        found[digest, asked] = _Code(flags, groups, n_groups, bytes(body[at : at + length]))
        at += length
    return found


def _key(pattern: str, flags: int) -> _Key:
    return hashlib.blake2b(pattern.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest(), flags


def _code(pattern: str, flags: int) -> _Code:
    """As `re._compiler.compile` of Python 3.11, but for the last step."""
    parsed = _ENGINE._parser.parse(pattern, flags)
    words = array("I", map(int, _ENGINE._code(parsed, flags)))
    state = parsed.state
    return _Code(flags | state.flags, dict(state.groupdict), state.groups - 1, zlib.compress(words.tobytes(), 1))
