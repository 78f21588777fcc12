"""One spelling of a word: American, one form for open and closed prefixes, synonyms without cycles."""

from __future__ import annotations

import pytest

from warehouse.resolve.words.compounds import in_one_form
from warehouse.resolve.words.spelling import american
from warehouse.resolve.words.tokens import _phrases, rewritten, tokens_of


def test_american_spelling_is_reached_in_one_step() -> None:
    for british in (
        "haemostasis",
        "sterilisers",
        "nanofibres",
        "organisation",
        "motorised",
        "authorising",
        "polarisers",
        "criticised",
        "paediatrics",
        "labelling",
        "hydrolysed",
    ):
        assert american(british) != british
        assert american(american(british)) == american(british)
    for word in (
        "exercise",
        "franchising",
        "programmer",
        "programming",
        "mortise",
        "centrex",
        "premises",
        "selling",
        "packaging",
        "advertiser",
        "enterprise",
        "sunrise",
        "precise",
    ):
        assert american(word) == word


def test_a_run_with_a_prefix_is_closed_and_any_other_is_opened() -> None:
    assert in_one_form(("bio", "char"), ("biochar",)) == (("biochar",), ("biochar",))
    assert in_one_form(("curved", "stairlift"), ("stair", "lift")) == (("curved", "stair", "lift"), ("stair", "lift"))


def test_no_synonym_leads_in_a_circle() -> None:
    for left, right in _phrases().items():
        for tokens in (left, right):
            assert rewritten(rewritten(tokens)) == rewritten(tokens)


@pytest.mark.parametrize(
    ("british", "spelled"),
    [
        ("fibreboard", "fiberboard"),
        ("fibreglass", "fiberglass"),
        ("programmes", "programs"),
        ("programme", "program"),
        ("kilogramme", "kilogram"),
        ("practise", "practice"),
        ("centrepiece", "centerpiece"),
        ("amortised", "amortized"),
    ],
)
def test_british_spelling_inside_a_word_is_american(british: str, spelled: str) -> None:
    assert tokens_of(british) == tokens_of(spelled)
