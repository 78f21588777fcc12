"""The shell of `parallax sql`, typed into through a pipe: statements, commands, history, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import os
import signal
import stat
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import AppSession
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from pipelines.cli.sql.sql_completion import suggestions
from pipelines.cli.sql.sql_shell import HISTORY, is_ready, run_cancellable, shell
from warehouse.analyst import Analyst, Limits
from warehouse.export import ColumnInfo, TableInfo

ENTER, TAB, UP, CTRL_C, CTRL_D = "\r", "\t", "\x1b[A", "\x03", "\x04"

CRASHING = "select json_structure(repeat('[', 1000000) || repeat(']', 1000000))"

PATIENCE = 600  # seconds until a typist gives up what never shows

Type = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """In place of a key: the typist waits until the line reads like this."""

    line: str


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two marts with docs."""
    path = tmp_path / "warehouse.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE SCHEMA marts; CREATE TABLE marts.figures AS SELECT 41 AS amount, 'Widget' AS market")
        connection.execute("CREATE TABLE marts.words AS SELECT range AS n FROM range(500)")
        connection.execute("COMMENT ON TABLE marts.figures IS 'Figures as stated. More of it.'")
        connection.execute("COMMENT ON COLUMN marts.figures.amount IS 'in pieces'")
    return path


@pytest.fixture
def typed(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Type:
    """Types into a shell until it ends; gives what it printed on both streams."""

    def run(*keys: str | Shown, limits: Limits | None = None, home: Path = tmp_path) -> Any:
        with (
            Analyst(database, limits) as analyst,
            create_pipe_input() as pipe,
            create_app_session(input=pipe, output=DummyOutput()) as session,
        ):
            typist = threading.Thread(target=_type, args=(keys, pipe, session))
            typist.start()
            shell(analyst, database, home, "r000001")
            typist.join()
        return capsys.readouterr()

    return run


def _type(keys: Sequence[str | Shown], pipe: PipeInput, session: AppSession) -> None:
    """A completion comes a moment after its key, and the next key would call it off: so one waits for what it shows."""
    for key in keys:
        if isinstance(key, str):
            pipe.send_text(key)
            continue
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and (session.app is None or session.app.current_buffer.text != key.line):
            time.sleep(0.01)


def test_a_statement_is_answered_and_ctrl_d_leaves(typed: Type) -> None:
    printed = typed("select amount + 1 as more from marts.figures;", ENTER, CTRL_D)
    assert printed.out.split() == ["more", "42"]
    assert "1 row · release r000001" in printed.err


def test_enter_goes_on_until_the_semicolon_that_is_none_of_a_string(typed: Type) -> None:
    printed = typed("select 'a;", ENTER, "b' as x,", ENTER, "7 as y", ENTER, ";", ENTER, ".quit", ENTER)
    assert printed.out.split() == ["x", "y", "a;", "b", "7"]


def test_quit_leaves_and_nothing_after_it_is_run(typed: Type) -> None:
    printed = typed(".quit", ENTER, "select 99 as late;", ENTER, CTRL_D)
    assert "99" not in printed.out


def test_tables_and_schema_show_what_there_is(typed: Type) -> None:
    printed = typed(".tables", ENTER, ".schema marts.figures", ENTER, CTRL_D)
    tables, columns = printed.out.split("column ")
    assert [line.split() for line in tables.splitlines()[1:]] == [
        ["marts.figures", "1", "Figures", "as", "stated"],
        ["marts.words", "500"],
    ]
    assert [line.split() for line in columns.splitlines()[1:]] == [
        ["amount", "INTEGER", "in", "pieces"],
        ["market", "VARCHAR"],
    ]


def test_what_is_mistyped_is_answered_with_what_to_do(typed: Type) -> None:
    printed = typed(".schema figurs", ENTER, ".schema", ENTER, ".nothing", ENTER, ".help", ENTER, CTRL_D)
    assert "figurs: no such table; did you mean figures?" in printed.err
    assert ".schema needs a table, such as .schema market_estimates" in printed.err
    assert ".nothing is not a command; see .help" in printed.err
    assert ".tables" in printed.out


def test_an_error_is_told_and_the_shell_goes_on(typed: Type) -> None:
    printed = typed(
        "select nothing from marts.figures;", ENTER, "set threads = 4;", ENTER, "select 5 as n;", ENTER, CTRL_D
    )
    assert "the database refused: Binder Error" in printed.err
    assert "SET is not available here" in printed.err
    assert printed.out.split() == ["n", "5"]


def test_ctrl_c_drops_what_was_begun(typed: Type) -> None:
    printed = typed("select 1 as dropped", CTRL_C, "select 2 as kept;", ENTER, CTRL_D)
    assert printed.out.split() == ["kept", "2"]


def test_limits_hold_in_the_shell(typed: Type) -> None:
    endless = "select count(*) from range(1000000000000);"
    printed = typed(endless, ENTER, "set threads = 4;", ENTER, CTRL_D, limits=Limits(seconds=0.2))
    stopped, goes_on = printed.err.split("took longer than 0.2 s and was stopped")
    assert "SET is not available here" in goes_on  # refused before a clock is started
    assert "error" in stopped


def test_long_results_are_cut_for_the_eye_and_say_so(typed: Type) -> None:
    printed = typed("from marts.words order by n;", ENTER, CTRL_D)
    assert printed.out.split() == ["n", *map(str, range(200))]
    assert "500 rows, the first 200 shown" in printed.err


def test_temporary_tables_stay_during_the_session(typed: Type) -> None:
    printed = typed("create temp table mine as select 3 as n;", ENTER, "from mine;", ENTER, CTRL_D)
    assert "done" in printed.err
    assert printed.out.split() == ["n", "3"]


def test_history_is_kept_in_the_data_home_for_its_owner_alone(typed: Type, tmp_path: Path) -> None:
    typed("select 11 as first;", ENTER, CTRL_D)
    file = tmp_path / HISTORY
    assert "select 11 as first;" in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    printed = typed(UP, ENTER, CTRL_D)  # another session
    assert printed.out.split() == ["first", "11"]


def test_without_a_place_for_history_the_shell_works(typed: Type, tmp_path: Path) -> None:
    printed = typed("select 1 as n;", ENTER, CTRL_D, home=tmp_path / "not" / "there")
    assert printed.out.split() == ["n", "1"]


def test_tab_completes_a_table_and_enter_sends_it(typed: Type) -> None:
    completed = Shown("select amount from marts.figures")
    printed = typed("select amount from marts.fig", TAB, completed, ";", ENTER, CTRL_D)
    assert printed.out.split() == ["amount", "41"]


class _Pressing(Analyst):
    """A session during whose questions Ctrl-C is pressed as soon as one has been sent off."""

    def ask(self, text: str, cancelled: threading.Event | None = None) -> Iterator[pl.DataFrame]:
        presser = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        presser.start()
        try:
            yield from super().ask(text, cancelled)
        finally:
            presser.join()


@pytest.mark.parametrize(
    "endless",
    ["select count(*) from range(1000000000000);", "select a.range from range(1000000) a, range(1000000) b;"],
)
def test_ctrl_c_cancels_a_running_query_and_the_session_goes_on(database: Path, endless: str) -> None:
    with _Pressing(database, Limits(600, 2**40)) as analyst:
        assert run_cancellable(analyst, endless + "select 1") is None
        frames = list(Analyst.ask(analyst, "select 1 as n; select 2 as n"))
    assert [frame.rows() for frame in frames] == [[(1,)], [(2,)]]


def test_a_query_that_crashes_is_told_and_the_shell_goes_on(typed: Type) -> None:
    printed = typed(CRASHING + ";", ENTER, "select 5 as n;", ENTER, CTRL_D)
    assert "the query crashed the database engine" in printed.err
    assert "temporary tables are gone" in printed.err
    assert printed.out.split() == ["n", "5"]


@pytest.mark.parametrize(
    ("text", "ready"),
    [("", True), ("  ", True), (".tables", True), ("select 1;", True), ("select 1", False), ("select ';", False)],
)
def test_enter_sends_off_what_is_whole(text: str, ready: bool) -> None:
    assert is_ready(text) is ready


TABLES = (
    TableInfo("claims", "Claims.", (ColumnInfo("claim_id", "VARCHAR", True, None), ColumnInfo("metric", "VARCHAR", True, None)), 1),
    TableInfo("markets", "Markets.", (ColumnInfo("market_id", "VARCHAR", True, "its id"), ColumnInfo("market", "VARCHAR", True, None)), 1),
)  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "typed", "offered"),
    [
        ("select * from ", "", "", ["marts.claims", "marts.markets"]),
        ("select * from mar", "", "mar", ["marts.claims", "marts.markets"]),
        ("select * from cl", "", "cl", ["marts.claims"]),
        ("select * FROM marts.", "", "", ["claims", "markets"]),
        ("from marts.claims join marts.m", "", "m", ["markets"]),
        ("select ma", " from marts.markets", "ma", ["market_id", "market", "max(", "marts."]),
        ("from marts.markets where market_", "", "market_", ["market_id"]),
        ("from marts.claims as c where c.", "", "", ["claim_id", "metric"]),
        ("from marts.claims c join marts.markets m on m.market", "", "market", ["market_id", "market"]),
        ("select x.", "", "", []),
        ("sel", "", "sel", ["select"]),
        ("SEL", "", "SEL", ["select"]),
        ("select 'ma", "", "", []),
        ("select 1 -- ma", "", "", []),
        ("select ", "", "", []),
        (".s", "", ".s", [".schema"]),
        (".schema m", "", "m", ["markets"]),
        (".schema marts.c", "", "c", ["claims"]),
        (".tables x", "", "", []),
    ],
)
def test_completion_offers_what_may_stand_there(before: str, after: str, typed: str, offered: list[str]) -> None:
    part, found = suggestions(before, after, TABLES)
    assert part == typed
    assert [each.text for each in found] == offered


def test_completion_says_what_a_column_means() -> None:
    _, found = suggestions("from marts.markets where market_i", "", TABLES)
    assert [each.meaning for each in found] == ["its id"]
