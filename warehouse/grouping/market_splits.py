"""How steps fall apart by market: bridges, estimates in coherence, components of disagreements.

Belongs here: which rows of other markets, documents and publishers each market is dealt, and no more than it asks for. The registry of
splits is `splits.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from warehouse.balance.coherence import estimates_balanced
from warehouse.balance.coherence_inputs import is_of_region
from warehouse.bridge.bridges import bridges, sizes_beside, whole_sizes
from warehouse.bridge.stated_shares import share_rows
from warehouse.explain.claim_lookups import LOOKED_UP, asked_by, looked_up
from warehouse.explain.components import by_year, components
from warehouse.grouping.dealing import complete, in_portions, keyed, named, once
from warehouse.grouping.groups import KEY, Split, Through, empty
from warehouse.policy import Policy
from warehouse.step import BuildContext, Frames

_BESIDE = "shared.beside"
_DISAGREEMENTS = "shared.disagreements"
CONFLICTS_AT_ONCE = 30_000  # each asks for dozens of claims, figures and bridges


def _nothing(frames: Frames, context: BuildContext) -> Frames:
    return {}


# -- bridges: totals and shares of one market; of markets near it only for which years they have sizes, and their definitions -------

_BRIDGED = (
    "core.vendor_figures", "core.observations", "core.claims", "core.definitions", "core.publishers", "core.markets",
)  # fmt: skip


def _cut_bridges(frames: Frames, context: BuildContext) -> Frames:
    shares = share_rows(frames["core.observations"])
    sizes = whole_sizes(frames["core.vendor_figures"])
    bridged = keyed(shares.select("market_id").unique(), "market_id")
    sizes = keyed(sizes, "market_id").join(bridged, on=KEY, how="semi")
    beside = sizes_beside(frames["core.vendor_figures"], frames["core.market_relations"])
    beside = keyed(beside, "market_id").join(sizes, on=KEY, how="semi")
    markets = [sizes, beside, beside.select(KEY, market_id="other_market_id")]
    words = frames["core.claims"].select("claim_id", "segment", "geography", "subject")
    shares = keyed(shares, "market_id").join(sizes, on=KEY, how="semi")
    return {
        "core.vendor_figures": sizes,
        "core.observations": shares,
        "core.claims": named(words, "claim_id", [shares]),
        "core.definitions": named(frames["core.definitions"], "market_id", markets),
        "core.publishers": named(
            frames["core.publishers"].select("publisher_id", "publisher"), "publisher_id", [sizes]
        ),
        "core.markets": named(frames["core.markets"].select("market_id", "market"), "market_id", markets),
        _BESIDE: beside,
    }


def _run_bridges(frames: Frames, context: BuildContext) -> Frames:
    beside = frames.get(_BESIDE, sizes_beside(empty("core.vendor_figures"), empty("core.market_relations")))
    return bridges(complete(frames, _BRIDGED), beside, context.policy)


BRIDGES = Split(_cut_bridges, _nothing, _run_bridges, owners={"core.bridges": "market_id"})


# -- coherence of estimates: one market's estimates with what they count, and with its publishers' figures, which show what is complete ---

_OF_ESTIMATES = (
    "estimate_id", "estimate", "series_id", "market_id", "segment_key", "ref_area", "metric", "unit_measure", "year", "value_basis",
    "price_basis", "n_independent", "status",
)  # fmt: skip
_WEIGHED = (
    "core.estimates", "core.estimate_candidates", "core.observations", "core.growth_audit", "core.vendor_figures", "core.claims",
    "core.segments",
)  # fmt: skip


def cut_estimates(frames: Frames) -> Frames:
    """What `estimates_of_markets` reads, by market.

    Args:
        frames: what coherence reads.
    """
    estimates = keyed(frames["core.estimates"].select(_OF_ESTIMATES), "market_id")
    candidates = frames["core.estimate_candidates"].filter(pl.col("role") == "counted")
    candidates = candidates.select("claim_id", "estimate_id", "role").join(
        estimates.select("estimate_id", KEY), on="estimate_id"
    )
    observations = keyed(frames["core.observations"], "market_id")
    audited = frames["core.growth_audit"].join(candidates.select("claim_id", KEY), on="claim_id")
    ends = [audited.select(KEY, claim_id=f"{end}_claim_id") for end in ("start", "end")]
    asked = [frame.select(KEY, "claim_id") for frame in (observations, candidates, *ends)]
    of_regions = observations.filter(is_of_region())
    return {
        "core.estimates": estimates,
        "core.estimate_candidates": candidates,
        "core.observations": frames["core.observations"].join(pl.concat(asked).unique(), on="claim_id"),
        "core.growth_audit": audited,
        "core.vendor_figures": keyed(frames["core.vendor_figures"], "market_id"),
        "core.claims": frames["core.claims"].join(of_regions.select("claim_id", KEY), on="claim_id"),
        "core.segments": keyed(frames["core.segments"], "market_id"),
    }


def estimates_of_markets(frames: Frames, policy: Policy) -> Frames:
    """Coherence of estimates.

    Args:
        frames: what `cut_estimates` deals to some markets; a table without rows may be missing.
        policy: partitions of regions, balance.
    """
    return estimates_balanced(once(complete(frames, _WEIGHED)), policy)


# -- conflict_components: the disagreements of one market with what both sides rest on, which may be of any document ----------------


def _cut_components(frames: Frames, context: BuildContext) -> Frames:
    conflicts = frames["core.conflicts"]
    disagreements = by_year(conflicts, frames["core.conflict_sides"]).join(
        conflicts.select("conflict_id", pl.col("market_id").fill_null("").alias(KEY)),
        on="conflict_id",
        maintain_order="left",
    )
    return {_DISAGREEMENTS: disagreements, **asked_by(disagreements, looked_up(frames), [KEY])}


def _run_components(frames: Frames, context: BuildContext) -> Frames:
    tables = {name: rows for name, rows in frames.items() if name != _DISAGREEMENTS}
    nothing = looked_up(complete({}, LOOKED_UP))
    return components(frames[_DISAGREEMENTS], {**nothing, **once(tables)})


def _portions_of_components(frames: Frames) -> Iterator[Frames]:
    return in_portions(frames, {"core.conflicts": pl.col("market_id")}, CONFLICTS_AT_ONCE)


COMPONENTS = Split(
    _cut_components,
    _nothing,
    _run_components,
    portions=_portions_of_components,
    owners={"core.conflict_components": Through(_DISAGREEMENTS, "conflict_id")},
)
