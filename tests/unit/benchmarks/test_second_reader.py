"""The benchmark of the second reader: questions as files, answers as files, and scores that are worked out by hand here."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.second_reader import Case, chosen, main, read_cases, write_odds
from benchmarks.second_reader_predictions import write_predictions
from benchmarks.second_reader_scores import fitted, judged_claims, readings, score
from corpus.judge import Tier
from corpus.labels import labelled_folder
from sources.second_reader.join import join
from sources.second_reader.odds import Count, OddsFile, read_odds
from tests.labelled_lamps import NAME, write_answers, write_gold, write_yaml

N_LABELS = 5


@pytest.fixture
def case(tmp_path: Path) -> Case:
    """The report with answers that are its labels."""
    (tmp_path / "texts").mkdir()
    write_gold(tmp_path / "texts")
    texts = chosen(tmp_path / "texts")
    write_answers(texts, tmp_path / "answers")
    (found,) = read_cases(texts, tmp_path / "answers")
    return found


@pytest.mark.parametrize("write", [write_gold, write_yaml])
def test_a_folder_of_labelled_texts_is_read_in_either_format_and_without_any_other_text(
    tmp_path: Path, write: Callable[[Path], None]
) -> None:
    write(tmp_path)
    (text,) = chosen(tmp_path)
    assert Path(text.name).name == NAME
    assert [label.char_start for label in text.labels] == sorted(label.char_start for label in text.labels)
    assert len(text.labels) == N_LABELS


def test_a_folder_without_labels_and_an_unknown_name_end_the_benchmark_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no labelled text"):
        chosen(tmp_path)
    (tmp_path / "names.txt").write_text("no_such_text.txt\n")
    with pytest.raises(SystemExit, match=r"corpus/no_such_text\.txt"):
        chosen(tmp_path / "names.txt")


def test_questions_are_files_with_the_conventions_and_the_schema_beside_them(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    write_gold(tmp_path / "texts")
    assert main([str(tmp_path / "texts"), "--questions", str(tmp_path / "asked")]) == 0
    assert sorted(path.name for path in (tmp_path / "asked").iterdir()) == [
        "conventions.md",
        "lamps.1.md",
        "schema.json",
    ]
    asked = (tmp_path / "asked" / "lamps.1.md").read_text(encoding="utf-8")
    assert "⟦1⟧USD 4.2 billion" in asked and "A1: Europe" in asked
    assert json.loads((tmp_path / "asked" / "schema.json").read_text())["title"] == "Answer"


def test_answers_that_are_the_labels_are_right_in_all_they_say(case: Case) -> None:
    second = score([(case, readings([case])["second"][0])])
    # Five labels, five predictions; the price of the report is denied.
    assert (second.n_labelled, second.n_predicted, second.right) == (5, 5, (5, 5, 5, 5))
    assert second.f1(Tier.placed) == 1.0
    assert [denial.surface for denial in case.second.denials] == ["USD 3,500"]


def test_a_missing_and_a_malformed_answer_are_told_and_leave_the_first_reading(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_gold(tmp_path)
    (text,) = chosen(tmp_path)
    (tmp_path / "answers").mkdir()
    (absent,) = read_cases([text], tmp_path / "answers")
    (tmp_path / "answers" / "lamps.1.json").write_text("I would rather not.")
    (malformed,) = read_cases([text], tmp_path / "answers")
    assert capsys.readouterr().err.count("no answer") == 2
    for one in (absent, malformed):
        assert readings([one])["both"][0].mentions == one.first.mentions


def test_odds_count_the_cases_where_exactly_one_reading_is_right(case: Case) -> None:
    size = next(m for m in case.first.mentions if m.surface == "USD 4.2 billion")
    share = next(m for m in case.first.mentions if m.surface == "31%")
    assert (size.year, share.geography) == (2024, "Europe")  # the first reader has both right
    wrong = {size: replace(size, year=2019), share: replace(share, geography="Asia", ref_area="142")}
    misread = replace(case, first=replace(case.first, mentions=tuple(wrong.get(m, m) for m in case.first.mentions)))
    odds = fitted([misread], "one report")
    # One year and one area where the first reading is wrong and the second right: 1 of 1 each.
    assert (odds.second["time"], odds.second["area"]) == (Count(n=1, right=1), Count(n=1, right=1))
    assert odds.chance("time") == 0.67  # (1 + 1) / (1 + 2)
    # The other way round the second is never right.
    lying = replace(case, second=replace(case.second, mentions=tuple(
        replace(m, year=2019) if m.surface == "USD 4.2 billion" else m for m in case.second.mentions
    )))  # fmt: skip
    assert fitted([lying], "one report").second == {"time": Count(n=1, right=0)}


def test_odds_that_are_written_are_read_back_and_decide(case: Case, tmp_path: Path) -> None:
    odds = OddsFile(
        measured_on="here", second={"time": Count(n=9, right=8)}, outcomes={"differs_time": Count(n=8, right=7)}
    )
    write_odds(odds, tmp_path / "odds.yml")
    assert read_odds(tmp_path / "odds.yml") == odds
    size = next(m for m in case.first.mentions if m.surface == "USD 4.2 billion")
    mentions = tuple(replace(m, year=2019) if m == size else m for m in case.first.mentions)
    joined = join(replace(case.first, mentions=mentions), case.second, read_odds(tmp_path / "odds.yml"))
    (mended,) = (m for m in joined.mentions if m.surface == "USD 4.2 billion")
    (claim,) = (c for c in joined.claims if c.claim_id == mended.claim_id)
    assert (mended.year, claim.read_by, claim.confidence) == (2024, "model", 0.8)  # (7 + 1) / (8 + 2)


def test_a_claim_is_right_where_each_of_its_mentions_is(case: Case) -> None:
    second = readings([case])["second"][0]
    assert [right for _, right in judged_claims(case, second)] == [True] * N_LABELS
    off = replace(
        second, mentions=tuple(replace(m, geography="Asia") if m.surface == "7.0%" else m for m in second.mentions)
    )
    assert sorted(right for _, right in judged_claims(case, off)) == [False] + [True] * (N_LABELS - 1)


def test_labels_in_the_gold_format_are_the_labels_again(case: Case, tmp_path: Path) -> None:
    write_predictions([case], readings([case]), tmp_path / "out")
    shutil.copy(tmp_path / "texts" / NAME, tmp_path / "out" / "gold" / NAME)
    (again,) = labelled_folder(tmp_path / "out" / "gold")
    assert again.labels == case.text.labels
    lines = [json.loads(line) for line in (tmp_path / "out" / "second.jsonl").read_text().splitlines()]
    assert [(line["document"], line["surface"]) for line in lines][:1] == [(NAME, "USD 4.2 billion")]
    assert sorted(path.name for path in (tmp_path / "out").glob("*.jsonl")) == [
        "both.jsonl",
        "first.jsonl",
        "second.jsonl",
    ]


def test_the_command_prints_the_three_readings_and_writes_odds_and_predictions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "texts").mkdir()
    write_gold(tmp_path / "texts")
    write_answers(chosen(tmp_path / "texts"), tmp_path / "answers")
    wanted = ["--answers", tmp_path / "answers", "--odds", tmp_path / "odds.yml", "--predictions", tmp_path / "out"]
    assert main([str(tmp_path / "texts"), *map(str, wanted), "--measured-on", "the labels themselves"]) == 0
    printed = capsys.readouterr().out
    assert [line.split()[0] for line in printed.splitlines()[2:5]] == ["first", "second", "both"]
    assert read_odds(tmp_path / "odds.yml").measured_on == "the labels themselves"
    assert (tmp_path / "out" / "gold" / f"{NAME}.json").is_file()
    assert (
        main(
            [str(tmp_path / "texts"), "--answers", str(tmp_path / "answers"), "--with-odds", str(tmp_path / "odds.yml")]
        )
        == 0
    )


def test_the_answers_in_the_repository_are_one_for_each_question_and_measure_the_bundled_odds() -> None:
    folder = Path(__file__).parents[3] / "benchmarks" / "second_reader_answers"
    names = [set((folder / name).read_text().split()) for name in ("texts.txt", "sixteen.txt", "all.txt")]
    assert (len(names[0]), len(names[1])) == (40, 16)
    assert names[2] == names[0] | names[1]
    assert {path.name.split(".")[0] for path in folder.glob("*.json")} == {name.split(".")[0] for name in names[2]}
    assert "56 texts" in read_odds().measured_on
