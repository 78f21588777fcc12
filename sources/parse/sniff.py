"""The media type of bytes from the bytes alone; file names and server headers do not count.

Recognises what we can parse and names what we cannot. Decoding is `canonical`'s, parsing `text`'s, `html`'s, `pdf`'s and `office`'s.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from types import MappingProxyType

from sources.parse.office.package import OfficeKind, office_kind
from sources.records import MediaType, Unreadable

_HEAD = 1 << 16
_PDF_WITHIN = 1024  # readers accept some bytes before the mark
_PDF_MARK = re.compile(rb"(?:\A|(?<=[\r\n]))%PDF-\d")
_PDF_IN_LINE = re.compile(rb"%PDF-\d")

_MAGICS: tuple[tuple[bytes, str], ...] = (
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-zip archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document (.doc, .xls, .ppt)"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript file"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\0", "a program"),
    (b"OggS\0", "an audio file"),
    (b"ID3\x03", "an audio file"),
    (b"ID3\x04", "an audio file"),
)
PICTURES: Mapping[MediaType, str] = MappingProxyType(
    {"image/png": "a PNG image", "image/jpeg": "a JPEG image", "image/tiff": "a TIFF image"}
)
_PICTURE_MAGICS: tuple[tuple[bytes, MediaType], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
)
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OF_KIND: Mapping[OfficeKind, MediaType] = MappingProxyType(
    {
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    }
)
_OTHER_ZIPS = (
    (b"xl/workbook.bin", "a binary Excel workbook (.xlsb)"),
    (b"word/", "a damaged Word document (.docx)"),
    (b"xl/", "a damaged Excel workbook (.xlsx)"),
    (b"ppt/", "a damaged PowerPoint file (.pptx)"),
    (b"application/epub", "an e-book (.epub)"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
)
_HTML = re.compile(
    r"\A\ufeff?(?:\s++|<!--(?:-?>|.*?--!?>)|<\?xml[^>]*+>)*+<(?:!doctype\s++html|html|head|body)(?=[\s/>])",
    re.IGNORECASE | re.DOTALL,
)
_MARKDOWN = re.compile(r"^(?:[ ]{0,3}#{1,6}[ \t]+\S|[ \t]*+(?:\|[ \t]*+)?:?-{3,}+:?[ \t]*+\|[ \t|:-]*+$)", re.MULTILINE)


def sniff(content: bytes) -> MediaType:
    """Tell the media type of a file from its bytes.

    HTML is what begins as HTML: a doctype, html, head or body tag after white space, comments or an XML declaration.
    Everything that is nothing else is text; whether it can be decoded shows later.

    Raises:
        Unreadable: `unsupported_type`, naming what it is.
    """
    picture = next((kind for magic, kind in _PICTURE_MAGICS if content.startswith(magic)), None)
    if picture:
        return picture
    kind = _unsupported(content)
    if kind:
        raise Unreadable(
            "unsupported_type",
            f"the file is {kind}, whatever its name says: provide it as text, Markdown, CSV, HTML, PDF, .docx, .xlsx or .pptx",
        )
    if content.startswith(_ZIPS) and (office := office_kind(content)):
        return _OF_KIND[office]
    if _HTML.match(_beginning(content)):
        return "text/html"
    head = content[:_PDF_WITHIN]
    # Within a line, a text may mention it: a real file of that kind also has objects.
    if _PDF_MARK.search(head) or (_PDF_IN_LINE.search(head) and b" obj" in content):
        return "application/pdf"
    return "text/plain"


def text_type(text: str) -> MediaType:
    """Tell Markdown from plain text by its headings and table rules; both are parsed alike."""
    return "text/markdown" if _MARKDOWN.search(text) else "text/plain"


def _unsupported(content: bytes) -> str | None:
    for magic, name in _MAGICS:
        if content.startswith(magic):
            return name
    if content.startswith(_ZIPS) and office_kind(content) is None:
        return next(
            (name for mark, name in _OTHER_ZIPS if mark in content[:_HEAD]), "a zip archive that cannot be opened"
        )
    if content[:4] == b"RIFF" and content[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return "an image, audio or video file"
    if content[4:8] == b"ftyp":
        return "an image, audio or video file"
    if content[:2] == b"BM" and content[6:10] == b"\0\0\0\0":
        return "a BMP image"
    return None


def _beginning(content: bytes) -> str:
    """The first characters, enough to see how a page begins; a wrong guess at letters does not matter here."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content[:_HEAD].decode("utf-16", errors="replace")
    return content[:_HEAD].decode("utf-8", errors="replace")
