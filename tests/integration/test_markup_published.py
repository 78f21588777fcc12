"""Markup around a figure makes no conflict: two houses, one of whose files holds markup, through the whole job to every face of a release."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from release.api import lists
from release.api.mcp import server
from release.api.source import asked_of, open_source
from tests.integration.conftest import Published

# One house puts the market at a figure; the other, in words, just below it. A false "more than" would make the two exclude
# each other: more than 9.8 against less than 9.7.
WRITTEN = {
    "tidal-kite.md": "# Tidal Kite Market Report\n\nThe global tidal kite market was valued at <b>USD 9.8 billion</b> in 2025.\n",
    "cable-seal.html": "<p>Cable Seal Market Report</p>\n<p>The global cable seal market was valued at <b>USD 9.8 billion</b> in 2025.</p>\n",
    "reed-harvester.eml": "Subject: Reed Harvester Market Report\n\n<div>The global reed harvester market was valued at\n"
    "<span\nstyle='x'>USD 9.8 billion</span> in 2025.</div>\n",
    "quay-lamp.txt": "Quay Lamp Market Report\n\nThe global quay lamp market was valued at ->USD 9.8 billion in 2025.\n",
    "moss-roof.txt": "Moss Roof Market Report\n\n>USD 9.8 billion was the size of the global moss roof market in 2025.\n",
    "barge-oven.md": "Barge Oven Market Report\n\nThe global barge oven market was valued at &lt;b&gt;USD 9.8 billion&lt;/b&gt; in 2025.\n",
}
WORDS = "{title} Market Report\n\nThe global {name} market was valued at less than USD 9.7 billion in 2025.\n"
# The same two figures where the sign does compare: what the rest must not become.
REAL = "Fog Net Market Report\n\nThe global fog net market was valued at >USD 9.8 billion in 2025.\n"


def write(inbox: Path) -> None:
    """The pairs, each file with its sidecar."""
    for file, text in {**WRITTEN, "fog-net.txt": REAL}.items():
        name = Path(file).stem.replace("-", " ")
        second = f"brindle-{Path(file).stem}.txt"
        (inbox / file).write_text(text, encoding="utf-8")
        (inbox / second).write_text(WORDS.format(title=name.title(), name=name), encoding="utf-8")
        for one, publisher in ((file, "Larkwell Research"), (second, "Brindle Bay Analytics")):
            (inbox / f"{one}.meta.yml").write_text(f"publisher: {publisher}\npublished_on: 2026-03-02\nlanguage: en\n")


@pytest.fixture(scope="module")
def markup(press: Published) -> Published:
    """The release in which the pairs are."""
    return press


def test_both_houses_of_every_market_are_there_with_their_comparators(markup: Published) -> None:
    rows = markup.rows("select market, publisher, comparator, obs_value, time_period from marts.claims")
    found = {
        (r["market"].lower(), r["publisher"]): (r["comparator"], int(r["obs_value"]), r["time_period"]) for r in rows
    }
    names = [Path(file).stem.replace("-", " ") for file in WRITTEN]
    assert {name: found[name, "Larkwell Research"] for name in names} == dict.fromkeys(
        names, ("=", 9_800_000_000, "2025")
    )
    assert {found[name, "Brindle Bay Analytics"] for name in names} == {("<", 9_700_000_000, "2025")}
    assert found["fog net", "Larkwell Research"] == (">", 9_800_000_000, "2025")


def test_the_marts_prove_the_real_conflict_and_no_other(markup: Published) -> None:
    for mart in ("conflicts", "market_estimates"):
        rows = markup.rows(f"select distinct market from marts.{mart} where verdict = 'conflict_proven'")
        assert [r["market"].lower() for r in rows] == ["fog net"], mart


def test_the_site_and_the_workbook_prove_the_real_conflict_and_no_other(markup: Published) -> None:
    site = markup.latest / "site"
    proven = {
        path.stem
        for path in (site / "markets").glob("*.html")
        if "conflict proven" in path.read_text(encoding="utf-8").lower()
    }
    assert proven == {"fog-net"}
    assert {path.stem for path in (site / "markets").glob("*.html")} >= {Path(file).stem for file in WRITTEN}
    from openpyxl import load_workbook

    book = load_workbook(markup.latest / "workbook.xlsx", read_only=True)
    rows = [
        " ".join(str(v) for v in row if v is not None) for sheet in book for row in sheet.iter_rows(values_only=True)
    ]
    said = [row for row in rows if "conflict_proven" in row or "conflict proven" in row.lower()]
    names = [Path(file).stem.replace("-", " ") for file in WRITTEN]
    assert any("fog net" in row.lower() for row in said)
    assert [row for row in said if any(name in row.lower() for name in names)] == []


def test_the_interface_and_the_tools_of_an_agent_prove_the_real_conflict_and_no_other(markup: Published) -> None:
    with open_source(markup.home, asked_of(), ()) as source:
        page = lists.conflicts(source, None, "conflict_proven", 50, 0)
    assert [conflict.market.lower() for conflict in page.conflicts if conflict.market] == ["fog net"]

    async def ask() -> Any:
        async with Client(server(markup.home), read_timeout_seconds=600) as client:
            return await client.call_tool("conflicts", {"verdict": "conflict_proven"})

    told = asyncio.run(ask()).structured_content
    assert [conflict["market"].lower() for conflict in told["conflicts"]] == ["fog net"]
