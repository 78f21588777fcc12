"""A value in a cell: safe text, a number with its format, or nothing. No sheet is known here.

Everything that comes from a document is text that no spreadsheet takes for a formula, a link, markup or XML.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal

CELL_CHARS = 32_767  # Excel's limit, in UTF-16 code units
FORMS = ("0", "0%", "0.00", "#,##0", "#,##0.00", "0.0000")  # of numbers, all that there are
EXCEL_DIGITS = 15  # significant digits that a cell keeps

# What spreadsheets may run: by ASCII, by the full-width and small forms that East Asian ones take alike, and behind white
# space that an import strips.
_STARTERS = frozenset("=+-@\t\r\n＝＋－＠﹦﹢﹣﹫−")
# Legal nowhere in XML 1.0, or changed by every XML reader (CR), by their pictures; noncharacters and lone surrogates.
_PICTURES = {code: 0x2400 + code for code in (*range(0x09), 0x0B, 0x0C, *range(0x0D, 0x20))} | {0x7F: 0x2421}
_UNWRITABLE = re.compile("[\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Text:
    """Text of a cell. `is_guarded`: it begins like a formula, so the cell also says that it is none when edited."""

    text: str
    is_guarded: bool


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a cell with its Excel format. `exact` holds it in full where a cell keeps fewer digits."""

    value: float | int
    form: str
    exact: str | None = None


def text_cell(value: str, *, whole_at: str) -> Text:
    """Any text as a cell can hold it.

    Args:
        value: the text.
        whole_at: where the whole of it is, for the notice where it is cut.

    Returns:
        The text with control characters shown as pictures, at most `CELL_CHARS` long with the notice of a cut.
    """
    shown = value if value.isprintable() else _UNWRITABLE.sub("\ufffd", value).translate(_PICTURES)
    if len(shown) > CELL_CHARS // 2 and _units(shown) > CELL_CHARS:
        notice = f" … [cut: {len(value):,} characters, whole in {whole_at}]"
        room = (CELL_CHARS - len(notice)) * 2
        shown = shown.encode("utf-16-le")[:room].decode("utf-16-le", errors="ignore") + notice
    if shown.startswith("<r>") and shown.endswith("</r>"):
        shown += " "  # xlsxwriter would take it for markup of its own and write it unescaped
    return Text(shown, value[:1] in _STARTERS or shown.lstrip()[:1] in _STARTERS)


def lines_of(text: str, width: int) -> int:
    """Lines that text takes in a wrapped column so many characters wide, counted a little too high."""
    if "\n" not in text:
        return len(text) // width + 1
    return sum(len(line) // width + 1 for line in text.split("\n"))


def number_cell(value: Decimal | float | int, unit: str | None) -> Number | None:
    """A number as a cell can hold it; None where it is none (NaN, infinity).

    Args:
        value: in base units.
        unit: unit of the column or of its row: `year`, `percent`, a currency, a noun ...
    """
    if not math.isfinite(value):
        return None
    number = value if isinstance(value, int) else float(value)
    exact = f"{value:f}" if isinstance(value, Decimal) and _digits(value) > EXCEL_DIGITS else None
    if isinstance(value, int) and len(str(abs(value))) > EXCEL_DIGITS:
        exact = str(value)
    return Number(number, _form(value, unit), exact)


def _form(value: Decimal | float | int, unit: str | None) -> str:
    if unit in ("year", "page number"):
        return "0"
    if unit == "probability":
        return "0%"
    if unit in ("percent", "percentage points"):
        return "0.00"
    size = abs(float(value))
    if size >= 1000 or size == int(size):
        return "#,##0"
    return "#,##0.00" if size >= 1 else "0.0000"


def _digits(value: Decimal) -> int:
    """Significant digits without trailing zeros."""
    digits = value.as_tuple().digits
    return len(digits) if len(digits) <= EXCEL_DIGITS else len("".join(map(str, digits)).strip("0"))


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
