"""The release's own README speaks of what is there, and whoever types its examples gets what it prints."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest

from release.reading.queries import answer, reviewed_queries
from release.reading.queries.answering import cell
from release.record import Release
from warehouse.reviewed import ReviewedFileError

Run = Callable[[str], list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def text(release: Release) -> str:
    """The README."""
    return (release.path / "README.md").read_text(encoding="utf-8")


@pytest.fixture(params=["database", "views over Parquet"])
def connection(request: pytest.FixtureRequest, release: Release, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The two ways into the release, as an analyst has them in the folder."""
    monkeypatch.chdir(release.path)
    if request.param == "database":
        opened = duckdb.connect("warehouse.duckdb", read_only=True)
    else:
        opened = duckdb.connect(":memory:")
        opened.execute(Path("views.sql").read_text(encoding="utf-8"))
    yield opened
    opened.close()


def _blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def _questions(text: str) -> list[tuple[str, str, list[list[str]]]]:
    """Title, SQL and printed table (header first) of each question, read from the text alone."""
    found = []
    for title, body in re.findall(r"^### \d+\. (.+?)\n(.*?)(?=^### |\Z)", text, flags=re.MULTILINE | re.DOTALL):
        (sql,) = _blocks(body, "sql")
        lines = [line[2:-2] for line in body.splitlines() if line.startswith("| ")]
        table = [[re.sub(r"\\(.)", r"\1", part) for part in re.split(r" (?<!\\)\| ", line)] for line in lines]
        found.append((title, sql, table[:1] + table[2:]))
    return found


def _is_printed_as(value: Any, printed: str) -> bool:
    if value is None:
        return printed == "–"
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return Decimal(str(value)) == Decimal(printed)
    return " ".join(str(value).split()) == printed


def test_every_mart_is_listed_with_its_rows_and_every_file_named_exists(release: Release, text: str) -> None:
    for mart, rows in release.record.rows.items():
        assert re.search(rf"\| `{mart}` *\| +{rows} \|", text), mart
    named = re.findall(r"^\| `([^`]+)` \| (?!\s*\d)", text, flags=re.MULTILINE)
    assert {"warehouse.duckdb", "parquet/", "views.sql", "workbook.xlsx"} <= set(named)
    for name in named:
        assert (release.path / name).exists(), name


def test_the_ten_queries_typed_again_give_the_answers_printed_beside_them(text: str, connection: Any) -> None:
    questions = _questions(text)
    assert len(questions) == 10
    answered = 0
    for title, sql, table in questions:
        result = connection.execute(sql)
        columns, rows = [column[0] for column in result.description], result.fetchall()
        if not rows:
            assert table == [], title
            continue
        answered += 1
        assert table[0] == columns, title
        assert len(table) - 1 == len(rows), title
        for printed, row in zip(table[1:], rows, strict=True):
            assert all(_is_printed_as(value, part) for value, part in zip(row, printed, strict=True)), (title, row)
    assert answered >= 7  # the small world has no bridge of dollars, for one; most questions have an answer in it


def test_the_answers_do_not_depend_on_the_order_of_the_rows(release: Release, tmp_path: Path) -> None:
    """The same rows in the opposite order: an order by that leaves ties would show."""
    turned = tmp_path / "warehouse.duckdb"
    with duckdb.connect(str(turned)) as connection:
        connection.execute(f"ATTACH '{release.database}' AS published (READ_ONLY); CREATE SCHEMA marts")
        for mart in release.record.rows:
            connection.execute(f"CREATE TABLE marts.{mart} AS FROM published.marts.{mart} ORDER BY rowid DESC")
    asked = reviewed_queries()
    assert answer(turned, asked) == answer(release.database, asked)


def test_the_examples_in_python_run_in_the_folder(release: Release, text: str) -> None:
    blocks = _blocks(text, "python")
    assert len(blocks) == 2
    for block in blocks:
        done = subprocess.run(
            [sys.executable, "-c", block], cwd=release.path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "verdict" in done.stdout


def test_the_examples_in_sql_run_and_name_the_files_that_are_there(text: str, connection: Any) -> None:
    commands = [line for block in _blocks(text, "sh") for line in block.splitlines()]
    queries = [re.fullmatch(r'(parallax sql|duckdb -readonly (\S+)|duckdb -init (\S+) -c) "(.+)"', c) for c in commands]
    assert [match and match[1].split(" ")[1] for match in queries] == ["sql", "-readonly", "-init"]
    for match in queries:
        assert match is not None
        assert all(Path(name).is_file() for name in (match[2], match[3]) if name)
        assert connection.execute(match[4]).fetchall()


BESIDE_PYTHON = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.skipif(not shutil.which("duckdb", path=BESIDE_PYTHON), reason="no DuckDB on the command line here")
def test_the_examples_for_the_command_line_of_duckdb_run(release: Release, text: str) -> None:
    for line in "\n".join(_blocks(text, "sh")).splitlines():
        if line.startswith("duckdb"):
            subprocess.run(line, shell=True, cwd=release.path, check=True, env=os.environ | {"PATH": BESIDE_PYTHON})


def test_the_examples_in_r_read_files_and_columns_that_are_there(text: str, connection: Any) -> None:
    (block,) = _blocks(text, "r")
    files = re.findall(r'"((?:parquet/)?[\w]+\.\w+)"', block)
    assert files == ["parquet/market_estimates.parquet", "warehouse.duckdb"]
    assert all(Path(file).is_file() for file in files)
    (query,) = re.findall(r'dbGetQuery\(con, "(.+)"\)', block)
    assert connection.execute(query).fetchall()


def test_views_hold_what_the_database_holds_with_its_types_and_words(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(release.path)
    kept = "SELECT column_name, data_type, comment FROM duckdb_columns() WHERE schema_name = 'marts' AND table_name = "
    with duckdb.connect(":memory:") as views, duckdb.connect("warehouse.duckdb", read_only=True) as database:
        for _ in range(2):  # may be run again
            views.execute(Path("views.sql").read_text(encoding="utf-8"))
        names = [name for (name,) in views.sql("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()]
        assert sorted(names) == sorted(release.record.rows)
        for name, rows in release.record.rows.items():
            assert views.execute(f"SELECT count(*) FROM marts.{name}").fetchone() == (rows,)
            described = [of.execute(f"{kept}'{name}' ORDER BY column_index").fetchall() for of in (views, database)]
            assert described[0] == described[1], name


def test_words_of_a_document_cannot_become_markup_of_the_readme() -> None:
    assert cell("a | b\n<script>alert(1)</script>") == r"a \| b \<script\>alert(1)\</script\>"
    assert cell("[x](javascript:y) `z` *w* a&lt;") == r"\[x\](javascript:y) \`z\` \*w\* a\&lt;"
    assert cell("abc\u202edef\u200b") == "abcU+202EdefU+200B"
    assert cell(None) == "–"


@pytest.mark.parametrize(
    "sql",
    [
        "select market from marts.markets limit 6",
        "select market from marts.markets order by market",
        "select market from marts.markets order by market limit 60",
        "delete from marts.markets order by market limit 6",
    ],
)
def test_a_query_without_order_or_with_too_many_rows_is_refused_where_it_stands(tmp_path: Path, sql: str) -> None:
    file = tmp_path / "ten.yml"
    file.write_text(f"- title: A question\n  reads: How to read the answer of it.\n  sql: {sql}\n")
    with pytest.raises(ReviewedFileError, match=r"ten\.yml:3: 0\.sql"):
        reviewed_queries(file)
