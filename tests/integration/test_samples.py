"""The sample inbox, from files to release, against results worked out by hand in tests/samples/reconciled.yml."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import frictionless
import pytest
import yaml

from corpus.label_file import locate, read_labels
from tests.integration.commands import parallax
from tests.integration.conftest import Published
from tests.samples.labels import EXPECTED, INBOX, SAMPLES
from warehouse.connection import held_open

WORKED: dict[str, Any] = yaml.safe_load((SAMPLES / "reconciled.yml").read_text(encoding="utf-8"))
AREAS = {"Global": "001", "Europe": "150", "North America": "003", "Middle East": "vendor:Middle East"}


@pytest.fixture(scope="module", autouse=True)
def _opened_once(samples: Published) -> Iterator[None]:
    """Each test asks the same file."""
    with held_open(samples.latest / "warehouse.duckdb"):
        yield


def among(value: Any, accepted: Any, slack: float = 1e-9) -> bool:
    """A list stands for several right answers; numbers may differ by a part of themselves."""
    options = accepted if isinstance(accepted, list) else [accepted]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return any(value == pytest.approx(option, rel=slack) for option in options)
    return value in options


def market_of(samples: Published, document: str) -> str:
    (row,) = samples.rows(f"select market_id from marts.documents where name = '{document}'")
    return str(row["market_id"])


@pytest.mark.parametrize(
    "worked", WORKED["estimates"], ids=lambda w: f"{w['metric']} {w['year']} {w['geography']} {w['segment']}"
)
def test_an_estimate_rests_on_the_independent_publishers_and_is_their_centre(
    worked: dict[str, Any], samples: Published
) -> None:
    market = market_of(samples, worked["counted"][0]["document"])
    rows = [
        row
        for row in samples.rows(
            f"select * from marts.market_estimates where market_id = '{market}' and metric = '{worked['metric']}'"
        )
        if row["time_period"] == str(worked["year"])
        and row["ref_area"] == AREAS[worked["geography"]]
        and (row["segment"] or "").lower().startswith((worked["segment"] or "").lower())
        and (row["segment"] is None) == (worked["segment"] is None)
    ]
    assert len(rows) == 1
    (row,) = rows
    for column in ("estimate", "lowest_figure", "highest_figure", "verdict", "method", "n_publishers", "n_independent"):
        # The centre leans to figures that lie closer together: each of the others may be a gross error.
        slack = 0.005 if column == "estimate" else 1e-9
        assert among(row[column], worked[column], slack), (column, row[column], worked[column])


def test_the_syndicated_copy_is_dependent_and_no_voice_of_its_own(samples: Published) -> None:
    (cluster,) = WORKED["clusters"]
    names = "', '".join(cluster["documents"])
    rows = samples.rows(f"select distinct cluster_id, cluster_reason from marts.documents where name in ('{names}')")
    assert len(rows) == 1
    assert rows[0]["cluster_reason"] in cluster["reason"]


@pytest.mark.parametrize("worked", WORKED["refused"], ids=lambda w: w["market"])
def test_a_series_without_an_honest_number_is_refused_with_its_reason(
    worked: dict[str, Any], samples: Published
) -> None:
    slug = worked["market"].lower().split()[0]
    rows = samples.rows(
        f"select * from marts.market_estimates where market_id like '{slug}%' and metric = '{worked['metric']}' "
        f"and time_period = '{worked['year']}' and segment is null and ref_area = '001'"
    )
    assert [(r["estimate"], r["status"], r["verdict"]) for r in rows] == [(None, "refused", worked["verdict"])]
    assert rows[0]["reason"]


@pytest.mark.parametrize("worked", WORKED["conflicts"], ids=lambda w: w["market"])
def test_a_conflict_has_its_verdict_ratio_and_both_sides(worked: dict[str, Any], samples: Published) -> None:
    rows = [
        r
        for r in samples.rows("select * from marts.conflicts where metric = 'market_size'")
        if (float(r["value_a"]), float(r["value_b"])) == (worked["value_a"], worked["value_b"])
        and r["kind"] == worked["kind"]
    ]
    assert len(rows) == 1, worked["market"]
    (row,) = rows
    assert row["verdict"] == worked["verdict"]
    assert row["ratio"] == pytest.approx(worked["ratio"], rel=1e-9)
    assert (row["publishers_a"], row["publishers_b"]) == (
        "|".join(worked["publishers_a"]),
        "|".join(worked["publishers_b"]),
    )


@pytest.mark.parametrize("worked", WORKED["unsure"], ids=lambda w: w["document"])
def test_a_claim_like_those_that_are_often_misread_is_asked_about_and_counts_nowhere(
    worked: dict[str, Any], samples: Published
) -> None:
    (claim,) = samples.rows(
        "select c.claim_id, c.status, c.segment from marts.claims as c join marts.documents as d using (document_id) "
        f"where d.name = '{worked['document']}' and c.metric = '{worked['metric']}' "
        f"and c.value_as_printed = '{worked['printed']}'"
    )
    assert (claim["status"], claim["segment"]) == ("unsure", worked["segment"])
    (question,) = samples.rows(f"select * from marts.review_queue where claim_id = '{claim['claim_id']}'")
    # Where the two readers differ the question has both readings.
    assert question["kind"] in ("unsure_claim", "reading_differs")
    assert question["state"] == "open"


def test_figures_of_different_scope_are_never_pooled(samples: Published) -> None:
    for family in WORKED["not_pooled"]:
        found = {}
        for member in family["markets"]:
            market = market_of(samples, member["document"])
            (row,) = samples.rows(
                f"select estimate, verdict from marts.market_estimates where market_id = '{market}' and metric = 'market_size' "
                f"and time_period = '{family['year']}' and segment is null and ref_area = '001'"
            )
            found[market] = (row["estimate"], row["verdict"])
        assert len(found) == len(family["markets"])
        assert sorted(found.values()) == sorted((float(m["value"]), "single_source") for m in family["markets"])


@pytest.mark.parametrize("worked", WORKED["growth_audit"], ids=lambda w: w["document"])
def test_a_stated_growth_rate_is_recomputed_under_each_convention(worked: dict[str, Any], samples: Published) -> None:
    rows = samples.rows(
        "select g.* from marts.growth_audit as g join marts.documents as d using (document_id) "
        f"where d.name = '{worked['document']}' and g.segment_key is null and g.stated_pct = {worked['stated']} and g.is_best"
    )
    rows = [
        r
        for r in rows
        if (r["start_year"], r["end_year"], r["periods"]) == (worked["start"][0], worked["end"][0], worked["periods"])
    ] or rows
    assert rows, worked["document"]
    best = rows[0]
    same_finding = best["finding"] == worked["finding"] or {best["finding"], worked["finding"]} == {
        "consistent",
        "rounding",
    }
    assert same_finding, (best["finding"], best["recomputed_pct"])
    if best["periods"] == worked["periods"]:
        assert float(best["recomputed_pct"]) == pytest.approx(worked["recomputed"], abs=5e-4)


def test_a_later_edition_supersedes_and_its_changes_are_revisions(samples: Published) -> None:
    (report,) = WORKED["revisions"]
    first, second = report["documents"]
    status = {r["name"]: r["status"] for r in samples.rows("select name, status from marts.documents")}
    assert (status[first], status[second]) == ("superseded", "stated")
    rows = samples.rows(
        f"select r.* from marts.revisions as r join marts.documents as d using (document_id) where d.name = '{second}'"
    )
    for figure in report["figures"][:3]:
        (row,) = [
            r
            for r in rows
            if r["metric"] == figure["metric"] and float(r["obs_value"]) == figure["new"] and r["segment_key"] is None
        ]
        assert row["change_pct"] == pytest.approx(figure["change_pct"], rel=1e-9)


@pytest.mark.parametrize("worked", WORKED["currency"], ids=lambda w: str(w["year"]))
def test_money_is_carried_to_dollars_at_the_dated_mean_rate(worked: dict[str, Any], samples: Published) -> None:
    rows = samples.rows(
        "select c.* from marts.claims as c join marts.documents as d using (document_id) "
        f"where d.name = '{worked['document']}' and c.metric = 'market_size' and c.obs_value = {worked['value']}"
    )
    assert {(r["fx_rule"], r["fx_year"]) for r in rows} == {(worked["rule"], worked["rate_year"])}
    assert float(rows[0]["obs_value_usd"]) == pytest.approx(worked["value_usd"], rel=1e-8)


def test_off_topic_companies_are_quarantined_and_kept(samples: Published) -> None:
    for worked in WORKED["quarantined_players"]:
        rows = samples.rows(
            f"select c.company, c.status from marts.companies as c join marts.documents as d using (document_id) where d.name = '{worked['document']}'"
        )
        assert sorted(r["company"] for r in rows if r["status"] == "quarantined") == sorted(worked["quarantined"])


def test_the_reader_finds_most_labelled_figures_and_takes_no_decoy(samples: Published) -> None:
    """The labels are this repository's own; the bar is what the reader reached when they were last read.

    Figures are those that the run read and stored: nothing is read once more.
    """
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of

    ledger = open_ledger(samples.home)
    text_of, read = texts_of(ledger), ledger.rows("raw.mentions").partition_by("document_id", as_dict=True)
    hits = total = 0
    for path in sorted(EXPECTED.glob("*.yml")):
        labels = read_labels(path)
        document_id = hashlib.sha256((INBOX / labels.document).read_bytes()).hexdigest()
        text, mentions = text_of(document_id), read[(document_id,)].to_dicts()
        for claim in labels.claims:
            start, end = locate(text, claim.surface, claim.nth)
            total += 1
            hits += any(
                m["char_start"] < end
                and m["char_end"] > start
                and m["metric"] in (claim.metric, *claim.alt_metrics)
                and float(m["value"]) == pytest.approx(claim.value)
                for m in mentions
            )
    assert hits / total >= 0.93


def test_explain_ends_at_a_quote_that_is_the_slice_of_the_stored_text(samples: Published) -> None:
    (row,) = samples.rows(
        "select estimate_id from marts.market_estimates where metric = 'market_size' and highest_figure = 13100000000 "
        "and lowest_figure = 11200000000 and n_independent = 3"
    )
    said = parallax("explain", row["estimate_id"], "--home", str(samples.home))
    assert said.code == 0, said.err
    assert "12,400" in said.out or "12.4" in said.out
    assert "text[" in said.out


def test_the_manifest_is_checked_by_sha256sum_and_the_package_lists_every_mart(samples: Published) -> None:
    done = subprocess.run(
        ["sha256sum", "-c", "--quiet", "manifest.sha256"],
        cwd=samples.latest,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report = frictionless.validate(str(samples.latest / "datapackage.json"))
    assert report.valid, [(task.name, error.note) for task in report.tasks for error in task.errors][:5]
    package = json.loads((samples.latest / "datapackage.json").read_text(encoding="utf-8"))
    marts = {
        r["table_name"]
        for r in samples.rows("select table_name from information_schema.tables where table_schema = 'marts'")
    }
    assert {p.stem for p in (samples.latest / "parquet").glob("*.parquet")} == marts
    assert {Path(r["path"]).stem for r in package["resources"] if r["path"].endswith(".parquet")} == marts


def test_the_readmes_queries_have_the_answers_that_it_prints(
    samples: Published, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every `parallax sql` block of the README, run on the samples; rows are compared without their line breaks."""
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r'```console\n\$ \.venv/bin/parallax sql (.*?)"\n(.+?)"\n(.+?)\n```', text, re.DOTALL)
    assert len(blocks) == 4
    monkeypatch.setenv("COLUMNS", "170")
    for options, query, printed in blocks:
        done = parallax("sql", *options.split(), query, "--home", str(samples.home))
        assert done.code == 0, done.err
        assert done.out.split() == printed.split()


def words(told: str) -> str:
    """What is told, without the tree's lines and where they are broken."""
    return " ".join(told.translate(dict.fromkeys(map(ord, "│├└─"), " ")).split())


def test_the_readmes_path_of_a_number_is_the_one_that_it_prints(samples: Published) -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    ((estimate_id, printed),) = re.findall(
        r"```console\n\$ \.venv/bin/parallax explain (\w+)\n(.+?)\n```", text, re.DOTALL
    )
    done = parallax("explain", estimate_id, "--home", str(samples.home))
    assert done.code == 0, done.err
    parts = [words(part) for part in printed.split("│ ...")]
    assert len(parts) == 2
    for part in parts:
        assert part in words(done.out)


def test_the_commands_that_a_run_ends_with_can_be_pasted(samples: Published) -> None:
    steps = [shlex.split(line) for line in samples.said.partition("\nnext\n")[2].partition("\n\n")[0].splitlines()]
    assert [Path(step[0]).name for step in steps] == ["parallax"] * 3
    for _, *arguments in steps:
        done = parallax(*arguments, "--home", str(samples.home))
        assert done.code == 0, done.err
        assert done.out.strip()
