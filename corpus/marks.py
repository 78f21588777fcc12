"""For how many labelled figures of whole pages the year, the ends of the period and the area are the value of a mark of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from corpus.judge import area_key
from corpus.pages import is_open, page_files
from sources.extract.scan.periods import Period
from sources.extract.scan.scan import scan
from sources.grammar.areas import Area
from sources.parse import parse

_TIMES = ("year", "period_start", "period_end")
_ASKED = (*_TIMES, "area")
_WORLD = area_key(None)  # of a figure for which the page names no area


def covered(page: Path) -> tuple[Counter[str], Counter[str]]:
    """By what is asked, the labels of a page that name it, and those of which a mark has it.

    A label with several accepted readings is covered by a mark with one of them. Labels of the whole world need no mark.
    """
    claims = yaml.safe_load(page.with_suffix(".yml").read_text(encoding="utf-8"))["claims"]
    years, areas = _values(page)
    asked: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for claim in claims:
        wanted: dict[str, Collection[Any]] = {key: {y for y in _readings(claim.get(key)) if y} for key in _TIMES}
        named = {area_key(name) for name in _readings(claim.get("geography"))}
        wanted["area"] = set() if _WORLD in named else named
        asked.update(key for key in _ASKED if wanted[key])
        found.update(key for key in _ASKED if not (areas if key == "area" else years).isdisjoint(wanted[key]))
    return asked, found


def coverage(folder: Path) -> str:
    """A table by kind of page, the first letter of its name: the shares of years, starts, ends and areas that a mark has, of open pages.

    Raises:
        ValueError: the folder holds no page.
    """
    asked: dict[str, Counter[str]] = {}
    found: dict[str, Counter[str]] = {}
    for page in filter(is_open, page_files(folder)):
        n, n_found = covered(page)
        for kind in (page.name[0], "all"):
            asked.setdefault(kind, Counter()).update(n)
            found.setdefault(kind, Counter()).update(n_found)
    kinds = sorted(asked, key=lambda kind: (kind == "all", kind))
    lines = [f"{k:4}" + "".join(f" {_share(found[k][key], asked[k][key]):>12}" for key in _ASKED) for k in kinds]
    return "\n".join(["kind" + "".join(f" {key:>12}" for key in _ASKED), *lines])


def _values(page: Path) -> tuple[set[int], set[str]]:
    """Years and areas that the marks of a page have, those of text that its author takes back among them."""
    parsed = parse(page.read_bytes())
    readings = [parsed, replace(parsed, withdrawn=())] if parsed.withdrawn else [parsed]
    values = [mark.value for reading in readings for mark in scan(reading).marks]
    years = {y for value in values if isinstance(value, Period) for y in (value.first, value.last) if y}
    return years, {area_key(value.name) for value in values if isinstance(value, Area)}


def _readings(said: Any) -> list[Any]:
    return said if isinstance(said, list) else [said]


def _share(n: int, of: int) -> str:
    return f"{n / of:.3f}" if of else "-"
