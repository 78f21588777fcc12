"""Reading what a model wrote: the schema, the one repair, and what is no answer."""

from __future__ import annotations

import json
from time import process_time

import pytest

from sources.ask.answer import Answer, Choice, MalformedAnswer, read_answer

ONE = '{"figures": [{"figure": 1, "metric": "share"}]}'


@pytest.mark.parametrize(
    "written",
    [
        ONE,
        f"```json\n{ONE}\n```",
        f"Here it is:\n{ONE}\nI hope that helps.",
        '{"figures": [{"figure": 1, "metric": "share",},],}',
        '<think>{"maybe": 3}</think>' + ONE,
        '{"notes": {}, "figures": [{"figure": 1, "metric": "share"},]}',
        '[{"figure": 1, "metric": "share"}]',
    ],
)
def test_an_answer_is_read_with_what_stands_around_it_cut_off(written: str) -> None:
    assert read_answer(written) == ((Choice(figure=1, metric="share"),), 0)


@pytest.mark.parametrize(
    "written",
    ["", "no", "{", "}{", '{"figures": 3}', "3", "null", '{"figures": [{"figure": 1}', '{"a": ' * 5000, "[" * 100_000],
)
def test_what_holds_no_list_of_figures_is_malformed(written: str) -> None:
    with pytest.raises(MalformedAnswer):
        read_answer(written)


@pytest.mark.parametrize(
    "choice",
    [
        {"figure": "one"},
        {"figure": True},
        {"figure": 10**30},
        {"figure": 1.5},
        {"figure": 1, "metric": "turnover"},
        {"figure": 1, "status": "guessed"},
        {"figure": 1, "quote": "x" * 401},
        {"figure": 1, "year": ["2025"]},
        {"figure": 1, "area": "\ud800"},
        [1],
        None,
        "share",
    ],
)
def test_a_choice_that_does_not_fit_costs_no_other(choice: object) -> None:
    told = json.dumps({"figures": [choice, {"figure": 2}]})

    assert read_answer(told) == ((Choice(figure=2),), 1)


def test_null_is_no_answer_for_every_field() -> None:
    told = json.dumps({"figures": [dict.fromkeys(Choice.model_fields)]})

    assert read_answer(told) == ((Choice(),), 0)


def test_a_year_may_be_a_number_and_an_empty_string_is_nothing() -> None:
    (choice,), _ = read_answer('{"figures": [{"figure": 1, "year": 2025, "area": " "}]}')

    assert (choice.year, choice.area) == ("2025", None)


def test_values_of_its_own_are_left_out() -> None:
    (choice,), _ = read_answer('{"figures": [{"figure": 1, "value": 999, "unit": "EUR"}]}')

    assert choice == Choice(figure=1)


@pytest.mark.parametrize("written", [" " * 2_000_000, "{" + "," * 300_000 + " " * 300_000, "```" * 300_000])
def test_reading_takes_no_longer_than_the_answer_is_long(written: str) -> None:
    started = process_time()
    with pytest.raises(MalformedAnswer):
        read_answer(written)

    assert process_time() - started < 5


def test_the_schema_names_every_field() -> None:
    assert set(Answer.model_json_schema()["$defs"]["Choice"]["properties"]) == set(Choice.model_fields)
