"""Columns of the second pass: what was chosen for the figures beside, in the sentence, the block and on the page."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract.candidates.choice import Choice
from sources.extract.candidates.page import PlacedFigure
from sources.extract.features.neighbours import COLUMNS, neighbour_columns
from tests.unit.sources.extract.pages import REPORT, page

FIGURES = page(REPORT).figures  # 12% | 30% | 45% 20% 9% | USD 4.2 bn, 6.1 bn, 6.4%; one block for each bar


def same(a: str, b: str) -> bool:
    return a == b


def columns(figures: Sequence[PlacedFigure], first: Sequence[Choice[str]]) -> list[list[dict[str, float]]]:
    found = neighbour_columns(figures, first, lambda c: c, same, lambda c: c == "whole")
    ends = list(accumulate(len(choice.candidates) for choice in first))
    assert found.shape == (ends[-1], len(COLUMNS))
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in found.tolist()]
    return [rows[start:end] for start, end in pairwise([0, *ends])]


# Chosen: cranes, cranes, cranes, whole, cranes.
FIRST = [
    Choice(("whole", "cranes"), (0.2, 0.8)),
    Choice(("whole", "cranes"), (0.4, 0.6)),
    Choice(("whole", "cranes", "ports"), (0.1, 0.6, 0.3)),
    Choice(("whole", "cranes"), (0.9, 0.1)),
    Choice(("cranes", "whole"), (0.7, 0.3)),
]


def test_a_figure_sees_its_neighbours_its_sentence_its_block_and_its_page() -> None:
    rows = columns(FIGURES[:5], FIRST)[2]  # 45 %: 20 % and 9 % are in its sentence, 30 % is before
    assert rows[1] == {
        "first_pass": 0.6, "first_pass_rank": 0,  # of .1, .6 and .3 the first
        "previous_same": 1, "previous_chance": 0.6, "previous_in_sentence": 0, "previous_metric": 1, "previous_whole": 0,  # 30 %: cranes
        "next_same": 0, "next_chance": 0.9, "next_in_sentence": 1, "next_metric": 1, "next_whole": 1,  # 20 %: whole
        "share_in_sentence": 0.5,  # of 20 % (whole) and 9 % (cranes)
        "share_in_block": 0.5,  # the same two
        "share_in_page": 0.75,  # cranes, cranes, whole, cranes
        "share_of_metric": 0.75,  # all five are shares
        "n_in_block": 2, "n_in_page": 4,
        "same_figure_same": -1,  # no other figure is 45 %
    }  # fmt: skip
    assert [row["first_pass_rank"] for row in rows] == [2, 0, 1]
    assert [row["share_in_page"] for row in rows] == [0.25, 0.75, 0]  # a figure does not count itself


def test_the_first_figure_has_none_before_it_and_the_last_none_behind() -> None:
    found = columns(FIGURES[:5], FIRST)
    before = [name for name in COLUMNS if name.startswith("previous_")]
    behind = [name for name in COLUMNS if name.startswith("next_")]
    assert [found[0][0][name] for name in before] == [-1] * 5
    assert [found[4][0][name] for name in behind] == [-1] * 5
    assert -1 not in [found[0][0][name] for name in behind]


def test_a_figure_alone_has_no_shares() -> None:
    (rows,) = columns(FIGURES[:1], FIRST[:1])
    shares = ("share_in_sentence", "share_in_block", "share_in_page", "share_of_metric", "same_figure_same")
    assert [rows[0][name] for name in shares] == [-1] * 5
    assert (rows[0]["n_in_block"], rows[0]["n_in_page"]) == (0, 0)


def test_the_same_figure_elsewhere_is_asked_what_it_was_given() -> None:
    twin = replace(FIGURES[1], mention=replace(FIGURES[1].mention, value=FIGURES[0].mention.value))
    rows = columns([FIGURES[0], twin], FIRST[:2])[0]
    assert [row["same_figure_same"] for row in rows] == [0, 1]  # the twin was given cranes


def test_a_choice_is_the_likeliest_candidate_the_first_of_equals() -> None:
    assert Choice(("a", "b", "c"), (0.2, 0.5, 0.3)).chosen == "b"
    assert Choice(("a", "b", "c"), (0.4, 0.4, 0.2)).best == 0


NAMES = ("whole", "cranes", "ports", "quays")


@st.composite
def passes(draw: st.DrawFn) -> tuple[list[PlacedFigure], list[Choice[str]]]:
    figures = draw(st.lists(st.sampled_from(FIGURES), min_size=1, max_size=8))
    first = []
    for _ in figures:
        candidates = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4))
        n = len(candidates)
        first.append(Choice(candidates, draw(st.lists(st.floats(0, 1), min_size=n, max_size=n))))
    return figures, first


@given(passes())
def test_shares_are_those_of_a_count_over_all_pairs(drawn: tuple[list[PlacedFigure], list[Choice[str]]]) -> None:
    figures, first = drawn
    groups: dict[str, Any] = {
        "share_in_sentence": lambda f: f.sentence,
        "share_in_block": lambda f: f.scene.sentence.block,
        "share_in_page": lambda f: 0,
        "share_of_metric": lambda f: f.mention.metric,
        "same_figure_same": lambda f: (f.mention.value, f.mention.unit),
    }
    for i, rows in enumerate(columns(figures, first)):
        assert len(rows) == len(first[i].candidates)
        for c, row in enumerate(rows):
            for name, of in groups.items():
                own: Hashable = of(figures[i])
                others = [first[j].chosen for j in range(len(figures)) if j != i and of(figures[j]) == own]
                expected = others.count(first[i].candidates[c]) / len(others) if others else -1
                assert row[name] == pytest.approx(expected), name
            assert row["first_pass"] == first[i].chances[c]
        ranks = [row["first_pass_rank"] for row in rows]
        assert sorted(ranks) == list(range(len(rows)))
        by_rank = sorted(range(len(rows)), key=ranks.__getitem__)
        chances = [first[i].chances[c] for c in by_rank]
        assert chances == sorted(chances, reverse=True)


@given(passes())
def test_turned_around_the_page_what_was_before_is_behind(drawn: tuple[list[PlacedFigure], list[Choice[str]]]) -> None:
    figures, first = drawn
    forth = columns(figures, first)
    back = columns(figures[::-1], first[::-1])[::-1]
    mirrored = {
        name: name.replace("previous", "+").replace("next", "previous").replace("+", "next") for name in COLUMNS
    }
    assert forth == [[{mirrored[name]: value for name, value in row.items()} for row in rows] for rows in back]
