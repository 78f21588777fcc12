"""The consequences of the small world's figures: growth audits, conflicts, revisions and scorecards, worked by hand."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.unit.small_world_texts import BILLION, DOCUMENTS, PUBLISHED


def audit_rows(rows: dict[str, list[dict[str, Any]]]) -> None:
    """Adds them to the rows of core tables."""
    rows["core.growth_audit"] = [
        {
            # 2 ^ (1 / 5) - 1 = 14.8698355 %, 2 ^ (1 / 4) - 1 = 18.9207115 %
            "claim_id": "c03", "document_id": DOCUMENTS["d_new"], "publisher_id": "acme", "market_id": "widget",
            "ref_area": "001", "convention": convention, "start_claim_id": "c01", "end_claim_id": "c02",
            "start_year": 2025, "end_year": 2030, "periods": periods, "stated_pct": Decimal("14.9"),
            "stated_low_pct": Decimal("14.85"), "stated_high_pct": Decimal("14.95"),
            "recomputed_pct": Decimal(recomputed),
            "recomputed_low_pct": Decimal(recomputed) - Decimal("0.2"),
            "recomputed_high_pct": Decimal(recomputed) + Decimal("0.2"),
            "delta_pp": Decimal(recomputed) - Decimal("14.9"), "is_consistent": best, "is_best": best,
            "finding": "consistent" if best else "mismatch_high", "publisher_convention": "from_base_year",
        }
        for convention, periods, recomputed, best in (
            ("from_base_year", 5, "14.8698355", True), ("from_first_forecast_year", 4, "18.9207115", False),
        )
    ]  # fmt: skip
    rows["core.conflicts"] = [
        {
            "conflict_id": "k1", "kind": "part_above_whole", "rule": "scope_inclusion", "verdict": "conflict_likely",
            "severity": "high", "market_id": "widget", "other_market_id": "smart-widget", "ref_area": "001",
            "metric": "market_size", "unit_measure": "USD", "year": 2025, "value_a": 10 * BILLION,
            "value_b": 12 * BILLION, "ratio": 1.2, "publishers_a": "Acme Research|Copyhouse Wire",
            "publishers_b": "Borealis Insights", "claim_ids_a": ["c01", "c10"], "claim_ids_b": ["c09"],
            "explanation": "the part is 1.2 times the whole", "statement_ids_a": [], "statement_ids_b": [],
            "years": ["2025"], "n_years": 1, "first_year": 2025, "last_year": 2025, "n_sides": 2,
            "publishers": "Acme Research|Borealis Insights|Copyhouse Wire",
            "ratio_low": 1.2, "ratio_high": 1.2,
        },
        {
            "conflict_id": "k2", "kind": "same_scope", "rule": "ratio", "verdict": "conflict_likely",
            "severity": "medium", "market_id": "widget", "segment_key": "deployment:cloud", "ref_area": "001",
            "metric": "share", "unit_measure": "percent", "year": 2025, "value_a": Decimal(30),
            "value_b": Decimal(60), "ratio": 2.0,
            "publishers_a": "Borealis Insights", "publishers_b": "Acme Research", "claim_ids_a": ["c11"],
            "claim_ids_b": ["c04"], "explanation": "60 against 30 percent", "statement_ids_a": [], "statement_ids_b": [],
            "years": ["2025"], "n_years": 1, "first_year": 2025, "last_year": 2025, "n_sides": 2,
            "publishers": "Acme Research|Borealis Insights",
            "ratio_low": 2.0, "ratio_high": 2.0,
        },
    ]  # fmt: skip
    rows["core.conflict_sides"] = [
        {
            "conflict_id": row["conflict_id"], "year": row["year"], "side": number, "is_representative": True,
            "verdict": row["verdict"], "market_id": row["other_market_id"] if number == 2 and row.get("other_market_id")
            else row["market_id"], "publishers": row[f"publishers_{side}"], "value": row[f"value_{side}"],
            "words": str(row[f"value_{side}"]), "is_stated": True, "claim_ids": row[f"claim_ids_{side}"],
            "statement_ids": [],
        }
        for row in rows["core.conflicts"]
        for number, side in ((1, "a"), (2, "b"))
    ]  # fmt: skip
    # Cloud in Acme's widgets: 10 bn x 60 % = 6 bn; 9.95 x 0.595 = 5.92025 and 10.05 x 0.605 = 6.08025 with rounding
    rows["core.bridges"] = [
        {
            "bridge_id": "b1", "market_id": "widget", "segment_keys": ["deployment:cloud"], "segments": "Cloud",
            "ref_area": "001", "metric": "market_size", "unit_measure": "USD", "year": 2025,
            "publishers": "Acme Research", "document_ids": [DOCUMENTS["d_new"]], "cluster_id": "acme",
            "whole_value": 10 * BILLION, "whole_status": "stated", "share_pcts": "60 %", "share_low_pct": Decimal(60),
            "share_point_pct": Decimal(60), "share_high_pct": Decimal(60), "value_low": 6 * BILLION,
            "value_point": 6 * BILLION, "value_high": 6 * BILLION, "value_floor": Decimal("5.92025") * BILLION,
            "value_ceiling": Decimal("6.08025") * BILLION, "method": "share",
            "formula": "USD 10.00 bn x 60 % = USD 6.00 bn", "share_year_basis": "stated", "definition_ids": [],
            "claim_ids": ["c01", "c04"],
        }
    ]  # fmt: skip
    # ln(12 / 10) = 0.182321556794 and ln(60 / 30) = 0.69314718056, of which nothing is computed
    rows["core.conflict_components"] = [
        {
            "conflict_id": conflict_id, "year": 2025, "component": component, "position": position,
            "ratio": factor, "publishers_a": low, "publishers_b": "Borealis Insights" if conflict_id == "k1" else "Acme Research",
            "status": "computed" if component == "remainder" else "unknown" if component == "value_basis" else "none",
            "log_ratio": log if component == "remainder" else None if component == "value_basis" else 0.0,
            "factor": factor if component == "remainder" else None if component == "value_basis" else 1.0,
            "log_share_pct": 100.0 if component == "remainder" else None if component == "value_basis" else 0.0,
            "claim_ids_a": claims_a, "claim_ids_b": claims_b, "how": "not quantified: value basis",
        }
        for conflict_id, log, factor, low, claims_a, claims_b in (
            ("k1", 0.182321556794, 1.2, "Acme Research|Copyhouse Wire", ["c01", "c10"], ["c09"]),
            ("k2", 0.69314718056, 2.0, "Borealis Insights", ["c11"], ["c04"]),
        )
        for position, component in enumerate(
            ("currency", "base_year", "horizon", "geography", "scope", "value_basis", "vintage", "remainder")
        )
    ]  # fmt: skip
    # (10 - 9) / 9 = 11.1111111111 %
    rows["core.revisions"] = [
        {
            "claim_id": claim_id, "document_id": DOCUMENTS[name], "publisher_id": "acme", "report_key": "acme/widget",
            "edition": edition, "published_on": PUBLISHED[name], "series_id": "widget||001|market_size|USD",
            "market_id": "widget", "ref_area": "001", "metric": "market_size", "unit_measure": "USD", "year": 2025,
            "obs_value": value, "previous_claim_id": previous, "change_pct": change,
        }
        for claim_id, name, edition, value, previous, change in (
            ("c07", "d_old", 1, 9 * BILLION, None, None), ("c01", "d_new", 2, 10 * BILLION, "c07", 11.1111111111),
        )
    ]  # fmt: skip
    rows["core.audit_findings"] = [
        {
            # 14.9 - 14.8698355 = 0.0301645; (0.1 + 0.4) / 2 = 0.25; 0.0301645 / 0.25 = 0.120658
            "finding_id": "f1", "rule": "growth_endpoints", "outcome": "consistent", "severity": "none",
            "document_id": DOCUMENTS["d_new"], "publisher_id": "acme", "market_id": "widget", "ref_area": "001",
            "metric": "cagr", "unit_measure": "percent", "year": 2030, "stated": Decimal("14.9"),
            "expected": Decimal("14.8698355"), "expected_low": Decimal("14.6698355"),
            "expected_high": Decimal("15.0698355"), "deviation": Decimal("0.0301645"), "half_width": Decimal("0.25"),
            "times_rounding": 0.120658, "claim_ids": ["c01", "c02", "c03"], "spans": ["0:5"],
            "explanation": "14.9 % stated, 14.87 % recomputed",
        },
        {
            # 60 + 40 = 100, both bands of one point: (2 + 0) / 2 = 1
            "finding_id": "f2", "rule": "parts_of_whole", "outcome": "consistent", "severity": "none",
            "document_id": DOCUMENTS["d_new"], "publisher_id": "acme", "market_id": "widget", "ref_area": "001",
            "metric": "share", "unit_measure": "percent", "year": 2025, "stated": Decimal(100),
            "expected": Decimal(100), "expected_low": Decimal(100), "expected_high": Decimal(100),
            "deviation": Decimal(0), "half_width": Decimal(1), "times_rounding": 0.0, "claim_ids": ["c04", "c05"],
            "spans": ["10:13", "20:23"], "explanation": "60 % + 40 % = 100 %",
        },
    ]  # fmt: skip
    rows["core.vendor_scorecard"] = [
        {
            "publisher_id": slug, "n_documents": 1, "n_markets": 1 + (slug == "borealis"), "n_claims": n_claims,
            "n_growth_audited": int(slug == "acme"), "n_growth_mismatch": 0,
            "growth_convention": "from_base_year" if slug == "acme" else None, "n_conflicts": n_conflicts,
            "n_revised": int(slug == "acme"), "median_revision_pct": 11.1111111111 if slug == "acme" else None,
            "n_dependent_documents": int(slug != "borealis"), "n_passed_on": 0, "n_series": 2, "n_areas": 1,
            "first_year": 2025, "last_year": 2030, "n_checks": 2 * (slug == "acme"), "n_errors": 0,
            "n_severe_errors": 0, "n_compared": 1, "n_forecasts_checked": 0,
        }
        for slug, n_claims, n_conflicts in (("acme", 7, 2), ("borealis", 3, 2), ("copyhouse", 1, 1))
    ]  # fmt: skip
