"""Types of files, recognised from their bytes."""

from __future__ import annotations

import pytest

from sources.parse.sniff import sniff, text_type
from sources.records import Unreadable


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"<!DOCTYPE html><p>x", "text/html"),
        (b"\xef\xbb\xbf  \n<html lang='en'>", "text/html"),
        (b"<!-- saved from a browser --><!-- twice -->\n<HTML>", "text/html"),
        (b"<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE html PUBLIC 'x'>", "text/html"),
        (b"<body>", "text/html"),
        (b"<head>", "text/html"),
        ("\ufeff<html>".encode("utf-16-le"), "text/html"),
        (b"The report says <html> is a tag", "text/plain"),
        (b"<header>no page</header>", "text/plain"),
        (b"<p>a fragment", "text/plain"),
        (b"<!-- never closed <html>", "text/plain"),
        (b"%PDF-1.7\n", "application/pdf"),
        (b"junk before the mark\n%PDF-1.4\n", "application/pdf"),
        (b"junk%PDF-1.4\n1 0 obj\n", "application/pdf"),
        (b"A report about %PDF-1.7 files", "text/plain"),
        (b"x" * 1024 + b"%PDF-1.4", "text/plain"),
        (b"100%PDFs", "text/plain"),
        (b"BMW and MZ are makers", "text/plain"),
        (b"\x89PNG\r\n\x1a\n\0\0", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"II*\0", "image/tiff"),
        (b"MM\0*", "image/tiff"),
        (b"", "text/plain"),
    ],
)
def test_the_type_follows_from_the_bytes(content: bytes, expected: str) -> None:
    assert sniff(content) == expected


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"GIF89a\0\0", "GIF"),
        (b"PK\x03\x04....word/document.xml", "Word"),
        (b"PK\x03\x04....xl/workbook.xml", "Excel"),
        (b"PK\x03\x04....a.txt", "zip"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Office"),
        (b"{\\rtf1", "RTF"),
        (b"RIFF\0\0\0\0WEBPVP8", "image"),
        (b"\0\0\0\x18ftypmp42", "video"),
    ],
)
def test_what_cannot_be_read_is_named(content: bytes, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        sniff(content)
    assert caught.value.reason == "unsupported_type"
    assert words in caught.value.detail


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Title\n\ntext", "text/markdown"),
        ("a\n| x | y |\n|---|---|\n| 1 | 2 |\n", "text/markdown"),
        ("Item #1 is good\n#tag", "text/plain"),
        ("- a list\n- of items\n---\n", "text/plain"),
    ],
)
def test_markdown_shows_in_headings_and_table_rules(text: str, expected: str) -> None:
    assert text_type(text) == expected
