"""The benchmark of a language model: questions as files, answers as files, and numbers that are worked out by hand here."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.asking import answers_of, chosen, main
from sources.ask.answer import read_answer
from sources.ask.questions import question_of
from tests.labelled_lamps import write_answers, write_gold

ANSWERS = Path(__file__).parents[3] / "benchmarks" / "second_reader_answers"


def test_answers_that_are_the_labels_are_right_in_all_they_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts, answers = tmp_path / "texts", tmp_path / "answers"
    texts.mkdir()
    write_gold(texts)
    assert main([str(texts), str(answers), "--questions"]) == 0
    assert sorted(path.name for path in answers.iterdir()) == ["conventions.md", "lamps.1.md", "questions.jsonl"]
    assert "⟦1⟧USD 4.2 billion" in (answers / "lamps.1.md").read_text(encoding="utf-8")
    write_answers(chosen(texts), answers)
    capsys.readouterr()

    assert main([str(texts), str(answers)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[1].split() == [
        "language_model",
        "figure",
        "1.000",
        "timed",
        "1.000",
        "attributed",
        "1.000",
        "placed",
        "1.000",
    ]
    assert printed[-1].split() == ["others", "5", "of", "5:", "0.86"]  # (5 + 1) / (5 + 2), all of them few


def test_a_missing_answer_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_gold(tmp_path)
    assert main([str(tmp_path), str(tmp_path / "answers"), "--questions"]) == 0
    assert answers_of(tmp_path / "answers") == {}
    assert "lamps.1.json: no answer" in capsys.readouterr().err


def test_the_answers_in_the_repository_stand_beside_the_questions_that_they_were_given_to() -> None:
    names = set((ANSWERS / "all.txt").read_text().split())
    found = answers_of(ANSWERS)

    assert {f"{stem}.txt" for stem in found} == names and len(names) == 56
    for answers in found.values():
        for one in answers:
            choices, misfits = read_answer(one.written)
            assert misfits == 0
            assert len(question_of(one.question).figures) == max(choice.figure or 0 for choice in choices)
