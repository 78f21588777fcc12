"""Human decisions on scopes replace the words' evidence: names, facets, relations."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from warehouse.decisions import ContainedScope, Decisions, DifferentScope, SameScope, ScopeFacets
from warehouse.resolve.markets.core_markets import STEP

SIGNED: dict[str, Any] = {"author": "Ada", "date": date(2026, 11, 2), "reason": "seen"}
Run = Callable[..., Any]
Doc = Callable[[str], str]


@pytest.fixture
def built(run: Run, doc: Doc) -> Callable[..., tuple[dict[str, Any], dict[tuple[str, str], Any]]]:
    """Markets by id, and relations by pair, of printed names under decisions."""

    def _built(*names: str, **decisions: Any) -> tuple[dict[str, Any], dict[tuple[str, str], Any]]:
        claims = [{"claim_id": str(n), "document_id": doc("d"), "market": name} for n, name in enumerate(names)]
        found = run(STEP, {"raw.claims": claims}, Decisions(**decisions))
        markets = {row["market_id"]: row for row in found["core.markets"].to_dicts()}
        relations = found["core.market_relations"].to_dicts()
        return markets, {(row["market_id"], row["other_market_id"]): row for row in relations}

    return _built


def same(a: str, b: str) -> SameScope:
    return SameScope(kind="same_scope", a=a, b=b, **SIGNED)


def different(a: str, b: str) -> DifferentScope:
    return DifferentScope(kind="different_scope", a=a, b=b, **SIGNED)


@pytest.mark.parametrize("pair", [("Robot Arms", "Jointed Manipulators"), ("Jointed Manipulators", "Robot Arms")])
def test_two_names_of_one_scope_are_one_market_whichever_is_named_first(built: Any, pair: Any) -> None:
    markets, _ = built("Robot Arms", "Jointed Manipulators", same_scopes=(same(*pair),))
    (market,) = markets.values()
    assert market["names"] == "Jointed Manipulators|Robot Arms"
    assert (market["market"], market["resolution"]) == ("Jointed Manipulators", "alias")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_names_that_are_one_through_a_third_are_one_market(built: Any, order: Any) -> None:
    decided = (same("Alpha Pumps", "Gamma Movers"), same("Beta Lifters", "Gamma Movers"))
    markets, _ = built("Alpha Pumps", "Beta Lifters", "Gamma Movers", same_scopes=tuple(decided[n] for n in order))
    (market,) = markets.values()
    assert market["names"] == "Alpha Pumps|Beta Lifters|Gamma Movers"


def test_a_decided_difference_stands_in_the_place_of_a_told_containment(built: Any) -> None:
    names = ("Heat pumps", "Industrial heat pumps")
    _, told = built(*names)
    ((pair, before),) = told.items()
    assert before["relation"] in ("a_contains_b", "b_contains_a")
    _, decided = built(
        *names, different_scopes=(different("industrial heat pump", "Heat pumps"),)
    )  # by words, not print
    assert decided[pair]["relation"] == "different"
    assert decided[pair]["reason"] == "different_scope by Ada on 2026-11-02: seen"


def test_names_that_words_make_one_market_are_kept_apart_with_their_like(built: Any) -> None:
    names = ("Data center GPU", "data centre GPUs", "DC GPU", "Cement")
    markets, _ = built(*names)
    pooled = next(row for row in markets.values() if "Data center GPU" in row["names"])
    assert "data centre GPUs" in pooled["names"]
    apart, relations = built(*names, different_scopes=(different("Data center GPU", "data centre GPUs"),))
    assert len(apart) == len(markets) + 1
    homes = {name: row["market_id"] for row in apart.values() for name in row["names"].split("|")}
    assert homes["Data center GPU"] != homes["data centre GPUs"]
    assert sorted(homes) == sorted(names)
    pair = tuple(sorted((homes["Data center GPU"], homes["data centre GPUs"])))
    assert relations[pair]["relation"] == "different"


@pytest.mark.parametrize(
    ("part", "whole", "relation"), [("Cement", "Zinc", "b_contains_a"), ("Zinc", "Cement", "a_contains_b")]
)
def test_a_decided_containment_makes_a_row_of_two_markets_that_share_no_word(
    built: Any, part: str, whole: str, relation: str
) -> None:
    decision = ContainedScope(kind="contained_scope", part=part, whole=whole, **SIGNED)
    _, relations = built("Cement", "Zinc", contained_scopes=(decision,))
    assert {pair: row["relation"] for pair, row in relations.items()} == {("cement", "zinc"): relation}


def test_decided_facets_replace_those_they_name_and_an_empty_one_says_unknown(built: Any) -> None:
    (before,) = built("AI training GPU cluster")[0].values()
    assert before["workload"] == "training" and before["technology"]
    facets = ScopeFacets(
        kind="scope_facets",
        market="ai training gpu clusters",
        facets={"layer": ("hardware",), "technology": ()},
        **SIGNED,
    )
    (after,) = built("AI training GPU cluster", scope_facets=(facets,))[0].values()
    assert (after["layer"], after["technology"], after["workload"]) == ("hardware", None, "training")
    assert "layer=hardware" in after["scope"] and "technology" not in after["scope"]


def decided(market: str, **facets: tuple[str, ...]) -> ScopeFacets:
    return ScopeFacets.model_validate({"kind": "scope_facets", "market": market, "facets": facets} | SIGNED)


TRAINING, INFERENCE, PLAIN = "AI training GPU cluster", "AI inference GPU cluster", "AI GPU cluster"


@pytest.mark.parametrize(
    ("names", "facets", "before", "after"),
    [
        # the words exclude each other, and the reviewer says that both do the same work: no longer apart, not yet one
        ((TRAINING, INFERENCE), [(TRAINING, {"workload": ("inference",)})], "different", "overlap"),
        # training and inference add up: the one that does both holds the other
        ((TRAINING, INFERENCE), [(INFERENCE, {"workload": ("inference", "training")})], "different", "inference wider"),
        # whether it trains is unknown now, so nothing follows from its name
        ((TRAINING, INFERENCE), [(TRAINING, {"workload": ()})], "different", "unknown"),
        # the wider name is for inference alone
        ((TRAINING, PLAIN), [(PLAIN, {"workload": ("inference",)})], "plain wider", "different"),
        # a decided layer narrows the wider name, and the narrower one tells none: each has something the other lacks
        ((TRAINING, PLAIN), [(PLAIN, {"layer": ("software",)})], "plain wider", "overlap"),
        # decided on both sides, and one inside the other again
        (
            (TRAINING, PLAIN),
            [(PLAIN, {"layer": ("software", "hardware")}), (TRAINING, {"layer": ("hardware",)})],
            "plain wider",
            "plain wider",
        ),
        # values of the technology narrow: AI GPU clusters lie inside GPU clusters
        ((TRAINING, PLAIN), [(PLAIN, {"technology": ("gpu",)})], "plain wider", "plain wider"),
        ((TRAINING, PLAIN), [(PLAIN, {"technology": ("cpu",)})], "plain wider", "different"),
    ],
)
def test_scopes_are_compared_with_the_facets_that_a_person_decided(
    built: Any, names: Any, facets: Any, before: str, after: str
) -> None:
    def told(row: Any) -> str:
        wider = {"a_contains_b": row["market_id"], "b_contains_a": row["other_market_id"]}.get(row["relation"])
        if wider is None:
            return str(row["relation"])
        return f"{next((word for word in ('training', 'inference') if word in wider), 'plain')} wider"

    (row,) = built(*names)[1].values()
    assert told(row) == before
    taken = tuple(decided(market, **values) for market, values in facets)
    (row,) = built(*names, scope_facets=taken)[1].values()
    assert told(row) == after
    assert "scope_facets by Ada on 2026-11-02: seen" in row["reason"]


def test_a_decision_that_says_what_the_words_say_changes_no_relation(built: Any) -> None:
    same_again = decided(TRAINING, workload=("training",))
    assert built(TRAINING, INFERENCE, PLAIN, scope_facets=(same_again,))[1] == built(TRAINING, INFERENCE, PLAIN)[1]


def test_a_decision_on_the_pair_stands_above_one_on_facets(built: Any) -> None:
    taken = {
        "scope_facets": (decided(TRAINING, workload=("inference",)),),
        "contained_scopes": (ContainedScope(kind="contained_scope", part=INFERENCE, whole=TRAINING, **SIGNED),),
    }
    (row,) = built(TRAINING, INFERENCE, **taken)[1].values()
    assert row["reason"].startswith("contained_scope by Ada")


def test_a_decision_on_names_that_nobody_prints_changes_nothing(built: Any) -> None:
    taken = {
        "different_scopes": (different("Cement", "Nowhere"),),
        "scope_facets": (ScopeFacets(kind="scope_facets", market="Nowhere", facets={"layer": ("x",)}, **SIGNED),),
    }
    assert built("Cement", "Zinc", **taken) == built("Cement", "Zinc")
