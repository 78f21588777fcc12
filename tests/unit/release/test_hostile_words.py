"""A whole release of hostile names, titles and quotes: what terminals, citations, the README and both faces of the API make of them.

Pages of the site are in `site/test_hostile_names.py`, cells of the workbook in `test_workbook.py`.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
import shutil
import sys
from typing import Any, get_args

import duckdb
import pytest
from fastapi.testclient import TestClient
from mcp import Client

from pipelines.cli import app
from release.api.http import api
from release.api.mcp import server
from release.citations import Style, cite
from release.making.publishing import publish
from release.record import Release
from tests.unit.release.site.test_hostile_names import HOSTILE, make_hostile
from warehouse.export import seal

# What a terminal obeys, what begins a line of its own, and what turns a line round.
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
IDS = ("e1", "v2", "c09", "k1", "c05")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("show", "widget", "--all"),
    ("show",),
    ("explain", "e1"),
    ("explain", "c05"),
    ("explain", "k1"),
    ("cite", "e1", "--style", "text", "--quote"),
    ("review",),
    ("sql", "from marts.markets"),
    ("sql", "from marts.evidence"),
    ("sql", "from marts.documents", "--format", "json"),
    ("sql", "select 'a' || chr(27) || '[2J' || chr(155) || chr(8238) as x"),
    ("sql", "select error('a' || chr(27) || '[2J')"),
    ("explain", "\x1b[2J"),
    ("show", "\u202ewidget\x1b]0;owned\x07"),
)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory, small_world: Any, all_passed: Any) -> Release:
    """The small world with a hostile text in every column of words, published."""
    home = tmp_path_factory.mktemp("hostile_words")
    build = home / "builds" / "b"
    build.mkdir(parents=True)
    seal(small_world.database)
    shutil.copyfile(small_world.database, build / "warehouse.duckdb")
    make_hostile(build / "warehouse.duckdb")
    with pytest.MonkeyPatch.context() as patched:
        # Quotes that are not the text's are refused by the audit; here they stand for texts that do hold such words.
        patched.setattr("release.making.last_look.evidence_faults", lambda *_: [])
        return publish(home, build, "ab" * 32, all_passed, small_world.text_of)


def test_the_release_is_hostile(hostile: Release) -> None:
    """Else the tests below hold because nothing hostile is there."""
    with duckdb.connect(str(hostile.database), read_only=True) as connection:
        rows = connection.execute("SELECT market, segment FROM marts.claims").fetchall()
        rows += connection.execute("SELECT title, publisher FROM marts.documents").fetchall()
        rows += connection.execute("SELECT quote, prefix FROM marts.evidence").fetchall()
    said = {text for row in rows for text in row}
    assert len(said & set(HOSTILE)) >= 6
    assert any("\x1b" in str(text) for text in said)


@pytest.mark.parametrize(
    "command", COMMANDS, ids=lambda command: " ".join(command)[:40].encode("unicode_escape").decode()
)
def test_no_word_of_a_document_steers_a_terminal(
    hostile: Release, command: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    with pytest.raises(SystemExit):
        app.main([*command, "--home", str(hostile.path.parents[1])])
    said = capsys.readouterr()
    assert said.out + said.err
    assert STEERING.findall(said.out + said.err) == []
    assert "Traceback" not in said.err


@pytest.mark.parametrize("wanted", IDS)
@pytest.mark.parametrize("style", get_args(Style))
def test_a_citation_stays_one_entry_whatever_it_cites(hostile: Release, wanted: str, style: Any) -> None:
    cited = cite(hostile.database, wanted, style, with_quotes=style == "text" and wanted != "k1")  # beyond its licence
    if style == "csl-json" or cited.lstrip().startswith(("[", "{")):
        json.loads(cited)
        return
    assert STEERING.findall(cited) == []
    if cited.startswith("@"):
        depth = 0
        for char in cited:
            depth += {"{": 1, "}": -1}.get(char, 0)
            assert depth >= 0
        assert depth == 0
        entries = cited.strip().split("\n\n")
        assert all(re.match(r"@\w+\{[a-z0-9-]+,\n", entry) for entry in entries)


def test_the_readme_is_text_and_tables_of_ours(hostile: Release) -> None:
    text = (hostile.path / "README.md").read_text(encoding="utf-8")
    assert STEERING.findall(text) == []
    unescaped = re.sub(r"\\.", "", re.sub(r"(?s)```.*?```|`[^`\n]*`", "", text))
    assert re.findall(r"<[a-zA-Z/!]", unescaped) == []
    assert re.findall(r"\]\((?!#|\.?/?[\w./-]+\))", unescaped) == []


def test_every_answer_of_the_api_is_json_that_no_browser_runs(hostile: Release) -> None:
    with TestClient(api(hostile.path.parents[1]), base_url="http://127.0.0.1:8350") as client:
        for address in ("/v1/release", "/v1/markets", "/v1/markets/widget", "/v1/conflicts", "/v1/publishers",
                        "/v1/evidence/c01c", "/v1/markets?q=%3Cscript%3E", "/v1/markets/%3Cscript%3E"):  # fmt: skip
            answer = client.get(address)
            assert answer.headers["content-type"].split(";")[0] in ("application/json", "application/problem+json")
            assert answer.headers["x-content-type-options"] == "nosniff"
            json.loads(answer.text)
            assert (
                STEERING.findall(answer.text.replace("\u2028", "").replace("\u2029", "")) == []
                or "\x1b" not in answer.text
            )


def test_an_agent_gets_hostile_words_as_data(hostile: Release) -> None:
    async def ask() -> Any:
        async with Client(server(hostile.path.parents[1]), read_timeout_seconds=600) as client:
            return [await client.call_tool(name, arguments) for name, arguments in (("find_markets", {"query": ""}), ("conflicts", {}), ("publishers", {}))]  # fmt: skip

    for answer in asyncio.run(ask()):
        for part in answer.content:
            assert "\x1b" not in part.text
            json.loads(part.text)


def test_csv_of_a_hostile_release_reads_back_cell_by_cell(hostile: Release, capsys: pytest.CaptureFixture[str]) -> None:
    query = "select title, publisher, name from marts.documents order by document_id"
    with pytest.raises(SystemExit):
        app.main(["sql", query, "--format", "csv", "--home", str(hostile.path.parents[1])])
    found = list(csv.reader(io.StringIO(capsys.readouterr().out, newline="")))
    with duckdb.connect(str(hostile.database), read_only=True) as connection:
        rows = connection.execute(query).fetchall()
    assert found[1:] == [["" if cell is None else cell for cell in row] for row in rows]


def test_csv_on_a_terminal_does_not_steer_it(hostile: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = io.StringIO()
    monkeypatch.setattr(drawn, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", drawn)
    with pytest.raises(SystemExit):
        app.main(["sql", "from marts.documents", "--format", "csv", "--home", str(hostile.path.parents[1])])
    assert len(drawn.getvalue()) > 100
    assert STEERING.findall(drawn.getvalue()) == []
