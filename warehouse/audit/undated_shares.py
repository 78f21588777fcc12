"""What shares without a year leave for all others: a rest without a year, the year it is probably of, and parts that may overlap.

Belongs here: the residual of shares that `own_parts` cannot add up because they have no year. Nothing is filled in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.audit.findings import Finding
from warehouse.audit.part_sums import WHOLE_PCT
from warehouse.audit.stated_shares import AREA_DIMENSION, Leg, shares_of
from warehouse.policy import Policy
from warehouse.resolve.claims.probable_years import COLUMNS, ProbableYearBasis
from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.statements.listed_members import top_members
from warehouse.resolve.words.tokens import tokens_of
from warehouse.values.conflict_records import Place
from warehouse.values.rounding_bands import Band
from warehouse.values.wording import listed, plain

_BASES: dict[ProbableYearBasis, str] = {
    "latest_sized_year": "the latest with a stated size",
    "base_year": "the base year of the document",
}
AT_LEAST_TWO = 2  # one missing part alone would get a share of its own; without a year that is no figure


def undated_residuals(
    observations: pl.DataFrame,
    claims: pl.DataFrame,
    segments: pl.DataFrame,
    names: Mapping[str, str],
    policy: Policy,
) -> Iterator[Finding]:
    """The rest that a dimension's shares without a year leave, for all other members together: share_residual, in percent.

    Only for segments that the document lists, where two or more have no share, none with a share is called others, and
    no share of the dimension has a year. The year is null. The explanation names the one that the claims are probably of.

    Args:
        observations: core.observations.
        claims: core.claims.
        segments: core.segments of current documents.
        names: publisher_id → name.
        policy: names of a rest.
    """
    members = top_members(segments)
    probable = {
        row[0]: row[1:] for row in claims.drop_nulls("time_period_probable").select("claim_id", *COLUMNS).iter_rows()
    }
    for (document_id, publisher_id, market_id), legs in sorted(shares_of(observations, claims).items()):
        dimensions: defaultdict[str, list[Leg]] = defaultdict(list)
        for leg in legs:
            if leg.dimension != AREA_DIMENSION and leg.segment_key is not None:
                dimensions[leg.dimension].append(leg)
        for dimension, parts in sorted(dimensions.items()):
            all_members = members.get((document_id, market_id, dimension), ())
            listed_keys = {row["segment_key"] for row in all_members}
            have = {leg.segment_key for leg in parts}
            total = sum((leg.pct for leg in parts), Decimal(0))
            is_dated = any(leg.year is not None for leg in parts)
            has_rest = any((key or "").rpartition(":")[2] in policy.balance.rest_members for key in have)
            missing = listed_keys - have
            if is_dated or has_rest or not have <= listed_keys or len(missing) < AT_LEAST_TWO or total >= WHOLE_PCT:
                continue
            words = [
                f"{names[publisher_id]}: shares by {dimension}, of no stated year, leave {plain(WHOLE_PCT - total)} % for "
                f"all others ({len(missing)} members) together: 100 - {' - '.join(plain(leg.pct) for leg in parts)}; "
                "derived, if the parts do not overlap",
                _probably({probable.get(claim_id) for leg in parts for claim_id in leg.claim_ids}),
                _overlaps([row["segment"] for row in all_members]),
            ]
            yield Finding(
                rule="share_residual",
                outcome="derived",
                document_id=document_id,
                publisher_id=publisher_id,
                place=Place(market_id, None, WORLD, "share", "percent", None),
                claim_ids=tuple(sorted({claim_id for leg in parts for claim_id in leg.claim_ids})),
                explanation="; ".join(part for part in words if part),
                expected=WHOLE_PCT - total,
                expected_band=_rest(parts),
                about=dimension,
            )


def _probably(years: Collection[tuple[int, ProbableYearBasis, str] | None]) -> str:
    """The year that all of the shares are probably of, in words; nothing where one has none or they differ."""
    found = next(iter(years), None)
    if found is None or len(years) > 1:
        return ""
    year, basis, confidence = found
    return f"the year is probably {year}, {_BASES[basis]} ({confidence} confidence)"


def _rest(parts: Sequence[Leg]) -> Band:
    """100 % less what the shares' words leave open; a share's bounds are fractions of 1."""
    low = sum((leg.share.low for leg in parts), Decimal(0)) * WHOLE_PCT
    high = sum((leg.share.high for leg in parts), Decimal(0)) * WHOLE_PCT
    return Band(max(WHOLE_PCT - high, Decimal(0)), WHOLE_PCT - low)


def _overlaps(names: Sequence[str]) -> str:
    """Members of which one name tells, by facets, all that the other tells and more of the same facets.

    A value that all members tell says nothing. Members that tell the same are apart by words that no facet holds.
    """
    scopes: dict[str, Mapping[Any, Sequence[str]]] = {name: scope_of(tokens_of(name)) for name in names}
    found = []
    for one, other in combinations(names, 2):
        a, b = (_values(scopes[name]) for name in (one, other))
        telling = {value for value in a & b if not all(value in _values(scope) for scope in scopes.values())}
        if telling and scopes[one].keys() == scopes[other].keys() and (a < b or b < a):
            words = listed(value.replace("-", " ") for _, value in telling)
            found.append(f"{one} and {other} (both of {words})")
    return f"parts that may overlap: {', '.join(found)}" if found else ""


def _values(scope: Mapping[Any, Sequence[str]]) -> frozenset[tuple[Any, str]]:
    return frozenset((facet, value) for facet, values in scope.items() for value in values)
