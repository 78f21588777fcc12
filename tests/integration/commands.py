"""The program called in this process and a release asked by SQL, for the tests of this folder. No tests here."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

import duckdb
import pytest

from pipelines.cli import app
from release import Release


@dataclass(frozen=True)
class Ended:
    """What a call of the program left."""

    code: int
    out: str
    err: str


def parallax(*arguments: str) -> Ended:
    """Calls the program in this process; its output goes into no terminal."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        app.main(list(arguments))
    code = ended.value.code
    assert isinstance(code, int)
    return Ended(code, out.getvalue(), err.getvalue())


def ask(release: Release, sql: str) -> list[tuple[object, ...]]:
    """Rows of a query on a release."""
    with duckdb.connect(str(release.database), read_only=True) as connection:
        rows: list[tuple[object, ...]] = connection.execute(sql).fetchall()
        return rows
