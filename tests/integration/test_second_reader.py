"""The second reader through the real job: `parallax run` beside a server, without one, killed, and in another order."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sources.second_reader.odds import OddsFile
from tests.model_server import Asked, ModelServer, Reply, choices, model_server
from warehouse.connection import query
from warehouse.ledger import open_ledger

PARALLAX = Path(sys.executable).parent / "parallax"
ODDS = "measured_on: a test\nsecond: {time: {n: 98, right: 98}}\noutcomes: {agreed_unsure: {n: 98, right: 98}, agreed_sure: {n: 98, right: 98}, differs_time: {n: 98, right: 98}}\n"
MARKETS = ("frost kettle", "tidal lantern", "gravel scanner", "moss grinder", "pollen sieve", "quartz whistle")
INGEST = """
import sys
from pipelines.defs.build import build_defs
from pipelines.defs.resources import Home
job = build_defs(resource_overrides={"home": Home(home=sys.argv[1], inbox=sys.argv[2])}).resolve_job_def("ingest_only")
assert job.execute_in_process(run_config={"loggers": {"python_log": {}}}).success
"""


def answering(asked: Asked) -> str:
    """A model that reads the size of 2024 as one of 2030, a year that stands in the text: its part is seen in the marts."""
    return choices({"figure": asked.number_before("USD 4.2 billion"), "metric": "market_size", "year": "2030"})


def fill(inbox: Path, markets: tuple[str, ...] = MARKETS) -> Path:
    """A folder with a report of each market."""
    inbox.mkdir(exist_ok=True)
    for market in markets:
        text = (
            f"# {market.title()} Market Outlook\n\nPublished 3 March 2026 by Lintel & Rowe.\n\n"
            f"The global {market} market was valued at USD 4.2 billion in 2024 and is set for USD 9.0 billion by 2030.\n"
        )
        (inbox / f"{market}.md").write_text(text)
    return inbox


def home_at(folder: Path) -> Path:
    """A data home with odds that favour the model where times differ."""
    folder.mkdir()
    (folder / "second_reader_odds.yml").write_text(ODDS)
    return folder


def environment(url: str | None, **more: str) -> dict[str, str]:
    """Variables of a run."""
    set_up = (
        {} if url is None else {"PARALLAX_MODEL_URL": url, "PARALLAX_MODEL": "quill-1", "PARALLAX_MODEL_READS": "all"}
    )
    return {**os.environ, "NO_COLOR": "1", **set_up, **more}


def run(home: Path, inbox: Path, url: str | None) -> subprocess.CompletedProcess[str]:
    """`parallax run` as a user calls it."""
    words = [str(PARALLAX), "run", "--home", str(home), "--inbox", str(inbox), "--as-of-day", "2026-11-20"]
    return subprocess.run(words, env=environment(url), capture_output=True, text=True, check=False, timeout=900)


def ingest(home: Path, inbox: Path, url: str) -> None:
    """The job `ingest_only`: all assets before the build."""
    words = [sys.executable, "-c", INGEST, str(home), str(inbox)]
    subprocess.run(words, env=environment(url), check=True, capture_output=True, timeout=900)


def claims(home: Path) -> list[tuple[object, ...]]:
    """All claims of the latest release."""
    database = (home / "releases" / "latest").resolve() / "warehouse.duckdb"
    return query(database, "SELECT * FROM marts.claims ORDER BY claim_id").rows()


def claims_by_id(home: Path) -> dict[str, dict[str, Any]]:
    """All claims of the latest release, with the names of columns."""
    database = (home / "releases" / "latest").resolve() / "warehouse.duckdb"
    return {row["claim_id"]: row for row in query(database, "SELECT * FROM marts.claims").to_dicts()}


@dataclass(frozen=True)
class World:
    """A home that was published with the model's part, and what was said."""

    home: Path
    inbox: Path
    server: ModelServer
    said: str


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """One undisturbed run."""
    folder = tmp_path_factory.mktemp("second")
    home, inbox = home_at(folder / "home"), fill(folder / "inbox")
    with model_server(answering) as server:
        done = run(home, inbox, server.url)
        assert done.returncode == 0, done.stderr
        yield World(home, inbox, server, done.stderr)


def test_the_odds_of_these_tests_are_read() -> None:
    import yaml

    assert OddsFile.model_validate(yaml.safe_load(ODDS)).favours_second("time")


def test_a_run_publishes_what_both_readers_say(world: World) -> None:
    assert "6 answered; 660 tokens" in world.said
    database = (world.home / "releases" / "latest").resolve() / "warehouse.duckdb"
    sizes = query(database, "SELECT time_period, count(*) FROM marts.claims WHERE obs_value = 4200000000 GROUP BY 1")
    assert sizes.rows() == [("2030", 6)]  # the rules alone say 2024


def test_later_runs_ask_nothing_and_change_nothing_with_settings_or_without(world: World) -> None:
    n_asked, before = len(world.server.asked), claims(world.home)
    for url in (world.server.url, None):
        done = run(world.home, world.inbox, url)
        assert done.returncode == 0, done.stderr
        assert "nothing new" in done.stderr + done.stdout
    assert len(world.server.asked) == n_asked == 6
    assert claims(world.home) == before


def test_the_dry_run_prints_what_would_leave_the_machine_and_calls_nothing(world: World, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(world.home / "ledger", home / "ledger")
    n_asked = len(world.server.asked)
    env = environment(world.server.url, PARALLAX_MODEL="quill-2", PARALLAX_MODEL_KEY="very-secret")
    words = [str(PARALLAX), "ask", "--dry-run", "--text", "--home", str(home)]
    known = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    assert "0 to ask about" in known.stdout  # another model has answered: only a backfill asks this one
    inbox = fill(tmp_path / "inbox", ("salt bellows", "peat mirror"))
    (inbox / "peat mirror.md.meta.yml").write_text("no_external: true\n")
    subprocess.run(
        [sys.executable, "-c", INGEST, str(home), str(inbox)], env=environment(None), check=True, capture_output=True
    )
    told = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    assert "The global salt bellows market" in told.stdout
    assert "peat mirror" not in told.stdout.lower()
    assert "its sidecar or feed says no_external" in told.stdout
    assert "very-secret" not in told.stdout + told.stderr
    assert len(world.server.asked) == n_asked


@pytest.mark.slow
def test_a_run_that_is_killed_while_it_asks_goes_on_where_it_was(world: World, tmp_path: Path) -> None:
    home = home_at(tmp_path / "home")

    def held_at_the_fourth(asked: Asked) -> Reply:
        return Reply(answering(asked), seconds=3600 if asked.number == 4 else 0)

    with model_server(held_at_the_fourth) as slow:
        words = [str(PARALLAX), "run", "--home", str(home), "--inbox", str(world.inbox), "--as-of-day", "2026-11-20"]
        env = environment(slow.url, PARALLAX_MODEL_CALLS_AT_ONCE="1")
        with subprocess.Popen(
            words, env=env, stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        ) as child:
            while len(slow.asked) < 4 and child.poll() is None:
                time.sleep(0.02)
            os.killpg(child.pid, signal.SIGKILL)
        assert open_ledger(home).answers() == ()  # what came is in the spool alone
        done = run(home, world.inbox, slow.url)
        assert done.returncode == 0, done.stderr
        assert len(slow.asked) == 7  # six questions; the call under way is lost, and no other
    assert claims(home) == claims(world.home)
    assert open_ledger(home).digest() == open_ledger(world.home).digest()


@pytest.mark.slow
def test_another_order_of_arrival_gives_the_same_ledger(world: World, tmp_path: Path) -> None:
    home, inbox = home_at(tmp_path / "home"), tmp_path / "inbox"
    for markets in (MARKETS[4:], MARKETS[:2], MARKETS[2:4]):
        ingest(home, fill(inbox, markets), world.server.url)
    assert open_ledger(home).digest() == open_ledger(world.home).digest()
    assert len(world.server.asked) == 12  # six of the first home, six of this one


@pytest.mark.slow
def test_a_dead_server_costs_a_warning_and_the_first_readers_figures_are_published(
    tmp_path: Path, closed_port: int
) -> None:
    home, inbox = home_at(tmp_path / "home"), fill(tmp_path / "inbox", MARKETS[:2])
    done = run(home, inbox, f"http://127.0.0.1:{closed_port}/v1")
    assert done.returncode == 0, done.stderr
    assert "the first reader's figures count" in done.stderr
    database = (home / "releases" / "latest").resolve() / "warehouse.duckdb"
    sizes = query(database, "SELECT time_period, count(*) FROM marts.claims WHERE obs_value = 4200000000 GROUP BY 1")
    assert sizes.rows() == [("2024", 2)]


def test_without_odds_a_model_changes_no_figure_and_only_raises_doubts(tmp_path: Path) -> None:
    """The model reads 2030 where the rules read 2024, and nobody has said that it is to be trusted."""
    inbox, asked, alone = fill(tmp_path / "inbox", MARKETS[:2]), tmp_path / "asked", tmp_path / "alone"
    assert run(alone, inbox, None).returncode == 0
    with model_server(answering) as server:
        done = run(asked, inbox, server.url)
        assert done.returncode == 0, done.stderr
        assert len(server.asked) == 2
    assert not (asked / "second_reader_odds.yml").exists()

    ours, both = claims_by_id(alone), claims_by_id(asked)
    assert ours.keys() == both.keys()
    changed = {name for key, row in both.items() for name in row if row[name] != ours[key][name]}
    # `status` is whether a claim counts, `estimate_reason` why it does not; both follow from the confidence.
    assert changed == {"confidence", "status", "estimate_reason"}
    doubted = {row["obs_value"] for key, row in both.items() if row["confidence"] != ours[key]["confidence"]}
    assert doubted == {4_200_000_000}
    assert all(row["confidence"] <= ours[key]["confidence"] for key, row in both.items())
    database = (asked / "releases" / "latest").resolve() / "warehouse.duckdb"
    told = query(database, "SELECT DISTINCT attribute, taken FROM marts.reading_choices ORDER BY ALL").rows()
    assert told == [("status", "first"), ("time", "first")]  # 2030 is still to come: a forecast


@pytest.mark.slow
def test_another_model_is_shown_beside_what_is_in_force_and_changes_nothing_before_somebody_says_so(
    world: World, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    shutil.copytree(world.home, home, symlinks=True)
    digest = open_ledger(home).digest()

    def saying_2024(asked: Asked) -> str:
        return choices({"figure": asked.number_before("USD 4.2 billion"), "metric": "market_size", "year": "2024"})

    with model_server(saying_2024) as other:
        env = environment(other.url, PARALLAX_MODEL="quill-2")
        words = [str(PARALLAX), "backfill", "--all", "--reader", "model", "--home", str(home)]
        shown = subprocess.run([*words, "--dry-run"], env=env, capture_output=True, text=True, check=True)
        assert "quill-1" in shown.stdout and "quill-2" in shown.stdout
        assert "asked: 6 answered" in shown.stdout
        assert open_ledger(home).digest() == digest
        taken = subprocess.run(
            [*words, "--apply", "--yes", "--reason", "a test"], env=env, capture_output=True, text=True, check=True
        )
        assert "applied as batch" in taken.stdout
        assert len(other.asked) == 6  # the second call of the command goes on where the first stood
    ledger = open_ledger(home)
    assert set(ledger.outcomes()["read_with"].str.split(" ").list.first()) == {"quill-2"}
    assert len(ledger.answers()) == 12
    times = ledger.rows("raw.claims", ledger.batches()[-1:]).filter(value=4_200_000_000)["time_period"]
    assert set(times) == {"2024"}


@pytest.mark.slow
def test_upkeep_is_at_peace_with_answers_and_joined_readings(world: World, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(world.home, home, symlinks=True)
    before, answers = claims(home), open_ledger(home).answers()
    (home / "ledger" / "answers.jsonl").write_text('{"question_id": "cut o')  # as a kill leaves it
    for words in (
        ["tidy", "--join"],
        ["doctor"],
        ["backup", str(tmp_path / "saved.tar")],
        ["migrate"],
        ["rebuild", "r000001"],
    ):
        done = subprocess.run(
            [str(PARALLAX), *words, "--home", str(home)],
            env=environment(None),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (words, done.stdout, done.stderr)
    assert len(open_ledger(home).batches()) == 1
    assert (claims(home), open_ledger(home).answers()) == (before, answers)


def ask(home: Path, *words: str, url: str) -> subprocess.CompletedProcess[str]:
    """`parallax ask` as a user calls it."""
    command = [str(PARALLAX), "ask", *words, "--home", str(home)]
    return subprocess.run(command, env=environment(url), capture_output=True, text=True, check=False, timeout=900)


def test_ask_through_files_of_a_batch_and_ask_at_once_come_to_the_same_rows(tmp_path: Path) -> None:
    markets = MARKETS[:2]
    inbox, nobody = fill(tmp_path / "inbox", markets), "http://127.0.0.1:1/v1"
    by_file, at_once = home_at(tmp_path / "by-file"), tmp_path / "at-once"
    assert run(by_file, inbox, None).returncode == 0  # the rules alone
    shutil.copytree(by_file, at_once, symlinks=True)

    requests, results = tmp_path / "requests.jsonl", tmp_path / "results.jsonl"
    written = ask(by_file, "--batch-out", str(requests), url=nobody)
    assert "2 requests" in written.stdout, written.stderr
    lines = []
    for line in requests.read_text().splitlines():
        request = json.loads(line)
        words = answering(Asked(request["url"], request["body"], {}, 1))
        body = {"choices": [{"message": {"content": words}}], "usage": {"prompt_tokens": 9, "completion_tokens": 2}}
        lines.append({"custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}, "error": None})
    results.write_text("".join(json.dumps(line) + "\n" for line in lines))
    taken = ask(by_file, "--batch-in", str(results), url=nobody)
    assert "2 answered" in taken.stdout and "2 documents joined" in taken.stdout, taken.stderr
    with model_server(answering) as server:
        asked = ask(at_once, url=server.url)
        assert "2 answered" in asked.stdout and len(server.asked) == 2, asked.stderr

    # The questions' ids hold the model's name and the passage, not the address: both homes have the same answers.
    for home in (by_file, at_once):
        assert run(home, inbox, None).returncode == 0
    assert claims(by_file) == claims(at_once)
    database = (by_file / "releases" / "latest").resolve() / "warehouse.duckdb"
    years = query(database, "SELECT DISTINCT time_period FROM marts.claims WHERE obs_value = 4200000000")
    assert years.rows() == [("2030",)], "the rules alone say 2024"
