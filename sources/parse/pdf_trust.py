"""Which pages of a PDF may be read by pdfium: those on which nothing is known to come out otherwise than by pdfplumber.

Decided page by page from the file's own structure, before the page is opened: the page lies upright with its origin in the corner,
every font says plainly what its codes mean, no drawing is nested in another, nothing replaces the text that is shown. The codes that
the content shows are counted, too; a reader that finds more or fewer has lost some.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sources.parse.pdf_runs import FontFacts

if TYPE_CHECKING:
    from pdfminer.pdfpage import PDFPage

_MAX_CONTENT = 4_000_000  # bytes of one page's content, unpacked
_MAX_PACKED = 1_000_000  # and packed: what unpacks to more than it should is left to the reference
_SIMPLE = ("Type1", "MMType1", "TrueType")
_ENCODINGS = ("WinAnsiEncoding", "MacRomanEncoding", "StandardEncoding")
_SYMBOLS = re.compile(r"symbol|dingbat", re.IGNORECASE)
_SOFT_HYPHEN = re.compile(rb"<00ad>", re.IGNORECASE)
_REPLACED = b"/ActualText"

_NOT_SHOWN = rb"<<(?:[^<>]|<[^<>]*>|<<[^<>]*>>)*>>"
_FONT = rb"/(?P<font>[^\s/<>\[\]()]+)\s+[-+.\d]+\s+Tf\b"
_LITERAL = rb"\((?P<literal>[^\\()]*(?:\\.[^\\()]*)*)\)"
_HEX = rb"<(?P<hex>[0-9A-Fa-f\s]*)>"
_TOKENS = re.compile(b"|".join((_NOT_SHOWN, _FONT, _LITERAL, _HEX)), re.DOTALL)
_ESCAPE = re.compile(rb"\\(?:[0-7]{1,3}|\r\n|.)", re.DOTALL)


class PageFacts(NamedTuple):
    """A page that pdfium may read.

    Attributes:
        box: left, upper, right and lower edge in points.
        fonts: what the file says of its fonts, by name.
        n_codes: how many characters its content shows.
    """

    box: tuple[float, float, float, float]
    fonts: Mapping[str, FontFacts]
    n_codes: int


class _Font(NamedTuple):
    name: str
    facts: FontFacts
    n_bytes: int  # of one code


def page_facts(page: PDFPage) -> PageFacts | None:
    """What must be known of a page to read it by pdfium; None where it is for pdfplumber.

    Args:
        page: as pdfminer finds it; nothing of it is drawn.
    """
    box = _box(page)
    fonts = _fonts(page)
    if box is None or fonts is None or _has_nested_drawings(page):
        return None
    content = _content(page)
    if content is None or _REPLACED in content:
        return None
    n_codes = _count(content, {name: font.n_bytes for name, font in fonts.items()})
    by_name: dict[str, FontFacts] = {}
    for font in fonts.values():
        if by_name.setdefault(font.name, font.facts) != font.facts:
            return None
    return None if n_codes is None else PageFacts(box, by_name, n_codes)


def _box(page: PDFPage) -> tuple[float, float, float, float] | None:
    x0, y0, x1, y1 = map(float, page.mediabox)
    is_plain = page.rotate == 0 and x0 == y0 == 0 and x1 > 0 and y1 > 0
    is_whole = tuple(map(float, page.cropbox)) == (x0, y0, x1, y1)
    return (0.0, 0.0, x1, y1) if is_plain and is_whole and "UserUnit" not in page.attrs else None


def _resource(page: PDFPage, kind: str) -> dict[str, Any] | None:
    from pdfminer.pdftypes import resolve1

    found = resolve1((page.resources or {}).get(kind)) or {}
    return found if isinstance(found, dict) else None


def _has_nested_drawings(page: PDFPage) -> bool:
    """Whether a drawing on the page may hold text, lines or drawings of its own, or text may be replaced by properties."""
    from pdfminer.pdftypes import PDFStream, resolve1
    from pdfminer.psparser import literal_name

    drawings, properties = _resource(page, "XObject"), _resource(page, "Properties")
    if drawings is None or properties is None or _resource(page, "Pattern"):
        return True
    for value in drawings.values():
        stream = resolve1(value)
        if not isinstance(stream, PDFStream) or literal_name(resolve1(stream.attrs.get("Subtype"))) != "Image":
            return True
    return any("ActualText" in (resolve1(value) or {}) for value in properties.values())


def _fonts(page: PDFPage) -> dict[str, _Font] | None:
    from pdfminer.pdftypes import resolve1

    found = _resource(page, "Font")
    if found is None:
        return None
    fonts = {}
    for key, value in found.items():
        attributes = resolve1(value)
        font = _font(attributes) if isinstance(attributes, dict) else None
        if font is None:
            return None
        fonts[str(key)] = font
    return fonts


def _font(attributes: Mapping[str, Any]) -> _Font | None:
    from pdfminer.fontmetrics import FONT_METRICS
    from pdfminer.pdftypes import resolve1
    from pdfminer.psparser import literal_name

    kind, name = literal_name(attributes.get("Subtype")), literal_name(resolve1(attributes.get("BaseFont")))
    encoding = resolve1(attributes.get("Encoding"))
    if not name or _SYMBOLS.search(name) or not _map_is_plain(attributes):
        return None
    if kind == "Type0":
        descendants = resolve1(attributes.get("DescendantFonts"))
        inner = resolve1(descendants[0]) if isinstance(descendants, list) and descendants else None
        is_plain = literal_name(encoding) == "Identity-H" and "ToUnicode" in attributes and isinstance(inner, dict)
        descent = _descent(inner) if is_plain and inner else None
        return None if descent is None else _Font(name, FontFacts(descent), 2)
    if kind not in _SIMPLE:
        return None
    is_standard = name in FONT_METRICS and "FontDescriptor" not in attributes
    names_codes = literal_name(encoding) in _ENCODINGS or (
        encoding is None and (is_standard or "ToUnicode" in attributes)
    )
    descent = FONT_METRICS[name][0]["Descent"] / 1000 if is_standard else _descent(attributes)
    return _Font(name, FontFacts(descent), 1) if names_codes and descent is not None else None


def _map_is_plain(attributes: Mapping[str, Any]) -> bool:
    """Whether a font's map to characters, if it has one, can be read, and no code is a hyphen that may go."""
    from pdfminer.pdftypes import PDFStream, resolve1

    if "ToUnicode" not in attributes:
        return True
    stream = resolve1(attributes["ToUnicode"])
    if not isinstance(stream, PDFStream) or len(stream.rawdata or stream.data or b"") > _MAX_PACKED:
        return False
    return not _SOFT_HYPHEN.search(stream.get_data())


def _descent(attributes: Mapping[str, Any]) -> float | None:
    from pdfminer.pdftypes import resolve1

    descriptor = resolve1(attributes.get("FontDescriptor"))
    descent = resolve1(descriptor.get("Descent", 0)) if isinstance(descriptor, dict) else None
    return -abs(descent) / 1000 if isinstance(descent, (int, float)) else None


def _content(page: PDFPage) -> bytes | None:
    from pdfminer.pdftypes import PDFStream, resolve1

    pieces = []
    for item in page.contents:
        stream = resolve1(item)
        if not isinstance(stream, PDFStream) or len(stream.rawdata or stream.data or b"") > _MAX_PACKED:
            return None
        pieces.append(stream.get_data())
    content = b"\n".join(pieces)
    return content if len(content) <= _MAX_CONTENT else None


def _count(content: bytes, bytes_of_code: Mapping[str, int]) -> int | None:
    """How many codes are shown; None where a string comes before its font, or its length does not fit the font's codes."""
    count = 0
    n_bytes: int | None = None
    for token in _TOKENS.finditer(content):
        kind = token.lastgroup
        if kind == "font":
            n_bytes = bytes_of_code.get(token["font"].decode("latin-1"))
            continue
        if kind is None:
            continue
        if kind == "literal":
            literal = _ESCAPE.sub(_one_byte, token["literal"]) if b"\\" in token["literal"] else token["literal"]
            length = len(literal)
        else:
            length = (len(b"".join(token["hex"].split())) + 1) // 2
        if not n_bytes or length % n_bytes:
            return None
        count += length // n_bytes
    return count


def _one_byte(escape: re.Match[bytes]) -> bytes:
    return b"" if escape[0][1:] in (b"\n", b"\r", b"\r\n") else b"x"
