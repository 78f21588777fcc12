"""Speed of reading: `extract` on synthetic reports beside the least that any reader does with the same text; parsing by format."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate, islice
from math import isinf
from statistics import median
from time import perf_counter
from typing import Any

from pipelines.home import sample_inbox
from sources.extract import extract, extractor_version
from sources.extract.figures.numerals import numerals
from sources.extract.text.sentences import sentences
from sources.grammar.language import grammar
from sources.ingest import discover
from sources.parse import parse
from sources.records import Extraction, ParsedDocument
from trials.clock import ZERO, Seconds, per_second, rounded, timed
from trials.synthetic.corpus import contents, documents

SLICES = 10
REPEATS = 3
FLOOR_CHARACTERS = 5_000_000
N_REPORTS = {"txt": 60, "md": 60, "html": 60, "pdf": 8}


def warm_up() -> None:
    """Reads the samples once, which loads the grammar of every language."""
    for path in discover([sample_inbox()]):
        extract(parse(path.read_bytes()))


def reading_speed(read_from: Iterable[ParsedDocument], seconds: float, whole: int) -> dict[str, Any]:
    """Reads documents one by one in this process: all claims with all their attributes.

    Args:
        read_from: parsed documents that this process has not read; making them is not timed.
        seconds: after how long to stop, making them included.
        whole: characters of the corpus.

    Returns:
        Sizes; `extract` and `floors` with characters per second of processor time, each floor with `times_faster`; `slices`
        with the slowest, the middle and the fastest tenth of the documents.
    """
    warm_up()
    spent: list[Seconds] = []
    read: list[ParsedDocument] = []
    found: list[Extraction] = []
    stop = perf_counter() + seconds
    for document in read_from:
        spent.append(timed(partial(lambda one: found.append(extract(one)), document)))
        read.append(document)
        if perf_counter() > stop:
            break
    n_characters = sum(len(document.text) for document in read)
    n_claims, total = sum(len(one.claims) for one in found), sum(spent, ZERO)
    return {
        "extractor_version": extractor_version(),
        "documents": len(read),
        "characters": n_characters,
        "claims": n_claims,
        "claims_per_second": per_second(n_claims, total.cpu),
        "mentions": sum(len(one.mentions) for one in found),
        "corpus_characters": whole,
        "is_whole": n_characters >= whole,
        "budget_seconds": None if isinf(seconds) else seconds,
        "extract": _speed(n_characters, total),
        "slices": _slices(read, spent),
        "floors": _beside_floors(read, spent),
    }


def parse_speed() -> dict[str, dict[str, Any]]:
    """Parses reports of each format.

    Returns:
        By format: reports, characters per second and milliseconds per report of processor time; for PDF also pages per second.
    """
    found: dict[str, dict[str, Any]] = {}
    for form, n_reports in N_REPORTS.items():
        first, *reports = islice(contents(form), n_reports + 1)
        parse(first)  # loads the libraries
        parsed: list[ParsedDocument] = []
        spent = sum((timed(partial(lambda one, into=parsed: into.append(parse(one)), one)) for one in reports), ZERO)
        found[form] = {
            "reports": n_reports,
            "characters_per_second": per_second(sum(len(document.text) for document in parsed), spent.cpu),
            "milliseconds_per_report": round(1000 * spent.cpu / n_reports, 2),
        }
        if form == "pdf":
            pages = sum(max((block.page or 0 for block in document.blocks), default=0) for document in parsed)
            found[form]["pages_per_second"] = round(pages / spent.cpu, 1)
    return found


def one_pass(n_characters: int) -> dict[str, Any]:
    """One pass of `extract` over the first documents, for a process of its own: a second pass over one text is faster."""
    warm_up()
    texts = list(documents(n_characters))
    found: list[int] = []
    spent = timed(lambda: found.extend(len(extract(document).mentions) for document in texts))
    return {
        "characters": sum(len(document.text) for document in texts), "found": sum(found),
        "cpu_seconds": spent.cpu, "wall_seconds": spent.wall,
    }  # fmt: skip


def _beside_floors(read: Sequence[ParsedDocument], spent: Sequence[Seconds]) -> dict[str, dict[str, Any]]:
    """The floors over the first documents, and how often their speed holds that of `extract` over the same."""
    sizes = accumulate(len(document.text) for document in read)
    n_documents = max(1, sum(1 for size in sizes if size <= FLOOR_CHARACTERS))
    part = read[:n_documents]
    n_characters = sum(len(document.text) for document in part)
    own = sum(spent[:n_documents], ZERO)
    return {
        name: {**_speed(n_characters, floor), "times_faster": round(own.cpu / floor.cpu, 1) if floor.cpu else None}
        for name, floor in _floors(part).items()
    }


def _speed(n_characters: int, seconds: Seconds) -> dict[str, Any]:
    return {
        "characters_per_second": per_second(n_characters, seconds.cpu),
        "characters_per_second_wall": per_second(n_characters, seconds.wall),
        "cpu_seconds": rounded(seconds.cpu),
    }


def _slices(read: Sequence[ParsedDocument], spent: Sequence[Seconds]) -> dict[str, int]:
    """Speed of tenths of the documents: says how far one figure for all can be trusted."""
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
    passes: dict[str, Callable[[], object]] = {
        "utf-8 decode": lambda: [content.decode("utf-8") for content in encoded],
        "sentences": lambda: [sentences(document.text, document.blocks) for document in read],
        "numerals": lambda: [numerals(document.text, 0, len(document.text), words) for document in read],
    }
    return {
        name: sorted((timed(run) for _ in range(REPEATS)), key=lambda seconds: seconds.cpu)[REPEATS // 2]
        for name, run in passes.items()
    }


if __name__ == "__main__":
    import json

    print(json.dumps(one_pass(int(sys.argv[1]))))
