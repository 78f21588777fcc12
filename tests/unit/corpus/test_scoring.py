"""F1 by tier, worked by hand, its intervals, and the errors of files of predictions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from corpus.__main__ import main, score_of
from corpus.judge import CORE, Tier, judge
from corpus.labels import corpus_texts, files_of, labelled_folder, length_of
from corpus.predictions import MalformedPredictions, Prediction, by_text, lines_of, read_predictions
from corpus.scoring import TIERS, Score, ScoredText, f1, interval, scores, table
from corpus.splits import Split, is_in
from sources.extract import extract
from sources.parse import parse
from tests.labelled_lamps import NAME, TEXT, write_yaml


def read(surface: str, metric: str, value: str, **said: Any) -> Prediction:
    start = TEXT.index(surface)
    plain = {"unit": "percent", "geography": "Global", "market": "Desk Lamp"}
    line = {"text": NAME, "char_start": start, "char_end": start + len(surface), "metric": metric, "value": value}
    return Prediction.model_validate_json(json.dumps(line | plain | said))


# The report has five labels of core metrics: two sizes, a compound rate, the shares of Europe and of lamps with a clamp.
READ = (
    read("USD 4.2 billion", "market_size", "4.2e9", unit="USD", year=2024, status="historical"),  # placed
    read("USD 6.3 billion", "market_size", "6.3e9", unit="USD", year=2031, status="forecast"),  # figure: year
    read("7.0%", "cagr", "7.0", period_start=2024, period_end=2030, status="forecast", market="Chairs"),  # attributed
    read("31%", "share", "31", year=2024, status="historical"),  # timed: the area is Europe
    read("USD 3,500", "price", "3500", unit="USD"),  # meets no label
    read("2024", "other_numeric", "2024", unit=""),  # of no core metric: counts nowhere
)


def test_f1_of_one_report_at_each_tier_is_that_of_the_working(tmp_path: Path) -> None:
    write_yaml(tmp_path)
    (text,) = labelled_folder(tmp_path)
    found = scores(text.labels, READ)
    # 5 core figures are read, 5 are labelled (12% is missed); right: 4 figures, of these 3 in time (not 6.3), of these 2 in area
    # (not 31%), of these 1 in market (not 7.0%)
    assert [found[tier] for tier in TIERS] == [Score(4, 5, 5), Score(3, 5, 5), Score(2, 5, 5), Score(1, 5, 5)]
    # 2 x right / (5 + 5)
    assert [f1([found[tier]]) for tier in TIERS] == pytest.approx([0.8, 0.6, 0.4, 0.2])


def test_what_a_text_takes_back_is_not_asked_for_and_wrong_where_it_is_claimed(tmp_path: Path) -> None:
    write_yaml(tmp_path)
    (text,) = labelled_folder(tmp_path)
    size, *others = text.labels
    labels = (replace(size, assertion="withdrawn"), *others)
    # one of the four right figures and one label less; the figure that is taken back is still read
    assert scores(labels, READ)[Tier.figure] == Score(3, 5, 4)
    # a reader that says so itself claims nothing
    said = (READ[0].model_copy(update={"assertion": "withdrawn"}), *READ[1:])
    assert scores(labels, said)[Tier.figure] == Score(3, 4, 4)
    assert scores(text.labels, said)[Tier.figure] == Score(3, 4, 5)


def test_f1_of_several_texts_adds_their_counts() -> None:
    # 2 x (1 + 3) / (8 + 2 + 4 + 4) = 8 / 18, not the mean of 2/10 and 6/8
    assert f1([Score(1, 8, 2), Score(3, 4, 4)]) == pytest.approx(8 / 18)
    assert f1([]) == f1([Score(0, 0, 0)]) == 0


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([Score(1, 2, 2)], (0.5, 0.5)),  # one text: every draw is the same
        ([Score(2, 2, 2)] * 5, (1.0, 1.0)),  # all alike
        ([Score(0, 0, 0)] * 3, (0.0, 0.0)),  # nothing read, nothing labelled
        # two texts, F1 1 and 0: a quarter of the draws holds only the first, a quarter only the second
        ([Score(2, 2, 2), Score(0, 2, 2)], (0.0, 1.0)),
    ],
)
def test_an_interval_is_that_of_drawn_texts(found: list[Score], expected: tuple[float, float]) -> None:
    assert interval(found) == pytest.approx(expected)
    assert interval(found) == interval(found)


def test_the_table_has_a_line_for_plain_dense_and_all_texts() -> None:
    plain = ScoredText("plain", dict.fromkeys(TIERS, Score(1, 2, 2)))
    dense = ScoredText("dense", dict.fromkeys(TIERS, Score(0, 3, 3)))
    head, *lines = table([plain, dense]).split("\n")
    assert head.split() == ["texts", "n", "labelled", "read", *(w for t in TIERS for w in (t.name, "(90", "%)"))]
    # n, labelled, read, F1 at the first tier: 2 x 1 / 4; 0; 2 x 1 / 10
    assert [line.split()[:5] for line in lines] == [
        ["plain", "1", "2", "2", "0.500"],
        ["dense", "1", "3", "3", "0.000"],
        ["all", "2", "5", "5", "0.200"],
    ]
    assert [line.split()[0] for line in table([plain]).split("\n")[1:]] == ["plain", "all"]


def line(**said: Any) -> str:
    plain = {"text": NAME, "char_start": 0, "char_end": 4, "metric": "share", "value": 31, "year": 2024}
    return json.dumps({key: value for key, value in (plain | said).items() if value is not ...})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (line(year="2024"), r"p\.jsonl, line 2, field year: Input should be a valid integer"),
        (line(metric="size"), r"p\.jsonl, line 2, field metric: Input should be 'market_size'"),
        (line(value=...), r"p\.jsonl, line 2, field value: Field required"),
        (line(value="NaN"), r"p\.jsonl, line 2, field value: Input should be a finite number"),
        (line(status="future"), r"p\.jsonl, line 2, field status: "),
        (line(area="Europe"), r"p\.jsonl, line 2, field area: Extra inputs are not permitted"),
        (line(assertion="denied"), r"p\.jsonl, line 2, field assertion: "),
        (line(confidence=2), r"p\.jsonl, line 2, field confidence: "),
        (line(char_end=0), r"p\.jsonl, line 2, field char_end: "),
        (line(char_start=4), r"p\.jsonl, line 2, field char_end: 4 is not behind char_start 4"),
        (line(char_end=101), r"p\.jsonl, line 2, field char_end: 101 is behind the end of lamps\.txt, 100"),
        (line(text="lamp.txt"), r"p\.jsonl, line 2, field text: no text 'lamp\.txt' in the corpus"),
        ("{", r"p\.jsonl, line 2, Invalid JSON"),
        ("[]", r"p\.jsonl, line 2, Input should be an object"),
    ],
)
def test_a_wrong_line_is_refused_with_file_line_and_field(tmp_path: Path, wrong: str, said: str) -> None:
    (tmp_path / "p.jsonl").write_text(f"{line()}\n{wrong}\n", encoding="utf-8")
    with pytest.raises(MalformedPredictions, match=said):
        read_predictions(tmp_path / "p.jsonl", {NAME: 100}.get)


def test_ten_errors_are_named_and_the_others_counted(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text("\n\n" + f"{line(year='x')}\n" * 12, encoding="utf-8")
    with pytest.raises(MalformedPredictions) as told:
        read_predictions(tmp_path / "p.jsonl", {NAME: 100}.get)
    said = str(told.value).split("\n")
    assert (said[0][:17], len(said), said[-1]) == ("p.jsonl, line 3, ", 11, "and 2 more")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(MalformedPredictions, match=r"p\.jsonl: not UTF-8"):
        read_predictions(tmp_path / "p.jsonl", length_of)


def test_predictions_are_read_as_they_were_written_with_every_digit(tmp_path: Path) -> None:
    one = read("31%", "share", "0.1234567890123456789", value_high="1e30")
    (tmp_path / "p.jsonl").write_text(lines_of([one]), encoding="utf-8")
    assert read_predictions(tmp_path / "p.jsonl", {NAME: len(TEXT)}.get) == (one,)
    assert one.value == Decimal("0.1234567890123456789")
    assert by_text([one]) == {NAME: [one]}


def test_offsets_count_in_the_file_as_it_is() -> None:
    # so that another reader needs no parser of ours
    for path in (*files_of("abcdefghijklm"), *files_of("w")[::40]):
        assert parse(path.read_bytes()).text == path.read_bytes().decode()
        assert length_of(path.name) == len(path.read_bytes().decode())


def printed(capsys: pytest.CaptureFixture[str]) -> Mapping[str, list[str]]:
    return {line.split()[0]: line.split() for line in capsys.readouterr().out.splitlines()}


@pytest.mark.slow
def test_what_predict_writes_gets_the_score_that_the_judge_gives_the_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ours.jsonl"
    assert main(["predict", str(out), "--part", "d", "--split", "kept_aside"]) == 0
    capsys.readouterr()
    assert main(["score", str(out), "--part", "d", "--split", "kept_aside"]) == 0
    rows = printed(capsys)
    labelled = right = n_read = 0
    texts = [text for text in corpus_texts("d") if is_in(text.name.removeprefix("corpus/"), Split.kept_aside)]
    for text in texts:
        mentions = extract(text.document).mentions
        tiers = judge(text.labels, mentions)
        labelled += sum(label.metrics[0] in CORE for label in text.labels)
        n_read += sum(m.metric in CORE for m in mentions)
        right += sum(m.metric in CORE and tier >= Tier.attributed for m, tier in zip(mentions, tiers, strict=True))
    assert len(texts) == 10  # d03, d06, ... d30
    assert rows["all"][:4] == ["all", "10", str(labelled), str(n_read)]
    assert rows["all"][12] == f"{2 * right / (n_read + labelled):.3f}"  # behind four words of each tier before
    assert rows["dense"][1:] == rows["all"][1:]


def test_a_score_tells_of_silent_texts_and_of_predictions_outside_the_split_and_of_no_text_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(line(text="d03.txt") + "\n" + line(text="d01.txt") + "\n", encoding="utf-8")
    assert main(["score", str(path), "--part", "d"]) == 0
    said = capsys.readouterr().out
    assert "9 of 10 texts have no prediction: their labels count as missed" in said
    assert "1 predictions of other texts are left out" in said
    assert "d03" not in said


def test_whole_pages_are_scored_by_kind_beside_short_texts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.jsonl"
    parts = ["--part", "d", "--part", "w"]
    assert main(["predict", str(path), *parts, "--first-readings"]) == 0
    capsys.readouterr()
    assert main(["score", str(path), *parts]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[:2] for line in lines[2:4]] == [["dense", "10"], ["all", "10"]]
    assert [line[:2] for line in lines[5:12]] == [
        ["a", "6"], ["b", "3"], ["c", "6"], ["d", "9"], ["e", "10"], ["f", "4"], ["all", "38"]
    ]  # fmt: skip
    assert lines[13][:5] == ["10", "of", "48", "texts", "have"]  # part d has no first readings


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name a file of predictions, --scan or --marks"),
        (["--part", "a", "--part", "b"], "no text is in split kept_aside of part a, b"),
        (["--part", "a"], "no text is in split kept_aside of part a"),
        (["--part", "d"], "p.jsonl, line 1, field text: no text 'd99.txt'"),
    ],
)
def test_a_wrong_call_ends_with_its_reason_and_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(line(text="d99.txt") + "\n" if "d" in arguments else "", encoding="utf-8")
    assert main(["score", *([str(path)] if arguments else ()), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_density_is_that_of_the_label_file_or_of_the_part(tmp_path: Path) -> None:
    texts = corpus_texts("cd")
    assert {score_of(text, ()).density for text in texts} == {"dense"}
    write_yaml(tmp_path)
    (text,) = labelled_folder(tmp_path)
    assert score_of(replace(text, density="plain"), ()).density == "plain"
