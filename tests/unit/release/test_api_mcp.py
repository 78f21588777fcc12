"""The MCP face: an agent's client starts the program, lists its tools and gets a figure with verdict and quote."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from pipelines.cli import app
from release.api.mcp import server
from release.api.mcp_lines import readable
from release.record import Release

TOOLS = {
    "figure",
    "find_markets",
    "market",
    "evidence",
    "conflicts",
    "publishers",
    "release",
    "shares",
    "companies",
    "drivers",
    "events",
    "search",
}
ROOT = Path(app.__file__).parents[2]


def _asked(whom: Any, ask: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with Client(whom, read_timeout_seconds=600) as client:
            return await ask(client)

    return asyncio.run(run())


def _program(home: Path) -> StdioServerParameters:
    """`parallax mcp`, as an agent's program starts it."""
    code = "from pipelines.cli.app import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return StdioServerParameters(
        command=sys.executable, args=["-c", code, "mcp", "--home", str(home)], env=environment, cwd=ROOT
    )


@pytest.mark.slow
def test_an_agent_gets_a_2025_figure_with_verdict_and_quote_in_one_call(release: Release) -> None:
    async def ask(client: Client) -> Any:
        return await client.call_tool("figure", {"market": "widgets", "year": 2025})

    answer = _asked(_program(release.path.parents[1]), ask)
    assert not answer.is_error
    found = answer.structured_content
    assert (found["release_id"], found["outcome"], found["estimate"]["verdict"]) == ("r000001", "estimate", "agree")
    assert found["estimate"]["value"]["exact"] == "9972000000"
    quotes = {one["publisher"]: one["quotes"][0]["quote"] for one in found["figures"]}
    assert quotes == {
        "Acme Research": "USD 10.0 billion",
        "Borealis Insights": "EUR 8.8 billion",
        "Copyhouse Wire": "USD 10.0 billion",
    }
    (text,) = answer.content  # for clients that read text only
    for said in ('"verdict":"agree"', "EUR 8.8 billion", "9972000000"):
        assert said in text.text


@pytest.fixture
def here(release: Release) -> Callable[[str, dict[str, Any]], Any]:
    """Calls a tool of the server in this process."""

    def call(tool: str, arguments: dict[str, Any]) -> Any:
        return _asked(server(release.path.parents[1]), lambda client: client.call_tool(tool, arguments))

    return call


def test_every_tool_says_what_it_is_for_and_changes_nothing(release: Release) -> None:
    tools = _asked(server(release.path.parents[1]), lambda client: client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert tool.description and len(tool.description) < 400
        assert tool.annotations.read_only_hint
        assert tool.output_schema
        for name, parameter in tool.input_schema["properties"].items():
            described = parameter.get("description") or any(one.get("description") for one in parameter["anyOf"])
            assert described, f"{tool.name} {name}"


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("find_markets", {"words": "smart"}, "Smart Widget"),
        ("find_markets", {}, '"total":2'),
        ("market", {"market": "widget", "metric": "cagr"}, "14.9"),
        ("conflicts", {"market": "widget"}, "conflict_likely"),
        ("publishers", {}, "Borealis Insights"),
        ("release", {}, "r000001"),
        ("evidence", {"id": "c01"}, "at least 4"),
        ("figure", {"market": "widget", "year": 2025, "metric": "share", "segment": "cloud"}, "no reconciled value"),
        ("figure", {"market": "widget", "year": 2050}, "no_figure"),
    ],
)
def test_tools_answer(
    here: Callable[[str, dict[str, Any]], Any], tool: str, arguments: dict[str, Any], told: str
) -> None:
    assert told in here(tool, arguments).content[0].text


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("figure", {"market": "smart", "year": 2025}, "- smart-widget: Smart Widget"),
        ("figure", {"market": "a\x00b", "year": 2025}, "pattern"),
        ("figure", {"market": "x" * 201, "year": 2025}, "at most 200"),
        ("figure", {"market": "'; DROP TABLE marts.markets; --", "year": 2025}, "no market of that name"),
        ("figure", {"market": "widget", "year": 2025, "certain": True}, "certain needs as_of"),
        ("conflicts", {"limit": 10**9}, "less than or equal to 200"),
        ("evidence", {"id": "zzzz"}, "starting with this"),
    ],
)
def test_what_cannot_be_answered_is_an_error_in_words(
    here: Callable[[str, dict[str, Any]], Any], tool: str, arguments: dict[str, Any], told: str
) -> None:
    answer = here(tool, arguments)
    assert answer.is_error
    assert told in answer.content[0].text
    assert "Traceback" not in answer.content[0].text


def test_without_a_release_an_agent_is_told_what_to_do(tmp_path: Path) -> None:
    answer = _asked(server(tmp_path), lambda client: client.call_tool("release", {}))
    assert answer.is_error
    assert "run `parallax run` first" in answer.content[0].text


HALF = chr(0xD800)
STRINGS = {
    "half a character": HALF, "its other half": chr(0xDC00), "halves the wrong way round": chr(0xDC00) + HALF,
    "a whole pair": "\U0001f600", "a backslash before": "\\" + HALF, "what looks like half a one": "\\ud800",
    "NUL": "\0", "a line's end": "a\nb", "a separator of lines": "a\u2028b", "nothing": "", "a long one": "x" * 5_000_000,
    "a mark that turns": "\u202e", "no character": "\uffff", "quotes": '"}{"',
}  # fmt: skip
LINES = {
    "very deep": '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "figure", "arguments": {"market": '
    + "[" * 5_000 + "]" * 5_000 + "}}}",
    "no number": '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "figure", "arguments": {"year": .5.}}}',
    "cut off": '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "fig',
    "another version": '{"jsonrpc": "1.0", "id": 1, "method": "tools/list"}',
}  # fmt: skip


def test_every_string_and_every_line_with_an_id_gets_an_answer(release: Release) -> None:
    """One session of the program, so that a line without an answer would also hold up those after it."""
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    asked = [json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": start})]
    asked.append(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}))
    for number, text in enumerate(STRINGS.values(), start=1):
        call = {"name": "find_markets", "arguments": {"words": text}}
        asked.append(json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call}))
    for number, line in enumerate(LINES.values(), start=101):
        asked.append(line.replace('"id": 1', f'"id": {number}'))
    wanted = {0, *range(1, len(STRINGS) + 1), *range(101, 101 + len(LINES))}
    program = _program(release.path.parents[1])
    with subprocess.Popen(
        [program.command, *program.args],
        cwd=ROOT,
        env=program.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        answered: set[int] = set()
        stdin = process.stdin
        writer = threading.Thread(target=lambda: (stdin.write("\n".join(asked) + "\n"), stdin.flush()))
        writer.start()
        while answered != wanted:  # a missing answer hangs here
            line = process.stdout.readline()
            assert line, f"ended without answers to {wanted - answered}"
            told = json.loads(line)
            if "id" in told:
                assert "result" in told or "error" in told
                answered.add(told["id"])
        writer.join()
        process.stdin.close()


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (rb'{"a": "\ud800"}', rb'{"a": "\ufffd"}'),
        (rb'{"a": "\uDFff x"}', rb'{"a": "\ufffd x"}'),
        (rb'{"a": "\ud83d\ude00"}', rb'{"a": "\ud83d\ude00"}'),
        (rb'{"a": "\\ud800"}', rb'{"a": "\\ud800"}'),
        (rb'{"a": "\\\ud800"}', rb'{"a": "\\\ufffd"}'),
        (rb'{"a": "\ud800\ud83d\ude00"}', rb'{"a": "\ufffd\ud83d\ude00"}'),
    ],
)
def test_half_a_character_becomes_the_sign_for_one_that_is_missing(line: bytes, wanted: bytes) -> None:
    assert readable(line, lambda _: True) == wanted
