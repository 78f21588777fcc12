"""The first sheet: the contents of the others, the terms, and what is left out. Words only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from release.reading.verdict_words import STATUSES, VERDICTS
from release.record import DATABASE, PARQUET
from release.workbook.cells import lines_of, text_cell
from release.workbook.paper import A4, ALARM, LINE, LINK, TINT
from release.workbook.row_xml import LINE_POINTS
from release.workbook.sheets import Sheet
from warehouse.schema.marts import Mart

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

    from release.workbook.paper import Paper


WIDTHS = (20, 12, 12, 100)
COUNTS = ("rows", "left out")


@dataclass(frozen=True, slots=True)
class Written:
    """A sheet that is written: how many of its rows, and where all of them are."""

    sheet: Sheet
    mart: Mart
    n_written: int
    n_rows: int
    whole_at: str


def write_front(paper: Paper, page: Worksheet, release_id: str, written: Sequence[Written]) -> None:
    """Fills the README sheet.

    Args:
        paper: the workbook.
        page: its empty first sheet.
        release_id: the release.
        written: the other sheets, in their order.
    """
    for column, width in enumerate(WIDTHS):
        page.set_column(column, column, width)
    page.hide_gridlines(2)
    page.set_landscape()
    page.set_paper(A4)
    page.fit_to_pages(1, 1)
    lines = _Lines(paper, page)
    lines.title(f"Parallax release {release_id}")
    lines.prose(
        "Market figures from conflicting vendor reports. Every number leads to the words that state it. Each disagreement "
        "is a row, and so is each refusal, with its reason."
    )
    lines.head("sheet", *COUNTS, "one row per")
    for one in written:
        lines.sheet(one)
    for one in written:
        if one.n_written < one.n_rows:
            lines.warning(
                f"{one.sheet.name}: {one.n_rows - one.n_written:,} of {one.n_rows:,} rows are missing, because a sheet ends "
                f"there; all rows are in {one.whole_at}"
            )
    lines.words("verdict", VERDICTS.items())
    lines.words("status", STATUSES.items())
    lines.heading("How to read it")
    for told in (
        "Numbers are in base units: USD 65.28 billion is 65,280,000,000 with USD in unit_measure, 16.87 % is 16.87 with "
        "percent. Years are whole numbers, true and false are yes and no.",
        "Each header has a note with the column's meaning and unit. Ids and keys are grouped after the last visible column: "
        "click the + above the columns.",
        "A cell holds 15 digits. If a value has more, exact_values has all of them, next to value_as_printed.",
        "low and high are the interval for the centre of independent publishers, predicted_low and predicted_high the one "
        "for the next publisher's figure; interval_covers describes both. Without a level, low and high are the range stated.",
        "The citation names publisher, title, date, page and characters; n.d. means no known date. For a footnote, "
        "BibTeX or CSL-JSON: parallax cite ID. For the words around a figure: parallax explain ID.",
        "Quotes are under the licences of their documents and keep to their limits.",
        f"These and all other tables: {PARQUET}/ and {DATABASE}, schema marts.",
    ):
        lines.prose(told)


class _Lines:
    """Lines of the sheet from top to bottom."""

    def __init__(self, paper: Paper, page: Worksheet) -> None:
        self._paper, self._page, self._row = paper, page, 0

    def title(self, words: str) -> None:
        self._page.set_row(self._row, 28)
        self._put(0, words, bold=True, font_size=18, indent=1)
        self._row += 1

    def heading(self, words: str) -> None:
        self._row += 1
        self._put(0, words, bold=True, font_size=12, indent=1)
        self._row += 1

    def prose(self, words: str) -> None:
        """A paragraph over all columns; merged cells grow for no program, so the height is counted out."""
        form = self._paper.form(text_wrap=True, indent=1)
        self._page.set_row(self._row, LINE_POINTS * lines_of(words, sum(WIDTHS)) + 2)
        self._page.merge_range(self._row, 0, self._row, 3, "", form)
        self._page.write_string(self._row, 0, words, form)
        self._row += 1

    def warning(self, words: str) -> None:
        self._put(0, words, bold=True, font_color=ALARM, indent=1)
        self._row += 1

    def head(self, *names: str) -> None:
        self._row += 1
        for column, words in enumerate(names):
            side = {"align": "right"} if words in COUNTS else {"indent": 1}
            self._put(column, words, bold=True, bg_color=TINT, bottom=1, bottom_color=LINE, **side)
        self._row += 1

    def sheet(self, one: Written) -> None:
        name = one.sheet.name
        doc = one.mart.doc.removesuffix(".")
        words = f"{one.mart.grain}. {doc[:1].upper()}{doc[1:]}."
        self._page.set_row(self._row, LINE_POINTS * lines_of(words, WIDTHS[3]) + 2)
        link = self._paper.form(font_color=LINK, underline=1, indent=1)
        self._page.write_url(self._row, 0, f"internal:'{name}'!A1", link, name)
        self._page.write_number(self._row, 1, one.n_written, self._paper.form(num_format="#,##0"))
        self._page.write_number(self._row, 2, one.n_rows - one.n_written, self._paper.form(num_format="#,##0"))
        self._put(3, words, text_wrap=True, indent=1)
        self._row += 1

    def words(self, head: str, meanings: Iterable[tuple[str, str]]) -> None:
        self.head(head, "means", "", "")
        for word, meaning in meanings:
            form = self._paper.form(text_wrap=True, indent=1)
            self._put(0, word, bold=True, indent=1)
            self._page.merge_range(self._row, 1, self._row, 3, "", form)
            self._page.write_string(self._row, 1, meaning, form)
            self._row += 1

    def _put(self, column: int, words: str, **form: object) -> None:
        cell = text_cell(words, whole_at=DATABASE)
        self._page.write_string(self._row, column, cell.text, self._paper.form(**form))
