"""Builds core.figure_contexts: the actors and the unit of price in the sentence of a figure.

Belongs here: reading the sentence of money per unit and of technical counts. `warehouse/sql/40_scale_findings.sql` judges what the
figures say together; it cannot ask for texts when an older state is rebuilt.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any

import polars as pl

from sources.grammar.areas import area_named
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

_NAME = r"[A-Z][\w.&'’-]*(?:\s[A-Z][\w.&'’-]*){0,3}"
_LIST = re.compile(rf"(?:{_NAME},\s)*{_NAME},?\s(?:and|or|&)\s{_NAME}")
_PART = re.compile(_NAME)
_END = re.compile(r"[.!?。！？][\"”’)\]]*\s|\n")
_REACH = 600  # characters to either side in which a sentence must end
_LONGEST_NAME = 60  # characters of an actor's name


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    current = set(frames["core.documents"]["document_id"])
    claims = frames["core.claims"].filter(pl.col("unit_per").is_not_null())
    units: defaultdict[str, set[str]] = defaultdict(set)
    for document_id, unit in claims.select("document_id", "unit_per").iter_rows():
        units[document_id].add(without_plural_s(unit))
    figures = [
        *claims.select("claim_id").join(frames["core.evidence"], on="claim_id").iter_rows(named=True),
        *frames["core.technical_claims"].filter(pl.col("measure") == "unit_count").iter_rows(named=True),
    ]
    by_place: dict[tuple[str, int, int], dict[str, Any]] = {}
    for figure in sorted(figures, key=itemgetter("document_id")):  # one text after another
        document_id, start, end = figure["document_id"], figure["char_start"], figure["char_end"]
        if document_id in current and units[document_id]:
            text = context.text_of(document_id)
            by_place[document_id, start, end] = _row(figure, text, units[document_id])
    rows = [by_place[key] for key in sorted(by_place)]
    return {"core.figure_contexts": pl.DataFrame(rows, schema=core_tables()["core.figure_contexts"].polars_schema())}


def _row(figure: Mapping[str, Any], text: str, units: Iterable[str]) -> dict[str, Any]:
    start, end = figure["char_start"], figure["char_end"]
    first, last = sentence_bounds(text, start, end)
    words = {without_plural_s(word) for word in re.findall(r"[\w-]+", text[first:last])}
    actors = list(actors_before(text[first:start]))
    return {
        "document_id": figure["document_id"],
        "char_start": start,
        "char_end": end,
        "claim_id": figure["claim_id"],
        "sentence_start": first,
        "sentence_end": last,
        "units": sorted(unit for unit in units if unit.split()[-1] in words),
        "actors": [name for name, _, _ in actors],
        "actors_start": first + actors[0][1] if actors else None,
        "actors_end": first + actors[-1][2] if actors else None,
    }


def sentence_bounds(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the sentence or line around a span begins and ends."""
    head = text[max(0, start - _REACH) : start]
    ends = [match.end() for match in _END.finditer(head)]
    stop = _END.search(text, end, end + _REACH)
    first = max(0, start - _REACH) + (ends[-1] if ends else 0)
    return first, stop.start() + 1 if stop else min(len(text), end + _REACH)


def actors_before(lead: str) -> Iterator[tuple[str, int, int]]:
    """Names of the last list of names in the words that lead to a figure, areas left out, with their offsets.

    Args:
        lead: from the beginning of the sentence to the figure.

    Yields:
        Each name, where it begins and where it ends; nothing where fewer than two actors are listed.
    """
    lists = list(_LIST.finditer(lead))
    if not lists:
        return
    parts = list(_PART.finditer(lead, lists[-1].start(), lists[-1].end()))
    if len(parts) > 1 and not any(area_named(part.group()) for part in parts):
        yield from ((part.group()[:_LONGEST_NAME], part.start(), part.end()) for part in parts)


def without_plural_s(noun: str) -> str:
    """A noun in lower case without its plural ending, so that clusters are counted and a price is per cluster."""
    lowered = noun.casefold()
    return lowered if lowered.endswith("ss") else lowered.removesuffix("s")


STEP = Step(
    name="figure contexts",
    reads=("core.claims", "core.evidence", "core.technical_claims", "core.documents"),
    writes=("core.figure_contexts",),
    run=_run,
)
