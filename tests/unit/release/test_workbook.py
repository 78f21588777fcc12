"""The workbook: every row cited, hostile text is text, nothing is cut off in silence, equal content gives equal bytes."""

from __future__ import annotations

import csv
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quality.suites.words import ESTIMATE_STATUS, FIGURE_STATUS, VERDICTS
from release.reading import verdict_words
from release.record import Release
from release.workbook import write_workbook
from release.workbook.by_year import ESTIMATE
from release.workbook.by_year import NAME as BY_YEAR
from release.workbook.cells import CELL_CHARS, lines_of, number_cell, text_cell
from release.workbook.sheets import SHEETS, columns_of
from warehouse.export import seal
from warehouse.schema.marts import marts

Rows = list[dict[str, Any]]
WORKBOOK = "workbook.xlsx"
HOSTILE = (
    "=cmd|' /C calc'!A0", "+1+1", "-2", "@SUM(1)", "\t=1", "＝1+1", "＋1", "－1", "＠a", "−1",
    "https://example.org/a", "mailto:a@example.org", "internal:'README'!A1", "<script>alert(1)</script>", "12.50", "TRUE",
    "_x0041_", "\u202edlrow", "a\nb", "00123", "<r><t>raw</t></r>",
)  # fmt: skip


def rows_of(book: Path, sheet: str) -> Rows:
    """Rows of a sheet below its header, by column."""
    page = openpyxl.load_workbook(book)[sheet]
    head, *rows = page.iter_rows(values_only=True)
    return [dict(zip((str(name) for name in head), row, strict=True)) for row in rows]


@pytest.fixture
def changed(tmp_path: Path, small_world: Any) -> Callable[..., Path]:
    """The small world's database after statements."""

    def run(*statements: str) -> Path:
        target = tmp_path / "changed.duckdb"
        seal(small_world.database)
        shutil.copyfile(small_world.database, target)
        connection = duckdb.connect(str(target))
        try:
            for statement in statements:
                connection.execute(statement)
        finally:
            connection.close()
        return target

    return run


def test_a_release_has_the_sheets_with_all_rows_and_all_columns_of_their_marts(release: Release) -> None:
    book = openpyxl.load_workbook(release.path / WORKBOOK)
    assert book.sheetnames == ["README", BY_YEAR, *(sheet.name for sheet in SHEETS)]
    assert [sheet.name for sheet in SHEETS[-4:]] == ["Shares", "Companies", "Drivers", "Events"]
    for sheet in SHEETS:
        rows = rows_of(release.path / WORKBOOK, sheet.name)
        assert len(rows) == release.record.rows[sheet.mart]
        assert len(rows) > 0 or sheet in SHEETS[-4:]  # the small world has few of them
        if rows:
            assert {column.name for column in marts()[sheet.mart].columns} <= set(rows[0])


def test_every_row_names_publisher_title_date_and_place(release: Release) -> None:
    cited = {sheet.name: [row["citation"] for row in rows_of(release.path / WORKBOOK, sheet.name)] for sheet in SHEETS}
    for sheet, citations in cited.items():
        for citation in citations:
            assert "“" in citation, sheet
            assert "characters " in citation, sheet
            assert " of text sha256 " in citation, sheet
    # c01 stands in d_new (published 2026-03-01): "The widget market was " has 22 characters, "USD 10.0 billion" 16
    (e1,) = [row for row in rows_of(release.path / WORKBOOK, "Estimates") if row["estimate_id"] == "e1"]
    first, second = e1["citation"].split("; ")
    assert first.startswith("Acme Research, “")
    assert "1 March 2026, characters 22–38 of text sha256 " in first
    assert second.startswith("Borealis Insights, “")


def test_vendors_stand_below_and_years_beside_each_other_as_numbers(release: Release) -> None:
    rows = [row for row in rows_of(release.path / WORKBOOK, BY_YEAR) if row["market"] == "Widget"]
    of = {
        (row["publisher"], row["unit"]): row
        for row in rows
        if row["metric"] == "Market size" and row["area"] == "World"
    }
    acme, estimate = of["Acme Research", "USD"], of[ESTIMATE, "USD"]
    assert (acme["2025"], type(acme["2025"])) == (10_000_000_000, int)
    assert estimate["2025"] == 9.972e9
    assert "2025" in acme["years stated"]
    assert acme["price basis"]


def test_tables_have_names_and_verdicts_have_colours(release: Release) -> None:
    book = openpyxl.load_workbook(release.path / WORKBOOK)
    names = {name: defined.attr_text for name, defined in book.defined_names.items()}
    assert {"Vendors_by_year", "Estimates", "Vendor_figures", "Companies"} <= names.keys()
    assert names["Estimates"].startswith("Estimates!$A$1:$") or names["Estimates"].startswith("'Estimates'!$A$1:$")
    for sheet in ("Estimates", "Conflicts"):
        rules = [rule for found in book[sheet].conditional_formatting for rule in found.rules]
        assert {rule.formula[0] for rule in rules} >= {'"agree"', '"conflict_proven"'}


def test_both_sides_of_a_conflict_are_cited(release: Release) -> None:
    (k1,) = [row for row in rows_of(release.path / WORKBOOK, "Conflicts") if row["conflict_id"] == "k1"]
    a, b = k1["citation"].split("\n")
    assert a.startswith("a: ")
    assert b.startswith("b: ")
    assert "Borealis Insights" in k1["citation"]


def test_numbers_are_numbers_years_are_integers_and_refusals_say_so(release: Release) -> None:
    rows = {row["estimate_id"]: row for row in rows_of(release.path / WORKBOOK, "Estimates")}
    e1, e4 = rows["e1"], rows["e4"]
    assert (e1["estimate"], e1["unit_measure"], e1["figure"]) == (9.972e9, "USD", "USD 9.972 bn")
    assert (e1["time_period_year"], type(e1["time_period_year"])) == (2025, int)
    growth = rows_of(release.path / WORKBOOK, "Growth audit")
    assert {row["is_best"] for row in growth} <= {"yes", "no"}
    assert (e4["estimate"], e4["figure"], e4["low"], e4["high"]) == (None, "no value", 30, 60)
    page = openpyxl.load_workbook(release.path / WORKBOOK)["Estimates"]
    head = {cell.value: cell.column for cell in page[1]}
    assert page.cell(2, head["time_period_year"]).number_format == "0"
    assert {page.cell(row, head["estimate"]).number_format for row in range(2, 9)} == {"#,##0", "0.00", "General"}


def test_headers_are_frozen_filtered_noted_and_ids_are_folded(release: Release) -> None:
    book = openpyxl.load_workbook(release.path / WORKBOOK)
    for sheet in SHEETS:
        page = book[sheet.name]
        assert page.freeze_panes == "B2"
        assert page.auto_filter.ref.startswith("A1:")
        docs = [one.note for one in columns_of(sheet, marts())]
        assert [cell.comment.text for cell in page[1]] == docs
        assert page.column_dimensions["A"].width > 10
    page = book["Estimates"]
    (folded,) = [cell.column_letter for cell in page[1] if cell.value == "series_id"]
    assert any(
        dimension.hidden and dimension.min <= page[f"{folded}1"].column <= dimension.max
        for dimension in page.column_dimensions.values()
    )


def test_hostile_cells_stay_text(changed: Callable[..., Path], tmp_path: Path) -> None:
    values = ", ".join(f"({number}, '{text.replace(chr(39), chr(39) * 2)}')" for number, text in enumerate(HOSTILE))
    database = changed(
        f"CREATE TABLE hostile AS FROM (VALUES {values}) AS t(n, words)",
        "INSERT INTO marts.market_estimates BY NAME "
        "SELECT e.* REPLACE (words AS market, words AS reason, 'x' || n AS estimate_id) "
        "FROM marts.market_estimates AS e, hostile WHERE estimate_id = 'e1'",
        *(
            f"UPDATE marts.documents SET {column} = '=HYPERLINK(\"http://example.org\")'"
            for column in ("title", "publisher")
        ),
    )
    write_workbook(database, "r000001", tmp_path / "h.xlsx")
    page = openpyxl.load_workbook(tmp_path / "h.xlsx")["Estimates"]
    cells = {cell.value: cell for (cell,) in page.iter_rows(min_row=2, max_col=1)}
    assert {cell.data_type for cell in cells.values()} == {"s"}
    assert not any(cell.hyperlink for row in page.iter_rows() for cell in row)
    for text in HOSTILE[:10]:
        assert cells[text].quotePrefix, text
    plain = {
        "_x0041_": "_x005F_x0041_",
        "<r><t>raw</t></r>": "<r><t>raw</t></r> ",
    }  # the escape; a blank against xlsxwriter
    for text in HOSTILE:
        assert plain.get(text, text) in cells, text
    assert not any(
        cell.data_type == "f"
        for sheet in openpyxl.load_workbook(tmp_path / "h.xlsx")
        for row in sheet.iter_rows()
        for cell in row
    )
    with zipfile.ZipFile(tmp_path / "h.xlsx") as parts:
        assert not any(b"<f>" in parts.read(name) for name in parts.namelist())
        links = [name for name in parts.namelist() if "externalLink" in name]
        outward = [
            name for name in parts.namelist() if name.endswith(".rels") and b'TargetMode="External"' in parts.read(name)
        ]
    assert (links, outward) == ([], [])


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("a\x00b\x07", "a␀b␇"),
        ("\r=1", "␍=1"),
        ("\x7f", "␡"),
        ("a\ufffeb", "a\ufffdb"),
        ("tab\tand\nline", "tab\tand\nline"),
        ("<r>x</r>", "<r>x</r> "),
    ],
)
def test_what_xml_cannot_hold_is_shown(given_text: str, shown: str) -> None:
    assert text_cell(given_text, whole_at="there").text == shown


@given(st.text(st.characters(), max_size=80))
def test_any_text_can_be_written_and_nothing_illegal_is_left(text: str) -> None:
    cell = text_cell(text, whole_at="there").text
    cell.encode()
    assert not any(char < " " and char not in "\t\n" for char in cell)


@pytest.mark.parametrize("char", ["a", "é", "𝒳"])
def test_a_string_over_excels_limit_is_cut_with_a_notice(char: str) -> None:
    units = len(char.encode("utf-16-le")) // 2
    whole = char * (CELL_CHARS // units)
    assert text_cell(whole, whole_at="p").text == whole
    cut = text_cell(char * (CELL_CHARS + 1), whole_at="parquet/x.parquet").text
    assert len(cut.encode("utf-16-le")) // 2 in (CELL_CHARS, CELL_CHARS - 1)  # a pair is never split
    assert cut.endswith(" … [cut: 32,768 characters, whole in parquet/x.parquet]")


@pytest.mark.parametrize(
    ("value", "unit", "form", "exact"),
    [
        (Decimal("65280000000.000000000"), "USD", "#,##0", None),
        (Decimal("37085881771.029589235"), "USD", "#,##0", "37085881771.029589235"),  # 20 digits
        (Decimal("16.870000000"), "percent", "0.00", None),
        (Decimal("0.5"), "ratio", "0.0000", None),
        (1.678, "ratio", "#,##0.00", None),
        (0.9, "probability", "0%", None),
        (2031, "year", "0", None),
        (Decimal(2031), "year", "0", None),
        (10**15 + 1, "count", "#,##0", "1000000000000001"),  # 16 digits
    ],
)
def test_a_number_has_the_format_of_its_unit_and_loses_nothing(
    value: Any, unit: str, form: str, exact: str | None
) -> None:
    cell = number_cell(value, unit)
    assert cell is not None
    assert (cell.form, cell.exact) == (form, exact)
    assert cell.value == pytest.approx(float(value))


def test_no_number_is_made_of_what_is_none() -> None:
    assert number_cell(float("nan"), "USD") is None
    assert number_cell(float("inf"), "USD") is None


def test_digits_that_a_cell_cannot_keep_stand_beside_it(changed: Callable[..., Path], tmp_path: Path) -> None:
    database = changed(
        "UPDATE marts.vendor_figures SET obs_value = 10000000000.123456789 WHERE vendor_figure_id = 'v2'"
    )
    write_workbook(database, "r000001", tmp_path / "d.xlsx")
    (v2,) = [row for row in rows_of(tmp_path / "d.xlsx", "Vendor figures") if row["vendor_figure_id"] == "v2"]
    assert v2["obs_value"] == pytest.approx(10000000000.123457)
    assert "obs_value 10000000000.123456789" in v2["exact_values"]


def test_a_capped_sheet_says_how_many_rows_are_left_out_and_where_they_are(release: Release, tmp_path: Path) -> None:
    # 7 estimates, 6 rows on a sheet: header, 4 estimates, notice
    written = write_workbook(release.database, "r000001", tmp_path / "c.xlsx", max_rows=6)
    assert written["Estimates"] == 4
    page = openpyxl.load_workbook(tmp_path / "c.xlsx")["Estimates"]
    assert page.max_row == 6
    told = "3 of 7 rows are missing here; all rows are in parquet/market_estimates.parquet"
    assert page["A6"].value == told
    assert all(page.cell(6, column).value is None for column in range(2, page.max_column + 1))
    assert page.auto_filter.ref.endswith("5")
    front = "\n".join(str(cell.value) for row in openpyxl.load_workbook(tmp_path / "c.xlsx")["README"] for cell in row)
    assert "Estimates: 3 of 7 rows are missing" in front
    # as many rows as there is room for need no notice
    assert write_workbook(release.database, "r000001", tmp_path / "c.xlsx", max_rows=8)["Estimates"] == 7


@pytest.mark.parametrize("rows", [2, 1_048_577])
def test_a_cap_that_excel_cannot_open_is_refused(release: Release, tmp_path: Path, rows: int) -> None:
    with pytest.raises(ValueError, match="a sheet has 3 to 1048576 rows"):
        write_workbook(release.database, "r000001", tmp_path / "c.xlsx", max_rows=rows)


def test_equal_content_gives_equal_bytes_whatever_the_zone_and_the_umask(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os
    import time

    written = []
    for zone, mask in (("UTC", 0o022), ("Asia/Kathmandu", 0o077)):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        before = os.umask(mask)
        try:
            write_workbook(release.database, release.release_id, tmp_path / f"{mask}.xlsx")
        finally:
            os.umask(before)
        written.append((tmp_path / f"{mask}.xlsx").read_bytes())
    monkeypatch.undo()
    time.tzset()
    assert written[0] == written[1] == (release.path / WORKBOOK).read_bytes()


def test_words_beyond_the_licence_stay_out(changed: Callable[..., Path], tmp_path: Path) -> None:
    database = changed("UPDATE marts.documents SET quote_limit_chars = 20")
    write_workbook(database, "r000001", tmp_path / "q.xlsx")
    for row in rows_of(tmp_path / "q.xlsx", "Evidence"):
        assert row["prefix"] is None
        assert row["suffix"] is None
        assert row["quote"].endswith("the licence allows 20]")


def test_the_first_sheet_explains_every_word_and_links_to_every_sheet(release: Release) -> None:
    page = openpyxl.load_workbook(release.path / WORKBOOK)["README"]
    told = {cell.value for row in page for cell in row}
    assert f"Parallax release {release.release_id}" in told
    assert set(VERDICTS) <= told
    assert {*FIGURE_STATUS, *ESTIMATE_STATUS} <= told
    assert {cell.value for row in page for cell in row if cell.hyperlink} == {
        BY_YEAR,
        *(sheet.name for sheet in SHEETS),
    }
    assert set(verdict_words.VERDICTS) == set(VERDICTS)
    assert set(verdict_words.STATUSES) == {*FIGURE_STATUS, *ESTIMATE_STATUS}


def test_lines_are_counted_by_width_and_line_end() -> None:
    assert lines_of("", 10) == 1
    assert lines_of("a" * 25, 10) == 3
    assert lines_of("a\nb", 10) == 2


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="no LibreOffice here: apt-get install libreoffice-calc")
def test_libreoffice_opens_it_without_repair_and_sees_what_we_wrote(
    changed: Callable[..., Path], release: Release, tmp_path: Path
) -> None:
    database = changed(
        "UPDATE marts.market_estimates SET market = '=1+1', reason = '<r>x</r>' WHERE estimate_id = 'e1'",
        "UPDATE marts.market_estimates SET reason = chr(1) || '_x0041_' WHERE estimate_id = 'e2'",
    )
    write_workbook(database, release.release_id, tmp_path / "book.xlsx")
    # the filter's last argument: every sheet into a file of its own
    every_sheet = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"

    def convert(name: str, form: str) -> str:
        command = ["soffice", "--headless", f"-env:UserInstallation=file://{tmp_path}/profile", "--convert-to", form]
        ended = subprocess.run(
            [*command, "--outdir", str(tmp_path), str(tmp_path / name)],
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        return (ended.stdout + ended.stderr).lower()

    for form in (every_sheet, "pdf"):
        said = convert("book.xlsx", form)
        assert not any(word in said for word in ("repair", "corrupt", "error", "could not be loaded")), said
    (tmp_path / "broken.xlsx").write_bytes((tmp_path / "book.xlsx").read_bytes()[:-2000])
    assert "could not be loaded" in convert("broken.xlsx", "pdf")  # so that silence means something
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")
    seen: dict[str, list[dict[str, str]]] = {}
    for sheet in SHEETS:
        with (tmp_path / f"book-{sheet.name}.csv").open(encoding="utf-8", newline="") as file:
            seen[sheet.name] = list(csv.DictReader(file))
        assert len(seen[sheet.name]) == release.record.rows[sheet.mart]
        assert all("“" in row["citation"] for row in seen[sheet.name])
    rows = {row["estimate_id"]: row for row in seen["Estimates"]}
    assert (rows["e1"]["market"], rows["e1"]["reason"].strip()) == ("=1+1", "<r>x</r>")  # no formula: it would be 2
    assert rows["e2"]["reason"] == "␁_x0041_"
    assert rows["e1"]["time_period_year"] == "2025"
    assert rows["e1"]["estimate"] == "9972000000"  # the number, whatever its format shows
