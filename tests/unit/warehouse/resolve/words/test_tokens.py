"""Words in one form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from warehouse.resolve.words.tokens import longest_matches, singular, slug, tokens_of
from warehouse.resolve.words.vocabulary import words

_NAME_LETTERS = st.text(
    alphabet=st.one_of(
        st.sampled_from("aeioustnrlc SsXx-/&,.()'’GPU0123456789éüßçñ介護ロボットの"), st.characters(codec="utf-8")
    ),
    max_size=40,
)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("AI Training GPU Clusters", "ai training gpu cluster"),
        ("Data Centre / data-center / DATACENTER", "data center and data center and data center"),
        ("Tyres & Aluminium fibres", "tire and aluminum fiber"),
        ("electrification, digitalisation", "electrification digitalization"),
        ("GPUs, EVs and ICs", "gpu ev and ic"),
        ("GPUaaS", "gpu as a service"),
        ("SaaS", "software as a service"),
        ("U.S. batteries", "us battery"),
        ("vendor's glass lenses", "vendor glass lens"),
        ("logistics electronics robotics gas bus", "logistics electronics robotics gas bus"),
        ("processes, boxes, brushes, viruses, movies", "process box brush virus movie"),
        ("2,049-16,384 cards in 2025", "16384 card in"),  # 2049 and 2025 read as years here
        ("Industry 4.0", "industry 4.0"),
        ("Cold\u00a0chain\u2011logistics", "cold chain logistics"),
        ("ＡＩ　ｃｈｉｐ", "ai chip"),  # full width
        ("介護ロボットAI", "介護ロボット ai"),
        ("", ""),
        ("—", ""),
    ],
)
def test_case_width_spelling_and_plural_make_no_difference(text: Any, tokens: Any) -> None:
    assert " ".join(tokens_of(text)) == tokens


def test_years_stay_where_they_count_cards() -> None:
    assert tokens_of("2,049-16,384 cards", years=True) == ("2049", "16384", "card")


@settings(deadline=None)
@given(_NAME_LETTERS)
@example("isations")
@example("ssiess")
@example("aaas")
@example("e's of bev in vitro diagnostics")
def test_reading_tokens_again_changes_nothing(text: Any) -> None:
    once = tokens_of(text)
    assert tokens_of(" ".join(once)) == once


@settings(deadline=None)
@given(st.lists(st.sampled_from(sorted(words().phrases)), min_size=1, max_size=4).map(" ".join))
def test_set_phrases_in_any_company_reach_a_fixed_point(text: Any) -> None:
    once = tokens_of(text)
    assert tokens_of(" ".join(once)) == once


@settings(deadline=None)
@given(st.from_regex(r"[a-z]{1,12}", fullmatch=True))
def test_a_singular_reaches_a_fixed_point_and_never_vanishes(token: Any) -> None:
    assert singular(token)


def test_every_reviewed_singular_and_every_target_is_its_own_singular() -> None:
    for token in words().singulars:
        assert singular(token) == token
    for plural, target in words().plurals.items():
        assert tokens_of(plural) == tokens_of(target), plural


def test_the_longest_phrase_wins_from_the_left() -> None:
    table = {("a", "b"): 1, ("a", "b", "c"): 2, ("c",): 3}
    assert list(longest_matches(("a", "b", "c", "a", "b", "x"), table)) == [
        (("a", "b", "c"), 2),
        (("a", "b"), 1),
        (("x",), None),
    ]


def test_a_slug_holds_letters_and_digits_of_any_script() -> None:
    assert slug(("industry", "4.0")) == "industry-4-0"
    assert slug(("介護ロボット", "ai")) == "介護ロボット-ai"
