"""Builds core.claims: printed names with their publisher, market, segment and status."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.aside import is_beyond
from warehouse.doubt import is_held_back
from warehouse.policy import Policy
from warehouse.resolve.claims import guards
from warehouse.resolve.claims.probable_years import with_probable_years
from warehouse.resolve.claims.restated_figures import superseded_claims
from warehouse.resolve.claims.stated_bases import StatedBases
from warehouse.resolve.documents.core_publishers import publisher_id_of, publishers_by_id
from warehouse.resolve.documents.document_metadata import Row
from warehouse.resolve.markets.core_markets import market_id_of, market_ids
from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.names.segment_keys import dimension_key, member_key, segment_key
from warehouse.schema.framing import AT_ONCE, framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.rounding_bands import band_columns

_READ_BY = {"rules": "built_in", "model": "language_model"}  # as readings of the first generation have it
_OBS_STATUS = {"historical": "E", "forecast": "F"}
_AS_READ = (
    "claim_id",
    "document_id",
    "market",
    "dimension",
    "segment",
    "metric",
    "comparator",
    "unit_per",
    "time_period",
    "inference_basis",
    "period_start",
    "period_end",
    "period_inferred",
    "value_as_printed",
    "subject",
    "rule",
    "confidence",
    "n_mentions",
    "assertion",
)


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    documents = {row["document_id"]: row for row in frames["core.documents"].iter_rows(named=True)}
    publishers = publishers_by_id(frames["core.publishers"])
    ids = market_ids(frames["core.markets"])
    dimensions = Dimensions(frames["raw.segments"], frames["raw.claims"], ids)
    status = _Statuses(context)
    hedge_share = context.policy.comparability.hedge_share
    bases = StatedBases(frames["raw.bases"], frames["raw.mentions"])
    held = {row["claim_id"]: row for row in guards.held_back(frames, context.policy).iter_rows(named=True)}
    base_years = {document_id: document["base_year"] for document_id, document in documents.items()}

    def claim_row(claim: Row, document: Row) -> dict[str, Any]:
        quoted = publisher_id_of(claim["publisher"])
        publisher_id = quoted or document["publisher_id"]
        market_id = market_id_of(claim["market"], ids)
        dimension = claim["dimension"]
        if claim["segment"] and not dimension:
            dimension = dimensions.of(claim["document_id"], market_id, claim["segment"])
        geography, ref_area = _area(claim)
        found = held.get(claim["claim_id"], {})
        placed = {**claim, "ref_area": ref_area, "guard": found.get("guard")}
        return {
            **{name: claim[name] for name in _AS_READ},
            "publisher_id": publisher_id,
            "publisher": publishers[publisher_id].publisher if publisher_id else None,
            "attributed_through": document["publisher"] if publisher_id != document["publisher_id"] else None,
            "market_id": market_id,
            "segment_key": segment_key(dimension, claim["segment"], market_id),
            "geography": geography,
            "ref_area": ref_area,
            "obs_value": claim["value"],
            "obs_value_high": claim["value_high"],
            "unit_measure": claim["unit"],
            **band_columns({**claim, "obs_value": claim["value"], "obs_value_high": claim["value_high"]}, hedge_share),
            "time_period_year": claim["year_stated"],
            "time_period_inferred": claim["year_inferred"],
            **bases.of(claim, is_quoted=publisher_id != document["publisher_id"]),
            "obs_status": _OBS_STATUS[claim["status"]],
            "read_by": _READ_BY.get(claim["read_by"], claim["read_by"]) or "built_in",
            "status": status.of(placed),
            "guard": found.get("guard"),
            "guard_words": found.get("guard_words"),
            "is_confirmed": status.is_confirmed(claim),
        }

    def rows() -> Iterator[Row]:
        for document_id, claims in _by_document(frames["raw.claims"]):
            if document := documents.get(document_id):  # else retracted
                yield from with_probable_years([claim_row(claim, document) for claim in claims], base_years)

    claims = framed("core.claims", rows())
    return {"core.claims": _with_editions(claims, frames["core.documents"])}


def _with_editions(claims: pl.DataFrame, documents: pl.DataFrame) -> pl.DataFrame:
    """Claims that a later edition states again are superseded, but for those that are set aside."""
    again = superseded_claims(claims, documents)
    is_again = pl.col("claim_id").is_in(list(again)) & (pl.col("status") != "quarantined")
    return claims.with_columns(status=pl.when(is_again).then(pl.lit("superseded")).otherwise("status"))


def _by_document(claims: pl.DataFrame) -> Iterator[tuple[str, Iterator[Row]]]:
    """Each document with its claims; a sorted copy of all claims would hold every one of them twice."""
    order = claims.select("document_id", "claim_id").with_row_index("row").sort("document_id", "claim_id")["row"]
    parts = (claims[order[start : start + AT_ONCE]] for start in range(0, len(order), AT_ONCE))
    in_order = chain.from_iterable(part.iter_rows(named=True) for part in parts)
    yield from groupby(in_order, itemgetter("document_id"))


class Dimensions:
    """The dimension of a claim's segment where the claim names none: for comparison only, the printed one stays null.

    It is the dimension that the document's own segmentation gives the member, else the one that all segmentations and
    claims of the market give it. A member under several dimensions has none.
    """

    def __init__(self, segments: pl.DataFrame, claims: pl.DataFrame, ids: Mapping[str, str]) -> None:
        """`segments`: raw.segments; `claims`: raw.claims; `ids`: market ids by printed name."""
        self._of_document: dict[tuple[str, str], set[str]] = {}
        self._market: dict[tuple[str, str], set[str]] = {}
        listed = segments.select("document_id", "market", "name", "dimension").iter_rows()
        stated = claims.drop_nulls(["segment", "dimension"]).select("document_id", "market", "segment", "dimension")
        for is_listed, rows in ((True, listed), (False, stated.iter_rows())):
            for document_id, market, name, dimension in rows:
                market_id = market_id_of(market, ids)
                member = member_key(name, market_id)
                if is_listed:
                    self._of_document.setdefault((document_id, member), set()).add(dimension_key(dimension))
                if market_id:
                    self._market.setdefault((market_id, member), set()).add(dimension_key(dimension))

    def of(self, document_id: str, market_id: str | None, segment: str) -> str | None:
        """The dimension in one form, or None where none or several are known."""
        member = member_key(segment, market_id)
        for known in (self._of_document.get((document_id, member)), self._market.get((market_id or "", member))):
            if known:
                return next(iter(known)) if len(known) == 1 else None
        return None


def _area(claim: Row) -> tuple[str, str]:
    """The claim's area; where the text names none beside the figure, the area that its market's name carries."""
    named = read_name(claim["market"]).area if claim["market"] else None
    if claim["ref_area"] == WORLD and named:
        return named.name, named.code
    return claim["geography"], claim["ref_area"]


class _Statuses:
    """The status of a claim among those of its own document: decisions first, then what checks set aside, guards and confidence."""

    def __init__(self, context: BuildContext) -> None:
        self._rejected = {decision.claim_id for decision in context.decisions.rejected_claims}
        self._aside = {one.claim_id for one in context.aside}
        self._overridden = {decision.claim_id for decision in context.decisions.overrides}
        self._confirmed = {decision.claim_id for decision in context.decisions.confirmed_claims}
        self._policy: Policy = context.policy

    def of(self, claim: Row) -> str:
        if claim["claim_id"] in self._rejected or claim["claim_id"] in self._aside:
            return "quarantined"
        if claim["claim_id"] not in self._overridden and is_beyond(claim, self._policy):
            return "quarantined"
        if claim["claim_id"] in self._overridden:
            return "overridden"
        if claim["assertion"] not in (None, "asserted") and not self.is_confirmed(claim):
            return "withdrawn"
        if not self.is_confirmed(claim) and is_held_back(claim, self._policy.comparability.unsure_below_confidence):
            return "unsure"
        return "stated"

    def is_confirmed(self, claim: Row) -> bool | None:
        """True where a person confirmed the reading, else null."""
        return claim["claim_id"] in self._confirmed or None


def status_among(claims: pl.DataFrame, documents: pl.DataFrame, context: BuildContext) -> pl.DataFrame:
    """Claims with the status that they have among other documents or other decisions than those they were read under.

    Args:
        claims: core.claims, all of them of these documents.
        documents: core.documents.
        context: its decisions and policy are used.

    Returns:
        The claims, their other columns as they are.
    """
    status = _Statuses(context)
    statuses = pl.Series("status", map(status.of, claims.iter_rows(named=True)), dtype=pl.String())
    return _with_editions(claims.with_columns(statuses), documents)


STEP = Step(
    name="claims",
    reads=(
        *guards.READS,
        "raw.segments",
        "core.documents",
        "core.publishers",
        "core.markets",
    ),
    writes=("core.claims",),
    run=_run,
)
