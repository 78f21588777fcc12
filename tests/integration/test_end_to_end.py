"""The main job on the bundled samples, through the command line: from a folder of reports to a release that can be asked.

The release is the one that all tests of this folder share; tests that must break something work on a home of their own.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import duckdb
import pytest

from pipelines.cli import app
from pipelines.home import sample_inbox
from release import Release, latest, verify
from release.reasons import NO_LEDGER, NOT_HELD, OTHER_TEXT, document_reasons
from release.trust import REMEMBERED
from sources.extract import extractor_version
from tests.integration.commands import ask, parallax
from tests.integration.conftest import Published
from warehouse import marts as marts_module
from warehouse.build import build
from warehouse.connection import connect
from warehouse.decisions import Decisions
from warehouse.export import export_parquet
from warehouse.ledger import open_ledger
from warehouse.policy import read_policy
from warehouse.schema.marts import marts
from warehouse.vintages.clocks import Asked
from warehouse.vintages.rebuild import rebuild

MARKET = "Industrial Heat Pump"


@pytest.fixture(scope="module")
def home(samples: Published) -> Path:
    """A data home that holds one release of the samples."""
    return samples.home


@pytest.fixture(scope="module")
def release(home: Path) -> Release:
    """Its release."""
    found = latest(home)
    assert found is not None
    return found


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


def test_another_order_of_arrival_and_other_batches_give_the_same_bytes(
    tmp_path: Path, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sources.extract import extractor_version
    from sources.ingest import receive
    from warehouse.ledger import reading

    ledger = open_ledger(tmp_path)
    arrivals = list(receive(sample_inbox()))[::-1]
    for part in (arrivals[:5], arrivals[5:]):  # two intakes, last file first
        ledger.take_in(part, now=datetime(2031, 2, 3, tzinfo=UTC))
    monkeypatch.setattr(reading, "BATCH", 7)
    version = extractor_version()
    list(reading.read_pending(ledger, ledger.pending(version)[::-1], version))
    report = build(ledger, tmp_path / "build", read_policy(), Decisions())
    marts_module.build_marts(report.database)
    (tmp_path / "parquet").mkdir()
    export_parquet(
        report.database, "marts", tmp_path / "parquet", {name: mart.sorted_by for name, mart in marts().items()}
    )
    for name in marts():
        assert (tmp_path / "parquet" / f"{name}.parquet").read_bytes() == (
            release.parquet / f"{name}.parquet"
        ).read_bytes(), f"marts.{name} depends on the order of arrival"


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
    line = next(line for line in shown.out.splitlines() if re.match(r"2025 +12\.22", line))
    assert "3/4" in line, "four publishers, three of them independent"
    assert "r000001" in shown.err


def test_show_as_of_a_day_puts_the_edition_of_then_and_names_what_was_not_there(home: Path) -> None:
    # the edition of February says 1.84 billion, that of September 1.91
    then = parallax("show", "smart irrigation", "--as-of", "2026-05-06", "--home", str(home))
    assert then.code == 0, then.err
    assert re.search(r"2025 +1\.84 ", then.out) and not re.search(r"2025 +1\.91 ", then.out)
    assert re.search(r"absent .*2026-09\.md +later: published 2026-09-15", then.out)
    assert "as of 2026-05-06: 1 certainly there, 1 not there" in then.out
    assert re.search(r"2025 +1\.91 ", parallax("show", "smart irrigation", "--home", str(home)).out)


def test_show_marks_what_has_no_date_and_says_which_market_was_not_there_yet(home: Path) -> None:
    undated = parallax("show", "dewatering pump", "--as-of", "2026-05-06", "--home", str(home))
    assert "as of 2026-05-06: 1 of unknown vintage" in undated.out
    assert " ● ?" in undated.out
    assert re.search(r"single source +unknown", undated.out)
    later = parallax("show", "seaweed packaging", "--as-of", "2026-05-06", "--home", str(home))
    assert later.code == 1
    assert "no document of that day mentions" in later.err


def test_a_day_behind_all_dates_gives_the_marts_that_dbt_built(release: Release, tmp_path: Path) -> None:
    late = rebuild(release.database, tmp_path / "late.duckdb", Asked(date(2100, 1, 1)), read_policy(), Decisions())
    with (
        duckdb.connect(str(release.database), read_only=True) as now,
        duckdb.connect(str(late), read_only=True) as then,
    ):
        for name, mart in marts().items():
            columns = ", ".join(f'"{column.name}"' for column in mart.columns)
            sql = f"SELECT {columns} FROM marts.{name} ORDER BY ALL"
            assert now.sql(sql).types == then.sql(sql).types, name
            assert now.sql(sql).fetchall() == then.sql(sql).fetchall(), name


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("market_estimates", "estimate_id"),
        ("vendor_figures", "vendor_figure_id"),
        ("conflicts", "conflict_id"),
        ("claims", "claim_id"),
    ],
)
def test_explain_of_any_figure_ends_at_quotes_that_hold(home: Path, release: Release, table: str, column: str) -> None:
    ids = [str(name) for (name,) in ask(release, f"SELECT {column} FROM marts.{table} ORDER BY 1")]
    for name in ids[:: max(1, len(ids) // 5)]:
        told = parallax("explain", name, "--home", str(home))
        assert told.code == 0, told.err
        assert "✔ text[" in told.out, name
        assert "✘" not in told.out
        assert "was not compared" not in told.out


def test_explain_takes_the_ids_that_show_prints(home: Path) -> None:
    shown = parallax("show", MARKET, "--home", str(home))
    ids = re.findall(r" ([0-9a-f]{10})\s*$", shown.out, flags=re.MULTILINE)
    assert ids
    assert parallax("explain", ids[0], "--home", str(home)).code == 0


def test_explain_without_the_ledger_shows_the_published_context_and_claims_nothing(
    tmp_path: Path, release: Release
) -> None:
    shutil.copytree(release.path, tmp_path / "releases" / release.release_id)
    (tmp_path / "releases" / "latest").symlink_to(release.release_id)
    ((name,),) = ask(release, "SELECT min(claim_id) FROM marts.claims")
    told = parallax("explain", str(name), "--home", str(tmp_path))
    assert told.code == 0, told.err
    assert "was not compared" in told.out


def test_explain_why_tells_for_every_mention_what_decided(home: Path, release: Release) -> None:
    ((estimate,),) = ask(
        release,
        "SELECT min(estimate_id) FROM marts.market_estimates WHERE metric = 'market_size' AND n_publishers >= 3",
    )
    plain = parallax("explain", str(estimate), "--home", str(home))
    told = parallax("explain", str(estimate), "--why", "--home", str(home))
    assert told.code == 0, told.err
    lines = told.out.splitlines()
    n_mentions = sum("✔ text[" in line for line in lines)
    assert n_mentions >= 3
    for attribute in ("metric", "part", "area", "time", "status"):
        those = [line for line in lines if re.search(rf"── {attribute}: .+; because .+", line)]
        assert len(those) == n_mentions, attribute
    assert any(
        re.search(r"── area: Global \([a-z' ]+\) (over )?\d+ %; runner-up: .+ \d+ %; because ", line) for line in lines
    )
    without = [line for line in lines if "; because " not in line]
    assert len(without) == len(plain.out.splitlines())  # nothing else changes
    assert "because" not in plain.out


def test_explain_why_names_the_rule_of_a_figure_that_nothing_else_weighs(home: Path, release: Release) -> None:
    ((claim, rule),) = ask(
        release, "SELECT claim_id, rule FROM marts.claims WHERE metric = 'impact_on_cagr' ORDER BY claim_id LIMIT 1"
    )
    told = parallax("explain", str(claim), "--why", "--home", str(home))
    assert told.code == 0, told.err
    assert "metric, part, area, time, status: impact on cagr, " in told.out
    assert f"because rule {rule} read the figure, and nothing else was weighed" in told.out


def test_explain_why_says_why_there_are_no_reasons(tmp_path: Path, release: Release) -> None:
    shutil.copytree(release.path, tmp_path / "releases" / release.release_id)
    (tmp_path / "releases" / "latest").symlink_to(release.release_id)
    ((claim, name),) = ask(
        release, "SELECT claim_id, name FROM marts.claims JOIN marts.documents USING (document_id) ORDER BY ALL LIMIT 1"
    )
    for cause in (NO_LEDGER, NOT_HELD):
        told = parallax("explain", str(claim), "--why", "--home", str(tmp_path))
        assert told.code == 0, told.err
        assert "; because " not in told.out
        assert told.out.splitlines()[-1].endswith(f"no reasons for {name}: {cause}")
        (tmp_path / "ledger").mkdir(exist_ok=True)  # the second time an empty one


def test_every_mention_of_a_release_has_reasons_unless_another_version_or_text_is_behind_it(
    home: Path, tmp_path: Path, release: Release
) -> None:
    database = tmp_path / "warehouse.duckdb"
    shutil.copy(release.database, database)
    database.chmod(0o644)
    ids = [str(one) for (one,) in ask(release, "SELECT document_id FROM marts.documents ORDER BY 1")]
    older, otherwise, *same = ids
    with duckdb.connect(str(database)) as connection:
        change = "UPDATE marts.documents SET {} WHERE document_id = ?"
        connection.execute(change.format("extractor_version = '0123456789ab'"), [older])
        connection.execute(change.format("text_sha256 = 'of another text'"), [otherwise])
    found = document_reasons(database, ids, open_ledger(home))
    assert list(found) == ids
    assert found[older].missing == (
        f"version 0123456789ab of the reader read the document, and {extractor_version()} is installed"
    )
    assert found[otherwise].missing == OTHER_TEXT
    assert {found[one].missing for one in same} == {None}
    mentions = ask(release, "SELECT document_id, char_start, char_end FROM marts.evidence")
    without = [
        (one, start, end) for one, start, end in mentions if one in same and (start, end) not in found[str(one)].by_span
    ]
    assert len(mentions) > 300 and not without


def test_sql_gives_the_same_rows_in_every_form(home: Path, tmp_path: Path) -> None:
    query = "select publisher_id, n_documents, tier from marts.publishers order by 1"
    as_json = json.loads(parallax("sql", query, "--format", "json", "--home", str(home)).out)
    as_csv = list(csv.DictReader(io.StringIO(parallax("sql", query, "--format", "csv", "--home", str(home)).out)))
    file = tmp_path / "publishers.parquet"
    assert parallax("sql", query, "--format", "parquet", "--out", str(file), "--home", str(home)).code == 0
    as_parquet = duckdb.sql(f"SELECT * FROM '{file}'").fetchall()
    table = parallax("sql", query, "--home", str(home)).out.splitlines()
    assert len(as_json) == len(as_csv) == len(as_parquet) == len(table) - 1 >= 6
    assert [tuple(row.values()) for row in as_json] == as_parquet
    assert [{name: str(value) for name, value in row.items()} for row in as_json] == as_csv
    assert [line.split()[0] for line in table[1:]] == [row[0] for row in as_parquet]


@pytest.mark.parametrize(
    "attack",
    [
        "select * from read_text('/etc/passwd')",
        "copy marts.claims to '/tmp/parallax_stolen.csv'",
        "attach '/tmp/parallax_other.duckdb'",
        "drop table marts.claims",
        "update marts.claims set obs_value = 0",
        "set enable_external_access = true",
        "install httpfs",
        "select * from frame",
    ],
)
@pytest.mark.parametrize("past", [(), ("--as-of", "2026-05-06")], ids=["now", "then"])
def test_sql_can_neither_change_nor_leave_the_release(
    home: Path, release: Release, attack: str, past: tuple[str, ...]
) -> None:
    ended = parallax("sql", attack, *past, "--home", str(home))
    assert ended.code == 1
    assert ended.err.startswith("error: ")
    assert "Traceback" not in ended.err
    assert verify(release) == []


def test_a_query_that_takes_too_long_is_stopped(home: Path) -> None:
    ended = parallax(
        "sql", "select sum(a.range) from range(1000000) a, range(1000000) b", "--timeout", "0.3", "--home", str(home)
    )
    assert ended.code == 1
    assert "took longer than 0.3 s" in ended.err


def test_the_examples_of_sql_run(home: Path) -> None:
    from pipelines.cli.sql import EXAMPLES

    queries = re.findall(r'parallax sql "([^"]+)"(?:.*(--as-of) (\S+))?', EXAMPLES)
    assert len(queries) >= 5
    for query, *past in queries:
        ended = parallax("sql", query, *filter(None, past), "--home", str(home))
        assert ended.code == 0, ended.err


def test_review_lists_every_open_question_and_unsure_claims_stay_out_of_estimates(home: Path, release: Release) -> None:
    reviewed = parallax("review", "--all", "--home", str(home))
    assert reviewed.code == 0, reviewed.err
    questions = ask(release, "select question_id, claim_id from marts.review_queue where state = 'open'")
    assert questions and all(str(question) in reviewed.out for question, _ in questions)
    assert "decisions taken: 0" in reviewed.out
    unsure = ask(release, "select claim_id, estimate_ids, estimate_reason from marts.claims where status = 'unsure'")
    assert {claim for claim, _, _ in unsure} == {claim for _, claim in questions if claim}
    assert {estimates for _, estimates, _ in unsure} == {None}
    assert all(str(reason).startswith("unsure: ") for _, _, reason in unsure)


def test_releases_are_listed_and_verified(home: Path) -> None:
    listed = parallax("releases", "--verify", "--home", str(home))
    assert listed.code == 0
    assert re.search(r"r000001 .* latest, verified", listed.out)


def test_a_release_that_was_tampered_with_is_found(tmp_path: Path, release: Release) -> None:
    shutil.copytree(release.path, tmp_path / "releases" / release.release_id)
    (tmp_path / "releases" / "latest").symlink_to(release.release_id)
    file = tmp_path / "releases" / release.release_id / "parquet" / "claims.parquet"
    file.chmod(0o644)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(bytes(content))
    listed = parallax("releases", "--verify", "--home", str(tmp_path))
    assert listed.code == 1
    assert "r000001: parquet/claims.parquet: altered" in listed.err


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
