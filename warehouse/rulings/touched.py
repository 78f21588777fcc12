"""What a decision touched: claims, conflicts, estimates, markets and documents by their ids. Lookups only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from warehouse.decisions import Alias, Decision, SameScope
from warehouse.resolve.markets.scope_decisions import MarketNames
from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.words.tokens import resolution_key


@dataclass(frozen=True, slots=True)
class Ids:
    """Ids by what they name, each in order."""

    claim_ids: tuple[str, ...] = ()
    conflict_ids: tuple[str, ...] = ()
    estimate_ids: tuple[str, ...] = ()
    market_ids: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()

    def columns(self) -> dict[str, Any]:
        """As columns of core.decisions."""
        return {name: list(getattr(self, name)) for name in self.__slots__}


NOTHING = Ids()


class Touched:
    """The tables of one build, asked what lies behind a claim, a name or a conflict."""

    def __init__(self, frames: Mapping[str, pl.DataFrame]) -> None:
        """`frames`: claims, observations, vendor_figures, estimates and conflicts of core."""
        self._frames = frames
        self._by_claim: pl.DataFrame | None = None

    def by_claims(self, claim_ids: Collection[str]) -> Ids:
        """The claims, and the estimates of their series and year or of figures that rest on them."""
        estimates = self._estimates().filter(pl.col("claim_id").is_in(list(claim_ids)))
        return Ids(
            claim_ids=tuple(sorted(claim_ids)), estimate_ids=_ids(estimates.unique("estimate_id"), "estimate_id")
        )

    def _estimates(self) -> pl.DataFrame:
        """claim_id, estimate_id: of the claim's own series and year, and of figures that rest on the claim."""
        if self._by_claim is None:
            own = self._frames["core.observations"].select("claim_id", "series_id", "year")
            figures = self._frames["core.vendor_figures"].select("series_id", "year", claim_id="claim_ids")
            places = pl.concat([own, figures.explode("claim_id").select(own.columns)]).drop_nulls().unique()
            estimates = self._frames["core.estimates"].select("estimate_id", "series_id", "year")
            self._by_claim = places.join(estimates, on=["series_id", "year"]).select("claim_id", "estimate_id")
        return self._by_claim

    def by_conflict(self, conflict_id: str) -> Ids:
        """The conflict, and the estimates that it touches."""
        estimates = self._frames["core.estimates"].filter(pl.col("conflict_ids").list.contains(conflict_id))
        return Ids(conflict_ids=(conflict_id,), estimate_ids=_ids(estimates, "estimate_id"))

    def by_names(self, decision: Decision, names: MarketNames) -> Ids:
        """The markets that names mean, and the conflicts between them; of joined names the claims that moved.

        Nothing where the decision is to keep names apart or one inside the other and they are one market.
        """
        own: tuple[str, ...] = getattr(decision, "names", ())
        markets = sorted({found for name in own if (found := names.of(name))})
        if isinstance(decision, Alias | SameScope):
            key = resolution_key(read_name(own[-1]).tokens)  # of a pair, the later name moves to the earlier one
            claims = self._frames["core.claims"].select("claim_id", "market").drop_nulls()
            moved = [name for name in claims["market"].unique() if resolution_key(read_name(name).tokens) == key]
            rested = self.by_claims(_ids(claims.filter(pl.col("market").is_in(moved)), "claim_id"))
            return replace(rested, market_ids=tuple(markets))
        if len(own) == 2 and len(markets) < 2:
            return Ids()
        between = self._frames["core.conflicts"].filter(
            pl.col("market_id").is_in(markets), pl.col("other_market_id").is_in(markets)
        )
        return Ids(conflict_ids=_ids(between, "conflict_id"), market_ids=tuple(markets))


def _ids(frame: pl.DataFrame, column: str) -> tuple[str, ...]:
    return tuple(frame[column].sort().to_list())
