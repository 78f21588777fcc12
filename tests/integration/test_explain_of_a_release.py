"""`parallax explain` and `--why` on the release of the samples: quotes that hold, and reasons of every mention."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import duckdb
import pytest

from release import Release
from release.reading.document_reasons import NO_LEDGER, NOT_HELD, OTHER_TEXT, document_reasons
from sources.extract import extractor_version
from tests.integration.commands import ask, parallax
from warehouse.ledger import open_ledger


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
    for name in ids[:: max(1, len(ids) // 2)]:
        told = parallax("explain", name, "--home", str(home))
        assert told.code == 0, told.err
        assert "✔ text[" in told.out, name
        assert "✘" not in told.out
        assert "was not compared" not in told.out


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
    few = "SELECT document_id FROM marts.documents JOIN marts.evidence USING (document_id) GROUP BY 1 ORDER BY count(*) LIMIT 8"
    older, otherwise, *same = ids = [str(one) for (one,) in ask(release, few)]
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
    assert sum(one in same for one, *_ in mentions) > 30 and not without
