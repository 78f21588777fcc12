"""Which steps of the build fall apart into groups, and by what. Every other step runs whole on the driver: see docs/decisions.

Belongs here: for each such step the rows that have to stay together, and what is global and made once. The functions are the steps'
own. A test runs each of them whole and in groups and wants the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import polars as pl

from warehouse.audit.growth import audit_growth
from warehouse.reconcile.align import align, conventions_of
from warehouse.reconcile.observations import observed, voices
from warehouse.spark.groups import KEY, Split
from warehouse.step import BuildContext, Frames

_VOICES = "driver.voices"
_CONVENTIONS = "driver.conventions"


def _keyed(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    return frame.with_columns(pl.col(column).alias(KEY))


# -- observations: a claim with its document; whose figure it is, is known only over all documents -----------------------------


def _cut_observations(frames: Frames) -> Frames:
    return {name: _keyed(frames[name], "document_id") for name in ("core.claims", "core.documents")}


def _share_observations(frames: Frames, context: BuildContext) -> Frames:
    voice_of = voices(frames)
    named = {"claim_id": list(voice_of), "publisher_id": list(voice_of.values())}
    return {
        "core.publishers": frames["core.publishers"],
        "core.fx_rates": frames["core.fx_rates"],
        _VOICES: pl.DataFrame(named, schema={"claim_id": pl.String, "publisher_id": pl.String}),
    }


def _run_observations(frames: Frames, context: BuildContext) -> Frames:
    if "core.claims" not in frames:  # documents without a claim
        return {}
    return observed(frames, context, dict(frames[_VOICES].iter_rows()))


# -- growth_audit: a publisher's CAGRs, whose convention is found over all of its documents ------------------------------------


def _cut_growth(frames: Frames) -> Frames:
    claims, documents = frames["core.claims"], frames["core.documents"]
    of = claims.select("document_id", pl.col("publisher_id").alias(KEY)).unique()
    asked = documents.select("document_id", "status", "base_year").join(of, on="document_id")
    return {"core.claims": _keyed(claims, "publisher_id"), "core.documents": asked}


def _run_growth(frames: Frames, context: BuildContext) -> Frames:
    return {"core.growth_audit": audit_growth(frames["core.claims"], frames["core.documents"], context.policy)}


# -- vendor_figures: a document's own figures on its publisher's own paths -----------------------------------------------------


def _cut_figures(frames: Frames) -> Frames:
    return {name: _keyed(frames[name], "document_id") for name in ("core.observations", "core.claims")}


def _share_figures(frames: Frames, context: BuildContext) -> Frames:
    found = conventions_of(frames["core.publishers"], frames["core.growth_audit"])
    named = {"publisher_id": list(found), "convention": list(found.values())}
    return {_CONVENTIONS: pl.DataFrame(named, schema={"publisher_id": pl.String, "convention": pl.String})}


def _run_figures(frames: Frames, context: BuildContext) -> Frames:
    conventions = dict(frames[_CONVENTIONS].iter_rows())
    return {
        "core.vendor_figures": align(frames["core.observations"], frames["core.claims"], context.policy, conventions)
    }


def _nothing(frames: Frames, context: BuildContext) -> Frames:
    return {}


SPLITS: Mapping[str, Split] = MappingProxyType(
    {
        "observations": Split(_cut_observations, _share_observations, _run_observations),
        "growth_audit": Split(_cut_growth, _nothing, _run_growth),
        "vendor_figures": Split(_cut_figures, _share_figures, _run_figures),
    }
)
