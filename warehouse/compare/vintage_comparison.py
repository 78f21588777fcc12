"""When the figures of related markets are of: each publisher's vintage, or that it is unknown, side by side.

Belongs here: rows vintage. `effects.py` defines how a vintage parts two figures; what was known at a date is asked of
`warehouse/vintages/`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.bridge.market_relations import MarketRelations, related_pairs
from warehouse.values.conflict_records import Conflict, Party, comparison
from warehouse.values.distances import Verdict

_MONTHS = 100  # 2026-01 as 202601


def vintage_pairs(
    documents: pl.DataFrame,
    claims: pl.DataFrame,
    relations: MarketRelations,
    names: Mapping[str, str],
    market_names: Mapping[str, str],
) -> Iterator[Conflict]:
    """One row per pair of related markets whose sizes are given: the month that each publisher's figures are of.

    Nothing is assumed of a document without a date: its vintage is unknown, and so is the order of the two.

    Args:
        documents: core.documents.
        claims: core.claims.
        relations: how markets lie to each other.
        names: publisher_id → name.
        market_names: market_id → name.

    Yields:
        vintage rows: agree where all figures are of one known month, else not_comparable.
    """
    dated = dict(documents.filter(pl.col("status") == "stated").select("document_id", "figure_date").iter_rows())
    whole = claims.filter(
        pl.col("metric") == "market_size",
        pl.col("segment_key").is_null(),
        pl.col("ref_area") == WORLD,
        pl.col("publisher_id").is_not_null(),
        pl.col("market_id").is_not_null(),
        pl.col("document_id").is_in(list(dated)),
        pl.col("status").is_in(["stated", "overridden"]),
    ).sort("claim_id")
    claims_of: defaultdict[str, dict[tuple[str, date | None], list[str]]] = defaultdict(dict)
    for market, publisher, document, claim in whole.select(
        "market_id", "publisher_id", "document_id", "claim_id"
    ).iter_rows():
        claims_of[market].setdefault((names[publisher], dated[document]), []).append(claim)
    for market, other in related_pairs(claims_of, relations):
        yield _row((market, claims_of[market]), (other, claims_of[other]), market_names)


_Side = tuple[str, Mapping[tuple[str, date | None], Sequence[str]]]


def _row(one: _Side, two: _Side, market_names: Mapping[str, str]) -> Conflict:
    months = {_month(when) for _, told in (one, two) for _, when in told}
    verdict: Verdict = "agree" if len(months) == 1 and months != {None} else "not_comparable"
    sides = [
        (
            market,
            Party(
                Decimal(max((found for _, when in told if (found := _month(when))), default=0)),
                tuple(sorted({publisher for publisher, _ in told})),
                tuple(sorted(claim for claims in told.values() for claim in claims)),
                _words(told),
            ),
            (),
        )
        for market, told in (one, two)
    ]
    words = " against ".join(f"{market_names.get(market, market)}: {_words(told)}" for market, told in (one, two))
    unknown = (
        "; an unknown vintage is none of the others, and no figure with it is of a known date" if None in months else ""
    )
    return comparison(
        "vintage", verdict, sides[0], sides[1], "market_size", "month", f"vintage of the figures: {words}{unknown}"
    )


def _month(when: date | None) -> int | None:
    return None if when is None else when.year * _MONTHS + when.month


def _words(told: Mapping[tuple[str, date | None], Sequence[str]]) -> str:
    keys = sorted(told, key=lambda key: (key[0], key[1] or date.min))
    return ", ".join(f"{publisher} {when:%Y-%m}" if when else f"{publisher} unknown" for publisher, when in keys)
