"""Speed of reading: `extract` on the grown corpus, against the least that any reader must do with the same text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate
from math import isinf
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.clock import ZERO, Seconds, per_second, rounded, timed
from benchmarks.corpus import samples
from sources.extract import extract, extractor_version
from sources.extract.figures.numerals import numerals
from sources.extract.text.sentences import sentences
from sources.grammar.language import grammar
from sources.parse import parse
from sources.records import ParsedDocument

SLICES = 10
REPEATS = 3
FLOOR_CHARACTERS = 5_000_000


def reading_speed(inbox: Path, documents: Iterable[ParsedDocument], seconds: float, whole: int) -> dict[str, Any]:
    """Reads documents one by one in this process: all claims with all their attributes.

    Args:
        inbox: the samples; each is read once before the clock starts, which loads the grammar.
        documents: parsed documents, none of which has been read in this process; making them is not timed.
        seconds: after how long to stop, making them included; what was read until then counts, and the floors get its beginning.
        whole: characters of the corpus.

    Returns:
        Sizes, `extract` and `floors` with characters per second of processor time, each floor with `times_faster`:
        how often its speed holds that of `extract`; `slices` with the slowest, the middle and the fastest tenth.
    """
    for report in samples(inbox):
        extract(parse(report.content))
    spent: list[Seconds] = []
    read: list[ParsedDocument] = []
    claims: list[int] = []
    mentions: list[int] = []

    def read_one(document: ParsedDocument) -> None:
        found = extract(document)
        claims.append(len(found.claims))
        mentions.append(len(found.mentions))

    stop = perf_counter() + seconds
    for document in documents:
        spent.append(timed(partial(read_one, document)))
        read.append(document)
        if perf_counter() > stop:
            break
    n_characters = sum(len(document.text) for document in read)
    total = sum(spent, ZERO)
    return {
        "extractor_version": extractor_version(),
        "documents": len(read),
        "characters": n_characters,
        "bytes": sum(len(document.text.encode("utf-8")) for document in read),
        "claims": sum(claims),
        "claims_per_second": per_second(sum(claims), total.cpu),
        "mentions": sum(mentions),
        "corpus_characters": whole,
        "is_whole": n_characters >= whole,
        "budget_seconds": None if isinf(seconds) else seconds,
        "extract": _speed(n_characters, total),
        "slices": _slices(read, spent),
        "floors": _beside_floors(read, spent),
    }


def _beside_floors(read: Sequence[ParsedDocument], spent: Sequence[Seconds]) -> dict[str, dict[str, Any]]:
    """The floors over the first documents, and how often their speed holds that of `extract` over the same."""
    sizes = accumulate(len(document.text) for document in read)
    n_documents = max(1, sum(1 for size in sizes if size <= FLOOR_CHARACTERS))
    part = read[:n_documents]
    n_characters = sum(len(document.text) for document in part)
    own = sum(spent[:n_documents], ZERO)
    return {
        name: {
            **_speed(n_characters, floor),
            "times_faster": round(own.cpu / floor.cpu, 1) if floor.cpu else None,
        }
        for name, floor in _floors(part).items()
    }


def _speed(n_characters: int, seconds: Seconds) -> dict[str, Any]:
    return {
        "characters_per_second": per_second(n_characters, seconds.cpu),
        "characters_per_second_wall": per_second(n_characters, seconds.wall),
        "cpu_seconds": rounded(seconds.cpu),
        "wall_seconds": rounded(seconds.wall),
    }


def _slices(read: Sequence[ParsedDocument], spent: Sequence[Seconds]) -> dict[str, int]:
    """Speed of tenths of the documents: tells how far one figure for all can be trusted."""
    size = max(1, len(read) // SLICES)
    speeds = [
        per_second(sum(len(d.text) for d in read[at : at + size]), sum(s.cpu for s in spent[at : at + size]))
        for at in range(0, len(read) - size + 1, size)
    ]
    return {"slowest": min(speeds), "median": round(median(speeds)), "fastest": max(speeds)}


def _floors(read: Sequence[ParsedDocument]) -> dict[str, Seconds]:
    """The median of three passes of each floor over all documents."""
    encoded = [document.text.encode("utf-8") for document in read]
    words = grammar("en")

    def decode() -> None:
        for content in encoded:
            content.decode("utf-8")

    def split() -> None:
        for document in read:
            sentences(document.text, document.blocks)

    def count() -> None:
        for document in read:
            numerals(document.text, 0, len(document.text), words)

    passes: dict[str, Callable[[], None]] = {"utf-8 decode": decode, "sentences": split, "numerals": count}
    return {
        name: sorted((timed(run) for _ in range(REPEATS)), key=lambda seconds: seconds.cpu)[REPEATS // 2]
        for name, run in passes.items()
    }
