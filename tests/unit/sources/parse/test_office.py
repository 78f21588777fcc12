"""Word, Excel, PowerPoint and CSV files: what a person sees of them becomes text with tables; hostile ones are refused with a reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from sources.parse import parse
from sources.parse.office.sheets import addresses
from sources.parse.work import counted, work_limits
from sources.records import ParsedDocument, Unreadable
from tests.office_files import HIDDEN, Rows, docx, paragraph, pptx, word_table, xlsx, zipped

ROWS = [["Region", "2025", "2031"], ["Europe", "4.1", "6.5"], ["North America", "3.9", "6.0"]]
TITLE, SENTENCE = "Glass Lathes Market", "The glass lathes market was worth USD 8 billion in 2025."


def cells(document: ParsedDocument) -> list[tuple[str, tuple[str, ...], str | None]]:
    """Text, headers and label of the cells of a document."""
    return [
        (document.text[b.char_start : b.char_end], b.header_path, b.row_label)
        for b in document.blocks
        if b.kind == "table_cell"
    ]


def lines(document: ParsedDocument) -> list[str]:
    return document.text.splitlines()


AS_TABLE = cells(
    parse(b"| Region | 2025 | 2031 |\n|---|---|---|\n| Europe | 4.1 | 6.5 |\n| North America | 3.9 | 6.0 |\n")
)


@pytest.mark.parametrize(
    "content",
    [
        docx(paragraph(TITLE, "H1"), word_table(ROWS)),
        xlsx({"Regions": [["Region", 2025, 2031], ["Europe", 4.1, 6.5], ["North America", 3.9, 6.0]]}, {"C3": "0.0"}),
        pptx((TITLE, ROWS)),
        b"Region,2025,2031\nEurope,4.1,6.5\nNorth America,3.9,6.0\n",
        b'Region;2025;2031\r\n"Europe";4.1;6.5\r\n"North America";"3.9";6.0\r\n',
    ],
    ids=["docx", "xlsx", "pptx", "csv", "csv with semicolons"],
)
def test_a_table_has_one_shape_in_every_kind_of_file(content: bytes) -> None:
    assert cells(parse(content)) == AS_TABLE
    assert len(AS_TABLE) == 9  # worked out: three rows of three cells


def test_a_word_document_is_read_with_its_changes_accepted_and_without_hidden_text() -> None:
    changed = (
        '<w:p><w:del w:id="1" w:author="a"><w:r><w:delText>USD 7 billion in 2024.</w:delText></w:r></w:del>'
        '<w:ins w:id="2" w:author="a"><w:r><w:t>It grows.</w:t></w:r></w:ins></w:p>'
    )
    ghost = '<w:rPr><w:rStyle w:val="Ghost"/></w:rPr>'
    document = parse(
        docx(
            paragraph(TITLE, "H1"),
            paragraph(SENTENCE),
            changed,
            paragraph("99 ", run=HIDDEN),
            paragraph("8", run=ghost),
        )
    )
    assert lines(document) == [TITLE, SENTENCE, "It grows."]
    assert (document.n_hidden, document.n_hidden_figures) == (3, 2)  # 99 and 8
    assert document.blocks[0].kind == "heading"


def test_a_workbook_shows_numbers_as_their_formats_write_them_and_nothing_hidden() -> None:
    content = xlsx(
        {
            "Sheet1": [
                ["Glass lathes, USD billion"],
                [],
                ["Region", 2025, "CAGR"],
                ["Europe", 1.2105, 0.0871],
                ["Asia", 900, 0.061],
            ]
        },
        {"B4": "0.00", "B5": "#,##0", "C4": "0.0%", "C5": "0.0%"},
    )
    assert lines(parse(content)) == [
        "Glass lathes, USD billion", "| Region | 2025 | CAGR |", "| Europe | 1.21 | 8.7% |", "| Asia | 900 | 6.1% |",
    ]  # fmt: skip


def test_each_block_of_a_workbook_but_its_rows_has_the_address_of_its_cell() -> None:
    content = xlsx(
        {"Lathes": [["Glass lathes"], [], [None, None], ["Region", 2025], ["Asia", 3], ["\u200b", 7], ["Source: own"]]}
    )
    blocks = [block for block in parse(content).blocks if block.kind != "table_row"]
    found = zip(addresses(content), blocks, strict=True)
    text = parse(content).text
    assert [(address, text[block.char_start : block.char_end]) for address, block in found] == [
        (None, "Lathes"), ("Lathes!A1", "Glass lathes"), ("Lathes!A4", "Region"), ("Lathes!B4", "2025"), ("Lathes!A5", "Asia"),
        ("Lathes!B5", "3"), ("Lathes!B6", "7"), ("Lathes!A7", "Source: own"),
    ]  # fmt: skip


def test_hidden_sheets_rows_and_columns_are_counted_and_left_out() -> None:
    from openpyxl import load_workbook

    book = load_workbook(
        BytesIO(xlsx({"Shown": [["Region", 2025, 2026], ["Asia", 3, 4], ["Moon", 5, 6]], "Draft": [["secret 77"]]}))
    )
    book["Draft"].sheet_state = "hidden"
    book["Shown"].row_dimensions[3].hidden = True
    book["Shown"].column_dimensions["C"].hidden = True
    stored = BytesIO()
    book.save(stored)
    document = parse(stored.getvalue())
    assert lines(document) == ["Shown", "| Region | 2025 |", "| Asia | 3 |"]
    assert document.n_hidden_figures == 5  # 2026, 4, 5, 6 and 77


def workbook(rows: Rows, change: Callable[[Any], object]) -> bytes:
    """A workbook of one sheet, changed by hand."""
    from openpyxl import load_workbook

    book = load_workbook(BytesIO(xlsx({"Sheet1": rows})))
    change(book.active)
    stored = BytesIO()
    book.save(stored)
    return stored.getvalue()


def test_a_filtered_table_is_one_table() -> None:
    def filtered(sheet: Any) -> None:
        sheet.row_dimensions[3].hidden = True
        sheet.column_dimensions["B"].hidden = True

    rows: Rows = [
        ["Region", "Code", 2025],
        ["Europe", "E", 260],
        ["Asia", "A", 250],
        ["Oceania", "O", 8],
        ["Africa", "F", 90],
    ]
    content = replaced(
        workbook(rows, filtered), "xl/worksheets/sheet1.xml", rb'<row r="4"', rb'<row r="4" ht="0" customHeight="1"'
    )
    document = parse(content)
    assert lines(document) == ["| Region | 2025 |", "| Europe | 260 |", "| Africa | 90 |"]
    assert ("90", ("2025",), "Africa") in cells(document)
    assert {block.table for block in document.blocks} == {0}


def test_merged_heads_give_paths_over_their_spans_where_columns_are_hidden() -> None:
    def merged(sheet: Any) -> None:
        for span in ("A3:A4", "B3:C3", "D3:E3"):
            sheet.merge_cells(span)
        sheet.column_dimensions["B"].hidden = True

    rows: Rows = [
        ["Glass lathes by type"],
        ["USD '000"],
        ["Region", "Bench", None, "Floor", None],
        [None, 2024, 2025, 2024, 2025],
        ["Asia", 1, 2, 3, 4],
        ["Europe", 5, 6, 7, 8],
    ]
    document = parse(workbook(rows, merged))
    assert ("2", ("Bench", "2025"), "Asia") in cells(document)
    assert ("7", ("Floor", "2024"), "Europe") in cells(document)
    assert [(b.kind, document.text[b.char_start : b.char_end]) for b in document.blocks[:2]] == [
        ("heading", "Glass lathes by type"),
        ("paragraph", "USD '000"),
    ]


def test_notes_below_a_table_head_nothing() -> None:
    document = parse(xlsx({"Sheet1": [["Region", 2025], ["Asia", 3], ["Source: Harrow Lane"]]}))
    assert document.blocks[-1].kind == "paragraph"


def withdrawn(document: ParsedDocument) -> list[str]:
    return [document.text[start:end] for start, end in document.withdrawn]


def test_what_a_workbook_or_a_slide_shows_struck_through_is_withdrawn_and_a_raised_mark_is_left_out() -> None:
    def struck(sheet: Any) -> None:
        from openpyxl.cell.rich_text import CellRichText, TextBlock
        from openpyxl.cell.text import InlineFont
        from openpyxl.styles import Font

        sheet["B2"].font = Font(strike=True)
        sheet["B3"] = CellRichText(
            TextBlock(InlineFont(strike=True), "250"), " 260", TextBlock(InlineFont(vertAlign="superscript"), "2")
        )

    document = parse(workbook([["Region", 2025], ["Asia", 3], ["Europe", 4]], struck))
    assert lines(document)[1:] == ["| Asia | 3 |", "| Europe | 250 260 |"]
    assert withdrawn(document) == ["3", "250"]

    deck = pptx((TITLE, "was USD 7 billion"))
    xml = b'<a:r><a:rPr strike="sngStrike"/><a:t>USD 7</a:t></a:r><a:r><a:t> USD 8</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r>'
    document = parse(replaced(deck, "ppt/slides/slide1.xml", rb"<a:r>(?:(?!<a:r>).)*USD 7 billion</a:t></a:r>", xml))
    assert lines(document) == [TITLE, "- USD 7 USD 8"]
    assert withdrawn(document) == ["USD 7"]


def replaced(content: bytes, name: str, pattern: bytes, by: bytes) -> bytes:
    """A package with one part changed."""
    with ZipFile(BytesIO(content)) as package:
        parts: dict[str, str | bytes] = {one: package.read(one) for one in package.namelist()}
        changed = re.sub(pattern, by, package.read(name))
        assert changed != package.read(name)
    return zipped({**parts, name: changed})


LOOKS = '<w:style w:type="character" w:styleId="{name}"><w:name w:val="{name}"/>{base}<w:rPr>{look}</w:rPr></w:style>'


@pytest.mark.parametrize(
    "run",
    [
        '<w:rPr><w:position w:val="8"/><w:sz w:val="14"/></w:rPr>',
        '<w:rPr><w:position w:val="6"/></w:rPr>',
        '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>',
        '<w:rPr><w:rStyle w:val="Mark"/></w:rPr>',
        '<w:rPr><w:rStyle w:val="Note"/></w:rPr>',
    ],
    ids=["raised and small", "raised", "superscript", "by its style", "by the style of its style"],
)
def test_a_digit_that_stands_above_the_line_is_no_digit_of_the_figure(run: str) -> None:
    styles = LOOKS.format(name="Mark", base="", look='<w:vertAlign w:val="superscript"/>')
    styles += LOOKS.format(name="Note", base='<w:basedOn w:val="Mark"/>', look="<w:b/>")
    mark = paragraph("250").replace("</w:p>", f"<w:r>{run}<w:t>2</w:t></w:r></w:p>")
    document = replaced(docx(mark), "word/styles.xml", b"</w:styles>", f"{styles}</w:styles>".encode())
    assert lines(parse(document)) == ["250"]


@pytest.mark.parametrize("value", ["-8", "0"])
def test_a_lowered_digit_stays(value: str) -> None:
    mark = f'<w:p><w:r><w:t>25</w:t></w:r><w:r><w:rPr><w:position w:val="{value}"/></w:rPr><w:t>2</w:t></w:r></w:p>'
    assert lines(parse(docx(mark))) == ["252"]


def test_a_paragraph_that_is_raised_whole_is_no_mark() -> None:
    assert lines(parse(docx(paragraph("250", run='<w:rPr><w:position w:val="4"/></w:rPr>')))) == ["250"]


@pytest.mark.parametrize(
    "run", ["<w:rPr><w:strike/></w:rPr>", "<w:rPr><w:dstrike/></w:rPr>", '<w:rPr><w:rStyle w:val="Gone"/></w:rPr>']
)
def test_a_struck_run_of_word_is_read_as_a_struck_stretch_of_a_page(run: str) -> None:
    styles = LOOKS.format(name="Gone", base="", look="<w:strike/>")
    content = docx(paragraph("USD 7", run=run).replace("</w:p>", "<w:r><w:t> USD 8</w:t></w:r></w:p>"))
    document = parse(replaced(content, "word/styles.xml", b"</w:styles>", f"{styles}</w:styles>".encode()))
    page = parse(b"<html><body><p><s>USD 7</s> USD 8</p></body></html>")
    assert (document.text, document.withdrawn) == (page.text, page.withdrawn)


def slide_of(*boxes: tuple[str, float, float, float, float]) -> bytes:
    """A slide of text boxes: text, left, top, width and height in inches."""
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    for text, *place in boxes:
        slide.shapes.add_textbox(*map(Inches, place)).text_frame.text = text
    stored = BytesIO()
    deck.save(stored)
    return stored.getvalue()


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ([("6.3%", 5, 1, 3, 0.7), ("CAGR", 5, 1.7, 3, 0.7), ("USD 8 bn", 1, 1, 3, 0.7), ("size", 1, 1.7, 3, 0.7)], ["USD 8 bn", "size", "6.3%", "CAGR"]),
        ([("below", 1, 3, 8, 1), ("left", 1, 1.1, 3, 1), ("right", 4.2, 1.1, 3, 1), ("top", 1, 0, 8, 1)], ["top", "left", "right", "below"]),
        ([("", 0, 0, 10, 7), ("b", 5, 1, 3, 1), ("a", 1, 1, 3, 1), ("a2", 1, 2.1, 3, 1)], ["a", "a2", "b"]),
        ([("b", 1, 1.2, 3, 1), ("a", 0.5, 1, 3, 1)], ["a", "b"]),
        ([("b", 0, 0, 0, 0), ("a", 0, 0, 0, 1)], ["b", "a"]),
    ],
    ids=["cards", "columns between rows", "on a ground", "one over the other", "without size"],
)  # fmt: skip
def test_what_lies_together_on_a_slide_is_read_together(
    boxes: list[tuple[str, float, float, float, float]], expected: list[str]
) -> None:
    assert lines(parse(slide_of(*boxes))) == expected


def test_two_tables_side_by_side_are_two_tables() -> None:
    rows: Rows = [["Region", 2025, None, "Type", 2025], ["Asia", 3, None, "Bench", 2], ["Europe", 4, None, "Floor", 5]]
    document = parse(xlsx({"Sheet1": rows}))
    assert {block.table for block in document.blocks} == {0, 1}
    assert ("2", ("2025",), "Bench") in cells(document)


def test_slides_are_read_in_order_without_hidden_ones() -> None:
    from pptx import Presentation

    shown = Presentation(BytesIO(pptx((TITLE, SENTENCE), ("Hidden", "USD 9 billion"), ("Last", "It grows."))))
    list(shown.slides)[1].element.set("show", "0")
    stored = BytesIO()
    shown.save(stored)
    document = parse(stored.getvalue())
    assert lines(document) == [TITLE, f"- {SENTENCE}", "Last", "- It grows."]
    assert document.n_hidden_figures == 1


def test_lines_around_comma_separated_values_are_text() -> None:
    document = parse(
        b'Glass lathes market (USD billion)\n\nRegion,2025,2031\nAsia,"1,210.5",6\nEurope,4,7\nSource: Harrow Lane\n'
    )
    assert document.media_type == "text/csv"
    assert lines(document)[0] == "Glass lathes market (USD billion)"
    assert lines(document)[-1] == "Source: Harrow Lane"
    assert ("1,210.5", ("2025",), "Asia") in cells(document)


@pytest.mark.parametrize(
    "text",
    [
        "In 2025, the market grew, says one.\nIn 2026, it fell, says two.\nIn 2027, it rested, says three.\n",
        "Ostrander Tools, Vell and Sons, Kaltbrunn\nHarrow, Lane, Tern\nQuay, Mill, Stone\n",
        "a, b\n1, 2\n",
        "Name;Value\nshort\n1;2\n3;4\n",
    ],
    ids=["prose", "lists of names", "too short", "a line between"],
)
def test_texts_with_commas_are_no_values(text: str) -> None:
    document = parse(text.encode())
    assert document.media_type == "text/plain"
    assert document.text == text


BOMB = '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (docx(paragraph("x"), head=BOMB), "hostile_markup"),
        (
            docx(
                paragraph("x"),
                head=BOMB.encode("utf-16").decode("utf-16").replace("<!DOCTYPE d", "<!-- -->\n<!DOCTYPE d"),
            ),
            "hostile_markup",
        ),
        (docx(paragraph(SENTENCE))[:-30], "unsupported_type"),
        (zipped({"word/document.xml": "<w:document"}), "damaged"),
        (zipped({"xl/workbook.xml": "<workbook/>", "[Content_Types].xml": "<Types/>"}), "damaged"),
        (zipped({"ppt/presentation.xml": "<p/>", "[Content_Types].xml": "<Types/>"}), "damaged"),
        (docx(), "no_text"),
        (docx("<w:tbl><w:tr><w:tc>" * 3_000 + paragraph("x") + "</w:tc></w:tr></w:tbl>" * 3_000), "too_much_work"),
    ],
    ids=[
        "entities",
        "entities behind a comment",
        "cut",
        "no XML",
        "no workbook",
        "no presentation",
        "nothing in it",
        "deep tables",
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(content: bytes, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(content)
    assert caught.value.reason == reason


def test_a_file_that_unpacks_to_too_much_is_refused_before_it_is_read() -> None:
    content = docx(paragraph("x" * 100_000))
    limits = work_limits().model_copy(update={"xml_bytes": 50_000})
    from sources.parse.office.package import parts_of

    with counted(limits), pytest.raises(Unreadable) as caught:
        parts_of(content)
    assert caught.value.reason == "too_much_work"
    assert "`xml_bytes`" in caught.value.detail


def test_cells_merged_without_measure_are_refused_before_they_are_made() -> None:
    content = workbook([["Region", 2025], ["Asia", 3]], lambda sheet: sheet.merge_cells("A1:B2"))
    hostile = replaced(content, "xl/worksheets/sheet1.xml", rb'ref="A1:B2"', rb'ref="A1:XFD1048576"')
    with pytest.raises(Unreadable) as caught:
        parse(hostile)
    assert caught.value.reason == "too_much_work"


def test_a_locked_part_is_named() -> None:
    locked = bytearray(docx(paragraph("x")))
    at = locked.index(b"PK\x01\x02")
    locked[at + 8] |= 1  # general purpose flag of the first entry of the central directory: encrypted
    with pytest.raises(Unreadable) as caught:
        parse(bytes(locked))
    assert caught.value.reason == "encrypted"


def test_a_word_document_opens_no_file_that_it_links_to(tmp_path: object) -> None:
    picture = (
        '<w:p><w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:inline>'
        '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData>'
        '<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill>'
        '<a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:link="r9"/>'
        "</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )
    assert lines(parse(docx(paragraph(SENTENCE), picture))) == [SENTENCE]
