"""The acceptance list of the seeds' inventory, as far as the first release promises it: items 1, 2, 3, 5, 6, 7, 9 and 10.

Expectations are read from the inventory itself; nothing of the texts' wording stands here.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from tests.shared.conftest import Published

Facts = list[dict[str, Any]]
SCALE = {"USD million": 10**6, "USD billion": 10**9, "USD million per cluster": 10**6}
METRIC = {
    "market_size": "market_size",
    "cagr": "cagr",
    "segment_cagr": "cagr",
    "share": "share",
    "volume": "volume",
    "price": "price",
    "margin": "margin",
    "driver": "impact_on_cagr",
    "restraint": "impact_on_cagr",
}


def figures(facts: Facts) -> Facts:
    """Facts of the core metrics that state a number."""
    return [f for f in facts if f["kind"] in METRIC and f["value"] and re.search(r"\d", str(f["value"])) and f["unit"]]


def values(fact: dict[str, Any]) -> tuple[Decimal, Decimal | None]:
    """A fact's value in base units, and the upper end of a range."""
    text = str(fact["value"]).lstrip("<>=~+")
    scale = SCALE.get(fact["unit"], 1)
    low, _, high = text.partition("-") if re.fullmatch(r"\d+-\d+", text) else (text, "", "")
    return Decimal(low) * scale, Decimal(high) * scale if high else None


@pytest.fixture(scope="module")
def claims(published: Published) -> list[dict[str, Any]]:
    """Claims with their document's name and the spans of their mentions."""
    rows = published.rows(
        "select c.*, d.name as document from marts.claims as c join marts.documents as d using (document_id)"
    )
    evidence = published.rows("select claim_id, char_start, char_end, quote from marts.evidence")
    spans: dict[str, list[tuple[int, int]]] = {}
    for e in evidence:
        spans.setdefault(e["claim_id"], []).append((e["char_start"], e["char_end"]))
    return [row | {"spans": sorted(spans[row["claim_id"]])} for row in rows]


def claim_of(fact: dict[str, Any], claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Claims that state the fact: same document, metric and value, first mention inside the fact's first evidence."""
    low, high = values(fact)
    first = fact["evidence"][0]
    return [
        c
        for c in claims
        if c["document"] == fact["doc"]
        and c["metric"] == METRIC[fact["kind"]]
        and (c["obs_value"], c["obs_value_high"]) == (low, high)
        and any(first["start"] <= a and b <= first["end"] for a, b in c["spans"])
    ]


def test_every_core_figure_is_one_claim_and_its_mentions_lie_in_the_inventory_s_evidence(
    facts: Facts, claims: list[dict[str, Any]]
) -> None:
    wrong: list[tuple[Any, ...]] = []
    for fact in figures(facts):
        found = claim_of(fact, claims)
        if len(found) != 1:
            wrong.append((fact["id"], "claims", len(found)))
            continue
        spans = [(e["start"], e["end"]) for e in fact["evidence"]]
        inside = [sum(a <= x and y <= b for x, y in found[0]["spans"]) for a, b in spans]
        if inside != [1] * len(spans) or len(found[0]["spans"]) != len(spans):
            wrong.append((fact["id"], "mentions", found[0]["spans"], spans))
    assert wrong == []


def test_there_are_exactly_nine_market_sizes_and_three_growth_rates_of_whole_markets(
    claims: list[dict[str, Any]],
) -> None:
    sizes = Counter(c["document"][:3] for c in claims if c["metric"] == "market_size")
    growth = Counter(
        c["document"][:3] for c in claims if c["metric"] == "cagr" and c["segment"] is None and c["ref_area"] == "001"
    )
    assert sizes == {"000": 2, "001": 3, "002": 2, "003": 2}
    assert growth == {"000": 1, "001": 1, "002": 1}


def test_there_are_exactly_ten_shares_and_nine_growth_rates_of_parts_one_of_them_a_lower_bound(
    claims: list[dict[str, Any]],
) -> None:
    shares = Counter(c["document"][:3] for c in claims if c["metric"] == "share")
    parts = [c for c in claims if c["metric"] == "cagr" and (c["segment"] is not None or c["ref_area"] != "001")]
    assert shares == {"000": 2, "001": 7, "002": 1}
    assert Counter(c["document"][:3] for c in parts) == {"000": 2, "001": 7}
    assert [c["comparator"] for c in parts if c["comparator"] != "="] == [">"]


def test_segment_trees_have_the_inventory_s_members(facts: Facts, published: Published) -> None:
    rows = published.rows(
        "select d.name as document, s.dimension, s.segment, s.parent from marts.segments as s join marts.documents as d using (document_id)"
    )
    members = lambda doc: Counter(r["dimension"] for r in rows if r["document"].startswith(doc))
    listed = {f["doc"][:3]: 0 for f in facts if f["kind"] == "segment_tree"}
    for fact in facts:
        if fact["kind"] == "segment_tree":
            listed[fact["doc"][:3]] += int(re.match(r"\d+", fact["unit"])[0])  # type: ignore[index]
    assert {doc: sum(members(doc).values()) for doc in ("000", "001", "002", "003")} == listed | {"003": 0}
    assert {doc: len(members(doc)) for doc in ("000", "001", "002")} == {"000": 2, "001": 7, "002": 5}
    geography = [r for r in rows if r["document"].startswith("001") and r["dimension"] == "Geography"]
    assert (sum(r["parent"] is None for r in geography), sum(r["parent"] is not None for r in geography)) == (5, 14)
    for fact in facts:
        if fact["kind"] == "segment_tree" and "{" not in str(fact["value"]):
            wanted = [fold(name) for name in str(fact["value"]).split(" | ")]
            have = {fold(r["segment"]) for r in rows if r["document"] == fact["doc"]}
            assert set(wanted) <= have, fact["id"]


def fold(name: str) -> str:
    return re.sub(r"\W+", " ", name.lower()).strip()


def test_players_are_listed_and_the_off_topic_ones_quarantined_and_none_is_ranked(
    facts: Facts, published: Published
) -> None:
    rows = published.rows(
        "select d.name as document, c.company, c.role, c.rank, c.status from marts.companies as c join marts.documents as d using (document_id)"
    )
    by = lambda doc, **want: [
        r["company"] for r in rows if r["document"].startswith(doc) and all(r[k] == v for k, v in want.items())
    ]
    rejected = next(f for f in facts if f["id"] == "QY-044")
    accepted = next(f for f in facts if f["id"] == "QY-043")
    assert sorted(by("000", role="key_player", status="quarantined")) == sorted(rejected["value"].split(" | "))
    assert sorted(by("000", role="key_player", status="stated")) == sorted(accepted["value"].split(" | "))
    assert len(by("001", role="industry_leader")) == 5
    assert len(by("002", role="key_player")) == 10
    assert len(by("003")) == 7
    assert {r["rank"] for r in rows} == {None}


def test_periods_that_the_texts_do_not_state_stay_null(claims: list[dict[str, Any]], published: Published) -> None:
    unstated = [
        c
        for c in claims
        if c["document"].startswith("000") and c["metric"] == "market_size" and c["time_period"] is None
    ]
    assert [(c["obs_value"], c["time_period_inferred"], bool(c["inference_basis"])) for c in unstated] == [
        (Decimal(55_510_000_000), 2032, True)
    ]
    shares = [c for c in claims if c["document"].startswith("000") and c["metric"] == "share"]
    assert [(c["time_period"], c["time_period_inferred"]) for c in shares] == [(None, None), (None, None)]
    dates = {r["name"][:3]: r["published_on"] for r in published.rows("select name, published_on from marts.documents")}
    assert (dates["000"], dates["002"]) == (None, None)


def test_no_decoy_number_is_a_core_figure(claims: list[dict[str, Any]], shared: Any) -> None:
    import json

    core = [c for c in claims if c["metric"] != "other_numeric"]
    for path in sorted((shared / "gold" / "seeds").glob("*.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        for decoy in gold["distractors"]:
            a, b = decoy["offset"], decoy["offset"] + len(decoy["surface"])
            assert not [
                c for c in core if c["document"] == gold["document"] and any(x < b and y > a for x, y in c["spans"])
            ], decoy


def test_every_quote_is_the_slice_of_the_stored_text(published: Published) -> None:
    from warehouse.ledger import open_ledger

    ledger = open_ledger(published.home)
    texts: dict[str, str] = {}
    rows = published.rows("select document_id, char_start, char_end, quote from marts.evidence")
    assert len(rows) > 100
    for row in rows:
        text = texts.setdefault(row["document_id"], ledger.text(row["document_id"]))
        assert text[row["char_start"] : row["char_end"]] == row["quote"]


def test_the_four_base_year_figures_stand_unpooled_with_scope_and_what_was_not_pooled(published: Published) -> None:
    rows = published.rows(
        "select * from marts.market_estimates where metric = 'market_size' and time_period = '2025' and segment is null and ref_area = '001'"
    )
    assert sorted(round(r["estimate"] / 1e9, 2) for r in rows) == [4.96, 12.0, 21.66, 65.28]
    assert {r["verdict"] for r in rows} == {"single_source"}
    assert all(r["scope"] and r["related_scopes"] and r["reason"] for r in rows)


def test_running_again_adds_no_row_and_publishes_nothing(
    published: Published, parallax: Callable[..., subprocess.CompletedProcess[str]], shared: Any
) -> None:
    # Releases alone: what a reader remembers of them (`.verified`) comes and goes with the tests that read.
    before = sorted(p.name for p in (published.home / "releases").glob("r*"))
    receipts = sorted(p.name for p in (published.home / "ledger" / "batches").iterdir())
    again = parallax("run", "--inbox", str(shared / "seeds"), home=published.home)
    assert again.returncode == 0, again.stderr
    assert before
    assert sorted(p.name for p in (published.home / "releases").glob("r*")) == before
    assert sorted(p.name for p in (published.home / "ledger" / "batches").iterdir()) == receipts


def test_arithmetic_of_the_inventory_comes_out_of_the_growth_audit(published: Published) -> None:
    rows = {
        (r["publisher"], r["convention"]): float(r["recomputed_pct"])
        for r in published.rows("select * from marts.growth_audit where segment_key is null and ref_area = '001'")
    }
    by_publisher = {
        publisher: sorted({round(v, 2) for (p, _), v in rows.items() if p == publisher}) for publisher, _ in rows
    }
    assert {14.39, 16.98} <= set(by_publisher["QYResearch"])  # A01, A02: 7 and 6 periods
    assert 16.87 in by_publisher["Mordor Intelligence"]  # A09: from the first forecast year
    assert 24.5 in by_publisher["TrendX Insights"]  # A16: 9 periods
