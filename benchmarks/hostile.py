"""Seconds on hostile text: many beginnings of a pattern without an end. Each must cost about as much as plain text."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.clock import ZERO, OverLimit, Seconds, limit, rounded, timed
from sources.extract import extract
from sources.parse import parse
from sources.records import ParsedDocument

MEGABYTE, PART = 1_000_000, 100_000
MOST_SECONDS = 1.0  # the bound of a bounded case, parsing included
PATIENCE = 8.0

# What is repeated, to how many characters, and whether the bound holds for it.
CASES: dict[str, tuple[str, int, bool]] = {
    "digits": ("1234567890", MEGABYTE, True),
    "one digit": ("1", MEGABYTE, True),
    "commas": (",", MEGABYTE, True),
    '"CAGR of "': ("CAGR of ", MEGABYTE, True),
    '"USD "': ("USD ", MEGABYTE, False),
    '"USD 5 "': ("USD 5 ", PART, False),
    '"5 "': ("5 ", PART, False),
    '"2024-2025 "': ("2024-2025 ", PART, False),
}


def hostile_seconds(patience: float = PATIENCE) -> dict[str, dict[str, Any]]:
    """Parses and extracts each hostile text once.

    Args:
        patience: seconds after which a text is given up.

    Returns:
        By case: characters, `times_of_half`: what it costs in times of half its length (2 is linear; None where given up), processor seconds of parsing and extraction (`is_broken_off`: no less than said, since it was given
        up), whether the case `is_bounded`, and where it is, whether it `holds`.
    """
    extract(parse(b"Sales were USD 1.2 billion in 2025."))  # loads the grammar
    found = {}
    for name, (piece, length, is_bounded) in CASES.items():
        n_pieces = length // len(piece)
        half = _case(piece * (n_pieces // 2), is_bounded=False, patience=patience)
        whole = _case(piece * n_pieces, is_bounded=is_bounded, patience=patience)
        is_known = half["extract_seconds"] and not whole["is_broken_off"]
        times = round(whole["extract_seconds"] / half["extract_seconds"], 1) if is_known else None
        found[name] = {**whole, "times_of_half": times}
    return found


def _case(text: str, *, is_bounded: bool, patience: float) -> dict[str, Any]:
    parsed: list[ParsedDocument] = []
    parsing, extraction = ZERO, ZERO
    is_broken_off = False
    try:
        with limit(patience):
            parsing = timed(lambda: parsed.append(parse(text.encode("utf-8"))))
            extraction = timed(partial(extract, parsed[0]))
    except OverLimit:
        is_broken_off = True
        extraction = Seconds(patience - parsing.wall, patience - parsing.wall)
    total = parsing.cpu + extraction.cpu
    return {
        "characters": len(text),
        "parse_seconds": rounded(parsing.cpu),
        "extract_seconds": rounded(extraction.cpu),
        "is_broken_off": is_broken_off,
        "is_bounded": is_bounded,
        "holds": (not is_broken_off and total < MOST_SECONDS) if is_bounded else None,
    }
