"""Patterns that backtrack: every pattern that the program compiles, the strings made from its own structure, and what they cost.

`python -m tests.pumped_patterns OUT` records them in its own process, because it replaces the compiler of `re`.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from re import _constants as code
from re import _parser as parser
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("sources", "warehouse", "quality", "release", "pipelines")
PER_10K = 0.1  # seconds that a string of 10,000 characters may cost
GROWTH = 1.5  # a string ten times as long may cost ten times as much, and half as much again
WINDOW = 2_000  # a pattern that was never given more is pumped to twice its longest window
TAIL = "\x01!"  # no match ends there; a control character is in hardly any class
SIZE, STRINGS, OF_A_PLACE, EVERY_TEXT = 10_000, 2, 2, 240
_CLOCK, _TICK = (
    0.02,
    0.004,
)  # below the first a clock says nothing of growth; some kernels count processor time by ticks
_FEW, _SAMPLE = 8, 60  # a repeat bounded below the first costs a constant; characters of a beginning
_LIKELY = " 1a,\nA.-'%$(:;)x0é"  # tried in this order where a class allows several: what neighbouring classes share
_SEARCHES = ("search", "finditer", "findall", "sub", "subn", "split", "scanner")
_METHODS = ("match", "fullmatch", *_SEARCHES)
_REPEATS = (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT)
_SINGLE = (code.LITERAL, code.NOT_LITERAL, code.IN, code.ANY)
Nodes = Sequence[tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class Used:
    """A pattern, the line that compiles it, and by method the most characters it was given (`finditer` stands for all that search)."""

    pattern: re.Pattern[str]
    place: str
    given: Mapping[str, int]


class Watched:
    """A pattern that notes which of its methods is called on how long a piece of text."""

    def __init__(self, pattern: re.Pattern[str], place: str) -> None:
        self.own, self.place, self.given = pattern, place, dict[str, int]()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.own, name)
        if name not in _METHODS:
            return method
        at, used_as = int(name in ("sub", "subn")), "finditer" if name in _SEARCHES else name

        def call(*args: Any, **options: Any) -> Any:
            text = args[at] if len(args) > at else options.get("string", "")
            first, last = 0, len(text)
            if name not in ("sub", "subn", "split"):
                first = max(0, args[1] if len(args) > 1 else options.get("pos", 0))
                last = min(last, args[2] if len(args) > 2 else options.get("endpos", last))
            self.given[used_as] = max(self.given.get(used_as, 0), last - first)
            return method(*args, **options)

        setattr(self, name, call)
        return call


def watch() -> dict[tuple[str, int], Watched]:
    """Puts a watch on every pattern of text that a module of ours compiles from now on."""
    compiled, found = re._compile, dict[tuple[str, int], Watched]()  # type: ignore[attr-defined]

    def watching(pattern: Any, flags: int) -> Any:
        if isinstance(pattern, Watched):
            return pattern
        made, frame = compiled(pattern, flags), sys._getframe(1)
        while frame.f_back is not None and "/re/__init__" in frame.f_code.co_filename:
            frame = frame.f_back
        where = Path(frame.f_code.co_filename)
        if (
            not isinstance(made.pattern, str)
            or not where.is_relative_to(ROOT)
            or where.relative_to(ROOT).parts[0] not in ROOMS
        ):
            return made
        place = f"{where.relative_to(ROOT).as_posix()}:{frame.f_lineno}"
        return found.setdefault((made.pattern, made.flags), Watched(made, place))

    re._compile = watching  # type: ignore[attr-defined]
    return found


def recorded() -> list[Used]:
    """All patterns with their use: every module imported, samples and texts of the corpus read, some without an end of line or sentence."""
    watched = watch()
    for room in ROOMS:
        for module in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
            importlib.import_module(module.name)
    from sources.extract import extract
    from sources.parse import parse
    from sources.records import Unreadable

    corpus = sorted(path for path in (ROOT / "corpus" / "texts").glob("[a-m]*") if path.is_file())
    samples = sorted(path for path in (ROOT / "sources" / "samples" / "inbox").iterdir() if path.is_file())
    for number, path in enumerate(samples[::2] + corpus[::EVERY_TEXT]):
        with suppress(Unreadable):
            parsed = parse(path.read_bytes())
            extract(parsed)
            if number % 8 == 0:
                extract(parse(re.sub(r"[.!?:;。\n]\s*", " ", parsed.text)[:20_000].encode()))
    found = [Used(one.own, one.place, one.given or {"match": 10**6}) for one in watched.values()]
    return sorted(found, key=lambda used: (used.place, -len(used.pattern.pattern), used.pattern.pattern))


def slow(used: Used, size: int = SIZE, at_most: int = STRINGS) -> str | None:
    """Says which of its first hostile strings a pattern costs too much on; None where it bears them all."""
    for beginning, unit in pumps(used.pattern)[:at_most]:
        for method, seen in used.given.items():
            length = max(200, min(size, 2 * seen if seen < WINDOW else size))
            if why := _too_slow(used.pattern, beginning, unit, length, method):
                return f"{used.place}: {why} on {beginning[:40]!r} + {unit[:40]!r} x n, {length} characters: {used.pattern.pattern[:120]}"
    return None


def _too_slow(pattern: re.Pattern[str], beginning: str, unit: str, size: int, method: str) -> str | None:
    allowed = PER_10K * max(size, 10_000) / 10_000

    def cost(length: int) -> float:
        return _seconds(pattern, beginning + unit * max(1, length // len(unit)) + TAIL, method, 2 * allowed)

    seconds = cost(size)
    if seconds > allowed and cost(size) > allowed:
        return "too slow"
    for _ in range(
        3 if seconds >= _CLOCK and size >= 1_000 else 0
    ):  # a busy machine gives a clock that jumps: what grows, grows each time
        tenth, seconds = min(cost(size // 10) for _ in range(3)), min(seconds, cost(size))
        if seconds <= max(10 * GROWTH * (tenth + _TICK), _CLOCK):
            return None
    return "grows faster than the text" if seconds >= _CLOCK and size >= 1_000 else None


class _OverTimeError(Exception):
    pass


def _stop(*_: object) -> None:
    raise _OverTimeError


def _seconds(pattern: re.Pattern[str], text: str, method: str, limit: float) -> float:
    """Processor seconds of one use; twice the limit where it is not done by then."""
    before, start = signal.signal(signal.SIGVTALRM, _stop), process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    try:
        found = getattr(pattern, method)(text)
        for _ in found if method == "finditer" else ():
            pass
    except _OverTimeError:
        return 2 * limit
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return process_time() - start


def pumps(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Beginnings and repeated units that a pattern may stumble over; those of repeated parts without an end come first."""
    tree = list(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))
    found: dict[tuple[str, str], None] = {}
    longest, whole = sorted(_repeats(tree, ""), key=lambda one: -one[0]), _sample(tree, 0)[:_SAMPLE]
    for rank in range(3):  # each part's likeliest unit first, so that a short list holds all parts
        for _, before, units in longest:
            if rank < len(units):
                found[before[-_SAMPLE:], units[rank]] = None
            if rank == 1 and before and units:
                found["", before[-_SAMPLE:] + units[0]] = None
        if whole and not rank:
            found["", whole] = None
    return list(found)


def _repeats(nodes: Nodes, before: str) -> Iterator[tuple[int, str, list[str]]]:
    """Every repeated part: its upper bound, what leads to it, and strings that it eats once."""
    for op, value in nodes:
        if op in _REPEATS and int(value[1]) > _FEW and (units := _units(list(value[2]))):
            yield int(value[1]), before, units
        for inner in _inner(op, value):
            yield from _repeats(inner, before)
        before = (before + _sample([(op, value)], 0))[: 5 * _SAMPLE]


def _inner(op: Any, value: Any) -> list[Nodes]:
    if op is code.BRANCH:
        return [list(branch) for branch in value[1]]
    place: Callable[[Any], Any] | None = {
        **dict.fromkeys(_REPEATS, lambda one: one[2]), code.SUBPATTERN: lambda one: one[3], code.ATOMIC_GROUP: lambda one: one,
        code.ASSERT: lambda one: one[1], code.ASSERT_NOT: lambda one: one[1],
    }.get(op)  # fmt: skip
    return [list(place(value))] if place else []


def _units(body: Nodes) -> list[str]:
    if len(body) == 1 and body[0][0] in _SINGLE:
        return _characters(*body[0])[:3]
    return [text for text in dict.fromkeys(_sample(body, variant) for variant in range(3)) if text]


def _sample(nodes: Nodes, variant: int) -> str:
    """A short text that the nodes match, lookarounds aside; what may be left out is left out of variant 0."""
    text = ""
    for op, value in nodes:
        if op in _SINGLE:
            found = _characters(op, value)
            text += found[min(variant, len(found) - 1)] if found else ""
        elif op in _REPEATS:
            text += _sample(list(value[2]), variant) * max(int(value[0]), min(variant, 1))
        elif op is code.BRANCH:
            text += _sample(list(value[1][min(variant, len(value[1]) - 1)]), variant)
        elif op in (code.SUBPATTERN, code.ATOMIC_GROUP):
            text += _sample(_inner(op, value)[0], variant)
    return text


def _characters(op: Any, value: Any) -> list[str]:
    """Characters that a single-character node matches, the likeliest to be shared by its neighbours first."""
    if op is code.LITERAL:
        return [chr(value)]
    own = {code.ANY: lambda: ".", code.NOT_LITERAL: lambda: f"[^{re.escape(chr(value))}]"}.get(op)
    negated = op is code.IN and value[0][0] is code.NEGATE
    members = [] if op is not code.IN else value[negated:]
    if own:
        return [letter for letter in _LIKELY if re.match(own(), letter, re.DOTALL)]
    likely = [letter for letter in _LIKELY if any(_in(letter, *member) for member in members) != negated]
    if likely or negated:
        return likely
    kind, first = members[0]
    return [chr(first) if kind is code.LITERAL else chr(first[0]) if kind is code.RANGE else "a"]


def _in(letter: str, op: Any, value: Any) -> bool:
    if op is code.LITERAL:
        return ord(letter) == int(value)
    if op is code.RANGE:
        return bool(value[0] <= ord(letter) <= value[1])
    name = str(value).removeprefix("CATEGORY_").removeprefix("UNI_")
    kind = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}.get(name.removeprefix("NOT_"), r"(?!)")
    return (re.match(kind, letter) is not None) != name.startswith("NOT_")


def main(out: Path) -> None:
    """Records and pumps the longest patterns of each line of code; writes numbers and the slow ones, in words."""
    found = recorded()
    tried = [used for _, group in groupby(found, key=lambda used: used.place) for used in islice(group, OF_A_PLACE)]
    bad = [why for used in tried if (why := slow(used)) is not None]
    out.write_text(
        json.dumps({"patterns": len(found), "pumped": len(tried), "slow": bad}, ensure_ascii=False), encoding="utf-8"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
