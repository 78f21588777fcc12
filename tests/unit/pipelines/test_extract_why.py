"""`parallax extract --why`: each figure has the reading in force, what the chooser would choose, what came next and what decided."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipelines.cli.app import main
from sources.extract.candidates.page import METRICS
from tests.unit.sources.extract.pages import LISTED, MARKED, REPORT

Line = dict[str, object]
pytestmark = pytest.mark.usefixtures("one_fork_server")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Line]:
    """Lines of a successful run."""
    with pytest.raises(SystemExit) as ended:
        main(["extract", *arguments])
    said = capsys.readouterr()
    assert ended.value.code in (0, None), said.err
    return [json.loads(line) for line in said.out.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three reports, one of them with markup."""
    found = tmp_path_factory.mktemp("why")
    for name, text in (("listed.txt", LISTED), ("marked.md", MARKED), ("report.txt", REPORT)):
        (found / name).write_text(text, encoding="utf-8")
    return found


def test_each_figure_says_why_and_is_otherwise_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = printed(capsys, str(folder))
    told = printed(capsys, str(folder), "--why")
    assert not any("why" in line for line in plain)
    assert [{name: value for name, value in line.items() if name != "why"} for line in told] == plain
    assert {line["document"] for line in told} == {"listed.txt", "marked.md", "report.txt"}
    for line in told:
        why = line["why"]
        assert isinstance(why, dict)
        assert line["metric"] in METRICS
        assert list(why) == ["metric", "part", "area", "time", "status"]
        for told_of in why.values():
            assert set(told_of) <= {
                "chosen",
                "rules",
                "chance",
                "from",
                "runner_up",
                "runner_up_chance",
                "decided_by",
                "because",
            }
            assert {"chosen", "rules", "chance", "from", "decided_by", "because"} <= set(told_of)
            assert 1 <= len(told_of["because"]) <= 3
            assert len(told_of["decided_by"]) <= 3
        assert (why["metric"]["chosen"], why["status"]["chosen"]) == (line["metric"], line["status"])
        assert why["area"]["chosen"] == line["geography"]
        assert why["part"]["chosen"] == (line["segment"] or "whole market")


def test_other_kinds_have_no_reasons(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, str(folder / "listed.txt"), "--why", "--kinds", "all")
    assert {str(line["kind"]) for line in lines} > {"figure"}
    assert all(("why" in line) == (line["kind"] == "figure") for line in lines)


def test_a_file_without_figures_gives_no_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.txt").write_text("Crane Report\n\nNothing is known.\n", encoding="utf-8")
    assert printed(capsys, str(tmp_path), "--why") == []


def test_reasons_do_not_go_with_a_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["extract", str(folder), "--why", "--format", "table"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("error: --why: a table has no room for reasons")
