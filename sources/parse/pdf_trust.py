"""Which pages of a PDF may be read by pdfium: those on which nothing is known to come out otherwise than by pdfplumber.

Decided page by page from the file's own structure, before the page is opened: the page lies upright with its origin in the corner,
every font says plainly what its codes mean, no drawing is nested in another, nothing replaces the text that is shown. The codes that
the content shows are counted, too; a reader that finds more or fewer has lost some.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sources.parse.pdf_page import Refused
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


def page_facts(page: PDFPage) -> PageFacts:
    """What must be known of a page to read it by pdfium.

    Args:
        page: as pdfminer finds it; nothing of it is drawn.

    Raises:
        Refused: the page is for pdfplumber.
    """
    box, fonts = _box(page), _fonts(page)
    _check_drawings(page)
    content = _content(page)
    if _REPLACED in content:
        raise Refused("text is replaced by other text")
    n_codes = _count(content, {name: font.n_bytes for name, font in fonts.items()})
    by_name: dict[str, FontFacts] = {}
    for font in fonts.values():
        if by_name.setdefault(font.name, font.facts) != font.facts:
            raise Refused("two fonts of one name differ")
    return PageFacts(box, by_name, n_codes)


def _box(page: PDFPage) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = map(float, page.mediabox)
    if page.rotate:
        raise Refused("the page is rotated")
    is_whole = tuple(map(float, page.cropbox)) == (x0, y0, x1, y1)
    if not (is_whole and x0 == y0 == 0 and x1 > 0 and y1 > 0) or "UserUnit" in page.attrs:
        raise Refused("the page is cropped, shifted or scaled")
    return 0.0, 0.0, x1, y1


def _resource(page: PDFPage, kind: str) -> dict[str, Any]:
    from pdfminer.pdftypes import resolve1

    found = resolve1((page.resources or {}).get(kind)) or {}
    if not isinstance(found, dict):
        raise Refused("resources are of no known form")
    return found


def _check_drawings(page: PDFPage) -> None:
    """Refuse a drawing on the page that may hold text, lines or drawings of its own, and properties that replace text."""
    from pdfminer.pdftypes import PDFStream, resolve1
    from pdfminer.psparser import literal_name

    if _resource(page, "Pattern"):
        raise Refused("the page is painted with patterns")
    for value in _resource(page, "XObject").values():
        stream = resolve1(value)
        if not isinstance(stream, PDFStream) or literal_name(resolve1(stream.attrs.get("Subtype"))) != "Image":
            raise Refused("drawings are nested")
    if any("ActualText" in (resolve1(value) or {}) for value in _resource(page, "Properties").values()):
        raise Refused("text is replaced by other text")


def _fonts(page: PDFPage) -> dict[str, _Font]:
    from pdfminer.pdftypes import resolve1

    fonts = {}
    for key, value in _resource(page, "Font").items():
        attributes = resolve1(value)
        if not isinstance(attributes, dict):
            raise Refused("resources are of no known form")
        fonts[str(key)] = _font(attributes)
    return fonts


def _font(attributes: Mapping[str, Any]) -> _Font:
    from pdfminer.fontmetrics import FONT_METRICS
    from pdfminer.pdftypes import resolve1
    from pdfminer.psparser import literal_name

    kind, name = literal_name(attributes.get("Subtype")), literal_name(resolve1(attributes.get("BaseFont")))
    encoding = resolve1(attributes.get("Encoding"))
    if not name or _SYMBOLS.search(name):
        raise Refused("a font has no name or shows symbols")
    _check_map(attributes)
    if kind == "Type0":
        descendants = resolve1(attributes.get("DescendantFonts"))
        inner = resolve1(descendants[0]) if isinstance(descendants, list) and descendants else None
        is_plain = literal_name(encoding) == "Identity-H" and "ToUnicode" in attributes and isinstance(inner, dict)
        if not is_plain or not inner:
            raise Refused("a composite font does not say plainly what its codes show")
        return _Font(name, FontFacts(_descent(inner)), 2)
    if kind not in _SIMPLE:
        raise Refused("a font is of another type")
    is_standard = name in FONT_METRICS and "FontDescriptor" not in attributes
    names_codes = literal_name(encoding) in _ENCODINGS or (
        encoding is None and (is_standard or "ToUnicode" in attributes)
    )
    if not names_codes:
        raise Refused("a font has an encoding of its own")
    return _Font(name, FontFacts(FONT_METRICS[name][0]["Descent"] / 1000 if is_standard else _descent(attributes)), 1)


def _check_map(attributes: Mapping[str, Any]) -> None:
    """Refuse a font whose map to characters, if it has one, cannot be read, or has a hyphen that may go."""
    from pdfminer.pdftypes import PDFStream, resolve1

    if "ToUnicode" not in attributes:
        return
    stream = resolve1(attributes["ToUnicode"])
    if not isinstance(stream, PDFStream) or len(stream.rawdata or stream.data or b"") > _MAX_PACKED:
        raise Refused("a font's map of characters cannot be read")
    if _SOFT_HYPHEN.search(stream.get_data()):
        raise Refused("a font has hyphens that may go")


def _descent(attributes: Mapping[str, Any]) -> float:
    from pdfminer.pdftypes import resolve1

    descriptor = resolve1(attributes.get("FontDescriptor"))
    descent = resolve1(descriptor.get("Descent", 0)) if isinstance(descriptor, dict) else None
    if not isinstance(descent, (int, float)):
        raise Refused("a font does not say how far it reaches below the line")
    return -abs(descent) / 1000


def _content(page: PDFPage) -> bytes:
    from pdfminer.pdftypes import PDFStream, resolve1

    pieces = []
    for item in page.contents:
        stream = resolve1(item)
        if not isinstance(stream, PDFStream) or len(stream.rawdata or stream.data or b"") > _MAX_PACKED:
            raise Refused("the content is too large")
        pieces.append(stream.get_data())
    content = b"\n".join(pieces)
    if len(content) > _MAX_CONTENT:
        raise Refused("the content is too large")
    return content


def _count(content: bytes, bytes_of_code: Mapping[str, int]) -> int:
    """How many codes are shown; refused where a string comes before its font, or its length does not fit the font's codes."""
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
            raise Refused("a string does not fit its font")
        count += length // n_bytes
    return count


def _one_byte(escape: re.Match[bytes]) -> bytes:
    return b"" if escape[0][1:] in (b"\n", b"\r", b"\r\n") else b"x"
