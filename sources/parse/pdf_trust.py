"""Which pages of a PDF may be read by pdfium: those on which nothing is known to come out otherwise than by pdfplumber.

Decided page by page from the file's own structure, before the page is opened: the page lies upright with its origin in the corner,
every font says plainly what its codes mean, no drawing is nested in another, nothing replaces the text that is shown. The codes that
the content shows are counted as well; a reader that finds more or fewer has lost some.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sources.parse.pdf_drawn import Refused
from sources.parse.pdf_runs import FontFacts
from sources.parse.work import spend

if TYPE_CHECKING:
    from pdfminer.pdfpage import PDFPage

_MAX_CONTENT = 4_000_000  # bytes of one page's content, unpacked
_MAX_PACKED = 1_000_000  # and packed: what unpacks to more than it should is left to the reference
_SIMPLE = ("Type1", "MMType1", "TrueType")
_ENCODINGS = ("WinAnsiEncoding", "MacRomanEncoding", "StandardEncoding")
_SYMBOLS = re.compile(r"symbol|dingbat", re.IGNORECASE)
_SOFT_HYPHEN_CODE = b"\xad"
_UNDEFINED = re.compile(rb"[\x00-\x1f\x81\x8d\x8f\x90\x9d]")  # in the encodings that fonts name
_CONTROLS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_QUOTED = re.compile(rb"[)>]\s*['\"]")
_EURO = b"\x80"
_SUBSET = re.compile("^[A-Z]{6}\\+")
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
        fonts: what the file says of the fonts in use, by name.
        n_codes: how many characters its content shows.
        n_inked: how many of them are no blanks, as pdfium may leave out the second of two; None where the codes do not tell.
    """

    box: tuple[float, float, float, float]
    fonts: Mapping[str, FontFacts]
    n_codes: int
    n_inked: int | None


class _Font(NamedTuple):
    name: str
    facts: FontFacts
    n_bytes: int  # of one code
    has_known_blank: bool  # code 32
    is_standard: bool = False  # its widths come with the readers, not with the file


def page_facts(page: PDFPage) -> PageFacts:
    """What must be known of a page to read it by pdfium.

    Args:
        page: as pdfminer finds it; nothing of it is drawn.

    Raises:
        Refused: the page is for pdfplumber.
    """
    box = _box(page)
    _check_drawings(page)
    content = _content(page)
    if _REPLACED in content:
        raise Refused("text is replaced by other text")
    if _QUOTED.search(content):
        raise Refused("lines are shown by the operators of quotation marks")
    fonts: dict[str, _Font] = {}
    n_codes, n_blanks = _count(content, _resource(page, "Font"), fonts)
    by_name: dict[str, FontFacts] = {}
    for font in fonts.values():
        if by_name.setdefault(font.name, font.facts) != font.facts:
            raise Refused("two fonts of one name differ")
    knows_blanks = all(font.has_known_blank for font in fonts.values())
    return PageFacts(box, by_name, n_codes, n_codes - n_blanks if knows_blanks else None)


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

    resource = resolve1((page.resources or {}).get(kind)) or {}
    if not isinstance(resource, dict):
        raise Refused("resources are of no known form")
    return resource


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
    if any("Font" in (resolve1(value) or {}) for value in _resource(page, "ExtGState").values()):
        raise Refused("a font is set among the states of drawing")
    if any("ActualText" in (resolve1(value) or {}) for value in _resource(page, "Properties").values()):
        raise Refused("text is replaced by other text")


def _font(font: Any) -> _Font:
    from pdfminer.fontmetrics import FONT_METRICS
    from pdfminer.pdftypes import resolve1
    from pdfminer.psparser import literal_name

    attributes = resolve1(font)
    if not isinstance(attributes, dict):
        raise Refused("a font is not found")
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
        return _Font(_SUBSET.sub("", name), FontFacts(_descent(inner)), 2, has_known_blank=False)
    if kind not in _SIMPLE:
        raise Refused("a font is of another type")
    is_standard = name in FONT_METRICS and "FontDescriptor" not in attributes
    names_codes = literal_name(encoding) in _ENCODINGS or (
        encoding is None and (is_standard or "ToUnicode" in attributes)
    )
    if name in FONT_METRICS and not (is_standard and "Widths" not in attributes):
        raise Refused("a standard font brings measures of its own")
    if not names_codes:
        raise Refused("a font has an encoding of its own")
    descent = _descent({"FontDescriptor": FONT_METRICS[name][0]}) if is_standard else _descent(attributes)
    return _Font(_SUBSET.sub("", name), FontFacts(descent), 1, encoding is not None or is_standard, is_standard)


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
    spend("unpacked_bytes", len(content))
    return content


def _count(content: bytes, resources: Mapping[str, Any], fonts: dict[str, _Font]) -> tuple[int, int]:
    """How many codes are shown, and how many of them are 32; fonts in use are added to `fonts`.

    Refused where a string comes before its font, or its length does not fit the font's codes, or it has a hyphen that may go.
    """
    count = n_blanks = n_bytes = 0
    knows_codes = is_standard = False
    for token in _TOKENS.finditer(content):
        kind = token.lastgroup
        if kind == "font":
            key = token["font"].decode("latin-1")
            if key not in fonts:
                fonts[key] = _font(resources.get(key))
            n_bytes, knows_codes, is_standard = fonts[key].n_bytes, fonts[key].has_known_blank, fonts[key].is_standard
            continue
        if kind is None:
            continue
        if kind == "literal":
            literal = _ESCAPE.sub(_one_byte, token["literal"]) if b"\\" in token["literal"] else token["literal"]
        else:
            digits = b"".join(token["hex"].split())
            literal = bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
        if not n_bytes or len(literal) % n_bytes:
            raise Refused("a string does not fit its font")
        if n_bytes == 1:
            n_blanks += literal.count(b" ")
            if knows_codes and _UNDEFINED.search(literal):
                raise Refused("a code has no character")
            if is_standard and _EURO in literal:  # the reference takes it to be without width
                raise Refused("a standard font shows a euro sign")
            if _SOFT_HYPHEN_CODE in literal:
                raise Refused("a font has hyphens that may go")
        count += len(literal) // n_bytes
    return count, n_blanks


def _one_byte(escape: re.Match[bytes]) -> bytes:
    code = escape[0][1:]
    if code in (b"\n", b"\r", b"\r\n"):
        return b""
    return bytes([int(code, 8) & 0xFF]) if code.isdigit() and code not in b"89" else _CONTROLS.get(code, code[:1])
