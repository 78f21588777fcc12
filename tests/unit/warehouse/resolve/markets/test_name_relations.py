"""Pairs of printed names: the labelled sets with their floors, acronyms, areas, heads, other languages, mirror images."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.resolve.markets.name_relations import relate_names
from warehouse.resolve.scopes.scope_relations import MIRRORED

PAIRS = Path(__file__).parents[4] / "pairs"
CONTAINMENT = ("a_contains_b", "b_contains_a")


def labelled(name: str) -> list[dict[str, Any]]:
    """The pairs of one file; what each was used for stands in tests/pairs/README.md."""
    return [json.loads(line) for line in (PAIRS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def scores(pairs: list[dict[str, Any]], kinds: tuple[str, ...]) -> tuple[float, float]:
    """Precision and recall of some relations; the direction of a containment counts."""
    told = [(pair["relation"], relate_names(pair["a"], pair["b"]).kind) for pair in pairs]
    right = sum(truth == said for truth, said in told if said in kinds)
    return right / sum(said in kinds for _, said in told), right / sum(truth in kinds for truth, _ in told)


def test_the_labelled_pairs_are_many_and_of_many_industries() -> None:
    pairs = labelled("mended") + labelled("unseen")
    assert len(pairs) >= 200
    assert len({pair["industry"] for pair in pairs}) >= 20
    assert len({frozenset((pair["a"], pair["b"])) for pair in pairs}) == len(pairs)


FLOORS = [
    # (file, `same` precision, recall, containment precision, recall): what was measured, one or two pairs below. All six
    # files have been looked at, so this holds what was reached and is no measure of what a new set would give.
    ("mended", 0.98, 0.98, 0.96, 0.96),  # 57 of 57 right of 57 the same, 32 of 32 of 32 contained
    ("unseen", 0.98, 0.94, 0.97, 0.85),  # 52 of 52 of 53, 42 of 42 of 48
    ("aside_1", 0.98, 0.97, 0.97, 0.90),  # 109 of 109 of 110, 46 of 46 of 50
    ("aside_2", 0.98, 0.98, 0.97, 0.95),  # 100 of 100 of 100, 44 of 44 of 45
    ("aside_3", 0.98, 0.97, 0.96, 0.91),  # 129 of 129 of 130, 76 of 77 of 80
    ("mended_2", 0.98, 0.93, 0.97, 0.96),  # 42 of 42 of 44, 95 of 96 of 97
]


def test_a_set_that_nothing_was_mended_on_is_judged_rightly_where_it_is_judged() -> None:
    # Labelled by a hand that saw no rule, its misses never printed: 19 of 19 the same (of 27), 29 of 31 contained (of 43).
    pairs = labelled("aside_5")
    assert scores(pairs, ("same",))[0] >= 0.98
    assert scores(pairs, CONTAINMENT)[0] >= 0.92


def test_the_second_mended_set_is_new_and_of_many_industries() -> None:
    pairs = labelled("mended_2")
    assert len(pairs) >= 80
    assert len({pair["industry"] for pair in pairs}) >= 20
    known = {frozenset((pair["a"], pair["b"])) for name in ("mended", "unseen") for pair in labelled(name)}
    assert not known & {frozenset((pair["a"], pair["b"])) for pair in pairs}


def test_no_name_that_holds_another_is_called_different_from_it() -> None:
    hidden = [
        (pair["a"], pair["b"])
        for pair in labelled("mended_2")
        if pair["relation"] in CONTAINMENT and relate_names(pair["a"], pair["b"]).kind == "different"
    ]
    assert hidden == []


CLUSTERS = [
    ("GPU clusters", "Accelerator cluster market", "b_contains_a"),
    ("Graphics processing unit clusters", "Accelerator clusters", "b_contains_a"),
    ("AI training GPU cluster market", "AI training accelerator cluster market", "b_contains_a"),
    ("GPU cluster for AI training", "Accelerator cluster for AI training", "b_contains_a"),
    ("GPU-based clusters", "Accelerator-based clusters", "b_contains_a"),
    ("Accelerated computing clusters", "GPU computing clusters", "a_contains_b"),
    ("Hardware accelerator clusters", "GPU clusters", "a_contains_b"),
    ("Accelerator servers", "GPU servers", "a_contains_b"),
    ("Cloud accelerator cluster", "Cloud GPU cluster", "a_contains_b"),
    ("AI accelerator cluster", "AI training GPU cluster", "a_contains_b"),
    ("Accelerator clusters", "TPU clusters", "a_contains_b"),
    ("AI accelerator clusters", "GPU clusters", "overlap"),  # GPU clusters also serve graphics and simulation
    ("TPU clusters", "GPU clusters", "different"),
]


@pytest.mark.parametrize(("a", "b", "kind"), CLUSTERS)
def test_a_gpu_is_an_accelerator_in_every_form_of_a_cluster(a: str, b: str, kind: str) -> None:
    found = relate_names(a, b)
    assert found.kind == kind, found.reason


@pytest.mark.parametrize(("name", "precision", "recall", "inside_precision", "inside_recall"), FLOORS)
def test_labelled_pairs_are_judged_no_worse_than_they_were(
    name: str, precision: float, recall: float, inside_precision: float, inside_recall: float
) -> None:
    told = scores(labelled(name), ("same",))
    assert told[0] >= precision
    assert told[1] >= recall
    told = scores(labelled(name), CONTAINMENT)
    assert told[0] >= inside_precision
    assert told[1] >= inside_recall


JUDGED = [
    # acronyms: written out, in company, explained, and alone where they stand for several things
    ("LNG", "Liquefied natural gas", "same"),
    ("FIBC market", "Flexible intermediate bulk containers", "same"),
    ("QZTV", "Quick zinc turning valves", "same"),  # nobody listed it: four initials
    ("QZTX", "Quick zinc turner xebecs", "same"),  # four capitals, and no review gives them another meaning
    ("QZT", "Quick zinc turners", "unknown"),  # three may mean anything
    ("qzt", "Quick zinc turners", "unknown"),  # in lower case a word like any other
    ("Tea", "Thermal energy audits", "unknown"),
    ("Tea packaging", "Thermal energy audit packaging", "overlap"),
    ("QZ pumps", "Quick zinc pumps", "unknown"),  # two letters fit too much
    ("QZ pumps", "Quick zinc (QZ) pumps", "same"),
    ("CMMs", "Computerized maintenance management systems", "unknown"),  # coordinate measuring machines
    ("CMMS", "Computerized maintenance management systems", "same"),
    ("CAES plants", "Compressed air energy storage plants", "same"),
    # acronyms that are another word in lower case
    ("LAB equipment", "Linear alkylbenzene equipment", "unknown"),
    ("Mice", "Meetings, incentives, conferences and exhibitions", "unknown"),
    ("MICE", "Meetings, incentives, conferences and exhibitions", "same"),
    ("Golf carts", "CAR-T cell therapy", "unknown"),
    ("CAR-T therapy", "CAR T-cell therapies", "same"),
    ("PEEK resins", "Polyether ether ketone resin", "same"),
    ("MOP", "Muriate of potash", "unknown"),  # alone it stands for several things
    ("Mops", "Muriate of potash", "unknown"),
    ("DER management", "Distributed energy resource management", "same"),
    # Roman and Arabic numerals
    ("Type I diabetes", "Type 1 diabetes", "same"),
    ("Class II and III lasers", "Class 2 and 3 lasers", "same"),
    ("Type II diabetes", "Type 1 diabetes", "different"),
    ("Factor VIII", "Factor 8", "same"),
    ("Vitamin X", "Vitamin 10", "different"),
    ("SDN", "Sulfur dioxide neutralizers", "unknown"),  # reviewed: software defined networking
    ("QZT pumps", "Quick zinc turner pumps", "same"),  # the word beside it fixes what is meant
    ("QZT market", "Quick zinc turners (QZT)", "same"),  # the other name explains it
    ("ADC market", "Antibody drug conjugates", "unknown"),
    ("ADC market", "Analog-to-digital converter (ADC) market", "unknown"),
    ("ADC IC market", "Analog-to-digital converter IC market", "same"),
    ("Oncology ADC market", "Cancer antibody-drug conjugate market", "same"),
    ("PET market", "Polyethylene terephthalate market", "unknown"),
    ("PET bottles", "Polyethylene terephthalate bottles", "same"),
    ("PET scanners", "Positron emission tomography scanners", "same"),
    # a word that another noun follows has changed what is sold
    ("Electric vehicles", "Electric vehicle batteries", "different"),
    ("Drills", "Drill insurance", "different"),
    ("Roof coatings", "Roof coating equipment", "different"),
    ("Drills", "Cordless drills", "a_contains_b"),
    ("Bed frames for hospitals", "Bed frames", "b_contains_a"),
    # kinds whose words differ
    ("Footwear", "Running shoes", "a_contains_b"),
    ("Shrimp", "Seafood market", "b_contains_a"),
    ("Pumps", "Heat pumps", "different"),  # a heat pump is no pump
    ("Milk", "Plant-based milk", "different"),
    # kinds that exclude each other, and two ways of narrowing
    ("Beef jerky", "Pork jerky", "different"),
    ("Butterfly valves", "Ball valves", "different"),
    ("Organic fertilizers", "Liquid fertilizers", "overlap"),
    ("Air-to-ground missiles", "Ground-to-air missiles", "different"),
    ("Smart glass", "Smart glasses", "unknown"),
    # sums
    ("Pumps and valves", "Valves", "a_contains_b"),
    ("Industrial valves", "Ball and gate valves", "a_contains_b"),
    ("Oil and gas pipelines", "Oil & gas pipeline market", "same"),
    # areas: none is the world
    ("Europe smart lock market", "Smart locks", "b_contains_a"),
    ("Smart lock market in Germany", "European smart lock market", "b_contains_a"),
    ("Japan smart locks", "Germany smart locks", "different"),
    ("Europe smart lock market", "Residential smart locks", "overlap"),
    # other languages
    ("Markt für Wärmepumpen", "Heat pumps", "same"),
    ("Marché des batteries de véhicules électriques", "Electric vehicle batteries", "same"),
    ("Mercado de baterías de vehículos eléctricos", "Battery electric vehicles", "different"),
    ("産業用ロボット市場", "Industrial robots", "same"),
    ("全球动力电池市场", "Traction battery market", "same"),
    # nothing is told
    ("Market", "Smart locks", "unknown"),
    ("Cement", "Telehealth", "unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "kind"), JUDGED)
def test_two_printed_names_are_judged_with_a_reason(a: Any, b: Any, kind: Any) -> None:
    found = relate_names(a, b)
    assert found.kind == kind, found.reason
    assert found.reason


_NAMES = sorted(
    {name for a, b, _ in JUDGED for name in (a, b)}
    | {pair[side] for pair in labelled("mended") + labelled("unseen") for side in ("a", "b")}
)


@given(st.sampled_from(_NAMES), st.sampled_from(_NAMES))
def test_two_names_seen_from_the_other_side_are_the_mirror_image(a: Any, b: Any) -> None:
    forth, back = relate_names(a, b), relate_names(b, a)
    assert back.kind == MIRRORED.get(forth.kind, forth.kind)


def test_every_labelled_pair_is_the_mirror_image_from_the_other_side() -> None:
    for pair in labelled("mended") + labelled("unseen"):
        forth, back = relate_names(pair["a"], pair["b"]), relate_names(pair["b"], pair["a"])
        assert back.kind == MIRRORED.get(forth.kind, forth.kind), pair
