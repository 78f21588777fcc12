"""A language model through the real job: `parallax run` beside a server, without one, killed, and in another order."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.integration import commands
from tests.integration.commands import Ended
from tests.model_server import Asked, ModelServer, Reply, choices, model_server
from warehouse.connection import query
from warehouse.ledger import open_ledger

ROOT = Path(__file__).resolve().parents[2]
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


@contextmanager
def environment(url: str | None, **more: str) -> Iterator[None]:
    """Variables of a run."""
    set_up = (
        {} if url is None else {"PARALLAX_MODEL_URL": url, "PARALLAX_MODEL": "quill-1", "PARALLAX_MODEL_READS": "all"}
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COLUMNS", raising=False)
        for name, value in {"NO_COLOR": "1", **set_up, **more}.items():
            patch.setenv(name, value)
        yield


def parallax(*words: str, home: Path, url: str | None = None, **more: str) -> Ended:
    """The program, with a model at an address; `more` are variables."""
    with environment(url, **more):
        return commands.parallax(*words, "--home", str(home))


def run(home: Path, inbox: Path, url: str | None) -> Ended:
    """`parallax run`."""
    return parallax("run", "--inbox", str(inbox), "--as-of-day", "2026-11-20", home=home, url=url)


def ingest(home: Path, inbox: Path, url: str | None) -> None:
    """The job `ingest_only`: all assets before the build."""
    from pipelines.defs.build import build_defs
    from pipelines.defs.resources import Home

    definitions = build_defs(resource_overrides={"home": Home(home=str(home), inbox=str(inbox))})
    with environment(url):
        job = definitions.resolve_job_def("ingest_only")
        assert job.execute_in_process(run_config={"loggers": {"python_log": {}}}).success


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
    home, inbox = folder / "home", fill(folder / "inbox")
    home.mkdir()
    (home / "second_reader_odds.yml").write_text("measured_on: nobody\nsecond: {}\noutcomes: {}\n")
    with model_server(answering) as server:
        done = run(home, inbox, server.url)
        assert done.code == 0, done.err
        yield World(home, inbox, server, done.err)


@pytest.fixture(scope="module")
def unheard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with two reports, read while the model's address does not answer."""
    folder = tmp_path_factory.mktemp("unheard")
    home, inbox = folder / "home", fill(folder / "inbox", MARKETS[:2])
    with socket.socket() as kept:  # ours, and we do not listen
        kept.bind(("127.0.0.1", 0))
        ingest(home, inbox, f"http://127.0.0.1:{kept.getsockname()[1]}/v1")
    return home


def test_a_run_publishes_what_both_readers_say_and_the_difference_is_a_question(world: World) -> None:
    """The model reads 2030 where the built-in reader reads 2024; an old file that trusted no model is said to be read no more."""
    assert "6 answered; 660 tokens" in world.said
    assert "second_reader_odds.yml: no longer read" in " ".join(world.said.split())
    assert (world.home / "second_reader_odds.yml").is_file()
    database = (world.home / "releases" / "latest").resolve() / "warehouse.duckdb"
    sizes = query(database, "SELECT time_period, count(*) FROM marts.claims WHERE obs_value = 4200000000 GROUP BY 1")
    assert sizes.rows() == [("2030", 6)]  # the built-in reader alone says 2024
    assert {(row["obs_value"], row["read_by"]) for row in claims_by_id(world.home).values()} == {
        (4_200_000_000, "language_model"),
        (9_000_000_000, "built_in"),  # it was not asked about
    }
    told = query(database, "SELECT DISTINCT attribute, taken FROM marts.reading_choices ORDER BY ALL").rows()
    assert told == [("status", "second"), ("time", "second")]  # 2030 is still to come: a forecast
    questions = query(database, "SELECT count(*) FROM marts.review_queue WHERE kind = 'reading_differs'").rows()
    assert questions == [(6,)]


def test_later_runs_ask_nothing_and_change_nothing_with_settings_or_without(world: World) -> None:
    n_asked, before = len(world.server.asked), claims(world.home)
    for url in (world.server.url, None):
        done = run(world.home, world.inbox, url)
        assert done.code == 0, done.err
        assert "nothing new" in done.err + done.out
    assert len(world.server.asked) == n_asked == 6
    assert claims(world.home) == before


def test_the_dry_run_prints_what_would_leave_the_machine_and_calls_nothing(world: World, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(world.home / "ledger", home / "ledger")
    n_asked = len(world.server.asked)
    asks = {"PARALLAX_MODEL": "quill-2", "PARALLAX_MODEL_KEY": "very-secret"}
    words = ("ask", "--dry-run", "--text")
    known = parallax(*words, home=home, url=world.server.url, **asks)
    assert known.code == 0, known.err
    assert "0 to ask about" in known.out  # another model has answered: only a backfill asks this one
    inbox = fill(tmp_path / "inbox", ("salt bellows", "peat mirror"))
    (inbox / "peat mirror.md.meta.yml").write_text("no_external: true\n")
    ingest(home, inbox, None)
    told = parallax(*words, home=home, url=world.server.url, **asks)
    assert told.code == 0, told.err
    assert "The global salt bellows market" in told.out
    assert "peat mirror" not in told.out.lower()
    assert "its sidecar or feed says no_external" in told.out
    assert "very-secret" not in told.out + told.err
    assert len(world.server.asked) == n_asked


@pytest.mark.slow
def test_a_run_that_is_killed_while_it_asks_goes_on_where_it_was(world: World, tmp_path: Path) -> None:
    home = tmp_path / "home"

    def held_at_the_fourth(asked: Asked) -> Reply:
        return Reply(answering(asked), seconds=3600 if asked.number == 4 else 0)

    with model_server(held_at_the_fourth) as slow:
        words = [sys.executable, "-c", INGEST, str(home), str(world.inbox)]
        with environment(slow.url, PARALLAX_MODEL_CALLS_AT_ONCE="1"):
            child = subprocess.Popen(words, cwd=ROOT, start_new_session=True)
        with child:
            while len(slow.asked) < 4 and child.poll() is None:
                time.sleep(0.02)
            os.killpg(child.pid, signal.SIGKILL)
        assert open_ledger(home).answers() == ()  # what came is in the spool alone
        ingest(home, world.inbox, slow.url)
        assert len(slow.asked) == 7  # six questions; the call under way is lost, and no other
    assert open_ledger(home).digest() == open_ledger(world.home).digest()  # of all that can change the marts


@pytest.mark.proof
def test_another_order_of_arrival_gives_the_same_ledger(world: World, tmp_path: Path) -> None:
    home, inbox = tmp_path / "home", tmp_path / "inbox"
    for markets in (MARKETS[4:], MARKETS[:2], MARKETS[2:4]):
        ingest(home, fill(inbox, markets), world.server.url)
    assert open_ledger(home).digest() == open_ledger(world.home).digest()
    assert len(world.server.asked) == 12  # six of the first home, six of this one


def test_a_dead_server_costs_no_figure_of_the_built_in_reader(unheard: Path) -> None:
    ledger = open_ledger(unheard)
    assert ledger.answers() == ()
    assert ledger.rows("raw.claims").filter(value=4_200_000_000)["time_period"].to_list() == ["2024", "2024"]


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
        words = ("backfill", "--all", "--reader", "model")
        shown = parallax(*words, "--dry-run", home=home, url=other.url, PARALLAX_MODEL="quill-2")
        assert shown.code == 0, shown.err
        assert "quill-1" in shown.out and "quill-2" in shown.out
        assert "asked: 6 answered" in shown.out
        assert open_ledger(home).digest() == digest
        apply = ("--apply", "--yes", "--reason", "a test")
        taken = parallax(*words, *apply, home=home, url=other.url, PARALLAX_MODEL="quill-2")
        assert taken.code == 0, taken.err
        assert "applied as batch" in taken.out
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
        done = parallax(*words, home=home)
        assert done.code == 0, (words, done.out, done.err)
    assert len(open_ledger(home).batches()) == 1
    assert (claims(home), open_ledger(home).answers()) == (before, answers)


def test_ask_through_files_of_a_batch_and_ask_at_once_come_to_the_same_rows(unheard: Path, tmp_path: Path) -> None:
    closed = "http://127.0.0.1:1/v1"
    by_file, at_once = tmp_path / "by-file", tmp_path / "at-once"
    for home in (by_file, at_once):
        shutil.copytree(unheard, home, symlinks=True)

    requests, results = tmp_path / "requests.jsonl", tmp_path / "results.jsonl"
    written = parallax("ask", "--batch-out", str(requests), home=by_file, url=closed)
    assert "2 requests" in written.out, written.err
    lines = []
    for line in requests.read_text().splitlines():
        request = json.loads(line)
        words = answering(Asked(request["url"], request["body"], {}, 1))
        body = {"choices": [{"message": {"content": words}}], "usage": {"prompt_tokens": 9, "completion_tokens": 2}}
        lines.append({"custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}, "error": None})
    results.write_text("".join(json.dumps(line) + "\n" for line in lines))
    taken = parallax("ask", "--batch-in", str(results), home=by_file, url=closed)
    assert "2 answered" in taken.out and "2 documents joined" in taken.out, taken.err
    with model_server(answering) as server:
        asked = parallax("ask", home=at_once, url=server.url)
        assert "2 answered" in asked.out and len(server.asked) == 2, asked.err

    # The questions' ids hold the model's name and the passage, not the address: both homes have the same answers.
    assert open_ledger(by_file).digest() == open_ledger(at_once).digest()  # of all that can change the marts
    for ledger in map(open_ledger, (by_file, at_once)):
        years = ledger.rows("raw.claims", ledger.batches()[-1:]).filter(value=4_200_000_000)["time_period"]
        assert set(years) == {"2030"}, "the built-in reader alone says 2024"
