"""For how many labelled figures of whole pages the year, the ends of the period and the area are the value of a mark of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from corpus.judge import area_key
from corpus.labels import LabelledText
from corpus.splits import is_kept_aside
from sources.extract.scan.periods import Period
from sources.extract.scan.scan import scan
from sources.grammar.areas import Area
from sources.records import ParsedDocument

_TIMES = ("year", "period_start", "period_end")
_ASKED = (*_TIMES, "area")
_WORLD = area_key(None)  # of a figure for which the page names no area


def covered(page: LabelledText) -> tuple[Counter[str], Counter[str]]:
    """By what is asked, the labels of a page that name it, and those of which a mark has it.

    A label with several accepted readings is covered by a mark with one of them. Labels of the whole world need no mark.
    """
    years, areas = _values(page.document)
    asked: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for label in page.labels:
        times = zip(_TIMES, (label.years, label.period_starts, label.period_ends), strict=True)
        wanted: dict[str, Collection[Any]] = {key: {y for y in accepted if y} for key, accepted in times}
        named = {area_key(name) for name in label.areas}
        wanted["area"] = set() if _WORLD in named else named
        asked.update(key for key in _ASKED if wanted[key])
        found.update(key for key in _ASKED if not (areas if key == "area" else years).isdisjoint(wanted[key]))
    return asked, found


def coverage(pages: Iterable[tuple[str, LabelledText]]) -> str:
    """A table by kind of page: the shares of years, starts, ends and areas that a mark has, of open pages.

    Args:
        pages: each behind its kind; those that are kept aside are left out.
    """
    asked: dict[str, Counter[str]] = {}
    found: dict[str, Counter[str]] = {}
    for kind, page in pages:
        if is_kept_aside(page.name.rpartition("/")[2]):
            continue
        n, n_found = covered(page)
        for key in (kind, "all"):
            asked.setdefault(key, Counter()).update(n)
            found.setdefault(key, Counter()).update(n_found)
    kinds = sorted(asked, key=lambda kind: (kind == "all", kind))
    lines = [f"{k:4}" + "".join(f" {_share(found[k][key], asked[k][key]):>12}" for key in _ASKED) for k in kinds]
    return "\n".join(["kind" + "".join(f" {key:>12}" for key in _ASKED), *lines])


def _values(parsed: ParsedDocument) -> tuple[set[int], set[str]]:
    """Years and areas that the marks of a page have, those of text that its author takes back among them."""
    readings = [parsed, replace(parsed, withdrawn=())] if parsed.withdrawn else [parsed]
    values = [mark.value for reading in readings for mark in scan(reading).marks]
    years = {y for value in values if isinstance(value, Period) for y in (value.first, value.last) if y}
    return years, {area_key(value.name) for value in values if isinstance(value, Area)}


def _share(n: int, of: int) -> str:
    return f"{n / of:.3f}" if of else "-"
