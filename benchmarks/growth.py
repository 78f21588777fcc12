"""Growth with length: whether a long document costs more than the same text in shorter ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import log
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.clock import ZERO, OverLimit, limit, per_second, rounded, timed
from benchmarks.corpus import long_texts, samples
from sources.extract import extract
from sources.parse import parse

PARTS = (100, 10, 1)  # documents that the text is put in; the ratio that is reported is of the last two
MOST_DOCUMENTS = 10


def growth(inbox: Path, whole: int, seconds: float) -> dict[str, Any]:
    """Reads documents of growing length: ten of a hundredth of the whole, ten of a tenth, and one of all of it.

    Args:
        inbox: the samples; whole text and Markdown reports grown from them are put one behind the other.
        whole: how many characters the longest document has.
        seconds: for all of it.

    Returns:
        `lengths`: for each the documents read, characters per second of processor time of parsing and of extraction, and the
        seconds of extraction for as much as the longest. `basis` says what they are: "measured"; "projected", where the two lengths
        before promise that there is no time; "broken off", where a document took longer than there was time (it is slower than said);
        "not read" behind such a one (a longer one is no faster). `ratio`: what extraction of the longest document costs, in
        times of what ten of a tenth cost; 1 is linear.
    """
    for report in samples(inbox):
        extract(parse(report.content))  # loads the grammar of every language
    # Each length reads a text of its own: of a text that was read before, the reader remembers phrases.
    n_documents = [min(n_parts, MOST_DOCUMENTS) for n_parts in PARTS]
    texts = long_texts(inbox, [whole // n_parts * n for n_parts, n in zip(PARTS, n_documents, strict=True)])
    stop = perf_counter() + seconds
    rows: list[dict[str, Any]] = []
    for n_parts, n, pieces in zip(PARTS, n_documents, texts, strict=True):
        length = whole // n_parts
        left = stop - perf_counter()
        expected = projected(rows, length)
        if rows and rows[-1]["basis"] in ("broken off", "not read"):
            row = _row("not read", 0, rows[-1]["extract_characters_per_second"])
        elif expected is None or expected < left:
            row = _read(in_parts(pieces, n), max(1.0, left))
        else:
            row = _row("projected", 0, length / expected)
        rows.append({"length": length, **row})
    for row in rows:
        row["whole_text_seconds"] = rounded(whole / row["extract_characters_per_second"])
    tenth, one = rows[-2:]
    return {
        "characters": whole,
        "lengths": rows,
        "ratio": round(one["whole_text_seconds"] / tenth["whole_text_seconds"], 2),
        "basis": one["basis"],
    }


def _row(basis: str, documents: int, extraction: float, parsing: int | None = None) -> dict[str, Any]:
    return {
        "basis": basis,
        "documents": documents,
        "parse_characters_per_second": parsing,
        "extract_characters_per_second": max(1, round(extraction)),
    }


def projected(rows: Sequence[dict[str, Any]], length: int) -> float | None:
    """Seconds that a document of some length will take, by the power law through the two lengths before.

    Args:
        rows: lengths read so far, each with its speed.
        length: of the next document.

    Returns:
        Seconds; None where fewer than two lengths are known.
    """
    if len(rows) < 2:
        return None
    (a, time_a), (b, time_b) = (
        (row["length"], row["length"] / row["extract_characters_per_second"]) for row in rows[-2:]
    )
    power = log(time_b / time_a) / log(b / a)
    return float(time_b * (length / b) ** power)


def _read(texts: Sequence[str], seconds: float) -> dict[str, Any]:
    """Speeds over documents of one length, until time ends."""
    n_read, n_characters = 0, 0
    parsing, extraction = ZERO, ZERO
    begun = process_time()
    try:
        with limit(seconds):
            for text in texts:
                content = text.encode("utf-8")
                document = parse(content)  # once more below, for its time
                parsing += timed(partial(parse, content))
                begun = process_time()
                extraction += timed(partial(extract, document))
                n_read, n_characters = n_read + 1, n_characters + len(text)
    except OverLimit:
        if not n_read:
            return _row("broken off", 0, len(texts[0]) / (process_time() - begun))
    return _row("measured", n_read, n_characters / extraction.cpu, per_second(n_characters, parsing.cpu))


def in_parts(pieces: Sequence[str], n_parts: int) -> list[str]:
    """Pieces in order, in parts of nearly equal length; no piece is cut, no part is empty where pieces are short."""
    total = sum(map(len, pieces))
    parts: list[list[str]] = [[] for _ in range(n_parts)]
    at = 0
    for piece in pieces:
        parts[at * n_parts // total].append(piece)
        at += len(piece)
    return ["".join(part) for part in parts if part]
