"""Joining wrapped lines."""

from __future__ import annotations

import pytest

from sources.parse.joins import join_lines, words_of


@pytest.mark.parametrize(
    ("lines", "known", "expected"),
    [
        (["the mar-", "ket grows"], (), "the market grows"),
        (["the mar\u00ad", "ket"], (), "the market"),
        (["a long-", "term plan"], {"term"}, "a long-term plan"),  # its second part is a word of its own
        (["an AI-", "based tool"], (), "an AI-based tool"),
        (["North-", "East"], (), "North-East"),
        (["2026-", "2031"], (), "2026-2031"),
        (["a 10-", "year plan"], (), "a 10-year plan"),
        (["2026–", "2031"], (), "2026–2031"),
        (["prices -", "as ever"], (), "prices - as ever"),
        # the document's own spelling decides
        (["on-", "line shops"], {"online"}, "online shops"),
        (["liquid-", "cooled racks"], {"liquid-cooled"}, "liquid-cooled racks"),
        (["市場は", "拡大する"], (), "市場は拡大する"),
        (["市場は", "USD 5"], (), "市場は USD 5"),
        (["one", "", " two "], (), "one two"),
        ([], (), ""),
    ],
)
def test_a_hyphen_goes_only_where_it_splits_a_word(lines: list[str], known: set[str], expected: str) -> None:
    assert join_lines(lines, known) == expected


def test_words_are_known_in_lower_case_with_their_hyphens() -> None:
    assert words_of((), ["Liquid-cooled AI racks, 5 of them"]) == {"liquid-cooled", "ai", "racks", "of", "them"}


def test_words_at_the_ends_of_lines_are_not_known_where_they_may_be_parts() -> None:
    assert words_of(["ket of AI racks grows by the mar-"]) == {"of", "ai", "racks", "grows", "by", "the"}


def test_a_word_that_a_narrow_cell_cuts_is_one_word() -> None:
    assert join_lines(["North", "Americ", "a"], frozenset(), {1}) == "North America"
    assert join_lines(["Other", "regions"], {"other", "regions"}, {0}) == "Other regions"


@pytest.mark.parametrize(
    ("lines", "broken", "expected"),
    [
        (["43,20", "0"], {0}, "43,200"),
        (["43,20", "0"], set(), "43,20 0"),  # there was room for the digit
        (["2024", "0"], {0}, "2024 0"),  # a whole number, and another
        (["43,20", "0 units"], {0}, "43,20 0 units"),
    ],
)
def test_a_number_goes_on_where_a_narrow_cell_cuts_it(lines: list[str], broken: set[int], expected: str) -> None:
    assert join_lines(lines, (), broken) == expected
