"""What the texts of the small world say beside figures: definitions, drivers, technical figures, events, ranks, citations, facts."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any

from tests.unit.small_world_texts import DOCUMENTS, TEXTS, span_of


def description_rows(rows: dict[str, list[dict[str, Any]]]) -> None:
    """A definition, the driver with an impact (c06) and one without, and a technical figure off its reference."""
    text = TEXTS["d_new"]
    base = {"document_id": DOCUMENTS["d_new"], "publisher_id": "acme", "market_id": "widget", "rule": "planted",
            "status": "stated"}  # fmt: skip
    rows["core.definitions"] = [
        base | {"definition_id": "n1", "defines": "market", "term": "widget market", "definition": "all widgets",
                "includes": ["bolts", "nuts"], "excludes": [], "scope": "product=widget", "product": "widget",
                "is_cut": False, "quote": "The widget market", **span_of(text, "The widget market")},
    ]  # fmt: skip
    rows["core.drivers"] = [
        base | {"driver_id": driver_id, "role": role, "driver": driver, "additive": False, "n_mentions": 1,
                "geographies": [], "ref_areas": [], "quote": driver, **span_of(text, driver), **rest}
        for driver_id, role, driver, rest in (
            ("r1", "driver", "Automation", {"claim_id": "c06", "impact": Decimal("2.5"), "comparator": "="}),
            ("r2", "restraint", "Report", {}),
        )
    ]  # fmt: skip
    rows["core.technical_claims"] = [
        base | {"technical_id": "t1", "measure": "power", "product": "Foo", "obs_value": Decimal(4711), "comparator": "=",
                "unit_measure": "kW", "verdict": "contradicts", "reason": "reference for Foo: 3 kW",
                "reference_value": Decimal(3), "reference_unit": "kW", "reference_source": "foo.example data sheet",
                "quote": "4711", **span_of(text, "4711")},
    ]  # fmt: skip
    rows["core.qualities"] = [
        base | {"quality_id": "w1", "property": "Automation", "terms": ["automation"], "polarity": "grave",
                "words": "bottleneck", "beside": ["wage cost"], "is_cut": False, "quote": "Automation",
                **span_of(text, "Automation")},
    ]  # fmt: skip
    rows["core.figure_contexts"] = [
        {"document_id": DOCUMENTS["d_new"], "sentence_start": 0, "sentence_end": len(text), "units": ["widget"],
         "actors": [], **span_of(text, "4711")},
    ]  # fmt: skip


def statement_rows(rows: dict[str, list[dict[str, Any]]]) -> None:
    """One event of February 2026, before Acme's figures of 1 March; one rank, one citation and one fact of a document."""
    new, copy = TEXTS["d_new"], TEXTS["d_copy"]
    rows["core.events"] = [
        {
            "event_id": "ev1", "document_id": DOCUMENTS["d_new"], "publisher_id": "acme", "market_id": "widget",
            "headline": "Automation adds +2.5%", "event_type": "other", "event_date": "2026-02",
            "date_precision": "month", "date_as_stated": "February 2026", "first_day": date(2026, 2, 1),
            "last_day": date(2026, 2, 28), "window_start": date(2026, 2, 1), "window_end": date(2026, 2, 28),
            "window_basis": "stated_date", "figure_date": date(2026, 3, 1), "relation_to_figures": "before",
            "parties": ["Foo Corp", "Bar AG"], "party_roles": ["actor", "target"], "amount": Decimal("2.5"),
            "amount_unit": "percent", "amount_comparator": "=", "amount_as_printed": "+2.5%", "rule": "planted",
            "n_mentions": 1, "quote": "Automation adds +2.5%", **span_of(new, "Automation adds +2.5%"),
        }
    ]  # fmt: skip
    rows["core.rankings"] = [
        {
            "ranking_id": "rk1", "document_id": DOCUMENTS["d_new"], "publisher_id": "acme", "market_id": "widget",
            "subject": "North America", "subject_kind": "area", "dimension": "Geography", "criterion": "size",
            "ordinal": 1, "position": "leads", "geography": "Global", "ref_area": "001", "rule": "planted",
            "n_mentions": 1, "quote": "North America leads", **span_of(new, "North America leads"),
        }
    ]  # fmt: skip
    rows["core.citations"] = [
        {
            "citation_id": "ci1", "document_id": DOCUMENTS["d_copy"], "publisher_id": "copyhouse",
            "form": "attribution", "cited_name": "Acme", "supports_start": 0, "supports_end": len(copy),
            "claim_ids": ["c10"], "rule": "planted", "quote": "Acme sees", **span_of(copy, "Acme sees"),
        }
    ]  # fmt: skip
    rows["core.document_facts"] = [
        {
            "fact_id": "fa1", "document_id": DOCUMENTS["d_new"], "publisher_id": "acme", "fact": "report_id",
            "value": "4711", "n_mentions": 1, "quote": "Report 4711", **span_of(new, "Report 4711"),
        }
    ]  # fmt: skip
    for kind, table, key in (
        ("event", "events", "event_id"),
        ("ranking", "rankings", "ranking_id"),
        ("citation", "citations", "citation_id"),
        ("document_fact", "document_facts", "fact_id"),
    ):
        for row in rows[f"core.{table}"]:
            name = next(name for name, document_id in DOCUMENTS.items() if document_id == row["document_id"])
            rows["core.statement_evidence"].append(
                {
                    "evidence_id": f"{row[key]}-0", "kind": kind, "item_id": row[key],
                    "document_id": row["document_id"], "text_sha256": sha256(TEXTS[name].encode()).hexdigest(),
                    "is_cut": False, **{column: row[column] for column in ("char_start", "char_end", "quote")},
                }
            )  # fmt: skip
