"""Patterns that backtrack: every pattern of the program, pumped with strings made from its own structure.

Belongs here: clocks and verdicts. The strings are made in `pumps.py`, patterns and how they are used are recorded by
`recorder.py` in a process of its own.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from time import process_time
from typing import Any

from chaos.pumps import hostile, pumps
from chaos.recorder import Watched, import_all, read, watch
from chaos.trial import Outcome, Size, Trial
from trials.processes import ROOT

# Seconds that a string of 10,000 characters may cost.
PER_10K = 0.1
# A string ten times as long may cost ten times as much, and half as much again.
GROWTH = 1.5
EVERY = 5  # of the patterns of a quick trial: the tests pump them all
# Below this a clock says nothing of growth.
_CLOCK = 0.02
_TICK = 0.004  # some kernels count processor time by ticks: what takes less than one may show as nothing
_SEARCHES = ("search", "finditer", "findall", "sub", "subn", "split", "scanner")
_UNSEEN = 10**6
# Windows end where the code ends them: a pattern that was never given more than this, not even by a text without an
# end of line or sentence, is pumped to twice its longest window and not beyond.
WINDOW = 2_000


@dataclass(frozen=True, slots=True)
class Used:
    """A pattern with its use.

    Attributes:
        pattern: compiled.
        place: file and line that compile it.
        given: by method (match, fullmatch, finditer for all that search), characters that it was given at most.
        tree: the pattern as parsed, where that is at hand.
    """

    pattern: re.Pattern[str]
    place: str
    given: Mapping[str, int]
    tree: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Slow:
    """A pattern with a string that it costs too much on."""

    used: Used
    beginning: str
    unit: str
    size: int
    seconds: float
    why: str

    def __str__(self) -> str:
        shown = self.used.pattern.pattern[:120]
        return f"{self.used.place}: {self.why} on {self.beginning[:40]!r} + {self.unit[:40]!r} x n, {self.size} characters, {self.seconds:.3f} s: {shown}"


class _OverTimeError(Exception):
    pass


def used_of(watched: Iterable[Watched]) -> tuple[Used, ...]:
    """Patterns with their use; one that was never seen at work counts as matched at one place, without an end."""
    found = []
    for one in watched:
        given: dict[str, int] = {}
        for name, size in (one.uses or {"match": _UNSEEN}).items():
            used_as = "finditer" if name in _SEARCHES else name
            given[used_as] = max(given.get(used_as, 0), size)
        found.append(Used(one.own, one.place, given, tuple(one.tree)))
    return tuple(sorted(found, key=lambda used: (used.place, -len(used.pattern.pattern), used.pattern.pattern)))


def of_each_place(found: Iterable[Used], at_most: int) -> list[Used]:
    """The longest few of each place: one line of code compiles hundreds of lists of words, all of one form."""
    return [used for _, group in groupby(found, key=lambda used: used.place) for used in islice(group, at_most)]


def slow(used: Used, size: int, at_most: int) -> Slow | None:
    """The first hostile string that a pattern costs too much on.

    Args:
        used: the pattern.
        size: characters of the longest string.
        at_most: strings tried.

    Returns:
        The string with what it cost; None where the pattern bears them all.
    """
    for beginning, unit in pumps(used.pattern, at_most, used.tree or None):
        for method, seen in used.given.items():
            found = _tried(used, beginning, unit, min(size, 2 * seen if seen < WINDOW else size), method)
            if found is not None:
                return found
    return None


def _tried(used: Used, beginning: str, unit: str, size: int, method: str) -> Slow | None:
    size = max(size, 200)
    allowed = PER_10K * max(size, 10_000) / 10_000
    seconds = _seconds(used.pattern, hostile(beginning, unit, size), method, 2 * allowed)
    if seconds > allowed:
        again = _seconds(used.pattern, hostile(beginning, unit, size), method, 2 * allowed)
        if again > allowed:
            return Slow(used, beginning, unit, size, again, "too slow")
    if seconds < _CLOCK or size < 1_000:
        return None
    for _ in range(3):  # a busy machine gives a clock that jumps: what grows, grows each time
        tenth = min(_seconds(used.pattern, hostile(beginning, unit, size // 10), method, allowed) for _ in range(3))
        seconds = min(seconds, _seconds(used.pattern, hostile(beginning, unit, size), method, 2 * allowed))
        if seconds <= max(10 * GROWTH * (tenth + _TICK), _CLOCK):
            return None
    return Slow(used, beginning, unit, size, seconds, f"grows {seconds / max(tenth, 1e-9):.0f}-fold from a tenth")


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _OverTimeError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _seconds(pattern: re.Pattern[str], text: str, method: str, limit: float) -> float:
    """Processor seconds of one use; twice the limit where it is not done by then."""
    start = process_time()
    try:
        with _limited(limit):
            if method == "finditer":
                for _ in pattern.finditer(text):
                    pass
            elif method == "fullmatch":
                pattern.fullmatch(text)
            else:
                pattern.match(text)
    except _OverTimeError:
        return 2 * limit
    return process_time() - start


def texts(every: int) -> list[Path]:
    """Every n-th short text of the corpus, and the samples."""
    corpus = sorted(path for path in (ROOT / "corpus" / "texts").glob("[a-m]*") if path.is_file())
    samples = sorted(path for path in (ROOT / "sources" / "samples" / "inbox").iterdir() if path.is_file())
    return samples + corpus[::every]


def pump_all(size: Size, out: Path, every: int = 1) -> None:
    """Records and pumps in this process, which is good for nothing else afterwards; writes what came of it."""
    full = size == "full"
    watched = watch()
    import_all()
    n_texts = read(texts(1 if full else 120)[:: 1 if full else 2])
    found = used_of(watched.values())
    tried = found if full else of_each_place(found, 2)[::every]
    bad = [
        str(one) for used in tried if (one := slow(used, 100_000 if full else 10_000, 40 if full else 2)) is not None
    ]
    counts = {"texts": n_texts, "patterns": len(found), "pumped": len(tried)}
    out.write_text(json.dumps(counts | {"slow": bad}, ensure_ascii=False), encoding="utf-8")


def pumped(folder: Path, size: Size, every: int = 1) -> dict[str, Any]:
    """What came of pumping all patterns, in a process of its own.

    Args:
        folder: where the result is written.
        size: quick: few texts, the longest two patterns of each line of code, 10,000 characters; full: all of all.
        every: only every n-th of the patterns is pumped.

    Returns:
        Numbers of texts read, patterns found and pumped; the slow ones in words.
    """
    out = folder / "patterns.json"
    call = [
        sys.executable,
        "-c",
        f"from chaos.patterns import pump_all; from pathlib import Path; pump_all({size!r}, Path({str(out)!r}), {every})",
    ]
    subprocess.run(call, cwd=ROOT, check=True, env=os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"})
    result: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return result


def _pumped(folder: Path, size: Size) -> Outcome:
    found = pumped(folder, size, 1 if size == "full" else EVERY)
    for one in found["slow"]:
        print(f"  {one}", file=sys.stderr)
    return Outcome(found["pumped"], len(found["slow"]), note=f"of {found['patterns']} patterns")


TRIALS = (Trial("each pattern pumped to 10k, 100k characters", "at most linear x1.5, < 100 ms per 10 kB", _pumped),)
