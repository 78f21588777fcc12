"""Commands that guess say so, and say what else may have been meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pipelines.cli import app
from pipelines.cli.review.question_lines import by_cause, question_lines
from release.reading.open_questions import Question
from release.record import Release


@pytest.fixture
def call(release: Release, capsys: Any) -> Callable[..., SimpleNamespace]:
    """Calls the program on the release's home."""

    def run(*arguments: str, home: Path | None = None) -> SimpleNamespace:
        with pytest.raises(SystemExit) as ended:
            app.main([*arguments, "--home", str(home or release.path.parents[1])])
        seen = capsys.readouterr()
        return SimpleNamespace(code=ended.value.code, out=seen.out, err=seen.err)

    return run


@pytest.mark.parametrize(
    ("asked", "warned"),
    [
        ("widgte", "no market is named “widgte”; this is Widget (widget), the nearest name"),
        ("smart", "no market is named “smart”; this is Smart Widget (smart-widget), the nearest name"),
        ("Widget", None),
        ("widgets", None),  # the plural is no guess
    ],
)
def test_show_says_when_it_guessed(call: Callable[..., Any], asked: str, warned: str | None) -> None:
    seen = call("show", asked)
    assert seen.code == 0
    if warned is None:
        assert "no market is named" not in seen.err
    else:
        assert warned in seen.err


def test_show_offers_the_other_markets_before_the_tables(call: Callable[..., Any]) -> None:
    seen = call("show", "widgte")
    assert "others:\n  Smart Widget (smart-widget)" in seen.err


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("c", "c: give at least 4 characters of an id; ids that begin with it, for example:\n  c"),
        ("zz", "zz: give at least 4 characters of an id; no id begins with it"),
        ("widget", "markets of a similar name, whose figures have ids:\n  parallax show Widget"),
    ],
)
def test_explain_offers_candidates(call: Callable[..., Any], asked: str, told: str) -> None:
    seen = call("explain", asked)
    assert seen.code == 1
    assert told in seen.err


def test_an_id_with_another_end_is_answered_with_ids_of_its_beginning(
    call: Callable[..., Any], release: Release
) -> None:
    import duckdb

    with duckdb.connect(str(release.database), read_only=True) as con:
        found = con.execute(
            "SELECT bridge_id FROM marts.bridges WHERE length(bridge_id) > 8 ORDER BY 1 LIMIT 1"
        ).fetchone()
    if found is None:
        pytest.skip("the small world has no long id")
    seen = call("explain", found[0][:8] + "zzzz")
    assert f"similar ids:\n  {found[0]} (bridge)" in seen.err


def test_describe_prints_what_each_column_holds(call: Callable[..., Any]) -> None:
    seen = call("sql", "describe marts.claims", "--format", "csv")
    head, first = seen.out.splitlines()[:2]
    assert head == "column_name,column_type,null,description"
    assert first.startswith("claim_id,VARCHAR,NO,")
    assert len(first.split(",", 3)[3]) > 20


@pytest.mark.parametrize(
    "statement", ["describe select 1 as one", "describe (from marts.claims)", "describe marts.nothing"]
)
def test_describe_of_anything_else_is_duckdbs_own(call: Callable[..., Any], statement: str) -> None:
    seen = call("sql", statement, "--format", "csv")
    assert "description" not in seen.out
    assert ("does not exist" in seen.err) == ("nothing" in statement)


def test_diff_of_the_first_release_says_that_nothing_precedes_it(call: Callable[..., Any]) -> None:
    seen = call("diff")
    assert seen.code == 0
    assert seen.out.startswith(
        "r000001 is the first release: no release before it to compare with. It holds 4 documents, "
    )
    assert '"before": null' in call("diff", "--format", "json").out


def test_a_claim_is_cited_with_the_name_of_its_area(call: Callable[..., Any]) -> None:
    told = call("cite", "c01").out.splitlines()[-1]
    assert ", World, " in told
    assert "001," not in told.replace("r000001,", "")


def test_apa_is_a_reference_list_by_author(call: Callable[..., Any]) -> None:
    lines = call("cite", "e1", "--style", "apa").out.splitlines()
    assert lines[0].startswith("Acme Research. (")
    assert lines[:-1] == sorted(lines[:-1], key=str.casefold)
    assert lines[-1].startswith("Parallax. (")
    assert lines[-1].endswith(" [Data set].")


def _question(number: int, subject: str, conflict: str | None) -> Question:
    return Question(
        f"q{number}", "conflict" if conflict else "unsure_claim", "open", None, None, "Widget", None if conflict else f"c{number}",
        conflict, None, float(100 - number), "stake", subject, f"why {number}", "do", "accept|close", None,
    )  # fmt: skip


def test_review_lists_two_rules_that_find_the_same_two_figures_once() -> None:
    asked = [
        _question(1, "a against b", "k1"),
        _question(2, "c", None),
        _question(3, "a against b", "k3"),
        _question(4, "c", None),
    ]
    assert [[one.question_id for one in group] for group in by_cause(asked)] == [["q1", "q3"], ["q2"], ["q4"]]
    text = "\n".join(line.plain for line in question_lines(asked, everything=True))
    assert text.count("a against b") == 1
    assert "also conflict k3, question q3" in text
    assert "also: why 3" in text
