"""`parallax sql` without a query: standard input as a script; on a terminal the shell."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pipelines.cli import app
from pipelines.cli.sql import sql_shell
from release.record import Release

Call = Callable[..., Any]


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def call(release: Release, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs `parallax sql` with a standard input; gives its exit code and what it printed."""

    def run(*arguments: str, stdin: io.StringIO) -> Any:
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(SystemExit) as ended:
            app.main(["sql", *arguments, "--home", str(release.path.parents[1])])
        printed = capsys.readouterr()
        return ended.value.code or 0, printed.out, printed.err

    return run


SCRIPT = """-- two answers; one with a semicolon in a string
create temp table mine as select 7 as n;
select n from mine;
select 'a;b' as x;
"""


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_piped_standard_input_is_run_as_a_script(call: Call, arguments: tuple[str, ...]) -> None:
    code, out, err = call(*arguments, stdin=io.StringIO(SCRIPT))
    assert (code, out.split()) == (0, ["n", "7", "x", "a;b"])
    assert err.count("1 row · release r000001") == 2


def test_a_file_takes_the_last_result_of_a_script(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "last.parquet"
    code, out, _ = call("--format", "parquet", "--out", str(file), stdin=io.StringIO(SCRIPT))
    assert (code, out) == (0, "")
    assert pl.read_parquet(file).rows() == [("a;b",)]


def test_results_before_a_failing_statement_are_printed_and_the_error_ends_it(call: Call) -> None:
    code, out, err = call("--format", "csv", stdin=io.StringIO("select 1 as n; select nothing; select 2 as n"))
    assert (code, out) == (1, "n\n1\n")
    assert "the database refused: Binder Error" in err


def test_what_is_closed_is_told_before_anything_runs(call: Call) -> None:
    code, out, err = call(stdin=io.StringIO("select 1 as n; copy marts.markets to 'x.csv'"))
    assert (code, out) == (1, "")
    assert "COPY is not available here" in err


def test_a_result_too_large_says_what_to_do(call: Call) -> None:
    asked = "select a.range from range(1000000) a, range(1000) b"
    code, _, err = call(asked, "--max-result", "5", stdin=io.StringIO())
    assert code == 1
    assert "the result is larger than 5 MB; add a LIMIT" in err


def test_on_a_terminal_without_a_query_the_shell_opens(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[Any, ...]] = []
    monkeypatch.setattr(sql_shell, "shell", lambda *given: opened.append(given))
    assert call("--timeout", "5", stdin=_Terminal())[0] == 0
    ((analyst, database, _, said_of),) = opened
    assert (database.name, analyst.limits.seconds, said_of) == ("warehouse.duckdb", 5, "r000001")


def test_the_shell_takes_no_format(call: Call) -> None:
    code, _, err = call("--format", "csv", stdin=_Terminal())
    assert code == 2
    assert "the shell prints tables; give the query itself" in err
