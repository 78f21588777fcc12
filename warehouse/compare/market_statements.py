"""Whole markets for the comparison engine: vintage of figures, conventions of growth, lists of regions.

Belongs here: what the publishers of one market say of when, how and where they count. Money is in `money_statements.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.grammar.areas import area_named
from warehouse.compare.comparison_engine import Compared, Outcome, Row, Statement, attributed
from warehouse.values.wording import listed, plain

_MONTHS = 100  # 2026-01 as 202601


def vintages_of_markets(compared: Compared) -> Iterator[Statement]:
    """The months that each publisher's sizes of a market are of; a document without a date has an unknown vintage."""
    documents = compared.frames["core.documents"].filter(pl.col("status") == "stated")
    dated: dict[str, date | None] = dict(documents.select("document_id", "figure_date").iter_rows())
    whole = attributed(
        compared.frames["core.claims"],
        pl.col("metric") == "market_size",
        pl.col("segment_key").is_null(),
        pl.col("ref_area") == WORLD,
        pl.col("document_id").is_in(list(dated)),
        pl.col("status").is_in(["stated", "overridden"]),
    ).sort("claim_id")
    by_market: defaultdict[str, dict[tuple[str, date | None], list[str]]] = defaultdict(dict)
    columns = ("market_id", "publisher_id", "document_id", "claim_id")
    for market, publisher, document, claim in whole.select(columns).iter_rows():
        by_market[market].setdefault((compared.names[publisher], dated[document]), []).append(claim)
    for market, stated in by_market.items():
        months = frozenset(_month(when) for _, when in stated)
        yield Statement(
            market,
            tuple(sorted({publisher for publisher, _ in stated})),
            Decimal(max((month for month in months if month), default=0)),
            _months_in_words(stated),
            tuple(sorted(claim for claims in stated.values() for claim in claims)),
            detail=months,
        )


def of_one_month(one: Statement, two: Statement, compared: Compared) -> Iterator[Outcome]:
    """Vintages agree where all figures are of one known month."""
    months = one.detail | two.detail
    unknown = "; an unknown vintage is none of the others, and no figure with it is of a known date"
    words = {
        side: f"{compared.market_names.get(statement.market_id, statement.market_id)}: {statement.words}"
        for side, statement in (("one", one), ("two", two))
    } | {"unknown": unknown if None in months else ""}
    yield Outcome(one, two, words, "agree" if len(months) == 1 and None not in months else None)


def _month(when: date | None) -> int | None:
    return None if when is None else when.year * _MONTHS + when.month


def _months_in_words(stated: Mapping[tuple[str, date | None], Sequence[str]]) -> str:
    keys = sorted(stated, key=lambda key: (key[0], key[1] or date.min))
    return ", ".join(f"{publisher} {when:%Y-%m}" if when else f"{publisher} unknown" for publisher, when in keys)


def growth_rates(compared: Compared) -> Iterator[Statement]:
    """The growth that a publisher states of a whole market, with its recomputations.

    Of several rates that of the longest period stands for the publisher, then that which ends last.
    """
    whole = compared.frames["core.growth_audit"].filter(
        pl.col("segment_key").is_null(), pl.col("ref_area") == WORLD, pl.col("publisher_id").is_not_null()
    )
    rates: defaultdict[tuple[str, str], dict[str, list[Row]]] = defaultdict(dict)
    for row in whole.sort("claim_id", "periods", "convention").iter_rows(named=True):
        rates[row["market_id"] or "", row["publisher_id"]].setdefault(row["claim_id"], []).append(row)
    for (market, publisher), of_publisher in sorted(rates.items()):
        rows = min(of_publisher.values(), key=_longest)
        pct, who = rows[0]["stated_pct"], compared.names[publisher]
        claims = {row[name] for row in rows for name in ("claim_id", "start_claim_id", "end_claim_id")}
        yield Statement(market, (who,), pct, f"{plain(pct)} %", tuple(sorted(claims)), detail=rows)


def _longest(rows: Sequence[Row]) -> tuple[Any, ...]:
    """Sorts the rate of the longest period first, then that which ends last; equal ones by their value."""
    return (-max(row["periods"] for row in rows), -rows[0]["end_year"], rows[0]["stated_pct"], rows[0]["claim_id"])


def of_other_conventions(one: Statement, two: Statement, compared: Compared) -> Iterator[Outcome]:
    """Rates of publishers that count periods differently, or by no convention that fits."""
    conventions = [side.detail[0]["publisher_convention"] for side in (one, two)]
    if conventions[0] == conventions[1] is not None:
        return
    words = {
        name: f"{side.publishers[0]} states {side.words} for {compared.market_names[side.market_id]} and counts "
        f"{convention or 'by no convention that fits'} ("
        + ", ".join(f"{row['convention']}: {plain(row['recomputed_pct'])} %" for row in side.detail)
        + ")"
        for name, side, convention in zip(("one", "two"), (one, two), conventions, strict=True)
    }
    yield Outcome(one, two, words)


def lists_of_regions(compared: Compared) -> Iterator[Statement]:
    """The areas into which the publishers of a market divide it, with what each of them holds."""
    lists: defaultdict[str, dict[str, tuple[str, str, str]]] = defaultdict(dict)
    inner: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    usable = attributed(compared.frames["core.segments"]).sort("document_id", "position", "char_start")
    for row in usable.iter_rows(named=True):
        area = area_named(row["segment"])
        if area is not None and row["parent"] is None:
            place = f"{row['document_id']}:{row['char_start']}-{row['char_end']}"
            who = compared.names[row["publisher_id"]]
            lists[row["market_id"]].setdefault(area.code, (area.name, who, place))
        elif area is not None:
            inner[row["market_id"]][row["parent"]].append(area.name)
    for market, areas in lists.items():
        publishers = tuple(sorted({who for _, who, _ in areas.values()}))
        members = "; ".join(f"{parent} holds {listed(held)}" for parent, held in sorted(inner[market].items()))
        words = f"{len(areas)} regions"
        yield Statement(market, publishers, Decimal(len(areas)), words, detail=(areas, members))


def of_other_regions(one: Statement, two: Statement, compared: Compared) -> Iterator[Outcome]:
    """Lists that share some areas and not all: their members are not equal sets."""
    if one.detail[0].keys() == two.detail[0].keys() or one.detail[0].keys().isdisjoint(two.detail[0].keys()):
        return
    sides, words = [], {}
    for name, side, other in (("one", one, two), ("two", two, one)):
        areas, members = side.detail
        alone = sorted(code for code in areas if code not in other.detail[0])
        sides.append(replace(side, statement_ids=tuple(sorted(areas[code][2] for code in alone or areas))))
        words[name] = (
            f"{compared.market_names[side.market_id]} ({listed(side.publishers)}) alone names "
            f"{listed(f'{areas[code][0]} ({code})' for code in alone)}{f', its {members}' if members else ''}"
        )
    yield Outcome(sides[0], sides[1], words)
