"""How many labelled figures of whole pages the reader's scanner finds: with their place, their value and, for money, their currency."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from corpus.labels import Label, LabelledText
from sources.extract.document.context import context_of
from sources.extract.scan.figure import Figure
from sources.extract.scan.scan import scan
from sources.extract.scenes.sentence_quantities import in_document
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


def missed_figures(page: LabelledText) -> list[Missed]:
    """The labelled figures of a page that are missed."""
    parsed = page.document
    quantities = list(_figures(parsed))
    if parsed.withdrawn:  # a document is read once more whole, for the figures that it takes back
        quantities += _figures(replace(parsed, withdrawn=()))
    missed = []
    for label in page.labels:
        there = [q for at, end, q in quantities if at < label.char_end and label.char_start < end]
        if not any(_is_right(q, label) for q in there):
            found = tuple(f"{q.value} {q.unit}" for q in there)
            surface = parsed.text[label.char_start : label.char_end]
            missed.append(Missed(page.name, surface, label.value, label.unit, found))
    return missed


def coverage(pages: Iterable[tuple[str, LabelledText]]) -> str:
    """A table by kind of page: figures, found, share.

    Args:
        pages: each behind its kind.
    """
    figures: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for of, page in pages:
        n, n_missed = len(page.labels), len(missed_figures(page))
        for kind in (of, "all"):
            figures[kind] += n
            found[kind] += n - n_missed
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


def _is_right(q: Figure, label: Label) -> bool:
    """The sign is the reader's to decide ("fell by 4.3 %"), so only the size of a value counts."""
    is_same = _is_near(q.value, label.value) or (q.value_high is not None and _is_near(q.value_high, label.value))
    return is_same and (not _MONEY.fullmatch(label.unit) or q.unit == label.unit)


def _is_near(read: Any, labelled: float) -> bool:
    return abs(abs(float(read)) - abs(labelled)) <= _TOLERANCE * max(1.0, abs(labelled))
