"""PDF files: paragraphs, tables, running headers, and files that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from sources.parse.pdf import parse_pdf
from sources.records import Unreadable
from tests.hostile.pdfs import page, stream
from tests.unit.sources.parse.pdf_layouts import embedded_font

MakePdf = Callable[..., bytes]
LONG = (
    "The global widget market is thought to climb from USD 41.90 billion in 2025 to USD 97.35 billion by 2031, at a "
    "CAGR of 15.08% over the forecast period, and this sentence is long enough to be wrapped over several lines of a page."
)


def test_wrapped_lines_become_paragraphs_headings_and_items(make_pdf: MakePdf) -> None:
    text, blocks, *_ = parse_pdf(
        make_pdf(
            ("h1", "Widget Outlook"),
            ("p", LONG),
            ("p", "Short one."),
            ("h2", "Takeaways"),
            ("ul", [LONG, "Second item."]),
        )
    )
    assert text == f"Widget Outlook\n{LONG}\nShort one.\nTakeaways\n- {LONG}\n- Second item.\n"
    assert [(b.kind, b.level, b.page) for b in blocks] == [
        ("heading", 1, 1),
        ("paragraph", 0, 1),
        ("paragraph", 0, 1),
        ("heading", 2, 1),
        ("list_item", 1, 1),
        ("list_item", 1, 1),
    ]
    assert text[blocks[4].char_start : blocks[4].char_end] == LONG


def test_a_ruled_table_keeps_its_cells_with_headers_and_labels(make_pdf: MakePdf) -> None:
    rows = [
        ["Region", "USD bn", "", "CAGR"],
        ["", "2025", "2031", "%"],
        ["Asia", "26.9", "70.1", "17.3"],
        ["Europe", "20.0", "", "18.4"],
    ]
    text, blocks, *_ = parse_pdf(
        make_pdf(("p", "Before."), ("table", rows, [((1, 0), (2, 0)), ((0, 0), (0, 1))]), ("p", "After."))
    )
    assert text == (
        "Before.\n| Region | USD bn |  | CAGR |\n|  | 2025 | 2031 | % |\n| Asia | 26.9 | 70.1 | 17.3 |\n"
        "| Europe | 20.0 |  | 18.4 |\nAfter.\n"
    )
    body = [
        (text[b.char_start : b.char_end], b.header_path, b.row_label)
        for b in blocks
        if b.kind == "table_cell" and b.row == 2
    ]
    assert body == [
        ("Asia", ("Region",), None),
        ("26.9", ("USD bn", "2025"), "Asia"),
        ("70.1", ("USD bn", "2031"), "Asia"),
        ("17.3", ("CAGR", "%"), "Asia"),
    ]


def test_a_table_over_two_pages_keeps_its_headers(make_pdf: MakePdf) -> None:
    rows = [["Item", "Value (USD bn)"], *([f"Item {chr(65 + n % 26)}", f"{n}.5"] for n in range(60))]
    text, blocks, *_ = parse_pdf(make_pdf(("table", rows)))
    values = [
        b for b in blocks if b.kind == "table_cell" and b.column == 1 and text[b.char_start : b.char_end].endswith(".5")
    ]
    assert len(values) == 60
    assert {b.page for b in values} == {1, 2}
    assert {b.header_path for b in values} == {("Value (USD bn)",)}


def test_running_headers_and_page_numbers_are_left_out(make_pdf: MakePdf) -> None:
    def decorate(canvas: Canvas, page: int) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(72, 812, "Acme Research | Widget report 2026")
        canvas.drawRightString(520, 30, f"Page {page} of 3")

    content = make_pdf(
        ("p", "First in 2025."), ("page",), ("p", "Second in 2026."), ("page",), ("p", "Third."), decorate=decorate
    )
    text, blocks, *_ = parse_pdf(content)
    assert text == "First in 2025.\nSecond in 2026.\nThird.\n"
    assert [b.page for b in blocks] == [1, 2, 3]


def test_figures_that_change_from_page_to_page_are_no_running_header(draw_pdf: MakePdf) -> None:
    pages = [[(72, 800, 10, f"Revenue was USD {value} million."), (72, 500, 10, "Text.")] for value in (12, 55, 31)]
    assert parse_pdf(draw_pdf(*pages))[0].count("Revenue was") == 3
    # one that counts along with the pages is one
    pages = [[(72, 800, 10, f"Chapter overview, sheet {value}."), (72, 500, 10, "Text.")] for value in (7, 8, 9)]
    assert parse_pdf(draw_pdf(*pages))[0] == "Text.\nText.\nText.\n"


def test_a_raised_footnote_mark_does_not_change_a_figure(make_pdf: MakePdf) -> None:
    text, *_ = parse_pdf(
        make_pdf(
            ("p", "It grows at 16.87%<super>1</super> over 5 m<super>2</super> of USD 5 billion<super>2,3</super>.")
        )
    )
    assert text == "It grows at 16.87% over 5 m² of USD 5 billion.\n"


def test_a_split_word_is_joined_and_a_compound_is_not(draw_pdf: MakePdf) -> None:
    text, *_ = parse_pdf(
        draw_pdf(
            [
                (72, 700, 10, "Revenue of the whole widget mar-"),
                (72, 688, 10, "ket rises with a plan that is long-"),
                (72, 676, 10, "term, and a term of this plan is ten years."),
            ]
        )
    )
    assert text == (
        "Revenue of the whole widget market rises with a plan that is long-term, and a term of this plan is ten years.\n"
    )


def test_a_sentence_goes_on_over_the_page_break(draw_pdf: MakePdf) -> None:
    text, blocks, *_ = parse_pdf(
        draw_pdf(
            [(72, 80, 10, "By the end of the forecast period the global widget market is thought to be worth some")],
            [(72, 770, 10, "166 billion dollars.")],
        )
    )
    assert text == (
        "By the end of the forecast period the global widget market is thought to be worth some 166 billion dollars.\n"
    )
    assert blocks[0].page == 1


def test_fields_and_short_lines_stay_apart(draw_pdf: MakePdf) -> None:
    lines = [
        "Base year: 2025",
        "CAGR (2026-2031): 16.87%",
        "Key players: Acme, Bolt, Cog and several others that fill the line",
    ]
    text, *_ = parse_pdf(draw_pdf([(72, 700 - 12 * n, 10, line) for n, line in enumerate(lines)]))
    assert text.split("\n")[:-1] == lines


def test_two_columns_are_read_one_after_the_other(draw_pdf: MakePdf) -> None:
    left = ["Left column line one runs to here", "and its second line goes on and on", "until the third line of it is done", "with a fourth line that adds a bit",
            "and a fifth line that ends it now."]  # fmt: skip
    right = [line.replace("Left", "Right") for line in left]
    draw = [(72, 700 - 12 * n, 10, line) for n, line in enumerate(left)] + [
        (320, 697 - 12 * n, 10, line) for n, line in enumerate(right)
    ]
    text, *_ = parse_pdf(draw_pdf([(72, 760, 20, "A title across both of the columns"), *draw]))
    assert text == f"A title across both of the columns\n{' '.join(left)}\n{' '.join(right)}\n"


def test_a_table_without_rules_is_a_table(draw_pdf: MakePdf) -> None:
    rows = [("Region", "2025", "2031"), *((f"Region {n}", f"{n}.5", f"{n}.9") for n in range(8))]
    draw = [
        (x, 700 - 14 * n, 10, cell) for n, row in enumerate(rows) for x, cell in zip((72, 250, 400), row, strict=True)
    ]
    text, *_ = parse_pdf(draw_pdf([*draw]))
    assert text.split("\n")[:3] == ["| Region | 2025 | 2031 |", "| Region 0 | 0.5 | 0.9 |", "| Region 1 | 1.5 | 1.9 |"]


def test_letters_drawn_twice_are_read_once(draw_pdf: MakePdf) -> None:
    assert (
        parse_pdf(draw_pdf([(72, 700, 10, "USD 55 billion"), (72.3, 700, 10, "USD 55 billion")]))[0]
        == "USD 55 billion\n"
    )


def test_both_letters_of_a_pair_stay_in_print_that_is_smaller_than_a_hair(draw_pdf: MakePdf) -> None:
    # The two l of "all" at 3 points are 0.22 x 3 = 0.67 points apart, less than a point, and more than half a letter (0.33).
    assert parse_pdf(draw_pdf([(72, 700, 3, "all bills")]))[0] == "all bills\n"
    # A copy that is 0.3 points off is one, be the letter as narrow as that.
    assert parse_pdf(draw_pdf([(72, 700, 3, "all bills"), (72.3, 700, 3, "all bills")]))[0] == "all bills\n"


def test_ligatures_are_written_as_their_letters(draw_pdf: MakePdf) -> None:
    content = draw_pdf([(72, 700, 10, "The \ufb01rst of\ufb02oad", embedded_font())])
    assert parse_pdf(content)[0] == "The first offload\n"


def test_the_same_bytes_give_the_same_text(make_pdf: MakePdf) -> None:
    content = make_pdf(("h1", "T"), ("p", LONG), ("table", [["a", "b"], ["1", "2"]]))
    assert parse_pdf(content) == parse_pdf(content)


def _reason(content: bytes) -> tuple[str, str]:
    with pytest.raises(Unreadable) as caught:
        parse_pdf(content)
    return caught.value.reason, caught.value.detail


def test_an_encrypted_pdf_says_so(draw_pdf: MakePdf) -> None:
    page: list[tuple[Any, ...]] = [(72, 700, 10, "Secret 5%")]
    reason, detail = _reason(draw_pdf(page, encrypt=StandardEncryption("open", canPrint=0, strength=128)))
    assert reason == "encrypted"
    assert "password" in detail
    # without a password to open it, restrictions on printing or copying do not make it unreadable
    assert (
        parse_pdf(draw_pdf(page, encrypt=StandardEncryption("", "owner", canPrint=0, strength=128)))[0] == "Secret 5%\n"
    )


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
def test_a_truncated_pdf_is_damaged_wherever_it_is_cut(make_pdf: MakePdf, share: float) -> None:
    content = make_pdf(("p", LONG), ("page",), ("p", LONG))
    reason, detail = _reason(content[: int(len(content) * share)])
    assert reason == "damaged"
    assert "again" in detail


def test_pages_that_are_announced_but_missing_are_noticed(make_pdf: MakePdf) -> None:
    content = make_pdf(("p", "One."), ("page",), ("p", "Two."))
    assert b"/Count 2" in content
    reason, detail = _reason(content.replace(b"/Count 2", b"/Count 9"))
    assert reason == "damaged"
    assert "9 pages" in detail


def test_garbage_behind_the_mark_is_damaged() -> None:
    assert _reason(b"%PDF-1.7\n" + b"garbage " * 100 + b"%%EOF")[0] == "damaged"


def test_pages_without_characters_have_no_text(draw_pdf: MakePdf) -> None:
    reason, detail = _reason(draw_pdf([], []))
    assert reason == "no_text"
    assert "OCR" in detail


def test_text_that_stands_sideways_is_not_lost_in_silence() -> None:
    import io

    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.rotate(90)
    canvas.drawString(100, -100, "Market size USD 5 billion")
    canvas.save()
    assert _reason(buffer.getvalue())[0] == "text_lost"


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt])
def test_what_is_no_fault_of_the_document_goes_on(
    make_pdf: MakePdf, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    from pdfminer.pdfinterp import PDFPageInterpreter

    def fail(*_: object) -> None:
        raise error

    content = make_pdf(("p", "text"))
    monkeypatch.setattr(PDFPageInterpreter, "process_page", fail)
    with pytest.raises(error):
        parse_pdf(content)


def test_an_error_on_a_page_names_the_page(make_pdf: MakePdf, monkeypatch: pytest.MonkeyPatch) -> None:
    from pdfminer.pdfinterp import PDFPageInterpreter

    def fail(*_: object) -> None:
        raise RecursionError

    content = make_pdf(("p", "text"))
    monkeypatch.setattr(PDFPageInterpreter, "process_page", fail)
    assert _reason(content) == (
        "damaged",
        "page 1 cannot be read (RecursionError): download or export it again",
    )


@pytest.mark.parametrize("pitch", [2.1, 2.4, 2.9])
def test_lines_of_tiny_print_are_not_mixed_though_they_lie_within_three_points(pitch: float) -> None:
    lines = ("Cork sales rose", "Pump sales fell", "Kiln sales held")
    shown = b" ".join(b"1 0 0 1 72 %.1f Tm (%s) Tj" % (700 - pitch * n, line.encode()) for n, line in enumerate(lines))
    text, *_ = parse_pdf(page(stream(b"BT /F1 2 Tf " + shown + b" ET")))
    assert text.split() == " ".join(lines).split()
