"""Tables of PDF pages: ruled, ruled between rows only, without rules; what each line of a row becomes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from reportlab.lib import colors
from reportlab.pdfgen.canvas import Canvas

from sources.parse.pdf import parse_pdf
from sources.parse.recogniser import VARIABLE
from sources.records import Unreadable
from tests.unit.sources.parse.pdf_layouts import LAYOUTS, Draw, drawn

PLACES = (72.0, 200.0, 300.0, 400.0)


def _rows(canvas: Canvas, top: float, rows: Sequence[Sequence[str]], pitch: float = 16) -> None:
    for number, row in enumerate(rows):
        for x, text in zip(PLACES, row, strict=False):
            canvas.drawString(x, top - pitch * number, text)


def _with_rules(rows: Sequence[Sequence[str]], at: Sequence[float], pitch: float = 16) -> Draw:
    def page(canvas: Canvas) -> None:
        canvas.drawString(72, 716, "Looms by region, USD million")
        _rows(canvas, 700, rows, pitch)
        for y in at:
            canvas.line(70, y, 430, y)

    return page


def _text(draw: Draw) -> str:
    return parse_pdf(drawn(draw))[0]


HEAD = ("Region", "2024", "2025")


@pytest.mark.parametrize(
    ("rows", "rules", "expected"),
    [
        # between rows, above and below the head, none
        ([HEAD, ("Asia", "31", "33"), ("Europe", "24", "26")], (696, 680, 664), ["Region|2024|2025", "Asia|31|33", "Europe|24|26"]),
        ([HEAD, ("Asia", "31", "33")], (712, 696, 680), ["Region|2024|2025", "Asia|31|33"]),
        ([HEAD, ("Asia", "31", "33"), ("Europe", "24", "26")], (), ["Region|2024|2025", "Asia|31|33", "Europe|24|26"]),
        # a dash is an empty cell, no range
        ([HEAD, ("Asia", "1.0%", "-", "2.1%"), ("Europe", "-", "1.2%", "1.4%")], (), ["Region|2024|2025|", "Asia|1.0%|-|2.1%", "Europe|-|1.2%|1.4%"]),
        # a name of two lines between rules
        ([HEAD, ("North", "31", "33"), ("America", "", ""), ("Europe", "24", "26")], (696, 664, 648), ["Region|2024|2025", "North America|31|33", "Europe|24|26"]),
        # a band of one entry
        ([HEAD, ("Silk",), ("Asia", "31", "33"), ("Europe", "24", "26")], (), ["Region|2024|2025", "Silk||", "Asia|31|33", "Europe|24|26"]),
        # rows that years name
        ([("Year", "Size", "Share"), ("2024", "31", "5%"), ("2025", "33", "6%")], (), ["Year|Size|Share", "2024|31|5%", "2025|33|6%"]),
    ],
)  # fmt: skip
def test_lines_whose_entries_stand_below_one_another_are_a_table(
    rows: list[tuple[str, ...]], rules: tuple[float, ...], expected: list[str]
) -> None:
    written = ["| " + " | ".join(row.split("|")) + " |" for row in expected]
    assert _text(_with_rules(rows, rules)).splitlines() == ["Looms by region, USD million", *written]


def test_a_header_stands_over_the_columns_that_it_spans() -> None:
    def page(canvas: Canvas) -> None:
        canvas.drawCentredString(260, 716, "Size, USD million")
        _rows(canvas, 700, [HEAD, ("Asia", "31", "33"), ("Europe", "24", "26")])

    _, blocks, *_ = parse_pdf(drawn(page))
    paths = {b.header_path for b in blocks if b.kind == "table_cell" and b.row == 2 and b.column}
    assert paths == {("Size, USD million", "2024"), ("Size, USD million", "2025")}


def test_shaded_rows_stay_rows_of_their_table() -> None:
    def page(canvas: Canvas) -> None:
        canvas.setFillColor(colors.lightgrey)
        for x in PLACES[:3]:
            canvas.rect(x - 4, 680, 100, 16, fill=1, stroke=0)
        canvas.setFillColor(colors.black)
        _rows(canvas, 700, [HEAD, ("Asia", "31", "33"), ("Europe", "24", "26"), ("Africa", "3", "4")])

    assert _text(page).splitlines() == [
        "| Region | 2024 | 2025 |",
        "| Asia | 31 | 33 |",
        "| Europe | 24 | 26 |",
        "| Africa | 3 | 4 |",
    ]


def test_a_last_row_on_a_page_of_its_own_keeps_the_headers() -> None:
    def page(*rows: tuple[str, ...]) -> Draw:
        def draw(canvas: Canvas) -> None:
            canvas.grid([68, 196, 296, 396], [712 - 16 * number for number in range(len(rows) + 1)])
            _rows(canvas, 700, rows)

        return draw

    text, blocks, *_ = parse_pdf(drawn(page(HEAD, ("Asia", "31", "33")), page(("Europe", "24", "26"))))
    last = [(text[b.char_start : b.char_end], b.header_path) for b in blocks if b.page == 2 and b.kind == "table_cell"]
    assert last == [("Europe", ("Region",)), ("24", ("2024",)), ("26", ("2025",))]


@pytest.mark.parametrize(
    "rows",
    [
        [("Looms are sold in", "many towns of the"), ("north, and makers of", "them come to town"), ("by boat and by rail", "for the fair")],
        [("1.", "Silk looms"), ("2.", "Kite looms of 2025"), ("3.", "Looms of 2026")],
        [("10", "20", "30"), ("11", "21", "31"), ("12", "22", "32")],
        [("Silk ...........", "........ 5"), ("Kites ..........", "........ 6"), ("Looms ..........", "........ 7")],
    ],
)  # fmt: skip
def test_prose_lists_scales_and_contents_are_no_tables(rows: list[tuple[str, ...]]) -> None:
    assert "|" not in _text(_with_rules(rows, ()))


def test_a_word_that_a_narrow_cell_cuts_is_whole() -> None:
    def page(canvas: Canvas) -> None:
        canvas.grid([70, 116, 160, 204], [700, 684, 648])
        for x, y, text in ((74, 688, "Region"), (120, 688, "2024"), (164, 688, "2025"), (74, 674, "North"), (74, 663, "Americ"), (74, 652, "a"), (120, 674, "31"), (164, 674, "33")):  # fmt: skip
            canvas.setFont("Helvetica", 11.6)
            canvas.drawString(x, y, text)

    assert _text(page) == "| Region | 2024 | 2025 |\n| North America | 31 | 33 |\n"


def test_short_lines_stay_apart_and_the_last_is_the_caption() -> None:
    def page(canvas: Canvas) -> None:
        for number, line in enumerate(
            ("Quill Data, 4 May 2026", "The loom market is growing.", "Loom market by region, USD million")
        ):
            canvas.drawString(72, 736 - 12 * number, line)
        _rows(canvas, 698, [HEAD, ("Asia", "31", "33"), ("Europe", "24", "26")])

    assert _text(page).splitlines()[:4] == [
        "Quill Data, 4 May 2026",
        "The loom market is growing.",
        "Loom market by region, USD million",
        "| Region | 2024 | 2025 |",
    ]


def test_a_raised_digit_as_large_as_its_figure_is_a_footnote_mark() -> None:
    def page(canvas: Canvas) -> None:
        canvas.drawString(72, 700, "It came to USD 250")
        end = 72 + canvas.stringWidth("It came to USD 250")
        canvas.drawString(end, 703, "2")
        canvas.drawString(end + 10, 700, "million.")

    assert _text(page) == "It came to USD 250 million.\n"


# What each layout says; text, not blocks. Those of other tests are left out.
SAID = {
    "ligatures": "The first floor plain office\n",
    "tables side by side": "| Left | 2025 |\n| Looms | 4.5 |\n| Right | 2031 |\n| Looms | 9.5 |\nA line of text under both tables\n",
    "hyphens at line ends": "The market of kite looms is seen as longterm by its makers, at 4.5 billion in 2025.\n",
    "text outside the page": "On the page: 4.5%\nOver th\n",
    "rising line": "Kite looms: USD 5 billion in 2025.\ntwo three four\nOne\n",
    "form": "Drawn on the page: 4.5%\nDrawn in a form: 12.5%\n",
    "hidden text": "Kite looms: USD 5 billion in 2025.\n",
    "soft hyphens": "soft hyphen\n",
    "japanese": "市場規模は2025年に41.9億ドル。\n",
    "kerned": "Value of WAVE looms 41.9 97.4\n",
}


@pytest.mark.parametrize("name", SAID)
def test_layouts_say_what_they_show(name: str) -> None:
    assert parse_pdf(LAYOUTS[name]())[0] == SAID[name]


def test_a_layout_of_two_columns_is_read_one_after_the_other() -> None:
    text = parse_pdf(LAYOUTS["two columns"]())[0]
    assert "41.9 billion in 2025, and makers expect USD 97.4 billion by 2031, which" in text


@pytest.mark.parametrize(
    ("name", "reason"),
    [("picture only", "scanned"), ("blank document", "no_text"), ("encrypted", "encrypted"), ("truncated", "damaged")],
)
def test_layouts_that_cannot_be_read_say_why(name: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")  # whether Tesseract is installed or not
    with pytest.raises(Unreadable) as refusal:
        parse_pdf(LAYOUTS[name]())
    assert refusal.value.reason == reason
