"""Two junk reports through the whole job: the rest is published, the tools name them, and one answer takes each back."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from release import Release, latest
from release.making.judgement import read_checks
from tests.integration.commands import Ended, ask, parallax
from tests.integration.conftest import Published

SIZES = {"junk-one.txt": "USD 9999999999999999999 billion", "junk-two.txt": "GBP 9999999999999999999 billion"}
ODD = {"odd-one.txt": "USD 900,000 trillion", "odd-two.txt": "USD 910,000 trillion"}  # each may be; pooled above 1e15
GOOD = {"good-one.txt": "USD 5.0 billion", "good-two.txt": "USD 5.1 billion"}
MARKETS = {"junk": "Tidal Sensor", "odd": "Heath Pulley", "good": "Slate Drill"}
HOUSES = {"one": "Glimmer Oak Research", "two": "Quartz Finch Insights"}


@dataclass(frozen=True)
class Home:
    """A home with its inbox, and what the first run said."""

    path: Path
    inbox: Path
    said: str

    def run(self, *arguments: str) -> Ended:
        return parallax(*arguments, "--home", str(self.path))

    def document_id(self, name: str) -> str:
        return sha256((self.inbox / name).read_bytes()).hexdigest()


def write(inbox: Path) -> None:
    """The reports, each with its sidecar."""
    for name, size in (SIZES | ODD | GOOD).items():
        kind, _, number = name.removesuffix(".txt").partition("-")
        market, house = MARKETS[kind], HOUSES[number]
        (inbox / name).write_text(
            f"{market} Market Report 2026\n\nThe global {market.lower()} market size was valued at {size} in 2025.\n"
        )
        (inbox / f"{name}.meta.yml").write_text(
            f"publisher: {house}\npublished_on: 2026-02-11\ntitle: {market} Market\n"
        )


@pytest.fixture(scope="module")
def home(press: Published, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A copy that may change, without the feeds of other tests."""
    folder = tmp_path_factory.mktemp("aside")
    shutil.copytree(press.home, folder / "home", symlinks=True, ignore=shutil.ignore_patterns("feeds"))
    (folder / "inbox").mkdir()
    write(folder / "inbox")
    return Home(folder / "home", folder / "inbox", press.said)


def test_junk_reports_are_set_aside_named_and_taken_back_and_the_next_run_is_clean(home: Home) -> None:
    for name in SIZES:
        assert f"{name} ({home.document_id(name)[:12]}): 1 claim set aside by largest_figure" in home.said
    for name in ODD:
        assert f"{name} ({home.document_id(name)[:12]}): 1 claim set aside by core.estimates: pooled_sizes" in home.said
    release = latest(home.path)
    assert release is not None
    own = f"market IN {tuple(MARKETS.values())}"
    estimated = ask(release, f"SELECT market FROM marts.market_estimates WHERE estimate IS NOT NULL AND {own}")
    assert estimated == [("Slate Drill",)]
    assert ask(
        release, "SELECT count(*) FROM marts.set_aside JOIN marts.claims USING (claim_id) WHERE status = 'quarantined'"
    ) == [(4,)]
    assert warned(release) == {"nothing_set_aside", "market_sizes"}

    doctor, review = home.run("doctor"), home.run("review", "--kind", "set_aside")
    assert (doctor.code, review.code) == (0, 0)
    for name in (*SIZES, *ODD):
        assert name in doctor.out + doctor.err and name in review.out

    signed = ("--answer", "retract", "--author", "Ada", "--reason", "not a report")
    for name in (*SIZES, *ODD):
        assert home.run("review", "take", home.document_id(name)[:12], *signed).code == 0
    again = home.run("run", "--inbox", str(home.inbox))
    assert again.code == 0 and "set aside by" not in again.err
    release = latest(home.path)
    assert release is not None
    assert ask(release, "SELECT count(*) FROM marts.set_aside") == [(0,)]
    assert warned(release) == set()


def warned(release: Release) -> set[str]:
    """Checks on what was set aside that did not pass."""
    failed = {check.name for check in read_checks(release.path) if not check.passed}
    return failed & {"nothing_set_aside", "market_sizes"}


def test_a_refused_run_names_the_documents_that_are_in_no_release(home: Home) -> None:
    """A minimum that a person marked as blocking is missed: no data can be set aside for it, so nothing is published."""
    folder = home.path / "expectations"
    folder.mkdir()
    (folder / "own.yml").write_text(
        "expectations:\n  - publisher: glimmer-oak-research\n    documents: {min: 9}\n    blocking: true\n    author: Ada\n"
        "    date: 2026-11-20\n    reason: nine reports were promised by contract\n"
    )
    (home.inbox / "late.txt").write_text(
        "Cove Winch Market Report\n\nThe global cove winch market was valued at USD 7 billion in 2025.\n"
    )
    before = latest(home.path)
    refused = home.run("run", "--inbox", str(home.inbox))
    assert refused.code == 1 and "release refused" in refused.err
    assert "core.publishers: expected_minimum" in refused.err and "Traceback" not in refused.err
    assert before is not None and f"the latest release is still {before.release_id}" in refused.err
    assert f"not yet in a release: late.txt ({home.document_id('late.txt')[:12]})" in refused.err
    assert latest(home.path) == before
    (kept,) = (home.path / "builds").iterdir()
    assert any(not check.passed and check.severity == "error" for check in read_checks(kept))
    assert (
        home.run("review", "take", "late.txt", "--answer", "retract", "--author", "Ada", "--reason", "too late").code
        == 0
    )
