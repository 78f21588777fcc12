"""`parallax sql` without a query: standard input as a script; on a terminal the shell."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pipelines.cli import app
from release.record import Release

Call = Callable[..., Any]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path.cwd()), *sys.path])}


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


def test_ctrl_c_ends_a_query_in_one_line_and_leaves_no_process(release: Release) -> None:
    program = "import sys; from pipelines.cli import app; app.main(sys.argv[1:])"
    endless = [
        "sql",
        "select count(*) from range(1000000000000)",
        "--timeout",
        "600",
        "--home",
        str(release.path.parents[1]),
    ]
    with subprocess.Popen(
        [sys.executable, "-c", program, *endless],
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    ) as asking:
        children = Path(f"/proc/{asking.pid}/task/{asking.pid}/children")
        while not children.read_text():
            time.sleep(0.01)
        child = int(children.read_text())
        os.killpg(asking.pid, signal.SIGINT)  # as a terminal does
        assert asking.communicate()[1] == "interrupted; the last release is unchanged\n"
    assert asking.returncode == 130
    until = time.monotonic() + 300
    while Path(f"/proc/{child}").exists():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_the_shell_takes_no_format(call: Call) -> None:
    code, _, err = call("--format", "csv", stdin=_Terminal())
    assert code == 2
    assert "the shell prints tables; give the query itself" in err


SHELL = "import sys; from pathlib import Path; from pipelines.cli.sql.sql_shell import shell; shell(*map(Path, sys.argv[1:3]), sys.argv[3])"
CLOSED = {
    "from read_text('/etc/hostname')": "disabled by configuration",
    "copy marts.markets to 'out.csv'": "disabled by configuration",
    "insert into marts.markets select * from marts.markets": "read-only mode",
    "attach 'other.duckdb'": "disabled by configuration",
    "set memory_limit = '64GB'": "has been locked",
    "install httpfs": "disabled",
    "select list(repeat('x', 1000000)) from range(20000)": "Out of Memory",
    ".shell ls": "cannot be used in -safe mode",
    ".open other.duckdb": "cannot be used in -safe mode",
    ".output out.csv": "cannot be used in -safe mode",
    ".read /etc/hostname": "cannot be used in -safe mode",
}


def test_the_shell_answers_and_leaves_files_settings_and_the_system_closed(release: Release, tmp_path: Path) -> None:
    """Every line is typed into one session, and the last is answered as the first is."""
    typed = [
        "select 40 + 1 as n;",
        *(text if text.startswith(".") else f"{text};" for text in CLOSED),
        "select 41 + 1 as n;",
    ]
    ended = subprocess.run(
        [sys.executable, "-c", SHELL, str(release.database), str(tmp_path), release.release_id],
        input="\n".join(typed), capture_output=True, text=True, cwd=tmp_path, check=True,
        env=ENVIRONMENT,
    )  # fmt: skip
    assert "release r000001" in ended.stderr
    assert "41" in ended.stdout
    assert "42" in ended.stdout
    for text, refusal in CLOSED.items():
        assert refusal in ended.stderr + ended.stdout, text
    assert [path.name for path in tmp_path.iterdir()] == ["sql_history"]
