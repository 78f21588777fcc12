"""Patterns of a grammar: the phrases of one list or several, alone, behind a figure and before one."""

from __future__ import annotations

import re

import pytest

from sources.grammar.language import grammar
from sources.grammar.phrase_patterns import alternation


def test_the_source_of_several_lists_is_that_of_all_their_phrases_whatever_their_order() -> None:
    g = grammar("de")
    both = alternation([*g.phrases("fall_verbs"), *g.phrases("and_words"), "zugleich"])
    assert g.source("and_words", "fall_verbs", also=["zugleich"]) == both
    assert re.search(g.source("and_words"), "Kork und Leder")


@pytest.mark.parametrize("names", [(), ("no such list",)])
def test_a_source_without_phrases_matches_nothing(names: tuple[str, ...]) -> None:
    assert re.search(grammar("de").source(*names), "") is None


def test_patterns_of_one_list_and_of_several_are_kept_apart() -> None:
    g = grammar("en")
    assert g.pattern("fall_verbs") is g.pattern("fall_verbs")
    assert g.pattern("fall_verbs").pattern == g.source("fall_verbs")
    assert g.pattern("fall_verbs", "rise_verbs").pattern == g.source("fall_verbs", "rise_verbs")


@pytest.mark.parametrize(("behind", "matched"), [(" percent", True), ("-percent", True), (" or 4 percent", False)])
def test_a_starting_pattern_allows_a_blank_or_a_hyphen(behind: str, matched: bool) -> None:
    assert bool(grammar("en").starting("times", "percent").match(behind)) is matched


@pytest.mark.parametrize(
    ("left", "of_any", "of_english"),
    [
        ("rund ", True, True),
        ("rund a ", True, True),
        ("rund die ", True, False),  # an article of German
        ("rund um die ", False, False),
    ],
)
def test_an_ending_pattern_allows_an_article_of_the_language_or_of_english_alone(
    left: str, of_any: bool, of_english: bool
) -> None:
    g = grammar("de")
    assert bool(g.ending("comparators.~").search(left)) is of_any
    assert bool(g.ending("comparators.~", english_articles=True).search(left)) is of_english


def test_a_language_with_blanks_between_its_words_is_non_english_and_one_without_is_cjk() -> None:
    kinds = {code: (grammar(code).is_non_english, grammar(code).is_cjk) for code in ("en", "de", "pt", "ja", "ko")}
    assert kinds == {"en": (False, False), "de": (True, False), "pt": (True, False), "ja": (False, True), "ko": (False, True)}  # fmt: skip
