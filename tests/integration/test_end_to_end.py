"""The main job on the bundled samples, through the command line: from a folder of reports to a release that can be asked.

The release is the one that all tests of this folder share; tests that must break something work on a home of their own.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pipelines.cli import app
from pipelines.home import sample_inbox
from release import Release, latest, verify
from release.trust import REMEMBERED
from tests.integration.commands import ask, parallax
from tests.integration.conftest import Published
from warehouse.connection import connect
from warehouse.schema.marts import marts

MARKET = "Industrial Heat Pump"


# -- the run -----------------------------------------------------------------------------------------------------------


def test_a_run_judges_the_end_of_decisions_by_the_day_it_runs_on(release: Release) -> None:
    assert release.record.as_of_day is not None
    assert 0 <= (datetime.now(UTC).date() - release.record.as_of_day).days <= 1  # midnight may lie between


def test_a_run_publishes_a_whole_release_and_says_where_it_is(samples: Published, release: Release) -> None:
    assert release.release_id == "r000001"
    assert verify(release) == []
    assert {path.stem for path in release.parquet.iterdir()} == set(marts())
    # each process that tests has a copy of the home in which the run was, which is called "home"
    for words in ("the bundled samples", "/home/releases/r000001", "estimates", "parallax explain", "✔ publish"):
        assert words in samples.said, words
    assert "Traceback" not in samples.said
    assert not list((samples.home / "builds").iterdir()), "a published build leaves the bench"


def test_every_document_and_every_number_is_accounted_for(release: Release) -> None:
    n_files = sum(path.suffix != ".yml" and not path.name.startswith(".") for path in sample_inbox().iterdir())
    assert sum(release.record.documents.values()) == release.record.documents["landed"] + release.record.documents.get(
        "duplicate", 0
    ) + release.record.documents.get("quarantined", 0)
    assert release.record.documents["landed"] <= n_files
    ((candidates, mentions, rejections),) = ask(
        release, "SELECT sum(n_candidates), sum(n_mentions), sum(n_rejections) FROM marts.documents"
    )
    assert candidates == mentions + rejections  # type: ignore[operator]
    assert [(mentions,)] == ask(release, "SELECT count(*) FROM marts.evidence")


def test_running_again_publishes_nothing_and_adds_nothing(home: Path, release: Release) -> None:
    def state() -> dict[str, int]:
        return {
            str(path.relative_to(home)): path.stat().st_mtime_ns
            for folder in ("ledger/batches", "ledger/documents", "ledger/texts", "releases")
            for path in (home / folder).rglob("*")
            if REMEMBERED not in path.parts  # a copied home is verified anew, and remembers it
        }

    before = state()
    again = parallax("run", "--home", str(home))
    assert again.code == 0, again.err
    assert "nothing new to publish" in again.out
    assert "nothing new since the latest release" in again.err
    assert state() == before
    assert latest(home) == release


def test_rows_of_a_mart_stand_in_the_order_of_its_contract(release: Release) -> None:
    connection = connect(release.database)
    try:
        for name, mart in marts().items():
            order = ", ".join(f'"{column}" ASC NULLS LAST' for column in mart.sorted_by)
            table = f'marts."{name}"'
            (strays,) = connection.execute(
                f"SELECT count(*) FROM (SELECT rowid AS place, row_number() OVER (ORDER BY {order}) - 1 AS due FROM {table}) "
                "WHERE place <> due"
            ).fetchall()[0]
            assert strays == 0, f"marts.{name} does not stand by {order}"
    finally:
        connection.close()


def test_the_run_is_recorded_in_dagster(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import dagster as dg

    monkeypatch.setenv("DAGSTER_HOME", str(home / "dagster"))
    with dg.DagsterInstance.get() as instance:
        runs = instance.get_runs()
        materialization = instance.get_latest_materialization_event(dg.AssetKey(["marts", "claims"]))
        assert {run.job_name for run in runs} == {"publish_release"}
        assert all(run.status == dg.DagsterRunStatus.SUCCESS for run in runs)
    assert materialization is not None
    assert materialization.asset_materialization is not None
    assert "dagster/row_count" in materialization.asset_materialization.metadata


# -- asking ------------------------------------------------------------------------------------------------------------


def test_show_puts_the_vendors_side_by_side(home: Path, release: Release) -> None:
    shown = parallax("show", "heat pump", "--home", str(home))
    assert shown.code == 0, shown.err
    publishers = ask(release, f"SELECT DISTINCT publisher FROM marts.vendor_figures WHERE market = '{MARKET}'")
    assert len(publishers) == 4
    for (publisher,) in publishers:
        assert str(publisher) in shown.out
    line = next(line for line in shown.out.splitlines() if re.match(r"2025 +12\.19", line))
    assert "3/3" in line, "the fourth is a wire that names the house it prints"
    assert "r000001" in shown.err


def test_show_as_of_a_day_puts_the_edition_of_then_and_names_what_was_not_there(home: Path) -> None:
    # the edition of February says 1.84 billion, that of September 1.91
    then = parallax("show", "smart irrigation", "--as-of", "2026-05-06", "--home", str(home))
    assert then.code == 0, then.err
    assert re.search(r"2025 +1\.84 ", then.out) and not re.search(r"2025 +1\.91 ", then.out)
    assert re.search(r"absent .*2026-09\.md +later: published 2026-09-15", then.out)
    assert "as of 2026-05-06: 1 certainly there, 1 not there" in then.out
    assert re.search(r"2025 +1\.91 ", parallax("show", "smart irrigation", "--home", str(home)).out)


@pytest.mark.slow
def test_show_marks_what_has_no_date_and_says_which_market_was_not_there_yet(home: Path) -> None:
    undated = parallax("show", "dewatering pump", "--as-of", "2026-05-06", "--home", str(home))
    assert "as of 2026-05-06: 1 of unknown vintage" in undated.out
    assert " ● ?" in undated.out
    assert re.search(r"single source +unknown", undated.out)
    later = parallax("show", "seaweed packaging", "--as-of", "2026-05-06", "--home", str(home))
    assert later.code == 1
    assert "no document of that day mentions" in later.err


def test_explain_takes_the_ids_that_show_prints(home: Path) -> None:
    shown = parallax("show", MARKET, "--home", str(home))
    ids = re.findall(r" ([0-9a-f]{10})\s*$", shown.out, flags=re.MULTILINE)
    assert ids
    assert parallax("explain", ids[0], "--home", str(home)).code == 0


def test_review_lists_every_open_question_and_unsure_claims_stay_out_of_estimates(home: Path, release: Release) -> None:
    reviewed = parallax("review", "--all", "--home", str(home))
    assert reviewed.code == 0, reviewed.err
    questions = ask(release, "select question_id, claim_id, kind from marts.review_queue where state = 'open'")
    assert questions and all(str(question) in reviewed.out for question, _, _ in questions)
    assert "decisions taken: 0" in reviewed.out
    unsure = ask(release, "select claim_id, estimate_ids, estimate_reason from marts.claims where status = 'unsure'")
    asked = {claim for _, claim, _ in questions if claim}
    assert {claim for claim, _, _ in unsure} <= asked
    # About a claim that counts is asked only where the two readers differ.
    counts = asked - {claim for claim, _, _ in unsure}
    assert {kind for _, claim, kind in questions if claim in counts} == {"reading_differs"}
    assert {estimates for _, estimates, _ in unsure} == {None}
    assert all(str(reason).startswith("unsure: ") for _, _, reason in unsure)


# -- what can go wrong -------------------------------------------------------------------------------------------------


def test_two_runs_on_one_home_do_not_meet(home: Path) -> None:
    holder = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from warehouse.ledger import open_ledger\n"
        f"with open_ledger(Path({str(home)!r})).lock():\n"
        "    print('held', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    root = Path(app.__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", holder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        second = parallax("run", "--home", str(home))
        other.communicate("")
    assert second.code == 1
    assert f"another run is writing here (process {other.pid})" in second.err
    assert "Traceback" not in second.err
