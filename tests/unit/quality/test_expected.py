"""Missing data is reported: counts, ages and falls of publishers against reviewed expectations."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from quality import Expected, claims_by_publisher, judge_expected, missing_in_words, read_expectations
from quality.expectations import Drop, Expectation, Expectations, Range
from quality.suites.expected import EXPECTED as CHECKS
from tests.unit.quality.conftest import AS_OF, EXPECTED, SAID
from warehouse.reviewed import ReviewedFileError

NO_DROP = Drop(max_drop_pct=100, counts_from=1)


def one(**said: Any) -> Expectation:
    return Expectation.model_validate({"publisher": "acme", **SAID, **said})


def failed(small_world: Any, *expectations: Expectation, day: date | None = AS_OF) -> dict[str, tuple[Any, ...]]:
    results = judge_expected(small_world.database, day, Expected(Expectations(NO_DROP, expectations)))
    assert [result.name for result in results] == [check.name for check in CHECKS]
    return {result.name: result.failing_rows for result in results if not result.passed}


@pytest.mark.parametrize(
    ("expectation", "names"),
    [
        (one(documents=Range(min=1, max=1), claims=Range(min=7, max=7)), []),
        (one(documents=Range(min=2)), ["expected_documents"]),
        (one(documents=Range(max=0)), ["expected_documents"]),
        (one(claims=Range(min=8)), ["expected_claims"]),
        (one(claims=Range(max=6)), ["expected_claims"]),  # the superseded one does not count: 7
        (one(documents=Range(min=2), blocking=True), ["expected_minimum"]),
        (one(claims=Range(min=8), blocking=True), ["expected_minimum"]),
        (one(claims=Range(min=1, max=6), blocking=True), ["expected_claims"]),  # too many never blocks
        (one(publisher="nobody", documents=Range(min=1)), ["expected_documents"]),
        (one(publisher="nobody", newest_within_days=1), []),
        (one(newest_within_days=264), []),
        (one(newest_within_days=263), ["expected_age"]),
        # it names no date: received 2026-06-01, 172 days before
        (one(publisher="copyhouse", newest_within_days=172), []),
        (one(publisher="copyhouse", newest_within_days=171), ["expected_age"]),
    ],
)
def test_each_expectation_is_met_or_missed_by_its_own_check(
    small_world: Any, expectation: Expectation, names: list[str]
) -> None:
    assert list(failed(small_world, expectation)) == names


def test_a_missed_expectation_says_who_expects_what_and_why(small_world: Any) -> None:
    (row,) = failed(small_world, one(documents=Range(min=4, max=9)))["expected_documents"]
    assert row == {
        "publisher_id": "acme", "counted": "documents", "n": 1, "expected_min": 4, "expected_max": 9,
        "said_by": "Ada, 2026-11-01: counted by hand in the small world",
    }  # fmt: skip


def test_what_is_missing_is_a_line_that_names_the_publisher_and_who_expects_it(small_world: Any) -> None:
    expectations = Expectations(NO_DROP, (one(documents=Range(min=4, max=9)),))
    results = judge_expected(small_world.database, AS_OF, Expected(expectations))
    assert missing_in_words(results) == (
        "expected_documents: publisher_id acme, counted documents, n 1, expected_min 4, expected_max 9, "
        "said_by Ada, 2026-11-01: counted by hand in the small world",
    )


def test_only_the_minimum_that_is_marked_blocks(small_world: Any) -> None:
    expectations = Expectations(NO_DROP, (one(documents=Range(min=2), claims=Range(max=1), blocking=True),))
    results = judge_expected(small_world.database, AS_OF, Expected(expectations))
    assert [result.name for result in results if result.blocks] == ["expected_minimum"]
    assert [result.name for result in results if not result.passed and not result.blocks] == ["expected_claims"]


def test_ages_are_not_measured_without_a_day(small_world: Any) -> None:
    assert failed(small_world, one(newest_within_days=1), day=None) == {}


@pytest.mark.parametrize(
    ("before", "own", "fallen"),
    [
        ({"acme": 7}, None, []),
        ({"acme": 10}, None, []),  # 30 % gone, 30 are let through
        ({"acme": 11}, None, [("acme", 36.4)]),
        ({"acme": 11}, 40.0, []),
        ({"acme": 8}, 5.0, [("acme", 12.5)]),
        ({"gone": 5}, None, [("gone", 100.0)]),
        ({"gone": 4}, None, []),  # too few to count from
        ({"acme": 3}, None, []),  # more than before
        ({}, None, []),
    ],
)
def test_a_fall_against_the_last_release_is_told_of_any_publisher(
    small_world: Any, before: dict[str, int], own: float | None, fallen: list[tuple[str, float]]
) -> None:
    publishers = () if own is None else (one(max_drop_pct=own),)
    expected = Expected(Expectations(Drop(max_drop_pct=30, counts_from=5), publishers), before)
    results = judge_expected(small_world.database, AS_OF, expected)
    rows = [row for result in results if result.name == "claims_since_last_release" for row in result.failing_rows]
    assert [(row["publisher_id"], row["fallen_pct"]) for row in rows] == fallen


def test_claims_in_use_are_counted_by_publisher(small_world: Any) -> None:
    assert claims_by_publisher(small_world.database) == EXPECTED.claims_before


GOOD = """expectations:
  - publisher: acme
    documents: {min: 1, max: 4}
    newest_within_days: 90
    author: Ada
    date: 2026-11-01
    reason: two a quarter for three years
"""


def test_expectations_of_the_home_hold_before_the_shipped_ones(tmp_path: Path) -> None:
    packaged = tmp_path / "shipped.yml"
    packaged.write_text("drop: {max_drop_pct: 30, counts_from: 20}\n" + GOOD.replace("max: 4", "max: 99"))
    assert read_expectations(tmp_path, packaged).publishers[0].documents == Range(min=1, max=99)
    (tmp_path / "expectations").mkdir()
    (tmp_path / "expectations" / "mine.yml").write_text(GOOD + GOOD[14:].replace("acme", "bolt"))
    found = read_expectations(tmp_path, packaged)
    assert [(each.publisher, each.documents) for each in found.publishers] == [
        ("acme", Range(min=1, max=4)),
        ("bolt", Range(min=1, max=4)),
    ]
    assert found.of("bolt") == replace(found, publishers=found.publishers[1:]).publishers[0]
    assert found.of("nobody") is None


def test_the_shipped_file_is_read_and_expects_nothing_of_anybody() -> None:
    assert read_expectations(None).publishers == ()


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (("    author: Ada\n", ""), 2, "author: this key is required"),
        (("{min: 1, max: 4}", "{min: 5, max: 4}"), 3, "min is above max"),
        (("{min: 1, max: 4}", "{}"), 3, "give min, max or both"),
        (("{min: 1, max: 4}", "{min: -1}"), 3, "documents.min"),
        (("newest_within_days: 90", "newest_within_days: 0"), 4, "newest_within_days"),
        (("documents: {min: 1, max: 4}", "blocking: true"), 2, "blocking needs a minimum"),
        (("author: Ada", "author: Ada\n    drop: 3"), 6, "unknown key"),
        (("reason: two a quarter for three years", "reason: so"), 7, "reason"),
    ],
)
def test_a_faulty_file_is_refused_with_its_line(tmp_path: Path, change: tuple[str, str], line: int, words: str) -> None:
    assert change[0] in GOOD
    (tmp_path / "expectations").mkdir()
    (tmp_path / "expectations" / "mine.yml").write_text(GOOD.replace(*change))
    with pytest.raises(ReviewedFileError) as refused:
        read_expectations(tmp_path)
    assert f"mine.yml:{line}: " in str(refused.value)
    assert words in str(refused.value)


def test_two_files_that_speak_of_one_publisher_are_refused(tmp_path: Path) -> None:
    (tmp_path / "expectations").mkdir()
    for name in ("a", "b"):
        (tmp_path / "expectations" / f"{name}.yml").write_text(GOOD)
    with pytest.raises(ReviewedFileError, match=r"a\.yml has an entry for this publisher as well"):
        read_expectations(tmp_path)
