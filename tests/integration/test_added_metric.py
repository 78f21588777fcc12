"""A metric that only a file names walks through the whole program: job, sums, checks, site, HTTP and MCP. No line of code knows it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from mcp import Client, StdioServerParameters

from sources.metrics import DEFINITIONS_VARIABLE, PACKAGED
from tests.integration import commands
from tests.integration.conftest import PARALLAX, Published, parallax
from tests.integration.serving import serving
from warehouse.ledger import open_ledger

ROOT = Path(__file__).resolve().parents[2]
ADDED = """\
  - name: installed_base
    label: Machines at work
    definition: Units in use at the end of a year.
    kind: level
    unit: noun counted
    figures: [count]
    estimated: true
    core: true
    additive: true
    positive: true
    words: {en: [installed base]}

"""
# 100,000 and 90,000 are parts of one type: 190,000 in all, beyond any rounding more than the 120,000 of the whole.
REPORTS = {
    "Glimmer Oak Research": (
        "The installed base of the global pallet drone market stood at 120,000 Units in 2025. "
        "The global pallet drone market size was valued at USD 5.0 billion in 2025. "
        "The average price of a pallet drone was USD 4,000 per unit in 2025.\n\nBy Type:\n- Indoor\n- Outdoor\n\n"
        "The indoor segment held an installed base of 100,000 units in 2025. "
        "The outdoor segment held an installed base of 90,000 units in 2025."
    ),
    "Quartz Finch Insights": (
        "The installed base of the global pallet drone market stood at 126,000 units in 2025. "
        "Sales of the global pallet drone market came to 30,000 units in 2025."
    ),
    "Barrow Lantern Data": (
        "The installed base of the global pallet drone market stood at 0 units in 2025. "
        "The global pallet drone market size was valued at USD 5.1 billion in 2025."
    ),
}
READ = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from sources.extract import extractor_version
from sources.ingest import receive
from warehouse.ledger import open_ledger
from warehouse.ledger.reading import read_pending
ledger, version = open_ledger(Path(sys.argv[1])), extractor_version()
ledger.take_in(receive(Path(sys.argv[2])), now=datetime.now(UTC))
list(read_pending(ledger, ledger.pending(version), version))
"""
QUESTION = {"market": "pallet drone", "year": 2025, "metric": "installed_base"}


@pytest.fixture(scope="module")
def metric_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packaged metrics with one more, between volume and price."""
    path = tmp_path_factory.mktemp("metrics") / "metrics.yml"
    path.write_text(PACKAGED.read_text().replace("  - name: price\n", f"{ADDED}  - name: price\n"))
    return path


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory, metric_file: Path) -> Published:
    """A home whose release was made with that file, after a person had confirmed every claim: how sure a reading is plays no part here."""
    folder = tmp_path_factory.mktemp("added")
    inbox = folder / "inbox"
    inbox.mkdir()
    for number, (house, text) in enumerate(REPORTS.items()):
        name = inbox / f"{number}.txt"
        name.write_text(f"Pallet Drone Market Report 2026\n\n{text}\n")
        name.with_name(f"{name.name}.meta.yml").write_text(
            f"publisher: {house}\npublished_on: 2026-02-11\ntitle: Pallet Drone Market\n"
        )
    home = folder / "home"
    with_file = {DEFINITIONS_VARIABLE: str(metric_file)}
    words = [sys.executable, "-c", READ, str(home), str(inbox)]  # a process of its own: metrics are read once
    subprocess.run(words, cwd=ROOT, env=os.environ | with_file, check=True, capture_output=True, timeout=900)
    ledger = open_ledger(home)
    read = ledger.rows("raw.claims").select("claim_id").sort("claim_id").to_dicts()
    seen = {"kind": "confirmed_claim", "author": "A reviewer", "date": "2026-03-01", "reason": "read on the page"}
    (home / "decisions").mkdir(exist_ok=True)
    (home / "decisions" / "seen.yml").write_text(yaml.safe_dump([{**seen, **row} for row in read]))
    done = parallax("run", "--inbox", str(inbox), home=home, **with_file)
    assert done.returncode == 0, done.stderr
    return Published(home, done.stderr)


def test_it_is_estimated_and_units_with_a_capital_are_the_same_units(walked: Published) -> None:
    (whole,) = walked.rows(
        "select estimate, verdict, n_independent, count(*) over () as n from marts.market_estimates "
        "where metric = 'installed_base' and segment is null"
    )
    assert (whole["verdict"], whole["n_independent"], whole["n"]) == ("agree", 2, 1)
    # a level is pooled by ratio: sqrt(120,000 x 126,000) = 122,963.4
    assert whole["estimate"] == pytest.approx(122_963.4, abs=0.1)


def test_its_parts_do_not_add_up_and_the_release_says_so(walked: Published) -> None:
    (found,) = walked.rows("select rule, verdict, metric, value_a, value_b from marts.conflicts")
    assert (found["rule"], found["verdict"], found["metric"]) == (
        "parts_above_whole",
        "conflict_proven",
        "installed_base",
    )
    assert {Decimal(found["value_a"]), Decimal(found["value_b"])} == {Decimal(120_000), Decimal(190_000)}
    constraints = walked.rows("select kind, metric from marts.balance_constraints")
    assert {(row["kind"], row["metric"]) for row in constraints} == {("segments_of_whole", "installed_base")}


def test_a_figure_of_nothing_takes_no_part(walked: Published) -> None:
    refused = walked.rows("select metric, obs_value, excluded from core.observations where excluded is not null")
    assert [(row["metric"], int(row["obs_value"]), row["excluded"]) for row in refused] == [
        ("installed_base", 0, "not_positive")
    ]


def test_the_release_defines_it_beside_the_others(walked: Published) -> None:
    (row,) = walked.rows("select * from marts.metrics where metric = 'installed_base'")
    assert row == {
        "metric": "installed_base",
        "unit": "noun counted",
        "poolable": True,
        "definition": "Units in use at the end of a year.",
    }


def test_pages_name_it_by_its_label_where_the_file_has_it(walked: Published) -> None:
    page = (walked.latest / "site" / "markets" / "pallet-drone.html").read_text()
    heads = re.findall(r'<h3 id="sh-[^"]+">([^<:·]+)', page)
    assert [head.strip() for head in heads] == [
        "Market size", "Volume", "Machines at work", "Price", "Machines at work", "Machines at work",
    ]  # fmt: skip


def test_without_the_file_the_same_figures_are_volumes(walked: Published) -> None:
    done = commands.parallax("extract", str(walked.home.parent / "inbox" / "1.txt"))
    assert [json.loads(line)["metric"] for line in done.out.splitlines()] == ["volume", "volume"]


def test_its_reason_is_its_words(walked: Published, metric_file: Path) -> None:
    report = str(walked.home.parent / "inbox" / "1.txt")
    done = parallax("extract", report, "--why", home=walked.home, **{DEFINITIONS_VARIABLE: str(metric_file)})
    base, sales = (json.loads(line) for line in done.stdout.splitlines())
    assert (base["metric"], sales["metric"]) == ("installed_base", "volume")
    metric = base["why"]["metric"]
    assert metric["chosen"] == "installed_base"
    assert metric["because"] == ["words of installed base in the metrics file precede the figure"]


def test_a_wrong_file_is_refused_with_its_line_and_nothing_is_made(tmp_path: Path, metric_file: Path) -> None:
    wrong = tmp_path / "metrics.yml"
    text = metric_file.read_text().replace("label: Machines at work", "title: Machines at work")
    wrong.write_text(text)
    line = text.splitlines().index("    title: Machines at work") + 1
    done = parallax("run", home=tmp_path / "home", **{DEFINITIONS_VARIABLE: str(wrong)})
    assert done.returncode == 1
    assert f"{wrong}:{line}: metrics.4.title: unknown key" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "home" / "releases" / "latest").exists()


@pytest.fixture
def port(walked: Published, metric_file: Path) -> Iterator[int]:
    """Port of a running `parallax serve` that knows the file."""
    with serving(walked.home, **{DEFINITIONS_VARIABLE: str(metric_file)}) as number:
        yield number


def test_the_http_api_answers_for_it_and_lists_it_where_a_name_is_wrong(port: int) -> None:
    address = f"http://127.0.0.1:{port}/v1/figure?"
    with urllib.request.urlopen(address + urllib.parse.urlencode(QUESTION), timeout=600) as answer:
        found = json.load(answer)
    assert (found["outcome"], found["estimate"]["metric"]) == ("estimate", "installed_base")
    assert {one["publisher"] for one in found["figures"]} == {"Glimmer Oak Research", "Quartz Finch Insights"}
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(address + urllib.parse.urlencode({**QUESTION, "metric": "fleet"}), timeout=600)
    assert caught.value.code == 422
    assert "installed_base" in caught.value.read().decode()


def test_an_agent_is_offered_it_and_gets_an_answer(walked: Published, metric_file: Path) -> None:
    async def ask() -> tuple[Any, Any]:
        whom = StdioServerParameters(
            command=str(PARALLAX),
            args=["mcp", "--home", str(walked.home)],
            env=os.environ | {DEFINITIONS_VARIABLE: str(metric_file)},
        )
        async with Client(whom, read_timeout_seconds=600) as client:
            return await client.list_tools(), await client.call_tool("figure", QUESTION)

    listed, answer = asyncio.run(ask())
    (tool,) = [tool for tool in listed.tools if tool.name == "figure"]
    assert "installed_base" in tool.input_schema["properties"]["metric"]["enum"]
    assert not answer.is_error
    assert answer.structured_content["estimate"]["metric"] == "installed_base"
