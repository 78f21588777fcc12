"""Every pattern that the program compiles while it imports all its modules and reads texts, and how it uses each.

Belongs here: the recording, for a process of its own (`chaos/patterns.py` starts it), for it stands in for `re`'s own
compiler. Hostile strings and clocks do not.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from trials.processes import ROOT

ROOMS = ("sources", "warehouse", "quality", "release", "pipelines")
_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split", "scanner")
_TAKES_NO_WINDOW = ("sub", "subn", "split")


class Watched:
    """A pattern that notes which of its methods is called on how long a piece of text."""

    def __init__(self, pattern: re.Pattern[str], place: str) -> None:
        self.own = pattern
        self.place = place
        self.tree: list[Any] = []  # the pattern as parsed
        self.uses: dict[str, int] = {}
        for name in _METHODS:
            setattr(self, name, self._noting(name, getattr(pattern, name)))

    def _noting(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        at = 1 if name in ("sub", "subn") else 0
        uses = self.uses

        def call(*args: Any, **options: Any) -> Any:
            text = args[at] if len(args) > at else options.get("string", "")
            start, end = 0, len(text)
            if name not in _TAKES_NO_WINDOW:
                start = max(0, args[1] if len(args) > 1 else options.get("pos", 0))
                end = min(end, args[2] if len(args) > 2 else options.get("endpos", end))
            uses[name] = max(uses.get(name, 0), end - start)
            return method(*args, **options)

        return call

    def __getattr__(self, name: str) -> Any:
        return getattr(self.own, name)


def watch() -> dict[tuple[str, int], Watched]:
    """Puts a watch on every pattern of text that a module of ours compiles from now on."""
    compiled = re._compile  # type: ignore[attr-defined]
    parsed = re._parser.parse
    last: list[Any] = []

    def parsing(*args: Any, **options: Any) -> Any:
        tree = parsed(*args, **options)
        last[:] = [tree]
        return tree

    re._parser.parse = parsing
    found: dict[tuple[str, int], Watched] = {}

    def watching(pattern: Any, flags: int) -> Any:
        if isinstance(pattern, Watched):
            return pattern
        last.clear()
        made = compiled(pattern, flags)
        if not isinstance(made.pattern, str):
            return made
        frame = sys._getframe(1)
        while frame.f_back is not None and "/re/__init__" in frame.f_code.co_filename:
            frame = frame.f_back
        where = Path(frame.f_code.co_filename)
        if not where.is_relative_to(ROOT) or where.relative_to(ROOT).parts[0] not in ROOMS:
            return made
        key = (made.pattern, made.flags)
        if key not in found:
            one = found[key] = Watched(made, f"{where.relative_to(ROOT).as_posix()}:{frame.f_lineno}")
            one.tree = list(last[0]) if last else []
        return found[key]

    re._compile = watching  # type: ignore[attr-defined]
    return found


def import_all() -> None:
    """Imports every module of the program; what stands under `__main__` guards runs nothing."""
    for room in ROOMS:
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            importlib.import_module(module.name)


def read(paths: Iterable[Path]) -> int:
    """Reads files with the program's own reader, and their texts once more without an end of line or sentence.

    Returns:
        How many could be read.
    """
    from sources.extract import extract
    from sources.parse import parse
    from sources.records import Unreadable

    n = 0
    for path in paths:
        content = path.read_bytes()
        try:
            parsed = parse(content)
            extract(parsed)
            if n % 8 == 0:
                endless = re.sub(r"[.!?:;。\n]\s*", " ", parsed.text)[:20_000]
                extract(parse(endless.encode()))
            n += 1
        except Unreadable:
            continue
    return n
