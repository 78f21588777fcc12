"""Which releases go: by age and number, never the latest, never a pinned one; and whole or not at all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from release.catalogue import latest, release_ids
from release.keep.release_records import keep_missing, kept_record, known_records
from release.keep.retention import KeptReleases, read_upkeep, retirable, retire
from release.manifest import verify_files
from trials.homes import FIRST_DAY, tiny_release
from warehouse.reviewed import ReviewedFileError

RULE = KeptReleases(keep_at_least=2, keep_hours=24)
DAY = timedelta(days=1)
NOON = datetime(2026, 6, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days_ago", "latest_is", "pinned", "gone"),
    [
        ([], None, [], []),
        ([9, 8, 7], 3, [], [1]),  # the newest two stay however old
        ([9, 8, 7, 6], 4, [], [1, 2]),
        ([9, 8, 7, 6], 4, [1], [2]),
        ([9, 8, 7, 6], 1, [], [2]),  # a rollback: the pointer's release stays
        ([9, 8, 7, 6], None, [], []),  # no pointer: nobody knows which one is read
        ([9, 8, 0.9, 0.5, 0.1], 5, [], [1]),  # the second was the latest until 0.9 days ago
        ([9, 0.9, 0.5, 0.1], 4, [], []),  # the first is old, and was the latest until 0.9 days ago
        ([9, 1, 0.5, 0.1], 4, [], [1]),  # just 24 hours
        ([9, -1, -2, -3], 4, [], []),  # published in the future: the clock went back
    ],
)
def test_a_release_goes_when_age_and_number_both_allow_it(days_ago, latest_is, pinned, gone):
    name = "r{:06d}".format
    published = {name(number): NOON - days * DAY for number, days in enumerate(days_ago, 1)}
    current = None if latest_is is None else name(latest_is)
    assert retirable(published, current, list(map(name, pinned)), NOON, RULE) == list(map(name, gone))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Five releases, a day between each and the next."""
    for number in range(1, 6):
        tiny_release(tmp_path, number, FIRST_DAY + number * DAY)
    return tmp_path


def test_old_releases_go_and_what_they_were_made_from_stays_known(home: Path):
    (home / "releases" / "r000002.pin").write_text("cited in the annual report")
    keep_missing(home)
    assert retire(home, RULE, FIRST_DAY + 100 * DAY) == ["r000001", "r000003"]
    assert release_ids(home) == ["r000002", "r000004", "r000005"]
    assert known_records(home) == [f"r00000{number}" for number in range(1, 6)]
    assert [kept_record(home, f"r00000{n}").is_retired for n in range(1, 6)] == [True, False, True, False, False]
    assert not list((home / "releases").glob(".tmp-*"))
    assert retire(home, RULE, FIRST_DAY + 100 * DAY) == []


def test_a_damaged_release_is_not_deleted_and_deletes_no_other_by_its_date(home: Path):
    (home / "releases" / "r000002" / "release.json").write_bytes(b"")
    assert retire(home, RULE, FIRST_DAY + 100 * DAY) == ["r000001", "r000003"]
    assert "r000002" in release_ids(home)


def test_a_half_deleted_release_is_no_release_and_goes_with_the_next_call(home: Path):
    half = home / "releases" / ".tmp-gone-r000001"
    (home / "releases" / "r000001").rename(half)
    (half / "parquet").chmod(0o555)
    assert latest(home) is not None
    retire(home, KeptReleases(keep_at_least=9, keep_hours=24), FIRST_DAY)
    assert not half.exists()
    assert all(verify_files(home / "releases" / one) == [] for one in release_ids(home))


def test_the_reviewed_rule_keeps_a_day_and_five(tmp_path: Path):
    rule = read_upkeep().releases
    assert rule.keep_hours >= 24
    assert rule.keep_at_least >= 5
    wrong = tmp_path / "upkeep.yml"
    wrong.write_text("releases:\n  keep_at_least: 0\n  keep_hours: 24\nledger: {}\n")
    with pytest.raises(ReviewedFileError, match=r"upkeep\.yml:2: releases\.keep_at_least"):
        read_upkeep(wrong)
