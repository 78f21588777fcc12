"""Bad calls end in one sentence, the right code and no traceback; help is quick and shows examples."""

from __future__ import annotations

import io
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pipelines.cli import app
from pipelines.cli.operate.dev_command import command_line

COMMANDS = (
    "run", "extract", "show", "explain", "cite", "sql", "review", "scopes", "diff", "export", "serve", "mcp", "dev",
)  # fmt: skip


def call(*arguments: str) -> int:
    """Exit code of one call."""
    with pytest.raises(SystemExit) as ended:
        app.main(list(arguments))
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["runn"], 2, "No such command 'runn'"),
        (["sql"], 2, "the query is empty; try"),
        (["sql", "select 1", "--format", "xml"], 2, "'xml' is not one of"),
        (["run", "--inbox", "/no/such/inbox"], 2, "/no/such/inbox: no such folder"),
        (["extract", "/no/such/file"], 2, "/no/such/file: no such file or folder"),
        (["extract", ".", "--kinds", "prices"], 2, "--kinds: price: no such kind; there are figure,"),
        (["show", " "], 2, "give a market's name"),
        (["show", "widgets", "--as-of", "2026-02"], 2, "--as-of 2026-02: no day; give year, month and day"),
        (["sql", "select 1", "--known-by", "31.12.2026"], 2, "--known-by 31.12.2026: no day"),
        (["sql", "select 1", "--certain"], 2, "--certain needs --as-of"),
        (["show", "widgets"], 1, "no release published yet; run `parallax run` first"),
        (["explain", "abcd"], 1, "no release published yet"),
        (["cite"], 2, "Missing argument 'ID'"),
        (["cite", "abcd", "--style", "mla"], 2, "'mla' is not one of"),
        (["cite", "abcd"], 1, "no release published yet"),
        (["cite", "abcd", "--release", "r000009"], 1, "r000009: no such release"),
        (["sql", "select 1"], 1, "no release published yet"),
        (["review"], 1, "no release published yet"),
        (["sql", "select 1", "--release", "r000009"], 1, "r000009: no such release"),
        (["serve", "--host", "0.0.0.0"], 2, "other machines could reach it, and there is no login"),
        (["serve", "--host", "example.org"], 2, "add --open-to-network if everyone"),
        (["serve", "--port", "0"], 2, "greater than or equal to 1"),
    ],
)
def test_a_bad_call_says_what_and_what_to_do(
    arguments: list[str], code: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("PARALLAX_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert call(*arguments) == code
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err.startswith("error: ")
    assert told in seen.err
    assert "Traceback" not in seen.err


def test_a_bug_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(app, "app", broken)
    with pytest.raises(ZeroDivisionError):
        app.main(["run"])


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_shows_examples(command: str, capsys: Any) -> None:
    assert call(command, "--help") == 0
    text = capsys.readouterr().out
    assert "Examples:" in text
    assert f"  parallax {command}" in text


def test_help_imports_none_of_the_slow_libraries() -> None:
    code = (
        "import sys\n"
        "from pipelines.cli.app import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "slow = ('dagster', 'dbt', 'duckdb', 'polars', 'pandas', 'pydantic', 'great_expectations', 'rich.table', 'yaml', 'fastapi', 'mcp', 'uvicorn')\n"
        "print([name for name in slow if name in sys.modules], file=sys.stderr)\n"
    )
    root = Path(app.__file__).parents[2]
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert ended.stderr.strip() == "[]"


def test_a_reader_that_stops_reading_gets_no_complaint(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    report.write_text("The widget market was USD 10.0 billion in 2025.\n" * 200)
    root = Path(app.__file__).parents[2]
    program = "from pipelines.cli.app import main; main(['extract', 'REPORT', '--kinds', 'all'])".replace(
        "REPORT", str(report)
    )
    ended = subprocess.run(
        ["/bin/sh", "-c", f'{sys.executable} -c "{program}" 2>err.txt | head -c 10; exit 0'],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert len(ended.stdout) == 10
    complaints = (tmp_path / "err.txt").read_text()
    assert "Broken" not in complaints
    assert "Traceback" not in complaints


def test_dev_binds_to_this_machine_only_and_sends_nothing(tmp_path: Path) -> None:
    command, environment = command_line(tmp_path, tmp_path / "inbox", 3000)
    assert command[1:] == [
        "-m", "dagster", "dev", "-h", "127.0.0.1", "-p", "3000", "-m", "pipelines.defs.definitions",
    ]  # fmt: skip
    assert environment["DAGSTER_HOME"] == str(tmp_path / "dagster")
    assert environment["DAGSTER_DISABLE_TELEMETRY"] == "yes"
    assert (environment["PARALLAX_HOME"], environment["PARALLAX_INBOX"]) == (str(tmp_path), str(tmp_path / "inbox"))


def test_serve_asks_for_a_free_port(tmp_path: Path, capsys: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert call("serve", "--home", str(tmp_path), "--port", str(port)) == 1
    assert f"port {port} on 127.0.0.1 is not free" in capsys.readouterr().err


def test_dev_asks_for_a_free_port(tmp_path: Path, capsys: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert call("dev", "--home", str(tmp_path), "--port", str(port)) == 1
    assert f"port {port} on 127.0.0.1 is not free" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
