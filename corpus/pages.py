"""Part w: first readings of whole pages. Their texts and labels lie outside the repository, and no fit of the rules takes part in them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

from corpus.readings import FirstReading, add_first_readings, first_readings
from sources.extract import extract, extractor_version
from sources.parse import parse

PART = "w"
_KEPT_ASIDE = 5  # a page is kept aside where the first byte of the hash of its name is divisible by it; the README beside the pages says so
# What `score/pages.py` beside the pages judges of a figure.
_JUDGED = "metric value value_high unit year period_start period_end status market segment geography".split()


def page_files(folder: Path) -> list[Path]:
    """The pages of a folder: texts that have labels beside them, in the order of their names.

    Raises:
        ValueError: the folder holds no page.
    """
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    pages = [p for p in files if p.suffix in (".txt", ".md") and p.with_suffix(".yml").is_file()]
    if not pages:
        raise ValueError(f"{folder}: no page with labels beside it; name the folder of the labelled pages")
    return pages


def is_open(page: Path) -> bool:
    """Whether a page is open: of those that are kept aside only scores are looked at."""
    return hashlib.sha256(page.stem.encode()).digest()[0] % _KEPT_ASIDE != 0


def store_page_readings(folder: Path) -> int:
    """Stores today's readings of the pages that have no first reading yet; returns their number.

    Raises:
        ValueError: the folder holds no page.
    """
    known = {reading.text for reading in first_readings(parts={PART})}
    found = [_read(page) for page in page_files(folder) if f"{PART}/{page.name}" not in known]
    add_first_readings(found)
    return len(found)


def judged_lines(readings: Iterable[FirstReading]) -> str:
    """Readings as the lines of `parallax extract`, with the fields that `score/pages.py` judges."""
    return "".join(_lines(reading) for reading in readings)


def _read(page: Path) -> FirstReading:
    read = extract(parse(page.read_bytes()))
    publisher = next((fact.value for fact in read.facts if fact.name == "publisher" and fact.value), None)
    # The subject of a figure may be half a sentence, and the words of the pages stay where the pages are.
    claims = tuple(replace(claim, subject=None) for claim in read.claims)
    return FirstReading(
        f"{PART}/{page.name}", extractor_version(), read.language, claims, read.mentions, publisher
    )  # fmt: skip


def _lines(reading: FirstReading) -> str:
    confidence = {claim.claim_id: claim.confidence for claim in reading.claims}
    lines = []
    for mention in reading.mentions:
        told = {name: getattr(mention, name) for name in ("char_start", "char_end", "surface", *_JUDGED)}
        told |= {"speaker": mention.publisher, "publisher": mention.publisher or reading.publisher}
        told |= {"document": reading.text.partition("/")[2], "confidence": confidence.get(mention.claim_id)}
        lines.append(json.dumps(told, ensure_ascii=False, default=_number) + "\n")
    return "".join(lines)


def _number(value: Decimal) -> float:
    return float(value)
