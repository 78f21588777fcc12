"""The sentence of a figure: listed actors, and the unit of prices."""

from __future__ import annotations

import pytest

from warehouse.resolve.claims.core_figure_contexts import actors_before, sentence_bounds, without_plural_s


@pytest.mark.parametrize(
    ("lead", "names"),
    [
        ("Operators such as Arc Space, Bolt and Cairn Launch pay ", ["Arc Space", "Bolt", "Cairn Launch"]),
        ("Dairies including Fjordmelk and A&B Foods invest ", ["Fjordmelk", "A&B Foods"]),
        ("Yards in North America and Europe pay ", []),  # areas are no actors
        ("Aldermoor pays ", []),  # one alone is no list
        ("Buyers pay ", []),
        ("Arc and Bolt left; Cairn, Dune and Elm pay ", ["Cairn", "Dune", "Elm"]),  # the list that leads to the figure
    ],
)
def test_actors_are_the_last_list_of_names_before_the_figure(lead: str, names: list[str]) -> None:
    found = list(actors_before(lead))
    assert [name for name, _, _ in found] == names
    assert all(lead[start:end] == name for name, start, end in found)


def test_a_sentence_ends_at_its_mark_or_line() -> None:
    text = "First one. A farm of 60 turbines costs USD 23 million. Last one.\nOther"
    start = text.index("60")
    first, last = sentence_bounds(text, start, start + 2)
    assert text[first:last] == "A farm of 60 turbines costs USD 23 million."


def test_a_noun_is_compared_without_its_plural_ending() -> None:
    assert [without_plural_s(noun) for noun in ("Clusters", "press", "wind farms")] == ["cluster", "press", "wind farm"]
