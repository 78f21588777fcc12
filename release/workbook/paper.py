"""The xlsx file: formats, headers, cells, and the look of a sheet on screen and in print. Knows xlsxwriter, and no mart."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from release.workbook.cells import FORMS, Number, Text
from release.workbook.row_xml import Cell, column_xml, lines_in, points_of, rows_xml
from release.workbook.sheets import Column

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

FONT = {"font_name": "Calibri", "font_size": 10, "valign": "top"}
INK, LINE, TINT, ALARM, LINK = "#1F2933", "#C8D0D9", "#E8EDF3", "#B42318", "#1D4ED8"
RULE = {"top": 1, "top_color": TINT}  # between rows: in print there is no grid
GREEN, RED, AMBER, VIOLET = (
    ("#14532D", "#DCFCE7"),
    ("#7F1D1D", "#FEE2E2"),
    ("#713F12", "#FEF3C7"),
    ("#4C1D95", "#EDE9FE"),
)
VERDICT_COLOURS = {  # ink and ground
    "agree": GREEN, "compatible": GREEN, "conflict_proven": RED, "conflict_likely": AMBER, "not_comparable": VIOLET,
    "insufficient": VIOLET,
}  # fmt: skip
BELOW_NOTES = 100  # rows whose heights place the notes of the header
A3, A4, MARGIN = 8, 9, 0.4


class Paper:
    """A workbook being written; rows of a sheet from top to bottom. Closed by leaving the `with` block."""

    def __init__(self, target: Path, created: datetime) -> None:
        import xlsxwriter

        self._book: Any = xlsxwriter.Workbook(
            str(target),
            {
                "constant_memory": True,
                "use_zip64": True,  # only a file that needs it gets it
                "strings_to_formulas": False,
                "strings_to_urls": False,
                "strings_to_numbers": False,
                "default_format_properties": {"font_name": "Calibri", "font_size": 10},
            },
        )
        self._book.set_properties({"title": "Parallax", "created": created})
        self._formats: dict[tuple[tuple[str, Any], ...], Any] = {}
        self._cells: dict[str | bool, int] = {}
        # Formats have numbers in the order of first use: it is the same in every workbook.
        for is_number in (False, True):
            self.header(is_number)._get_xf_index()
        for kind in (None, Text("", False), Text("", True), *(Number(0, form) for form in FORMS)):
            self._form_of(kind)

    def __enter__(self) -> Paper:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._book.close()

    def form(self, **properties: Any) -> Any:
        """A cell format; equal ones are one."""
        if "indent" in properties:
            properties["align"] = "left"  # without it LibreOffice does not indent
        key = tuple(sorted(properties.items()))
        if key not in self._formats:
            self._formats[key] = self._book.add_format({**FONT, **properties})
        return self._formats[key]

    def add(self, name: str) -> Worksheet:
        """A new sheet behind the others."""
        page: Worksheet = self._book.add_worksheet(name)
        page.ignore_errors({"number_stored_as_text": f"A1:XFD{2**20}"})
        return page

    def head(self, page: Worksheet, columns: Sequence[Column]) -> None:
        """Widths, folds and the header with a note for each column."""
        for position, one in enumerate(columns):
            fold = {"level": 1, "hidden": True} if one.is_folded else {}
            page.set_column(position, position, one.width, None, fold)
        page.set_column(len(columns), len(columns), 4, None, {"collapsed": True})
        page.set_row(0, 30)
        for position, one in enumerate(columns):
            page.write_string(0, position, one.column.name, self.header(one.column.unit is not None))
            lines = len(one.note) // 40 + 2
            page.write_comment(
                0, position, one.note, {"author": "Parallax", "x_scale": 2, "height": 16 * lines, "font_size": 9}
            )
        page.freeze_panes(1, 1)
        page.set_landscape()
        page.set_paper(A3)
        page.set_margins(MARGIN, MARGIN, MARGIN, 0.6)
        page.fit_to_pages(1, 0)
        page.repeat_rows(0)
        page.set_footer("&L&8&F · &A&R&8&P / &N")

    def header(self, is_number: bool) -> Any:
        """The format of a header."""
        side = {"align": "right"} if is_number else {"indent": 1}
        return self.form(bold=True, font_color=INK, bg_color=TINT, bottom=1, bottom_color=LINE, text_wrap=True, **side)

    def drawn(
        self, numbers: Sequence[int], n_lines: Sequence[int], columns: Sequence[tuple[bool, Sequence[Cell]]]
    ) -> list[str]:
        """Rows as XML: numbers in their format, wrapped text that is never a formula or a link, or nothing.

        Args:
            numbers: of the rows; the header's is 0.
            n_lines: lines of text in each row.
            columns: whether it is folded, and its cells, of each column.
        """
        places = [number + 1 for number in numbers]
        told = [
            column_xml(_letters(position), places, cells, self._form_of, is_folded=is_folded)
            for position, (is_folded, cells) in enumerate(columns)
        ]
        return rows_xml(places, n_lines, told)

    def rows(self, page: Worksheet, first: int, drawn: Sequence[str]) -> None:
        """Puts rows behind the header, past xlsxwriter's cells into the file that it keeps of the sheet's rows.

        Args:
            page: the sheet.
            first: number of the first of these rows; the header's is 0.
            drawn: `drawn` of each row, at its own number.
        """
        if first == 1:
            page._write_single_row(1)  # the header
        for row in range(first, min(first + len(drawn), BELOW_NOTES)):
            page.set_row(row, points_of(lines_in(drawn[row - first])))
        page.fh.write("".join(drawn))
        page._check_dimensions(first + len(drawn) - 1, 0)
        page.previous_row = first + len(drawn)  # what xlsxwriter has yet to write begins there

    def _form_of(self, cell: Cell) -> int:
        """The number of a cell's format in the file, by the kind of cell."""
        kind = "blank" if cell is None else cell.form if isinstance(cell, Number) else cell.is_guarded
        if kind not in self._cells:
            if cell is None:
                form = self.form(**RULE)
            elif isinstance(cell, Number):
                form = self.form(**RULE, num_format=cell.form)
            else:
                form = self.form(
                    **RULE, text_wrap=True, indent=1, **({"quote_prefix": True} if cell.is_guarded else {})
                )
            self._cells[kind] = form._get_xf_index()
        return self._cells[kind]

    def notice(self, page: Worksheet, row: int, words: str) -> None:
        """What a reader of the sheet must know, below its rows."""
        page.write_string(row, 0, words, self.form(bold=True, font_color=ALARM))

    def finish(self, page: Worksheet, name: str, n_rows: int, n_columns: int, verdicts: int | None = None) -> None:
        """The filter over header and rows, a name for both, and colours of verdicts.

        Args:
            page: the sheet.
            name: its name; the range has it with "_" for blanks.
            n_rows: rows below the header.
            n_columns: its columns.
            verdicts: the column with verdicts; None where there is none.
        """
        page.autofilter(0, 0, n_rows, n_columns - 1)
        last = f"${_letters(n_columns - 1)}${n_rows + 1}"
        self._book.define_name(name.replace(" ", "_"), f"='{name}'!$A$1:{last}")
        for verdict, (ink, ground) in VERDICT_COLOURS.items() if verdicts is not None and n_rows else ():
            key = (("verdict", verdict),)
            if key not in self._formats:
                self._formats[key] = self._book.add_format({"font_color": ink, "bg_color": ground})
            page.conditional_format(
                1, verdicts, n_rows, verdicts,
                {"type": "cell", "criteria": "==", "value": f'"{verdict}"', "format": self._formats[key]},
            )  # fmt: skip


@cache
def _letters(column: int) -> str:
    from xlsxwriter.utility import xl_col_to_name

    return str(xl_col_to_name(column))
