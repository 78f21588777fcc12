"""Growth with length: whether a long document costs more than the same text in shorter ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import log
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.clock import ZERO, OverLimit, Seconds, limit, per_second, rounded, timed
from benchmarks.corpus import long_text
from sources.extract import extract
from sources.parse import parse

LENGTHS = (10_000, 100_000, 300_000, 1_000_000)
MOST_DOCUMENTS = 10
PATIENCE = 10.0  # seconds for the documents of one length; one of them is read in any case
PART, WHOLE = 100_000, 1_000_000  # the ratio that is reported


def growth(inbox: Path, seconds: float) -> dict[str, Any]:
    """Reads one text of a million characters in documents of growing length.

    A length that would not end in time, going by the two lengths before, is not read but said to be projected.

    Args:
        inbox: the samples; whole text and Markdown reports are put one behind the other.
        seconds: for all of it; what takes longer is broken off.

    Returns:
        `lengths`: for each the documents read, characters per second of processor time for parsing and extraction, and seconds
        of extraction for the whole text; `is_projected` where these are not measured. `ratio`: what extraction of the text costs as
        one document, in times of what it costs as ten; 1 is linear.
    """
    pieces = long_text(inbox, WHOLE)
    n_characters = sum(map(len, pieces))
    stop = perf_counter() + seconds
    extract(parse(pieces[0].encode("utf-8")))  # loads the grammar
    rows: list[dict[str, Any]] = []
    for length in LENGTHS:
        parts = in_parts(pieces, max(1, n_characters // length))
        row = None
        expected = projected(rows, length)
        left = stop - perf_counter()
        if expected is None or expected < left:
            row = _read(parts[:MOST_DOCUMENTS], left)
        if row is None:
            speed = length / (expected or seconds)
            row = {"documents": 0, "extract_characters_per_second": round(speed), "is_projected": True}
        row = {"length": length, **row}
        row["whole_text_seconds"] = rounded(n_characters / row["extract_characters_per_second"])
        rows.append(row)
    cost = {row["length"]: row for row in rows}
    return {
        "characters": n_characters,
        "lengths": rows,
        "ratio": round(cost[WHOLE]["whole_text_seconds"] / cost[PART]["whole_text_seconds"], 2),
        "is_projected": cost[WHOLE]["is_projected"],
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


def _read(texts: Sequence[str], seconds: float) -> dict[str, Any] | None:
    """Speeds of parsing and extraction over documents of one length; None where not even one was read in time."""
    began, n_read, n_characters = perf_counter(), 0, 0
    parsing, extraction = ZERO, ZERO
    try:
        with limit(max(1.0, seconds)):
            for text in texts:
                parsed, extracted = _read_one(text)
                parsing, extraction = parsing + parsed, extraction + extracted
                n_read, n_characters = n_read + 1, n_characters + len(text)
                if perf_counter() - began > PATIENCE:
                    break
    except OverLimit:
        if not n_read:
            return None
    return {
        "documents": n_read,
        "parse_characters_per_second": per_second(n_characters, parsing.cpu),
        "extract_characters_per_second": per_second(n_characters, extraction.cpu),
        "is_projected": False,
    }


def _read_one(text: str) -> tuple[Seconds, Seconds]:
    content = text.encode("utf-8")
    document = parse(content)  # once more below, for its time
    return timed(partial(parse, content)), timed(partial(extract, document))


def in_parts(pieces: Sequence[str], n_parts: int) -> list[str]:
    """Pieces in order, in parts of nearly equal length; no piece is cut, no part is empty where pieces are short."""
    total = sum(map(len, pieces))
    parts: list[list[str]] = [[] for _ in range(n_parts)]
    at = 0
    for piece in pieces:
        parts[at * n_parts // total].append(piece)
        at += len(piece)
    return ["".join(part) for part in parts if part]
