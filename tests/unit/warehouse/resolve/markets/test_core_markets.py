"""The step that turns printed market names into core.markets and core.market_relations."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from warehouse.decisions import Alias, Decisions, DifferentScope
from warehouse.policy import read_policy
from warehouse.resolve.markets import core_markets
from warehouse.resolve.markets.core_markets import STEP, market_id_of, market_ids

Run = Callable[..., dict[str, pl.DataFrame]]
Doc = Callable[[str], str]


def _claims(doc: Doc, *names: Any) -> Any:
    return [
        {"claim_id": f"c{number}", "document_id": doc("a"), "market": name, "value": Decimal(1)}
        for number, name in enumerate(names)
    ]


def _rows(frame: pl.DataFrame, key: Any) -> Any:
    return {row[key]: row for row in frame.to_dicts()}


def test_names_from_claims_segments_and_facts_become_one_market_each(run: Run, doc: Doc) -> None:
    found = run(
        STEP,
        {
            "raw.claims": _claims(doc, "Smart Locks", "smart lock market", "smart lock market", None, "Market"),
            "raw.segments": [{"document_id": doc("a"), "market": "Smart lock", "name": "Deadbolt"}],
            "raw.facts": [
                {"document_id": doc("a"), "name": "market", "value": "global smart locks industry"},
                {"document_id": doc("a"), "name": "title", "value": "Door Chain Market", "char_start": 5},
            ],
        },
    )
    (row,) = found["core.markets"].to_dicts()
    assert row["market_id"] == "smart-lock"
    assert row["market"] == "Smart Locks"  # capitals first, then frequency, then alphabet: "Smart lock" is as frequent
    assert row["names"] == "Smart Locks|Smart lock|global smart locks industry|smart lock market"
    assert row["resolution"] == "normalised"
    assert row["scope"] == "product=lock"
    assert row["technology"] is None


def test_facets_are_columns_joined_with_a_bar(run: Run, doc: Doc) -> None:
    found = run(STEP, {"raw.claims": _claims(doc, "AI Training GPU Cluster")})
    (row,) = found["core.markets"].to_dicts()
    assert (row["product"], row["technology"], row["workload"], row["layer"]) == ("cluster", "ai|gpu", "training", None)


def test_the_four_scopes_of_one_field_are_four_markets_with_their_relations(run: Run, doc: Doc) -> None:
    names = ("AI Training GPU Cluster", "AI Accelerator Cluster", "AI Training", "GPU-as-a-Service")
    found = run(STEP, {"raw.claims": _claims(doc, *names)})
    assert found["core.markets"].height == 4
    relations = {
        (row["market_id"], row["other_market_id"]): row["relation"] for row in found["core.market_relations"].to_dicts()
    }
    assert relations == {
        ("ai-accelerator-cluster", "ai-training"): "overlap",
        ("ai-accelerator-cluster", "ai-training-gpu-cluster"): "a_contains_b",  # a GPU is an accelerator
        ("ai-accelerator-cluster", "gpu-as-a-service"): "different",
        ("ai-training", "ai-training-gpu-cluster"): "a_contains_b",
        ("ai-training-gpu-cluster", "gpu-as-a-service"): "different",
        # ai-training and gpu-as-a-service share no telling word and no telling facet: no row
    }


def test_markets_that_share_nothing_have_no_relation(run: Run, doc: Doc) -> None:
    found = run(STEP, {"raw.claims": _claims(doc, "Cement", "Telehealth", "Smart kettles", "Smart mirrors")})
    assert found["core.market_relations"].is_empty()


def test_a_word_that_too_many_markets_share_makes_no_pairs(run: Run, doc: Doc, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"zinc {word}" for word in ("oxide", "foil", "roofs", "powder")]
    assert run(STEP, {"raw.claims": _claims(doc, *names)})["core.market_relations"].height == 6
    monkeypatch.setattr(core_markets, "LARGEST_BLOCK", 3)
    assert run(STEP, {"raw.claims": _claims(doc, *names)})["core.market_relations"].is_empty()


def test_a_decided_alias_joins_names_and_gives_its_market_the_name(run: Run, doc: Doc) -> None:
    decisions = Decisions(
        aliases=(
            Alias(
                kind="alias", name="Türschlösser", market="door locks", author="a", date=date(2026, 1, 1), reason="r"
            ),
        )
    )
    found = run(STEP, {"raw.claims": _claims(doc, "Türschlösser")}, decisions)
    (row,) = found["core.markets"].to_dicts()
    assert (row["market_id"], row["market"], row["resolution"]) == ("door-lock", "door locks", "alias")


def test_the_name_for_people_carries_no_area_where_the_market_has_none(run: Run, doc: Doc) -> None:
    found = run(STEP, {"raw.claims": _claims(doc, "India battery recycling")})
    assert found["core.markets"]["market"].to_list() == ["battery recycling"]


@pytest.mark.parametrize("name", ["Locks|Bolts", "a plain name", "¦"])
def test_every_printed_name_is_found_again_even_with_a_bar_in_it(run: Run, doc: Doc, name: Any) -> None:
    found = run(STEP, {"raw.claims": _claims(doc, name, "Cement")})
    ids = market_ids(found["core.markets"])
    assert market_id_of("Cement", ids) == "cement"
    assert (market_id_of(name, ids) is None) == (name == "¦")
    assert market_id_of(None, ids) is None
    assert market_id_of("never printed", ids) is None


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(["AI Training", "ai training market", "AI training", "GPU", "Data Center GPU", "GPUaaS"]))
def test_row_order_changes_no_market_and_no_relation(run: Run, doc: Doc, names: Any) -> None:
    first = run(STEP, {"raw.claims": _claims(doc, *sorted(names))})
    second = run(STEP, {"raw.claims": _claims(doc, *names)})
    assert all(first[table].equals(second[table]) for table in STEP.writes)


def test_no_names_give_empty_tables(run: Run) -> None:
    assert all(frame.is_empty() for frame in run(STEP, {}).values())


def test_relations_name_the_smaller_id_first(run: Run, doc: Doc) -> None:
    found = run(STEP, {"raw.claims": _claims(doc, "Wind services", "Onshore wind services", "Offshore wind services")})
    rows = found["core.market_relations"].to_dicts()
    assert all(row["market_id"] < row["other_market_id"] for row in rows)
    assert _rows(found["core.market_relations"], "reason").keys() == {
        "narrowed by offshore",
        "narrowed by onshore",
        "siting differs: offshore against onshore",
    }


def test_a_market_keeps_its_nearest_relations_and_every_one_that_a_person_decided(run: Run, doc: Doc) -> None:
    names = ("red steel pump", "red steel valve", "red brass valve", "green brass valve", "green tin pipe")
    claims = {"raw.claims": _claims(doc, *names)}
    policy = read_policy()
    one = policy.model_copy(
        update={"comparability": policy.comparability.model_copy(update={"nearest_relations": 1})}
    )  # fmt: skip
    decided = DifferentScope(
        kind="different_scope", a="red steel pump", b="green tin pipe", author="r", date=date(2026, 1, 2), reason="told"
    )
    every, near = (run(STEP, claims, policy=chosen)["core.market_relations"].height for chosen in (policy, one))
    kept = run(STEP, claims, policy=one, decisions=Decisions(different_scopes=(decided,)))["core.market_relations"]
    assert every > near > 0
    assert ("green-tin-pipe", "red-steel-pump", "different") in kept.select(
        "market_id", "other_market_id", "relation"
    ).rows()
