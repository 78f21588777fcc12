"""Relations of two scopes, and the facets in names."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.scopes.concept_hierarchy import concepts
from warehouse.resolve.scopes.scope_facets import scope_of, scope_text
from warehouse.resolve.scopes.scope_relations import relate
from warehouse.resolve.words.vocabulary import kinds

MIRROR = {"a_contains_b": "b_contains_a", "b_contains_a": "a_contains_b"}

RELATIONS = [
    # more words before the same last word: a part
    ("Wind services", "Onshore wind services", "a_contains_b"),
    ("Data center cooling", "Data center liquid cooling", "a_contains_b"),
    ("Heat pumps", "Industrial heat pumps", "a_contains_b"),
    ("Battery recycling", "Lithium-ion battery recycling", "a_contains_b"),
    ("AI", "AI in healthcare", "a_contains_b"),
    # a work or a field contains what is sold for it
    ("AI training", "AI Training GPU Cluster", "a_contains_b"),
    ("Cold chain", "Cold chain logistics", "a_contains_b"),
    # a narrower word
    ("AI accelerator cluster", "AI training GPU cluster", "a_contains_b"),
    ("Telehealth", "Telemedicine", "a_contains_b"),
    ("Meat substitutes", "Plant-based meat", "a_contains_b"),
    ("Renewable energy", "Offshore wind", "a_contains_b"),
    # contrasts
    ("AI training GPU cluster", "AI inference GPU cluster", "different"),
    ("Onshore wind", "Offshore wind", "different"),
    ("Electric vehicle battery", "Battery electric vehicle", "different"),
    ("Electric vehicles", "Electric vehicle battery recycling", "different"),
    ("GPU as a Service", "AI training GPU cluster", "different"),
    ("Smart lock", "Smart lock software", "different"),
    ("AI in banking", "AI in agriculture", "different"),
    ("Lead-acid battery", "Lithium-ion battery", "different"),
    ("Cold storage (value)", "Cold storage (volume)", "different"),
    # neither contains the other, the last word is the same
    ("AI GPU cluster", "On-premise GPU cluster", "overlap"),
    ("Outdoor smart locks", "Electronic smart locks", "overlap"),
    # named by different facets
    ("AI accelerator cluster", "AI training", "overlap"),
    # not told
    ("Hydrogen storage", "Hydrogen leak detection", "unknown"),
    ("Smart irrigation", "Smart mirrors", "unknown"),
    ("Cement", "Telehealth", "unknown"),
    # both sides of a contrast exclude neither
    ("AI training and inference cluster", "AI training cluster", "a_contains_b_or_b"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "kind"), RELATIONS)
def test_two_scopes_lie_to_each_other_as_their_words_say(a: Any, b: Any, kind: Any) -> None:
    found = relate(read_name(a).tokens, read_name(b).tokens)
    if kind == "a_contains_b_or_b":
        assert found.kind in MIRROR
    else:
        assert found.kind == kind
    assert found.reason


_NAMES = sorted({name for a, b, _ in RELATIONS for name in (a, b)})


@settings(deadline=None)
@given(st.sampled_from(_NAMES), st.sampled_from(_NAMES))
def test_a_relation_seen_from_the_other_side_is_its_mirror_image(a: Any, b: Any) -> None:
    left, right = read_name(a).tokens, read_name(b).tokens
    forth, back = relate(left, right), relate(right, left)
    assert back.kind == MIRROR.get(forth.kind, forth.kind)


@settings(deadline=None)
@given(st.sampled_from(_NAMES))
def test_a_name_is_the_same_as_itself(name: Any) -> None:
    assert relate(read_name(name).tokens, read_name(name).tokens).kind == "same"


@pytest.mark.parametrize(
    ("name", "scope"),
    [
        ("AI Training GPU Cluster", "product=cluster; technology=ai|gpu; workload=training"),
        ("AI Accelerator Cluster", "product=cluster; technology=accelerator|ai"),
        ("AI Training", "technology=ai; workload=training"),
        ("GPU as a Service", "product=chip; technology=gpu; layer=service; deployment=cloud"),
        ("Battery as a Service", "product=battery; layer=service"),  # no cloud: the service is a battery's
        ("Lithium-ion battery recycling", "product=battery; technology=lithium-ion; layer=recycling"),
        ("Cold chain logistics", "workload=cold-storage; layer=logistics"),
        ("Offshore wind services", "technology=wind; layer=service; deployment=offshore"),
        ("Virtual livestock fencing", "product=fencing; deployment=virtual"),
        ("World trade (volume)", "value_basis=trade|volume"),
        ("Something nobody listed", ""),
    ],
)
def test_facets_are_told_by_words_alone_in_a_fixed_order(name: Any, scope: Any) -> None:
    assert scope_text(scope_of(read_name(name).tokens)) == scope


def test_the_product_is_what_the_last_word_names() -> None:
    assert scope_of(("ev", "battery"))["product"] == ("battery",)
    assert scope_of(("battery", "ev"))["product"] == ("vehicle",)


def test_set_phrases_are_one_concept_and_connecting_words_are_none() -> None:
    assert concepts(("telehealth", "and", "liquid", "cooling")) == (("telehealth",), ("liquid", "cooling"))
    assert concepts(("gpu", "as", "a", "service")) == (("gpu",), ("as", "a", "service"))


SUMS = [
    # (sum, other, relation)
    ("Cell therapy and gene therapy", "Gene therapy", "a_contains_b"),
    ("Cell therapy and gene therapy", "Cell therapy", "a_contains_b"),
    ("Beef sausage and pork sausage", "Pork sausage", "a_contains_b"),
    ("Beef and pork sausage", "Beef sausage", "a_contains_b"),
    ("Beef and pork sausage", "Sausage", "b_contains_a"),
    ("High voltage and low voltage cables", "High voltage cables", "a_contains_b"),
    ("Pumps and heat exchangers", "Pumps", "a_contains_b"),
    ("Industrial pumps and valves", "Industrial valves", "a_contains_b"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "kind"), SUMS)
def test_a_sum_holds_its_summands_and_lies_in_what_holds_them_all(a: Any, b: Any, kind: Any) -> None:
    left, right = read_name(a).tokens, read_name(b).tokens
    assert relate(left, right).kind == kind, relate(left, right).reason
    assert relate(right, left) == relate(left, right).mirrored()


_KINDS = sorted({name for listed in kinds() for wide, members in listed.kinds.items() for name in (wide, *members) if "~" not in name})  # fmt: skip


@st.composite
def _made_names(draw: st.DrawFn) -> str:
    """A kind, two kinds joined, or a kind behind another's words: in lower case and English."""
    one, other = draw(st.sampled_from(_KINDS)), draw(st.sampled_from(_KINDS))
    return draw(st.sampled_from([one, f"{one} and {other}", f"{one} {other}", f"{one} for {other}", f"non {one}"]))


@given(_made_names(), _made_names())
def test_relations_of_made_up_names_are_mirror_images_with_one_reason(a: str, b: str) -> None:
    left, right = read_name(a).tokens, read_name(b).tokens
    if left and right:
        assert relate(right, left) == relate(left, right).mirrored()
