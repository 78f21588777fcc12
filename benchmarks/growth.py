"""Growth with length: whether a long document costs more than the same text in shorter ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import log
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.clock import ZERO, OverLimit, limit, per_second, rounded, timed
from benchmarks.corpus import long_text
from sources.extract import extract
from sources.parse import parse

LENGTHS = (10_000, 100_000, 300_000, 1_000_000)
MOST_DOCUMENTS = 10
PATIENCE = 6.0  # seconds for the documents of one length; one of them is read in any case
PART, WHOLE = 100_000, 1_000_000  # the ratio that is reported


def growth(inbox: Path, seconds: float) -> dict[str, Any]:
    """Reads one text of a million characters in documents of growing length.

    Args:
        inbox: the samples; whole text and Markdown reports are put one behind the other.
        seconds: for all of it.

    Returns:
        `lengths`: for each the documents read, characters per second of processor time of parsing and of extraction, and the
        seconds of extraction for the whole text. `basis` says what they are: "measured"; "projected", where the two lengths
        before promise that there is no time; "broken off", where a document took longer than there was time (it is slower than said);
        "not read" behind such a one (a longer one is no faster). `ratio`: what extraction of the text costs as one document, in
        times of what it costs as ten; 1 is linear.
    """
    pieces = long_text(inbox, WHOLE)
    n_characters = sum(map(len, pieces))
    stop = perf_counter() + seconds
    extract(parse(pieces[0].encode("utf-8")))  # loads the grammar
    rows: list[dict[str, Any]] = []
    for length in LENGTHS:
        left = stop - perf_counter()
        expected = projected(rows, length)
        if rows and rows[-1]["basis"] in ("broken off", "not read"):
            row = _row("not read", 0, rows[-1]["extract_characters_per_second"])
        elif expected is None or expected < left:
            row = _read(in_parts(pieces, max(1, n_characters // length))[:MOST_DOCUMENTS], max(1.0, left))
        else:
            row = _row("projected", 0, length / expected)
        rows.append({"length": length, **row})
    for row in rows:
        row["whole_text_seconds"] = rounded(n_characters / row["extract_characters_per_second"])
    cost = {row["length"]: row for row in rows}
    return {
        "characters": n_characters,
        "lengths": rows,
        "ratio": round(cost[WHOLE]["whole_text_seconds"] / cost[PART]["whole_text_seconds"], 2),
        "basis": cost[WHOLE]["basis"],
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
    """Speeds over documents of one length, until patience or time ends."""
    began, n_read, n_characters = perf_counter(), 0, 0
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
                if perf_counter() - began > PATIENCE:
                    break
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
