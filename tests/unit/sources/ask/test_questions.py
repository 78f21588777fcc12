"""Passages, numbers, candidates and the words that are sent: every figure is asked about once."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.ask.answer import Answer
from sources.ask.questions import (
    PROMPT_VERSION,
    asked,
    conventions,
    page_of,
    placed,
    question_id,
    question_json,
    question_of,
    questions,
)
from sources.parse import parse
from tests.second_pages import REPORT, page, question

_SENTENCES = st.sampled_from(
    [
        "The market was worth USD 4.2 billion in 2025.",
        "It grows at 7.5% a year from 2025 to 2031!",
        "Nothing is counted here.",
        "市場規模は2024年に61億円だった。",
        "Der Markt wächst um 5 bis 7 Prozent",
        "# 2.5 million heads",
        "| 2024 | 2025 |\n|---|---|\n| USD 3 million | 12,5 % |",
        "- up to ⟦3⟧ 40 units\n- 12 tonnes",
        "wide " * 40 + "and 12 million tonnes " + "1,234 units " * 30,
        "€5".ljust(300, "9"),
    ]
)


@given(st.lists(_SENTENCES, min_size=1, max_size=12), st.integers(20, 400), st.integers(0, 200))
def test_every_quantity_is_asked_about_exactly_once(lines: list[str], longest: int, overlap: int) -> None:
    found = page_of(parse("\n\n".join(lines).encode()))
    asked_about = [
        (f.char_start + q.char_start, f.char_end + q.char_start)
        for q in questions(found, longest, overlap)
        for f in q.figures
    ]

    assert asked_about == [(q.start, q.end) for q in found.scan.figures]
    for q in questions(found, longest, overlap):
        assert found.scan.parsed.text[q.char_start : q.char_start + len(q.passage)] == q.passage
        assert all(q.passage[f.char_start : f.char_end] == f.surface for f in q.figures)


def test_a_passage_is_no_longer_than_asked_for_however_long_a_sentence_is() -> None:
    found = page("The market " + "and its 1,234 units " * 500 + "was worth USD 5 million in 2024.")

    assert max(len(q.passage) - q.asked_from for q in questions(found, 600, 50)) <= 600 + 20


def test_a_lead_repeats_the_sentences_before_and_asks_nothing_about_them() -> None:
    text = " ".join(f"Line {n} was worth USD {n}.5 million in 2024." for n in range(1, 21))
    first, second, *_ = questions(page(text), 300, 100)

    assert second.asked_from > 0
    assert second.passage[: second.asked_from].strip() in first.passage
    assert all(f.char_start >= second.asked_from for f in second.figures)


def test_headings_and_the_header_of_a_table_are_carried() -> None:
    rows = "\n".join(f"| Product {n} | USD {n} million | {n}.5% |" for n in range(1, 40))
    found = page(f"# Kite Market\n\n## By Product\n\n| Product | Sales 2024 | Growth |\n|---|---|---|\n{rows}\n")
    *_, last = questions(found, 300, 0)

    assert "Kite Market" in last.carried
    assert "By Product" in last.carried
    assert any("Sales 2024" in line for line in last.carried)


def test_candidates_are_years_areas_and_names_of_the_passage_each_once() -> None:
    _, only = question()
    listed = [(n.kind, n.surface) for n in only.names]

    assert ("year", "2025") in listed
    assert ("area", "Norway") in listed
    assert len(set(listed)) == len(listed)
    assert len({n.key for n in only.names}) == len(only.names)


@pytest.mark.parametrize("mark", ["⟦3⟧", "⟦ 3 ⟧", "⟧⟦", "⟦\u200b1⟧"])
def test_the_text_numbers_no_figure(mark: str) -> None:
    _, only = question(f"{mark} The kite {mark} market of {mark} Norway was worth USD 5 million {mark} in 2024.")
    message = asked(only)

    assert re.findall(r"⟦[^⟧]*⟧", message) == [f"⟦{f.number}⟧" for f in only.figures]
    assert message.count("⟦") == message.count("⟧") == len(only.figures)


def test_a_question_is_the_same_for_a_reprint_and_another_for_everything_that_shapes_an_answer() -> None:
    (one,) = questions(page(REPORT))
    (reprint,) = questions(page_of(parse(("\n" + REPORT).encode())))
    (other,) = questions(page(REPORT.replace("4.2", "4.3")))
    ids = [
        question_id(one, "m", "t=0"),
        question_id(one, "n", "t=0"),
        question_id(one, "m", "t=1"),
        question_id(other, "m", "t=0"),
    ]

    assert len(set(ids)) == 4
    assert all(re.fullmatch("[0-9a-f]{64}", i) for i in ids)
    assert question_id(reprint, "m", "t=0") == ids[0]


def test_a_question_comes_back_from_the_ledger_as_it_was() -> None:
    _, only = question()

    assert question_of(question_json(only)) == only


def test_the_version_of_the_prompt_stands_for_all_that_a_model_is_sent() -> None:
    """Answers that were paid for are found by it. Whoever changes what is sent writes a new version, and this hash."""
    _, only = question()
    sent = (conventions(), json.dumps(Answer.model_json_schema(), sort_keys=True), asked(only))
    digest = hashlib.sha256("\x1f".join(sent).encode()).hexdigest()[:12]

    assert (PROMPT_VERSION, digest) == ("e9ac43e23c00", "3e543607c134")


def test_a_stored_question_is_found_where_its_passage_stands_once() -> None:
    found, only = question()
    moved = page("Words before it.\n\n" + REPORT)
    again = placed(only, moved)

    assert placed(only, found) == only
    assert again is not None
    assert moved.scan.parsed.text.startswith(only.passage, again.char_start)
    assert placed(only, page(REPORT.replace("4.2", "4.3"))) is None
    assert placed(only, page("Words.\n\n" + REPORT + "\n" + REPORT)) is None
