"""What a decision touched: claims, conflicts, estimates, markets and documents by their ids. Lookups only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from warehouse.decisions import Alias, Decision, SameScope
from warehouse.resolve.names import read_name
from warehouse.resolve.resolution import pool_key
from warehouse.resolve.reviewed_scopes import MarketNames


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


class Touched:
    """The tables of one build, asked what lies behind a claim, a name or a conflict."""

    def __init__(self, frames: Mapping[str, pl.DataFrame]) -> None:
        """`frames`: claims, observations, vendor_figures, estimates and conflicts of core."""
        self._frames = frames

    def by_claims(self, claim_ids: Collection[str]) -> Ids:
        """The claims, and the estimates of their series and year or of figures that rest on them."""
        wanted = list(claim_ids)
        own = self._frames["core.observations"].filter(pl.col("claim_id").is_in(wanted)).select("series_id", "year")
        figures = self._frames["core.vendor_figures"].filter(
            pl.col("claim_ids").list.eval(pl.element().is_in(wanted)).list.any()
        )
        places = pl.concat([own, figures.select("series_id", "year")]).drop_nulls().unique()
        estimates = self._frames["core.estimates"].join(places, on=["series_id", "year"], how="semi")
        return Ids(claim_ids=tuple(sorted(wanted)), estimate_ids=_ids(estimates, "estimate_id"))

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
            key = pool_key(read_name(own[-1]).tokens)  # of a pair, the later name moves to the earlier one
            claims = self._frames["core.claims"].select("claim_id", "market").drop_nulls()
            moved = [name for name in claims["market"].unique() if pool_key(read_name(name).tokens) == key]
            found = self.by_claims(_ids(claims.filter(pl.col("market").is_in(moved)), "claim_id"))
            return Ids(claim_ids=found.claim_ids, estimate_ids=found.estimate_ids, market_ids=tuple(markets))
        if len(own) == 2 and len(markets) < 2:
            return Ids()
        between = self._frames["core.conflicts"].filter(
            pl.col("market_id").is_in(markets), pl.col("other_market_id").is_in(markets)
        )
        return Ids(conflict_ids=_ids(between, "conflict_id"), market_ids=tuple(markets))


def _ids(frame: pl.DataFrame, column: str) -> tuple[str, ...]:
    return tuple(frame[column].sort().to_list())
