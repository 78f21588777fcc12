"""Word, Excel, PowerPoint and CSV files: what a person sees of them becomes text with tables; hostile ones are refused with a reason."""

from __future__ import annotations

import pytest

from sources.parse import parse
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


def test_hidden_sheets_rows_and_columns_are_counted_and_left_out() -> None:
    from io import BytesIO

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


def test_two_tables_side_by_side_are_two_tables() -> None:
    rows: Rows = [["Region", 2025, None, "Type", 2025], ["Asia", 3, None, "Bench", 2], ["Europe", 4, None, "Floor", 5]]
    document = parse(xlsx({"Sheet1": rows}))
    assert {block.table for block in document.blocks} == {0, 1}
    assert ("2", ("2025",), "Bench") in cells(document)


def test_slides_are_read_in_order_without_hidden_ones() -> None:
    from io import BytesIO

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
    ],
    ids=["entities", "entities behind a comment", "cut", "no XML", "no workbook", "no presentation", "nothing in it"],
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
