"""Publishing by part: a release with pages of the one before is, byte by byte, the release that is made from nothing."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest

from quality import CheckResult
from release import verify
from release.health import release_findings
from release.making import filling
from release.making.publishing import CACHE, publish
from release.record import Release
from warehouse.export import seal

pytestmark = pytest.mark.slow

# What one report more, a retraction, a threshold or a decision does to the marts of the small world.
STEPS = {
    "nothing": (),
    "one claim more": (
        "INSERT INTO marts.claims SELECT * REPLACE ('c99' AS claim_id) FROM marts.claims ORDER BY claim_id LIMIT 1",
        "INSERT INTO marts.evidence SELECT * REPLACE ('e99' AS evidence_id, 'c99' AS claim_id) FROM marts.evidence "
        "WHERE claim_id = (SELECT min(claim_id) FROM marts.claims) ORDER BY evidence_id LIMIT 1",
    ),
    "a retraction": (
        "DELETE FROM marts.evidence WHERE claim_id = (SELECT max(claim_id) FROM marts.claims)",
        "DELETE FROM marts.claims WHERE claim_id = (SELECT max(claim_id) FROM marts.claims)",
    ),
    "another threshold": ("UPDATE marts.market_estimates SET low = low * 0.9",),
    "a conflict less": (
        "DELETE FROM marts.conflicts WHERE conflict_id = (SELECT min(conflict_id) FROM marts.conflicts)",
    ),
    "a market renamed": (
        "UPDATE marts.markets SET market = market || ' units' WHERE market_id = (SELECT min(market_id) FROM marts.markets)",
    ),
    "a growth rate judged otherwise": ("UPDATE marts.growth_audit SET finding = 'mismatch'",),
    "a publisher's score": (
        "UPDATE marts.vendor_scorecard SET n_claims = n_claims + 1 "
        "WHERE publisher_id = (SELECT min(publisher_id) FROM marts.vendor_scorecard)",
    ),
    "conflicts explained otherwise": ("UPDATE marts.conflicts SET explanation = explanation || '!'",),
    "sides of conflicts": ("UPDATE marts.conflict_sides SET value = value * 2",),
    "parts of conflicts": ("UPDATE marts.conflict_components SET how = 'otherwise'",),
    "comparators": ("UPDATE marts.claims SET comparator = '>'",),
    "quotes": ("UPDATE marts.evidence SET prefix = 'so '",),
    "a document's title": ("UPDATE marts.documents SET title = 'Another title'",),
}
Checks = tuple[CheckResult, ...]


class NoonClock(datetime):
    """Noon of one day: the moment of publishing is in the release, and two releases are compared."""

    @classmethod
    def now(cls, tz: Any = None) -> NoonClock:
        return cls(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def publisher(
    tmp_path: Path, small_world: Any, all_passed: Checks, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Release]:
    """Publishes the small world after some statements on it, in the home of a name; its builds are kept apart by home."""
    monkeypatch.setattr(filling, "datetime", NoonClock)
    seal(small_world.database)

    def run(home: str, number: int, *statements: str) -> Release:
        database = tmp_path / home / "builds" / "b" / "warehouse.duckdb"
        if not database.exists():
            database.parent.mkdir(parents=True)
            shutil.copyfile(small_world.database, database)
        with duckdb.connect(str(database)) as connection:
            for statement in statements:
                connection.execute(statement)
        return publish(tmp_path / home, database.parent, f"{number:064x}", all_passed, small_world.text_of)

    return run


def linked(release: Release) -> set[str]:
    """Pages of a release that are the same file in another one."""
    files = (path for path in (release.path / "site").rglob("*.html") if path.stat().st_nlink > 1)
    return {path.relative_to(release.path / "site").as_posix() for path in files}


def contents(release: Release) -> dict[str, bytes]:
    found = {path.relative_to(release.path).as_posix(): path for path in release.path.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if name != "warehouse.duckdb"}


def test_over_a_history_every_release_equals_the_one_that_is_made_without_a_store(
    tmp_path: Path, publisher: Callable[..., Release], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The workbook takes half of the time, and is always written whole.
    monkeypatch.setattr(filling, "write_workbook", lambda database, release_id, file: file.write_bytes(b"workbook"))
    names = random.Random(23).sample([*STEPS], len(STEPS))
    for number, name in enumerate(["nothing", *names]):
        by_part = publisher("by_part", number, *STEPS[name])
        shutil.rmtree(tmp_path / "whole" / CACHE, ignore_errors=True)
        whole = publisher("whole", number, *STEPS[name])
        a, b = contents(by_part), contents(whole)
        assert [one for one in sorted(a.keys() | b.keys()) if a.get(one) != b.get(one)] == [], name
        assert verify(by_part) == []
        assert number == 0 or linked(by_part), name
        assert not linked(whole)


def test_only_pages_that_show_a_changed_row_are_drawn(publisher: Callable[..., Release]) -> None:
    first = publisher("home", 1)
    second = publisher("home", 2, *STEPS["a publisher's score"])
    pages = {path.relative_to(first.path / "site").as_posix() for path in (first.path / "site").rglob("*/*.html")}
    drawn = pages - linked(second)
    assert len(drawn) == 1
    assert drawn.pop().startswith("publishers/")


def test_damage_of_a_page_shows_in_every_release_that_shares_it_and_is_not_handed_on(
    tmp_path: Path, publisher: Callable[..., Release]
) -> None:
    first, second = publisher("home", 1), publisher("home", 2, *STEPS["another threshold"])
    shared = sorted(linked(second))[0]
    good = (first.path / "site" / shared).read_bytes()
    (first.path / "site" / shared).chmod(0o644)
    (first.path / "site" / shared).write_bytes(good[:-2] + b"!\n")
    (first.path / "site" / shared).chmod(0o444)
    altered = [f"site/{shared}: altered (sha256 differs from the manifest)"]
    assert (verify(first), verify(second)) == (altered, altered)
    told = [finding.where for finding in release_findings(tmp_path / "home") if finding.where.endswith(shared)]
    assert told == [str(first.path / "site" / shared), str(second.path / "site" / shared)]
    third = publisher("home", 3)
    assert verify(third) == []
    assert (third.path / "site" / shared).read_bytes() == good
    assert verify(second) == altered  # nothing is written through the link


@pytest.mark.parametrize("store", [b"", b"no hash\n{}", b"\xff\xfe"], ids=["empty", "damaged", "no text"])
def test_a_store_that_is_damaged_or_lost_only_costs_time(
    tmp_path: Path, publisher: Callable[..., Release], store: bytes
) -> None:
    publisher("home", 1)
    (tmp_path / "home" / CACHE / "site.json").write_bytes(store)
    second = publisher("home", 2)
    assert linked(second) == set()
    assert verify(second) == []


def test_without_hard_links_pages_are_copied(
    publisher: Callable[..., Release], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = publisher("home", 1)

    def refused(*_: object, **__: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr("release.site.paper.os.link", refused)
    second = publisher("home", 2)
    assert linked(second) == set()
    name = "site/publishers.html"
    assert contents(second)[name] == contents(first)[name]
    assert verify(second) == []
