"""The verb of the room: any bytes to a parsed document or a reason."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sources.parse
from sources.parse import PARSER_VERSION, parse, parser_version
from sources.records import ParsedDocument, Unreadable

REASONS = {
    "empty", "binary", "unknown_encoding", "unsupported_type", "hostile_markup", "text_lost", "no_text", "encrypted", "damaged",
    "scanned",
}  # fmt: skip


def assert_sound(document: ParsedDocument) -> None:
    assert unicodedata.is_normalized("NFC", document.text)
    assert not {"\r", "\0"} & set(document.text)
    document.text.encode("utf-8")
    row = None
    end = 0
    for block in document.blocks:
        assert 0 <= block.char_start < block.char_end <= len(document.text)
        if block.kind == "table_cell":
            assert row is not None
            assert row.char_start <= block.char_start and block.char_end <= row.char_end
            continue
        assert block.char_start >= end
        end = block.char_end
        row = block if block.kind == "table_row" else None


@pytest.mark.parametrize(
    ("content", "media_type", "text"),
    [
        (b"Plain text, 5 %\r\n", "text/plain", "Plain text, 5 %\n"),
        (b"\xef\xbb\xbf# Title\n\n- item\n", "text/markdown", "# Title\n\n- item\n"),
        (b"<!doctype html><p>Page</p>", "text/html", "Page\n"),
        ("Gro\u0308ße\r\n\r\n  kept  \n".encode(), "text/plain", "Größe\n\n  kept  \n"),
        ("Umsatz\r\n".encode("utf-16"), "text/plain", "Umsatz\n"),
    ],
)
def test_the_type_is_told_and_text_is_its_own_canonical_text(content: bytes, media_type: str, text: str) -> None:
    document = parse(content)
    assert (document.media_type, document.text) == (media_type, text)
    assert document.document_id == hashlib.sha256(content).hexdigest()
    assert document.parser_version == PARSER_VERSION


def test_one_report_has_one_shape_in_markdown_html_and_pdf(make_pdf: Callable[..., bytes]) -> None:
    markdown = (
        b"# Widgets\n\nUSD 5 billion in 2025.\n\n| Region | Share, % |\n|---|---|\n| Asia | 41.2 |\n| Europe | 30.1 |\n"
    )
    html = (
        b"<html><body><h1>Widgets</h1><p>USD 5 billion in 2025.</p><table><tr><th>Region</th><th>Share, %</th></tr>"
        b"<tr><td>Asia</td><td>41.2</td></tr><tr><td>Europe</td><td>30.1</td></tr></table></body></html>"
    )
    pdf = make_pdf(
        ("h1", "Widgets"),
        ("p", "USD 5 billion in 2025."),
        ("table", [["Region", "Share, %"], ["Asia", "41.2"], ["Europe", "30.1"]]),
    )
    shapes = []
    for content in (markdown, html, pdf):
        document = parse(content)
        assert_sound(document)
        shapes.append([
            (b.kind, b.level, b.table, b.row, b.column, b.header_path, b.row_label, document.text[b.char_start : b.char_end])
            for b in document.blocks
        ])  # fmt: skip
    assert shapes[0] == shapes[1] == shapes[2]
    assert len(shapes[0]) == 11  # heading, paragraph, 3 rows, 6 cells


def test_a_line_of_five_megabytes_is_read() -> None:
    sentence = "The market was worth USD 5 billion in 2025. "
    content = (sentence * (5_000_000 // len(sentence) + 1)).encode()
    document = parse(content)
    assert document.text == content.decode()
    assert_sound(document)


def test_bad_files_have_distinct_reasons(make_pdf: Callable[..., bytes]) -> None:
    pdf = make_pdf(("p", "text"))
    found = {}
    for name, content in {"empty": b"", "gif": b"GIF89a" + bytes(50), "cut": pdf[: len(pdf) // 2]}.items():
        with pytest.raises(Unreadable) as caught:
            parse(content)
        found[name] = caught.value.reason
    assert found == {"empty": "empty", "gif": "unsupported_type", "cut": "damaged"}


@given(
    st.binary(max_size=200)
    | st.binary(max_size=80).map(lambda tail: b"%PDF-1.4\n" + tail + b"\n%%EOF")
    | st.text(max_size=200).map(str.encode)
    | st.text("| -#\n1a%.", max_size=80).map(str.encode)
)
def test_any_bytes_are_a_sound_document_or_have_a_reason(content: bytes) -> None:
    try:
        document = parse(content)
    except Unreadable as error:
        assert error.reason in REASONS
        assert error.detail
    else:
        assert_sound(document)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_pdf_with_a_damaged_byte_is_a_document_or_has_a_reason(data: st.DataObject) -> None:
    content = bytearray(_small_pdf())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        assert_sound(parse(bytes(content)))
    except Unreadable as error:
        assert error.reason in REASONS


def test_a_pdf_whose_page_one_library_reads_and_the_other_does_not_is_damaged() -> None:
    whole = _small_pdf()
    broken = whole.replace(b"/Contents", b"\0Contents", 1).replace(b"[ 3 0 R ]", b"[ 3 \0 R ]", 1)
    assert len(broken) == len(whole) and broken != whole
    with pytest.raises(Unreadable, match="cannot be drawn") as found:
        parse(broken)
    assert found.value.reason == "damaged"


def _small_pdf() -> bytes:
    import io

    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.drawString(72, 700, "Market size USD 5 billion")
    canvas.save()
    return buffer.getvalue()


def test_the_version_is_a_short_hash_that_other_processes_agree_on() -> None:
    assert len(PARSER_VERSION) == 16
    assert int(PARSER_VERSION, 16) >= 0
    assert parser_version() == PARSER_VERSION
    command = "import sources.parse, sys; sys.stdout.write(sources.parse.PARSER_VERSION)"
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", command],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        )
        assert run.stdout == PARSER_VERSION


def test_the_parsers_are_imported_only_when_needed() -> None:
    command = (
        "import sys, sources.parse; sources.parse.parse(b'text'); "
        "sys.stdout.write(','.join(m for m in ('selectolax', 'pdfplumber', 'pdfminer') if m in sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", command],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert run.stdout == ""


def test_other_names_of_the_package_are_unknown() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        sources.parse.nonsense  # noqa: B018


@pytest.mark.parametrize("text", ["\u202e\u2066\u200f" * 50, "\u200b \u2060\n\ufeff", "\u00ad\u00ad \u061c"])
def test_a_text_of_marks_that_do_not_show_is_no_text(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(text.encode())
    assert caught.value.reason in ("no_text", "empty")
