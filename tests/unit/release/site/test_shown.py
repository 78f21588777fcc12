"""Long lists of a page: the most telling rows are drawn, the rest is counted, a statement gets all of it, no page grows too large."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl
import pytest

from release.changes.reading import changes_of
from release.record import read_release
from release.site import shown
from release.site.build import build_site
from release.site.disputes import Disputes
from release.site.rows import Rows
from release.site.shown import Where, equal
from warehouse.export import seal

if TYPE_CHECKING:
    from quality import CheckResult
    from release.record import Release

pytestmark = pytest.mark.slow

MEGABYTE = 1_000_000
COPIES = 900
# Marts whose rows a page lists, with the columns that a copy of a row has values of its own in.
LISTED = {
    "audit_findings": ["finding_id"],
    "bridges": ["bridge_id"],
    "companies": ["company"],
    "conflicts": ["conflict_id"],
    "decisions": ["decision_id"],
    "definitions": ["definition_id"],
    "documents": ["document_id"],
    "drivers": ["driver_id"],
    "events": ["event_id"],
    "growth_audit": ["claim_id"],
    "quarantine": ["document_id"],
    "rankings": ["ranking_id"],
    "review_queue": ["question_id"],
    "revisions": ["claim_id", "previous_claim_id", "report_key"],
    "segment_shares": ["claim_id", "document_id"],
    "segments": ["segment"],
    "technical_claims": ["technical_id"],
    "vendor_figures": ["vendor_figure_id"],
}
GROUPED = {"companies", "growth_audit", "revisions", "segment_shares"}  # one entry of a page is several of their rows
NOTICE = re.compile(r"This list shows ([\d,]+) of ([\d,]+) rows, .*?<code><bdi>(.*?)</bdi></code>; <code>parquet/(\w+)")


def by_size(number: int) -> int:
    return -number


@pytest.mark.parametrize(
    ("rows", "rank", "order", "drawn"),
    [
        ([2, 1, 3], by_size, None, [2, 1, 3]),  # short: as it stands
        ([2, 1, 3, 4], by_size, None, [4, 3, 2]),
        ([2, 1, 3, 4], by_size, abs, [2, 3, 4]),
        ([2, 1, 3, 4], None, None, [2, 1, 3]),
        ([], by_size, None, []),
    ],
)
def test_of_a_long_list_the_first_by_rank_are_drawn_and_a_short_one_stays_as_it_is(
    rows: list[int], rank: Callable[[int], int] | None, order: Callable[[int], int] | None, drawn: list[int]
) -> None:
    found = shown.shown(rows, Where("claims"), "largest first", rank=rank, order=order, most=3)
    assert (list(found), len(found), found.of, found.is_cut) == (drawn, len(drawn), len(rows), len(rows) > 3)


@pytest.mark.parametrize(
    ("where", "sql"),
    [
        (Where("decisions"), "FROM marts.decisions"),
        (
            Where("claims", equal("publisher", "O'Neil --")),
            "FROM marts.claims WHERE publisher = 'O''Neil --'",
        ),
        (Where("claims", equal("market_id", None)), "FROM marts.claims WHERE market_id IS NULL"),
    ],
)
def test_the_statement_that_gets_all_of_a_list_takes_every_name_as_a_value(where: Where, sql: str) -> None:
    assert where.sql == sql


@pytest.mark.parametrize(
    ("most", "drawn"),
    [
        (2, ["proven-far", "proven-near"]),
        (3, ["proven-far", "proven-near", "likely"]),
        (4, ["agree", "proven-near", "likely", "proven-far"]),  # all there are, as they stand
    ],
)
def test_of_many_conflicts_a_page_has_proven_ones_first_and_of_a_verdict_the_farthest_apart(
    monkeypatch: pytest.MonkeyPatch, most: int, drawn: list[str]
) -> None:
    told = [
        ("agree", "agree", 9.0),
        ("proven-near", "conflict_proven", 1.1),
        ("likely", "conflict_likely", 8.0),
        ("proven-far", "conflict_proven", 2.0),
    ]
    both = [{"conflict_id": one, "verdict": verdict, "ratio": ratio, "side": "a"} for one, verdict, ratio in told]
    rows = Rows(Path("none"), {"conflicts": pl.DataFrame([*both, {**both[0], "side": "b"}])})
    monkeypatch.setattr(shown, "ROWS", most)
    found = Disputes(rows, ["side"], lambda row: {row["side"]}).of("a", "side = 'a'")
    assert [row["conflict_id"] for row in found] == drawn
    assert found.of == 4
    assert found.counts == {"conflict_proven": 2, "conflict_likely": 1, "agree": 1}


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory, small_world: Any) -> Path:
    """The small world's database with each row of every list many times."""
    folder = tmp_path_factory.mktemp("crowded")
    seal(small_world.database)
    shutil.copyfile(small_world.database, folder / "warehouse.duckdb")
    connection = duckdb.connect(str(folder / "warehouse.duckdb"))
    try:
        for mart, columns in LISTED.items():
            own = ", ".join(f"{column} || ' ' || n AS {column}" for column in columns)
            copies = COPIES * 4 if mart == "review_queue" else COPIES  # of its two questions one is open
            connection.execute(
                f"INSERT INTO marts.{mart} SELECT m.* REPLACE ({own}) FROM marts.{mart} AS m, range({copies}) AS r(n)"
            )
        connection.execute("UPDATE marts.audit_findings SET outcome = 'mismatch'")  # what is consistent is not listed
    finally:
        connection.close()
    return folder / "warehouse.duckdb"


def built(database: Path, target: Path, release: Release, checks: tuple[CheckResult, ...]) -> dict[str, int]:
    record = read_release(release.path).record
    return dict(build_site(database, record, checks, changes_of(release.path), target, lambda _: None))


def test_no_page_of_many_rows_is_larger_than_a_megabyte_and_each_notice_leads_to_all_of_them(
    tmp_path: Path, crowded: Path, release: Release, all_passed: tuple[CheckResult, ...]
) -> None:
    sizes = built(crowded, tmp_path / "site", release, all_passed)
    assert {address: size for address, size in sizes.items() if size > MEGABYTE} == {}
    told = set()
    connection = duckdb.connect(str(crowded), read_only=True)
    try:
        for address in sizes:
            page = (tmp_path / "site" / address).read_text(encoding="utf-8")
            for drawn, of, sql, mart in NOTICE.findall(page):
                drawn, of = int(drawn.replace(",", "")), int(of.replace(",", ""))
                found = connection.execute(f"SELECT count(*) FROM ({unescape(sql)})").fetchall()[0][0]
                told.add(mart)
                assert drawn <= shown.ROWS or mart == "vendor_figures", address
                assert found > of if mart in GROUPED - {"companies"} else found == of, (address, sql)
    finally:
        connection.close()
    assert told == set(LISTED), "a list that was not cut had too few rows to tell"
