"""Builds core.drivers from mentions and impact claims: one row per document, role, part and name."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from warehouse.load.quotes import item_id
from warehouse.resolve.documents.document_metadata import Row, rows_by_document
from warehouse.resolve.markets.core_markets import market_id_of, market_ids
from warehouse.resolve.statements.quoted_statements import excerpt, require_exact_span, within_limit
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

NARRATIVE = "driver.narrative"
CAVEAT = "impact_caveat"
IMPACT = "impact_on_cagr"


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    ids = market_ids(frames["core.markets"])
    claims = {
        row["claim_id"]: row
        for row in frames["core.claims"].filter(pl.col("metric") == IMPACT).sort("claim_id").iter_rows(named=True)
    }
    impacts = frames["raw.mentions"].filter(pl.col("claim_id").is_in(list(claims)))
    places = rows_by_document(impacts.sort("document_id", "char_start").iter_rows(named=True))
    found = rows_by_document(frames["raw.drivers"].sort("document_id", "char_start", "char_end").iter_rows(named=True))
    facts = rows_by_document(
        frames["raw.facts"].filter(pl.col("name") == CAVEAT).sort("document_id", "char_start").iter_rows(named=True)
    )
    rows: list[dict[str, Any]] = []
    for document in frames["core.documents"].sort("document_id").iter_rows(named=True):
        document_id = document["document_id"]
        if document_id not in found and document_id not in places:
            continue
        reader = _Document(
            document, context.text_of(document_id), places.get(document_id, ()), claims, facts.get(document_id, ())
        )
        rows += reader.rows(found.get(document_id, ()), ids)
    return {"core.drivers": pl.DataFrame(rows, schema=core_tables()["core.drivers"].polars_schema())}


class _Document:
    """The drivers of one document. Each impact claim belongs to one driver: the one in whose row it is, else one of its own."""

    def __init__(
        self, document: Row, text: str, impacts: Sequence[Row], claims: Mapping[str, Row], caveats: Sequence[Row]
    ) -> None:
        self.document, self.text, self.claims = document, text, claims
        self.impacts = sorted(impacts, key=lambda m: m["char_start"])
        self.starts = [m["char_start"] for m in self.impacts]
        self.caveat = caveats[0] if caveats else None

    def rows(self, mentions: Sequence[Row], ids: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        """Rows in order of the text, drivers without a mention of their own last."""
        grouped: dict[tuple[Any, ...], list[Row]] = {}
        for mention in mentions:
            require_exact_span(mention, self.text)
            key = (market_id_of(mention["market"], ids), mention["role"], mention["segment"], fold(mention["name"]))
            grouped.setdefault(key, []).append(mention)
        taken: set[str] = set()
        for key, group in grouped.items():
            claim = next((c for m in group if (c := self._claim(m)) and c["claim_id"] not in taken), None)
            if claim:
                taken.add(claim["claim_id"])
            yield self._row(key, group, claim)
        for impact in self.impacts:
            if impact["claim_id"] not in taken:
                taken.add(impact["claim_id"])
                yield self._from_claim(impact)

    def _claim(self, mention: Row) -> Row | None:
        if mention["impact_start"] is None:
            return None
        at = bisect_left(self.starts, mention["impact_start"])
        inside = at < len(self.impacts) and self.impacts[at]["char_end"] <= mention["impact_end"]
        return self.claims[self.impacts[at]["claim_id"]] if inside else None

    def _row(self, key: tuple[Any, ...], group: Sequence[Row], claim: Row | None) -> dict[str, Any]:
        """The fullest mention first: the one with an impact, else the first."""
        market_id, role, segment, _ = key
        first = min(group, key=lambda m: (m["impact_start"] is None, m["char_start"]))
        placed = next((m for m in [first, *group] if m["ref_areas"]), first)
        timed = next((m for m in [first, *group] if m["timeline"]), first)
        told = [m["char_start"] for m in group if m["rule"] == NARRATIVE]
        return self._made(
            role=role, segment=segment, market_id=market_id, name=first["name"], claim=claim,
            span=(first["char_start"], first["char_end"]), n_mentions=len(group), rule=first["rule"],
            geographies=list(placed["geographies"]), ref_areas=list(placed["ref_areas"]), timeline=timed["timeline"],
            years_from=timed["years_from"], years_to=timed["years_to"], narrative_start=min(told, default=None),
        )  # fmt: skip

    def _from_claim(self, impact: Row) -> dict[str, Any]:
        claim = self.claims[impact["claim_id"]]
        name = claim["subject"] or claim["value_as_printed"]
        return self._made(
            role="restraint" if claim["obs_value"] < 0 else "driver", segment=claim["segment"],
            market_id=claim["market_id"], name=name, claim=claim, span=(impact["char_start"], impact["char_end"]),
            n_mentions=claim["n_mentions"], rule=claim["rule"], geographies=[claim["geography"]],
            ref_areas=[claim["ref_area"]], timeline=None, years_from=None, years_to=None, narrative_start=None,
        )  # fmt: skip

    def _made(
        self,
        *,
        role: str,
        segment: str | None,
        market_id: str | None,
        name: str,
        claim: Row | None,
        span: tuple[int, int],
        **rest: Any,
    ) -> dict[str, Any]:
        document, limit = self.document, self.document["quote_limit_chars"]
        quote, _ = excerpt(self.text, *span, limit)
        parts = [
            document["document_id"],
            market_id or "",
            role,
            segment or "",
            fold(name),
            claim["claim_id"] if claim else "",
        ]
        return {
            "driver_id": item_id(*parts),
            "document_id": document["document_id"],
            "publisher_id": claim["publisher_id"] if claim else document["publisher_id"],
            "market_id": market_id,
            "segment": segment,
            "role": role,
            "driver": within_limit(name, limit),
            "claim_id": claim["claim_id"] if claim else None,
            "impact": claim["obs_value"] if claim else None,
            "impact_high": claim["obs_value_high"] if claim else None,
            "comparator": claim["comparator"] if claim else None,
            "additive": False,
            "caveat": within_limit(self.caveat["value"], limit) if self.caveat else None,
            "caveat_start": self.caveat["char_start"] if self.caveat else None,
            "status": claim["status"] if claim else document["status"],
            "quote": quote,
            "char_start": span[0],
            "char_end": span[0] + len(quote),
            **rest,
        }


def fold(name: str) -> str:
    """A name for comparison: its words in lower case."""
    return " ".join(re.findall(r"[^\W_]+", name.lower()))


STEP = Step(
    name="drivers",
    reads=("raw.drivers", "raw.mentions", "raw.facts", "core.documents", "core.markets", "core.claims"),
    writes=("core.drivers",),
    run=_run,
)
