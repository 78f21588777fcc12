"""The workbook by row: with rows of the workbook before it is, byte by byte, the one that is written whole."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from release.workbook import KeptWorkbook, build, write_workbook
from release.workbook.kept_rows import at_row
from release.workbook.row_xml import lines_in
from tests.unit.release.test_publishing_by_part import STEPS
from warehouse.export import seal

STORE = "workbook.json"
MORE = {
    "a publisher's name": ("UPDATE marts.documents SET publisher = publisher || ' Group'",),
    "a date of a document": ("UPDATE marts.documents SET published_on = DATE '2020-02-02'",),
    "where words stand": ("UPDATE marts.evidence SET char_start = char_start + 1, char_end = char_end + 1",),
    "a licence for fewer words": ("UPDATE marts.documents SET quote_limit_chars = 3",),
    "rows ahead of all others": (
        "INSERT INTO marts.market_estimates SELECT * REPLACE (' first' AS market, estimate_id || 'x' AS estimate_id) "
        "FROM marts.market_estimates",
    ),
    "a claim's market": ("UPDATE marts.claims SET market = market || '!'",),
    "a claim without words": (
        "DELETE FROM marts.evidence WHERE claim_id = (SELECT min(claim_id) FROM marts.evidence)",
    ),
}


@pytest.fixture
def book(tmp_path: Path, small_world: Any) -> Callable[..., Path]:
    """Writes the workbook of the small world after some statements, with the store and the workbook before, or without."""
    seal(small_world.database)
    database = tmp_path / "warehouse.duckdb"
    shutil.copyfile(small_world.database, database)

    def run(name: str, *statements: str, before: Path | None = None, by_row: bool = True) -> Path:
        with duckdb.connect(str(database)) as connection:
            for statement in statements:
                connection.execute(statement)
        target = tmp_path / f"{name}.xlsx"
        write_workbook(database, "r000001", target, KeptWorkbook(tmp_path / STORE, before) if by_row else None)
        return target

    return run


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the rows that are written anew."""
    numbers: list[int] = []
    real = build._xml

    def noted(paper: Any, places: Any, *rest: Any) -> list[str]:
        numbers.extend(places)
        return real(paper, places, *rest)

    monkeypatch.setattr(build, "_xml", noted)
    return numbers


def test_over_a_history_every_workbook_equals_the_one_that_is_written_whole(
    book: Callable[..., Path], drawn: list[int]
) -> None:
    steps = STEPS | MORE
    names = random.Random(23).sample([*steps], len(steps))
    before, n_taken = book("first"), 0
    for number, name in enumerate(names):
        drawn.clear()
        by_row, n_drawn = book(f"by-row-{number}", *steps[name], before=before), len(drawn)
        drawn.clear()
        whole = book("whole", by_row=False)
        assert by_row.read_bytes() == whole.read_bytes(), name
        n_taken += len(drawn) - n_drawn
        before = by_row
    assert n_taken > 0


def test_only_rows_that_differ_are_written(book: Callable[..., Path], drawn: list[int]) -> None:
    first = book("first")
    drawn.clear()
    second = book("second", before=first)
    # Conflicts that rest on words beside those of their claims are always written.
    always = len(drawn)
    drawn.clear()
    book("third", "UPDATE marts.growth_audit SET finding = 'x' WHERE claim_id = (SELECT min(claim_id) FROM marts.growth_audit)", before=second)  # fmt: skip
    assert 0 < len(drawn) - always <= 3


@pytest.mark.parametrize("damage", ["store", "half a store", "workbook", "no workbook", "other code"])
def test_what_is_damaged_or_of_other_code_is_as_if_it_had_never_been(
    tmp_path: Path, book: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    first, store = book("first"), tmp_path / STORE
    content = first.read_bytes()
    if damage == "store":
        store.write_bytes(store.read_bytes().replace(b"Estimates", b"Evidences"))
    elif damage == "half a store":
        store.write_bytes(store.read_bytes()[:-100])
    elif damage == "workbook":
        first.write_bytes(content[:2000] + bytes([content[2000] ^ 1]) + content[2001:])
    elif damage == "no workbook":
        first.unlink()
    else:
        monkeypatch.setattr("release.workbook.kept_rows.code_version", lambda root: "other")
    assert book("second", before=first).read_bytes() == content


@pytest.mark.parametrize(
    ("xml", "moved"),
    [
        ('<row r="7"><c r="A7" s="1"/></row>', '<row r="12"><c r="A12" s="1"/></row>'),
        ('<row r="12"><c r="AB12" s="1"/></row>', '<row r="12"><c r="AB12" s="1"/></row>'),
        # Text that looks like a cell is escaped, and a quote in it is not: neither is touched.
        (
            '<row r="7" ht="27.75" customHeight="1"><c r="B7" s="4"><is><t>&lt;c r="A7" r="A7"</t></is></c></row>',
            '<row r="12" ht="27.75" customHeight="1"><c r="B12" s="4"><is><t>&lt;c r="A7" r="A7"</t></is></c></row>',
        ),
    ],
    ids=["moved", "stays", "text"],
)
def test_a_row_moves_with_its_cells_and_not_with_its_words(xml: str, moved: str) -> None:
    assert at_row(xml, 12) == moved


@pytest.mark.parametrize(("head", "lines"), [("", 1), (' ht="27.75" customHeight="1"', 2), (' ht="314.25" customHeight="1"', 24)])  # fmt: skip
def test_the_lines_of_a_row_are_read_from_its_height(head: str, lines: int) -> None:
    assert lines_in(f'<row r="7"{head}><c r="A7" s="1"/></row>') == lines
