"""The closed word lists of decisions and questions are those of the code that makes them, in its order."""

from __future__ import annotations

from typing import get_args

from quality.suites import words
from release.reading.open_questions import questions as read_questions
from warehouse.decision_kinds import AnyDecision
from warehouse.decisions import FIELDS
from warehouse.explain.decomposition import Component
from warehouse.review.review_questions import ANSWERS
from warehouse.rulings.standing import State
from warehouse.schema import core_tables


def test_lists_are_taken_from_the_one_place_that_makes_the_words() -> None:
    assert tuple(FIELDS) == words.DECISION_KINDS
    assert get_args(State) == words.DECISION_STATES
    assert tuple(ANSWERS) == words.QUESTION_KINDS
    assert get_args(Component) == words.COMPONENTS
    assert read_questions.__globals__["_ORDER"] == words.QUESTION_KINDS


def test_every_kind_of_decision_has_its_field() -> None:
    union, _ = get_args(AnyDecision)
    kinds = [get_args(one.model_fields["kind"].annotation)[0] for one in get_args(union)]
    assert sorted(kinds) == sorted(FIELDS)


def test_the_schema_names_every_kind_in_words() -> None:
    for table, kinds in (("core.review_queue", ANSWERS), ("core.decisions", FIELDS)):
        told = next(column.doc for column in core_tables()[table].columns if column.name == "kind")
        assert [kind for kind in kinds if kind not in told] == []
