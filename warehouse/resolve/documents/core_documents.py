"""Builds core.documents: publisher, market, edition and cluster of each document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from warehouse.resolve.documents.core_publishers import Publisher, publisher_id_of, publishers_by_id
from warehouse.resolve.documents.document_clusters import Cluster, DocumentTraits, Figure, clusters, figure
from warehouse.resolve.documents.document_metadata import DocumentMetadata, Row, document_metadata, rows_by_document
from warehouse.resolve.documents.editions import Candidate, Edition, canonical_url, editions
from warehouse.resolve.documents.text_signatures import TABLE as SIGNATURES
from warehouse.resolve.documents.truncated_documents import longer_versions
from warehouse.resolve.markets.core_markets import market_id_of, market_ids
from warehouse.resolve.names.market_names import market_in_title, read_name
from warehouse.resolve.words.tokens import resolution_key
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

UNDETERMINED = "und"
_CLAIM_COLUMNS = (
    "document_id",
    "market",
    "publisher",
    "metric",
    "unit",
    "value",
    "value_high",
    "year_stated",
    "year_inferred",
    "period_end",
)


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    retracted = {decision.document_id for decision in context.decisions.retractions}
    rows = [row for row in frames["raw.documents"].iter_rows(named=True) if row["document_id"] not in retracted]
    sidecars = rows_by_document(frames["raw.metadata"].iter_rows(named=True))
    facts = rows_by_document(frames["raw.facts"].iter_rows(named=True))
    claims = rows_by_document(frames["raw.claims"].select(_CLAIM_COLUMNS).iter_rows(named=True))
    known_by_document = {
        row["document_id"]: document_metadata(sidecars.get(row["document_id"], ()), facts.get(row["document_id"], ()))
        for row in rows
    }
    about = _Markets(frames["core.markets"])
    markets = {
        document_id: about.of(known, claims.get(document_id, ())) for document_id, known in known_by_document.items()
    }
    publishers = publishers_by_id(frames["core.publishers"])
    groups = {
        document_id: publishers[known.publisher_id].publisher_group if known.publisher_id else None
        for document_id, known in known_by_document.items()
    }
    arrived = frames["raw.receipts"].filter(pl.col("document_id").is_in(list(known_by_document)))
    wholes = longer_versions(arrived.select("origin", "document_id").iter_rows(), context.text_of)
    placed = editions(
        [
            _candidate(document_id, known, markets[document_id], wholes.get(document_id, frozenset()))
            for document_id, known in known_by_document.items()
        ]
    )
    grouped = clusters(
        [
            DocumentTraits(document_id, known.publisher_id, groups[document_id], markets[document_id], stated, quoted)
            for document_id, known in known_by_document.items()
            for stated, quoted in [_stated_and_quoted(known.publisher_id, claims.get(document_id, ()))]
        ],
        context.text_of,
        context.policy.independence,
        dict(frames[SIGNATURES].iter_rows()),
    )
    counts = _counts(frames)
    default_limit = context.policy.evidence.default_quote_limit_chars
    records = [
        _row(
            row,
            known_by_document[document_id],
            markets[document_id],
            publishers.get(known_by_document[document_id].publisher_id or ""),
            placed[document_id],
            grouped[document_id],
            default_limit,
        )
        | counts.get(document_id, {})
        for row in rows
        for document_id in [row["document_id"]]
    ]
    return {"core.documents": _frame(records)}


class _Markets:
    """The market that a document is about."""

    def __init__(self, markets: pl.DataFrame) -> None:
        self._ids = market_ids(markets)
        self._keys = {resolution_key(read_name(name).tokens): market_id for name, market_id in self._ids.items()}

    def of(self, known: DocumentMetadata, claims: Sequence[Row]) -> str | None:
        """What the text says it is about, else what its title names, else what most of its claims are about.

        A title only counts where it names a market of the build; claims only where more than half of those with a
        market agree.
        """
        stated = market_id_of(known.market, self._ids)
        if stated:
            return stated
        for name in (market_in_title(known.title or ""), known.title):
            tokens = read_name(name).tokens if name else ()
            if tokens and resolution_key(tokens) in self._keys:
                return self._keys[resolution_key(tokens)]
        named = Counter(one for claim in claims if (one := market_id_of(claim["market"], self._ids)))
        most = min(named, key=lambda market_id: (-named[market_id], market_id), default=None)
        return most if most and 2 * named[most] > named.total() else None


def _candidate(document_id: str, known: DocumentMetadata, market_id: str | None, wholes: frozenset[str]) -> Candidate:
    return Candidate(
        document_id=document_id,
        publisher_id=known.publisher_id,
        url=canonical_url(known.url),
        report_id=known.report_id,
        market_id=market_id,
        dated=known.dated,
        figures_dated=known.data_as_of,
        continued_by=wholes,
    )


def _stated_and_quoted(publisher_id: str | None, claims: Sequence[Row]) -> tuple[frozenset[Figure], frozenset[str]]:
    """Core figures that a document states on its own behalf, and whose figures it quotes: those are its source's."""
    figures: set[Figure] = set()
    quoted: set[str] = set()
    for claim in claims:
        source = publisher_id_of(claim["publisher"])
        year = next((claim[name] for name in ("year_stated", "year_inferred", "period_end") if claim[name]), None)
        stated = figure(claim["metric"], claim["unit"], claim["value"], claim["value_high"], year)
        if stated and source in (None, publisher_id):
            figures.add(stated)
        elif stated and source is not None:
            quoted.add(source)
    return frozenset(figures), frozenset(quoted)


def _row(
    row: Row,
    known: DocumentMetadata,
    market_id: str | None,
    publisher: Publisher | None,
    edition: Edition,
    cluster: Cluster,
    default_limit: int,
) -> dict[str, Any]:
    limit = known.quote_limit_chars or (publisher.quote_limit_chars if publisher else default_limit)
    return {
        **{
            name: row[name]
            for name in (
                "document_id",
                "media_type",
                "byte_length",
                "char_length",
                "text_sha256",
                "guessed_charset",
                "extractor_version",
                "n_candidates",
            )
        },
        **{name: row.get(name) for name in ("read_with", "column_map", "n_hidden", "n_hidden_figures", "n_recognised")},
        "language": row["language"] if row["language"] != UNDETERMINED else known.language or UNDETERMINED,
        "title": known.title,
        "publisher_id": known.publisher_id,
        "publisher": publisher.publisher if publisher else None,
        "market_id": market_id,
        "report_key": edition.report_key,
        "url": known.url,
        "report_id": known.report_id,
        "published_on": known.published.day if known.published else None,
        "text_date": text_date.edtf if (text_date := known.published or known.last_updated) else None,
        "data_as_of": known.data_as_of.edtf if known.data_as_of else None,
        "figure_date": known.figure_date,
        "forecast_start": known.forecast_start,
        "forecast_end": known.forecast_end,
        "base_year": known.base_year,
        "licence": known.licence or (publisher.licence if publisher else None),
        "quote_limit_chars": limit,
        "cluster_id": cluster.cluster_id,
        "cluster_reason": cluster.reason,
        "status": "superseded" if edition.superseded_by else "stated",
        "superseded_by": edition.superseded_by,
        "superseded_reason": edition.superseded_reason,
        "edition_order_unknown": edition.order_unknown,
    }


def _counts(frames: Frames) -> Mapping[str, dict[str, Any]]:
    """Name, mentions, rejections and claims by document."""
    names = frames["raw.receipts"].group_by("document_id").agg(name=pl.col("name").min())
    joined = frames["raw.documents"].select("document_id").join(names, on="document_id", how="left")
    for column, table in (
        ("n_mentions", "raw.mentions"),
        ("n_rejections", "raw.rejections"),
        ("n_claims", "raw.claims"),
    ):
        counted = frames[table].group_by("document_id").agg(pl.len().cast(pl.Int64).alias(column))
        joined = joined.join(counted, on="document_id", how="left")
    counts = joined.with_columns(pl.col("n_mentions", "n_rejections", "n_claims").fill_null(0))
    return {row.pop("document_id"): row for row in counts.iter_rows(named=True)}


def _frame(rows: list[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=core_tables()["core.documents"].polars_schema())


STEP = Step(
    name="documents",
    reads=(
        "raw.documents",
        "raw.receipts",
        "raw.metadata",
        "raw.facts",
        "raw.claims",
        "raw.mentions",
        "raw.rejections",
        "core.publishers",
        "core.markets",
        SIGNATURES,
    ),
    writes=("core.documents",),
    run=_run,
)
