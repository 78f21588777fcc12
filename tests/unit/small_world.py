"""A small world, worked by hand: four texts of three publishers on two markets, and their core tables.

Belongs here: the rows and the DuckDB file made of them, for tests of `dbt_project` and `quality`. Nothing is extracted.

Acme's 2026 edition (d_new) supersedes its 2025 edition (d_old); Copyhouse (d_copy) repeats Acme, so the two share a
cluster; Borealis (d_other) prints euros and a narrower market; one file is empty. The widget market of 2025, in
billion: Acme 10.0, Borealis EUR 8.8 x 1.13 = 9.944, Copyhouse 10.0 (a copy); median of the independent two = 9.972.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from tests.unit.small_world_audits import audit_rows
from tests.unit.small_world_balance import balance_rows
from tests.unit.small_world_statements import description_rows, statement_rows
from tests.unit.small_world_texts import BILLION, CLOCK, DOCUMENTS, EMPTY, PUBLISHED, TEXTS, span_of
from warehouse.load.metrics import metric_rows
from warehouse.schema import conform, core_tables
from warehouse.values.rounding_bands import band_columns

PUBLISHER_OF = {"d_new": "acme", "d_old": "acme", "d_other": "borealis", "d_copy": "copyhouse"}
NAMES = {"acme": "Acme Research", "borealis": "Borealis Insights", "copyhouse": "Copyhouse Wire"}

# claim: document, metric, market, segment, area, value, unit, quote, and what differs from the default
CLAIMS: dict[str, dict[str, Any]] = {
    "c01": {"doc": "d_new", "obs_value": 10 * BILLION, "quote": "USD 10.0 billion", "n_mentions": 2},
    "c02": {
        "doc": "d_new", "obs_value": 20 * BILLION, "quote": "USD 20.0 billion", "year": 2030, "obs_status": "F",
    },
    "c03": {
        "doc": "d_new", "metric": "cagr", "obs_value": Decimal("14.9"), "unit_measure": "percent", "quote": "14.9%",
        "year": None, "period_start": 2025, "period_end": 2030, "obs_status": "F",
    },
    "c04": {
        "doc": "d_new", "metric": "share", "obs_value": Decimal(60), "unit_measure": "percent", "quote": "60%",
        "dimension": "Deployment", "segment": "Cloud", "segment_key": "deployment:cloud",
    },
    "c05": {
        "doc": "d_new", "metric": "share", "obs_value": Decimal(40), "unit_measure": "percent", "quote": "40%",
        "dimension": "Deployment", "segment": "On-premises", "segment_key": "deployment:on-premises",
    },
    "c06": {
        "doc": "d_new", "metric": "impact_on_cagr", "obs_value": Decimal("2.5"), "unit_measure": "percentage points",
        "quote": "+2.5%", "year": None, "subject": "Automation",
    },
    "c07": {"doc": "d_old", "obs_value": 9 * BILLION, "quote": "USD 9.0 billion", "status": "superseded"},
    "c08": {
        "doc": "d_other", "obs_value": Decimal("8.8") * BILLION, "unit_measure": "EUR", "quote": "EUR 8.8 billion",
    },
    "c09": {"doc": "d_other", "obs_value": 12 * BILLION, "quote": "USD 12.0 billion", "market_id": "smart-widget", "header": "Widgets"},
    "c10": {"doc": "d_copy", "obs_value": 10 * BILLION, "quote": "USD 10.0 billion"},
    "c11": {
        "doc": "d_other", "metric": "share", "obs_value": Decimal(30), "unit_measure": "percent", "comparator": "~",
        "quote": "30%", "read_by": "both", "dimension": "Deployment", "segment": "cloud", "segment_key": "deployment:cloud", "year": None,
        "time_period_inferred": 2025, "inference_basis": "year of the document's base figure",
    },
    "c12": {
        "doc": "d_new", "metric": "share", "obs_value": Decimal(52), "unit_measure": "percent", "quote": "52%",
        "geography": "North America", "ref_area": "021", "year": None, "time_period_inferred": 2025,
        "inference_basis": "year of the sentence before",
    },
}  # fmt: skip

# estimate: what differs from the default, and its candidates with their roles
ESTIMATES: dict[str, dict[str, Any]] = {
    "e1": {
        "estimate": 9.972e9, "low": 9.944e9, "high": 1e10, "verdict": "agree", "method": "robust_mean_of_independent",
        "n_claims": 3, "n_publishers": 3, "n_independent": 2, "related_scopes": "smart widgets: USD 12.0 billion",
        "conflict_ids": ["k1"], "candidates": {"c01": "counted", "c08": "counted", "c10": "dependent"},
    },
    "e2": {"estimate": 2e10, "year": 2030, "candidates": {"c02": "counted"}},
    "e3": {
        "estimate": 1.2e10, "market_id": "smart-widget", "conflict_ids": ["k1"], "candidates": {"c09": "counted"},
    },
    "e4": {
        "estimate": None, "metric": "share", "unit_measure": "percent", "dimension": "Deployment", "segment": "Cloud",
        "segment_key": "deployment:cloud", "verdict": "conflict_likely", "status": "refused", "method": "none",
        "low": 30.0, "high": 60.0, "n_claims": 2, "n_publishers": 2, "n_independent": 2,
        "reason": "60 against 30 percent, ratio 2",
        "conflict_ids": ["k2"], "candidates": {"c04": "excluded", "c11": "excluded"},
    },
    "e5": {
        "estimate": 40.0, "metric": "share", "unit_measure": "percent", "dimension": "Deployment",
        "segment": "On-premises", "segment_key": "deployment:on-premises", "candidates": {"c05": "counted"},
    },
    "e6": {
        "estimate": 14.9, "metric": "cagr", "unit_measure": "percent", "year": 2030, "candidates": {"c03": "counted"},
    },
    "e7": {
        "estimate": 52.0, "metric": "share", "unit_measure": "percent", "ref_area": "021",
        "candidates": {"c12": "counted"},
    },
}  # fmt: skip


@dataclass(frozen=True)
class SmallWorld:
    """A built database and the texts behind it."""

    database: Path
    texts: dict[str, str]  # canonical text by document_id

    def text_of(self, document_id: str) -> str:
        """Canonical text; KeyError where there is none."""
        return self.texts[document_id]


def core_rows() -> dict[str, list[dict[str, Any]]]:
    """Rows of every core table; columns left out are null."""
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in core_tables()}
    _documents(rows)
    _claims(rows)
    _estimates(rows)
    audit_rows(rows)
    balance_rows(rows)
    statement_rows(rows)
    description_rows(rows)
    return rows


def _documents(rows: dict[str, list[dict[str, Any]]]) -> None:
    rows["core.publishers"] = [
        {
            "publisher_id": slug, "publisher": name, "publisher_group": slug, "quote_limit_chars": 120,
            "tier": "press" if slug == "copyhouse" else "vendor",
        }
        for slug, name in NAMES.items()
    ]  # fmt: skip
    rows["core.metrics"] = metric_rows()
    rows["core.areas"] = [
        {"ref_area": "001", "area": "World", "kind": "world"},
        {"ref_area": "021", "area": "North America", "kind": "region"},
    ]
    rows["core.markets"] = [
        {"market_id": "widget", "market": "Widget", "scope": "product=widget", "product": "widget",
         "names": "widget|widgets", "resolution": "normalised", "industry_codes": "ISIC Rev.4 2819|HS 2022 8479.89",
         "industry_titles": "Other general-purpose machinery|Other machines", "industry_relations": "contained_in|overlaps"},
        {"market_id": "smart-widget", "market": "Smart Widget", "scope": "product=widget; technology=smart",
         "product": "widget", "technology": "smart", "names": "smart widgets", "resolution": "exact"},
    ]  # fmt: skip
    rows["core.market_relations"] = [
        {"market_id": "smart-widget", "other_market_id": "widget", "relation": "b_contains_a", "reason": "technology"}
    ]
    for name, text in TEXTS.items():
        n_mentions = sum(claim.get("n_mentions", 1) for claim in CLAIMS.values() if claim["doc"] == name)
        rejected = int("4711" in text)
        rows["core.documents"].append(
            {
                "document_id": DOCUMENTS[name], "name": f"{name}.txt", "media_type": "text/plain",
                "byte_length": len(text.encode()), "char_length": len(text), "language": "en",
                "text_sha256": sha256(text.encode()).hexdigest(), "publisher_id": PUBLISHER_OF[name],
                "publisher": NAMES[PUBLISHER_OF[name]], "market_id": "widget",
                "report_key": f"{PUBLISHER_OF[name]}/widget",
                "published_on": PUBLISHED[name], "figure_date": PUBLISHED[name], "quote_limit_chars": 120,
                "cluster_id": _cluster(name),
                "cluster_reason": "equal_figures" if name in ("d_new", "d_copy") else None,
                "status": "superseded" if name == "d_old" else "stated",
                "superseded_by": DOCUMENTS["d_new"] if name == "d_old" else None, "edition_order_unknown": False,
                "extractor_version": "x1", "read_with": "planted-model" if name == "d_other" else None, "n_candidates": n_mentions + rejected, "n_mentions": n_mentions,
                "n_rejections": rejected, "n_claims": sum(claim["doc"] == name for claim in CLAIMS.values()),
            }
        )  # fmt: skip
        rows["core.receipts"].append(_receipt(f"inbox/{name}.txt", DOCUMENTS[name], len(text.encode()), "landed"))
        rows["core.document_history"].append(_event(DOCUMENTS[name], "landed"))
    rows["core.receipts"].append(
        _receipt("elsewhere/again.txt", DOCUMENTS["d_new"], len(TEXTS["d_new"].encode()), "duplicate")
    )
    rows["core.receipts"].append(
        _receipt("inbox/empty.txt", EMPTY, 0, "quarantined") | {"reason": "empty", "detail": "no bytes"}
    )
    rows["core.quarantine"] = [
        {
            "document_id": EMPTY,
            "name": "empty.txt",
            "byte_length": 0,
            "reason": "empty",
            "detail": "no bytes: send it again",
        }
    ]
    rows["core.document_history"] += [
        _event(DOCUMENTS["d_old"], "superseded") | {"reason": DOCUMENTS["d_new"]},
        _event(EMPTY, "quarantined") | {"reason": "empty"},
    ]
    text = TEXTS["d_new"]
    rows["core.rejections"] = [
        {"document_id": DOCUMENTS["d_new"], "surface": "4711", "rule": "report_id", **span_of(text, "4711")}
    ]
    chosen = {"document_id": DOCUMENTS["d_other"], "char_start": 0, "char_end": 0, "quote": "", "attribute": "figure"}
    rows["core.reading_choices"] = [
        chosen | {"choice_id": "o1", "claim_id": "c11", "quote": "30%", **span_of(TEXTS["d_other"], "30%"),
                  "attribute": "part", "first_reading": None, "second_reading": "cloud", "taken": "second", "odds": 0.8,
                  "rule": "odds"},
        chosen | {"choice_id": "o2", "second_reading": "47", "taken": "first", "rule": "second_reader.unknown_figure"},
    ]  # fmt: skip
    rows["core.segments"] = [
        {
            "document_id": DOCUMENTS["d_new"], "publisher_id": "acme", "market_id": "widget", "dimension": "Deployment",
            "segment": segment, "segment_key": f"deployment:{segment.lower()}", "position": position, "n_mentions": 1,
            **span_of(text, segment),
        }
        for position, segment in enumerate(("Cloud", "On-premises"))
    ]  # fmt: skip
    rows["core.companies"] = [
        {
            "document_id": DOCUMENTS["d_new"], "publisher_id": "acme", "market_id": "widget", "company": company,
            "role": "key_player", "status": status, "reason": reason, "n_mentions": 1, **span_of(text, company),
            "company_id": company.lower().replace(" ", "-"), "canonical": company, "level": "company", "n_neighbours": 0,
            "method": "sector_words" if reason else None,
            "wikidata": None if reason else "Q4115189", "lei": None if reason else "5493001KJTIIGC8Y1R12",
        }
        for company, status, reason in (("Foo Corp", "stated", None), ("Bar AG", "quarantined", "other industry"))
    ]  # fmt: skip
    rows["core.review_queue"] = [
        {
            "question_id": "q1", "kind": "quarantined_company", "state": "open", "document_id": DOCUMENTS["d_new"],
            "document": "d_new.txt", "publisher_id": "acme", "market_id": "widget", "subject": "Bar AG",
            "why": "other industry", "what_to_do": "close the question where it is foreign", "at_stake_usd": 0.0,
            "stake": "no figure hangs on a company", "answers": "close",
        },
        {
            "question_id": "q2", "kind": "unreadable_document", "state": "decided", "document_id": EMPTY,
            "document": "empty.txt", "subject": "empty.txt", "why": "empty: no bytes", "what_to_do": "send it again",
            "stake": "what it holds is unknown", "answers": "close",
            "decision": "closed_question by Ada on 2026-06-02: known to be empty",
        },
    ]  # fmt: skip
    taken = {
        "author": "Ada",
        "decided_on": date(2026, 6, 2),
        "state": "applied",
        "why": "as decided",
        "in_force": True,
    } | {name: [] for name in ("claim_ids", "conflict_ids", "estimate_ids", "market_ids", "document_ids")}
    rows["core.decisions"] = [
        taken | {
            "decision_id": "d1", "kind": "confirmed_claim", "subject": "c01", "decides": "is right as it stands",
            "reason": "read on the page", "expect": "value_as_printed: USD 10.0 billion", "claim_ids": ["c01"],
            "estimate_ids": ["e1"], "expires": date(2027, 6, 2),
        },
        taken | {
            "decision_id": "d2", "kind": "accepted_conflict", "subject": "k2", "decides": "the conflict stays as it is",
            "reason": "two ways to count", "conflict_ids": ["k2"], "estimate_ids": ["e4"],
        },
    ]  # fmt: skip
    rows["core.fx_rates"] = [
        {"currency": "EUR", "rate_year": 2025, "usd_per_unit": Decimal("1.13"), "n_days": 255,
         "first_day": date(2025, 1, 2), "last_day": date(2025, 12, 31)},
    ]  # fmt: skip


def _header(text: str, words: str | None) -> dict[str, Any]:
    """Columns of a table header, where a claim has one."""
    if words is None:
        return {}
    start = text.index(words)
    return {"header": words, "header_start": start, "header_end": start + len(words)}


def _claims(rows: dict[str, list[dict[str, Any]]]) -> None:
    for claim_id, spec in CLAIMS.items():
        name, text = spec["doc"], TEXTS[spec["doc"]]
        year = spec.get("year", 2025)
        claim = {
            "claim_id": claim_id, "document_id": DOCUMENTS[name], "publisher_id": PUBLISHER_OF[name],
            "publisher": NAMES[PUBLISHER_OF[name]], "market": spec.get("market_id", "widget").replace("-", " "),
            "market_id": "widget", "geography": "Global", "ref_area": "001", "metric": "market_size", "comparator": "=",
            "unit_measure": "USD", "time_period": str(year) if year else None, "time_period_year": year,
            "period_inferred": False, "obs_status": "E", "value_as_printed": spec["quote"], "rule": "planted",
            "read_by": "built_in", "status": "stated", "n_mentions": 1,
        }  # fmt: skip
        claim |= {key: value for key, value in spec.items() if key not in ("doc", "quote", "year", "header")}
        rows["core.claims"].append(claim | band_columns({"obs_value_high": None} | claim, Decimal("0.05")))
        at = -1
        for nth in range(claim["n_mentions"]):
            at = text.index(spec["quote"], at + 1)
            end = at + len(spec["quote"])
            rows["core.evidence"].append(
                {
                    "evidence_id": f"{claim_id}-{nth}", "claim_id": claim_id, "document_id": DOCUMENTS[name],
                    "text_sha256": sha256(text.encode()).hexdigest(), "char_start": at, "char_end": end,
                    "quote": text[at:end], "prefix": text[max(0, at - 20) : at], "suffix": text[end : end + 20],
                    "rule": "planted", **_header(text, spec.get("header")),
                }
            )  # fmt: skip
        euro = claim["unit_measure"] == "EUR"
        value = claim["obs_value"] * (Decimal("1.13") if euro else 1)
        excluded = {"c06": "metric_not_estimated", "c07": "superseded"}.get(claim_id)
        rows["core.observations"].append(
            {
                "claim_id": claim_id, "document_id": DOCUMENTS[name], "publisher_id": PUBLISHER_OF[name],
                "publisher_group": PUBLISHER_OF[name], "cluster_id": _cluster(name), "obs_value": value,
                "obs_value_low": value, "obs_value_high": value,
                "year": year or claim.get("time_period_inferred") or claim.get("period_end"),
                "year_is_inferred": not year,
                "unit_measure": "USD" if euro else claim["unit_measure"], "fx_rule": "year_mean" if euro else None,
                "fx_year": 2025 if euro else None, "usd_per_unit": Decimal("1.13") if euro else None,
                "price_basis_is_assumed": claim["metric"] in ("market_size", "cagr"),
                "excluded": excluded, "series_id": None if excluded == "metric_not_estimated" else _series(claim),
            }
            | {key: claim.get(key) for key in ("market_id", "segment_key", "ref_area", "metric")}
        )  # fmt: skip


def _estimates(rows: dict[str, list[dict[str, Any]]]) -> None:
    for estimate_id, spec in ESTIMATES.items():
        estimate = {
            "estimate_id": estimate_id, "market_id": "widget", "ref_area": "001", "metric": "market_size",
            "unit_measure": "USD", "year": 2025, "low": spec["estimate"], "high": spec["estimate"],
            "verdict": "single_source", "n_claims": 1, "n_publishers": 1, "n_independent": 1, "status": "stated",
            "method": "single_figure", "reason": "one publisher states it", "conflict_ids": [],
        } | {key: value for key, value in spec.items() if key != "candidates"}  # fmt: skip
        rows["core.estimates"].append(estimate | {"series_id": _series(estimate)})
        rows["core.estimate_candidates"] += [
            {
                "claim_id": claim_id, "estimate_id": estimate_id, "role": role,
                "reason": None if role == "counted" else "shares a cluster" if role == "dependent" else "refused",
            }
            for claim_id, role in spec["candidates"].items()
        ]  # fmt: skip
    rows["core.estimate_candidates"] += [
        {"claim_id": "c06", "role": "excluded", "reason": "metric_not_estimated"},
        {"claim_id": "c07", "role": "excluded", "reason": "superseded"},
    ]
    figures: list[tuple[str, str, str, int, Decimal, str, str | None]] = [
        # 10 x 2 ^ (1 / 5) = 11.486983550 billion in 2026
        ("v1", "d_new", "c01", 2025, 10 * BILLION, "stated", None),
        ("v2", "d_new", "c01", 2026, Decimal("11486983550"), "derived", "10e9 * (20e9 / 10e9) ^ (1 / 5)"),
        ("v3", "d_new", "c02", 2030, 20 * BILLION, "stated", None),
        ("v4", "d_other", "c08", 2025, Decimal("9.944") * BILLION, "stated", None),
        ("v5", "d_copy", "c10", 2025, 10 * BILLION, "stated", None),
        ("v6", "d_other", "c11", 2025, Decimal(30), "inferred", None),
    ]
    claims = {claim["claim_id"]: claim for claim in rows["core.claims"]}
    for figure_id, name, claim_id, year, value, status, formula in figures:
        claim = claims[claim_id]
        money = claim["metric"] == "market_size"
        unit = "USD" if money else claim["unit_measure"]
        rows["core.vendor_figures"].append(
            {
                "vendor_figure_id": figure_id, "document_id": DOCUMENTS[name], "publisher_id": PUBLISHER_OF[name],
                "publisher_group": PUBLISHER_OF[name], "cluster_id": _cluster(name), "unit_measure": unit, "year": year,
                "series_id": _series(claim | {"unit_measure": unit}), "obs_value": value, "status": status,
                "obs_status": "I" if formula else claim["obs_status"], "formula": formula,
                "value_as_printed": None if formula else claim["value_as_printed"],
                "currency_as_printed": claim["unit_measure"] if money and not formula else None,
                "claim_ids": ["c01", "c02"] if formula else [claim_id], "price_basis_is_assumed": money,
            }
            | {key: claim.get(key) for key in ("market_id", "segment_key", "ref_area", "metric")}
        )  # fmt: skip


def _cluster(name: str) -> str:
    return min(DOCUMENTS["d_new"], DOCUMENTS["d_copy"]) if name in ("d_new", "d_copy") else DOCUMENTS[name]


def _series(row: dict[str, Any]) -> str:
    unit = "USD" if row["unit_measure"] == "EUR" else row["unit_measure"]
    return "|".join([row["market_id"], row.get("segment_key") or "", row["ref_area"], row["metric"], unit])


def _receipt(origin: str, document_id: str, byte_length: int, outcome: str) -> dict[str, Any]:
    return {
        "origin": origin, "name": Path(origin).name, "document_id": document_id, "byte_length": byte_length,
        "outcome": outcome, "received_at": CLOCK, "batch_id": "b1",
    }  # fmt: skip


def _event(document_id: str, event: str) -> dict[str, Any]:
    return {"document_id": document_id, "event": event, "known_from": CLOCK}


def write_core(database: Path, rows: dict[str, list[dict[str, Any]]]) -> None:
    """Writes rows as the core schema of a new DuckDB file, each table checked against its contract on the way."""
    connection = duckdb.connect(str(database))
    try:
        connection.execute("CREATE SCHEMA core")
        for name, table in core_tables().items():
            complete = [dict.fromkeys(table.column_names) | row for row in rows[name]]
            frame = conform(table, pl.DataFrame(complete, schema=table.polars_schema(), orient="row"))
            connection.execute(table.ddl())
            connection.register("incoming", frame.to_arrow())
            connection.execute(f"INSERT INTO {table.sql_name} SELECT * FROM incoming")
            connection.unregister("incoming")
        connection.execute("CHECKPOINT")
    finally:
        connection.close()
