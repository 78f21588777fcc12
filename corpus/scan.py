"""How many labelled figures of whole pages the reader's scanner finds: with their place, their value and, for money, their currency."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from corpus.label_file import locate
from corpus.pages import page_files
from sources.extract.document.context import context_of
from sources.extract.scan.figure import Figure
from sources.extract.scan.scan import scan
from sources.extract.scenes.sentence_quantities import in_document
from sources.parse import parse
from sources.records import ParsedDocument

_MONEY = re.compile(r"[A-Z]{3}")
_TOLERANCE = 1e-6  # of a value, for sums of binary fractions


@dataclass(frozen=True, slots=True)
class Missed:
    """A labelled figure that the scanner does not find: its page, surface and value, and what stands on its place."""

    page: str
    surface: str
    value: float
    unit: str
    found: tuple[str, ...]


def missed_figures(page: Path) -> tuple[int, list[Missed]]:
    """The number of labelled figures of a page, and those that are missed."""
    labels = yaml.safe_load(page.with_suffix(".yml").read_text(encoding="utf-8"))["claims"]
    parsed = parse(page.read_bytes())
    quantities = list(_figures(parsed))
    if parsed.withdrawn:  # a document is read once more whole, for the figures that it takes back
        quantities += _figures(replace(parsed, withdrawn=()))
    missed = []
    for label in labels:
        surface = str(label["surface"])
        start, stop = locate(parsed.text, surface, label.get("nth", 1))
        there = [q for at, end, q in quantities if at < stop and start < end]
        if not any(_is_right(q, label) for q in there):
            found = tuple(f"{q.value} {q.unit}" for q in there)
            missed.append(Missed(page.name, surface, label["value"], label["unit"], found))
    return len(labels), missed


def coverage(folder: Path) -> str:
    """A table by kind of page, the first letter of its name: figures, found, share.

    Raises:
        ValueError: the folder holds no page.
    """
    figures: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for page in page_files(folder):
        n, missed = missed_figures(page)
        for kind in (page.name[0], "all"):
            figures[kind] += n
            found[kind] += n - len(missed)
    kinds = sorted(figures, key=lambda kind: (kind == "all", kind))
    return "\n".join(
        [
            "kind figures  found  share",
            *(f"{k:4} {figures[k]:7} {found[k]:6}   {found[k] / figures[k]:.3f}" for k in kinds),
        ]
    )


def _figures(source: ParsedDocument) -> Iterator[tuple[int, int, Figure]]:
    """Places in the source, and what the scanner makes of them before it is decided which are claims."""
    found = scan(source)
    for q in in_document(found, context_of(found)).figures:
        start, end = found.shown.in_source(q.start, q.end) if found.shown else (q.start, q.end)
        yield start, end, q


def _is_right(q: Figure, label: dict[str, Any]) -> bool:
    """The sign is the reader's to decide ("fell by 4.3 %"), so only the size of a value counts."""
    is_same = _is_near(q.value, label["value"]) or (q.value_high is not None and _is_near(q.value_high, label["value"]))
    return is_same and (not _MONEY.fullmatch(label["unit"]) or q.unit == label["unit"])


def _is_near(read: Any, labelled: float) -> bool:
    return abs(abs(float(read)) - abs(labelled)) <= _TOLERANCE * max(1.0, abs(labelled))
