"""The origin of a figure: the publisher at the end of its chain of quotations and citations, however long.

Belongs here: origins of single figures. Documents that are not independent as a whole are in `document_clusters.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

import polars as pl

from sources.metrics import named as metrics_named
from warehouse.resolve.documents.core_publishers import publisher_id_of

# A reference list supports a text as a whole; an identifier names a paper. Neither is attached to a figure.
ATTACHED_FORMS = ("attribution", "note", "source_line")

_PLACE = ("market_id", "segment_key", "ref_area", "metric", "unit_measure")
_READ = (
    "claim_id", "document_id", "publisher_id", *_PLACE, "time_period_year", "time_period_inferred", "period_end", "obs_value",
    "obs_value_high",
)  # fmt: skip
Printed: TypeAlias = tuple[Any, ...]


def origins(
    claims: pl.DataFrame, documents: pl.DataFrame, evidence: pl.DataFrame, citations: pl.DataFrame
) -> Mapping[str, str]:
    """The publisher behind each core figure that is not its own publisher's.

    A figure belongs to the publisher that the text names for it ("according to X"), or that a citation names which is
    attached to its statement and which publishes a document of this build itself: other names ("company reports") are
    no voice. Where that publisher's own documents have the very figure from somebody else only, it is passed on.

    Args:
        claims: core.claims.
        documents: core.documents.
        evidence: core.evidence.
        citations: raw.citations.

    Returns:
        publisher_id by claim_id, for claims whose origin is not their `publisher_id`.
    """
    speaks = dict(documents.select("document_id", "publisher_id").iter_rows())
    core = claims.filter(
        pl.col("metric").is_in(metrics_named(lambda metric: metric.estimated)), pl.col("publisher_id").is_not_null()
    )
    cited = _cited(evidence, citations, {name for name in speaks.values() if name is not None})
    sources: dict[str, str] = {}
    printed: dict[str, Printed] = {}
    said: dict[tuple[str, Printed], set[str]] = {}  # whom a publisher's own documents have a figure from
    for row in _near_foreign(core, documents, cited).sort("claim_id").iter_rows(named=True):
        claim_id, publisher_id, speaker = row["claim_id"], row["publisher_id"], speaks.get(row["document_id"])
        named = cited.get(claim_id, frozenset()) - {publisher_id}
        # Two cited houses leave open whose figure it is.
        source = next(iter(named)) if publisher_id == speaker and len(named) == 1 else publisher_id
        sources[claim_id] = source
        printed[claim_id] = _printed(row)
        if speaker is not None:
            said.setdefault((speaker, printed[claim_id]), set()).add(source)
    roots = {claim_id: _root(source, printed[claim_id], said) for claim_id, source in sources.items()}
    publishers = dict(core.select("claim_id", "publisher_id").iter_rows())
    return {claim_id: origin for claim_id, origin in roots.items() if origin != publishers[claim_id]}


def _near_foreign(claims: pl.DataFrame, documents: pl.DataFrame, cited: Collection[str]) -> pl.DataFrame:
    """Claims that may have been passed on: those that are or may be another publisher's, and those of the same place, through which
    their origin is followed. All others are their publisher's own.
    """
    speakers = documents.select("document_id", pl.col("publisher_id").alias("speaker"))
    joined = claims.select(_READ).join(speakers, on="document_id", how="left", maintain_order="left")
    is_foreign = pl.col("publisher_id").ne_missing(pl.col("speaker")) | pl.col("claim_id").is_in(list(cited))
    return joined.join(joined.filter(is_foreign).select(_PLACE).unique(), on=_PLACE, how="semi", nulls_equal=True)


def _printed(row: Mapping[str, Any]) -> Printed:
    """What two prints of one figure share."""
    year = row["time_period_year"] or row["time_period_inferred"] or row["period_end"]
    high = row["obs_value_high"]
    place = (row["market_id"], row["segment_key"], row["ref_area"], row["metric"], row["unit_measure"], year)
    return (*place, row["obs_value"].normalize(), None if high is None else high.normalize())


def _cited(evidence: pl.DataFrame, citations: pl.DataFrame, voices: Collection[str]) -> Mapping[str, frozenset[str]]:
    attached = citations.filter(
        pl.col("form").is_in(list(ATTACHED_FORMS)),
        pl.col("cited_name").is_not_null(),
        pl.col("supports_start").is_not_null(),
    ).select("document_id", "cited_name", "supports_start", "supports_end")
    if attached.is_empty():
        return {}
    named = attached.join(
        evidence.select("claim_id", "document_id", "char_start", "char_end"), on="document_id"
    ).filter(pl.col("supports_start") <= pl.col("char_start"), pl.col("char_end") <= pl.col("supports_end"))
    by_claim: dict[str, set[str]] = {}
    for claim_id, name in named.select("claim_id", "cited_name").iter_rows():
        publisher_id = publisher_id_of(name)
        if publisher_id is not None and publisher_id in voices:
            by_claim.setdefault(claim_id, set()).add(publisher_id)
    return {claim_id: frozenset(names) for claim_id, names in by_claim.items()}


def _root(source: str, printed: Printed, said: Mapping[tuple[str, Printed], set[str]]) -> str:
    """Follows a figure from publisher to publisher; who has it of their own, of several, or in a circle, is the end."""
    seen = [source]
    while True:
        others = said.get((seen[-1], printed), {seen[-1]})
        if len(others) != 1 or seen[-1] in others:
            return seen[-1]
        (following,) = others
        if following in seen:
            return min(seen[seen.index(following) :])
        seen.append(following)
