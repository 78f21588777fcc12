"""A page as pdfium finds it: fast, and None wherever it cannot be sure to find what pdfplumber would.

Characters from the text page, ruled lines from the path objects, nothing from annotations. What speaks against a page before
it is opened (rotation, fonts, nested drawings) is `pdf_trust`'s.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from sources.parse.pdf_grid import Edge, edges_of, grids
from sources.parse.pdf_page import Char, Drawn
from sources.parse.pdf_words import words

# Characters that pdfium and pdfplumber do not write alike, or that no font should show: controls, joiners and marks of direction,
# scripts written from the right, private use, ligatures that pdfium left whole.
_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u0590-\u08ff\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ue000-\uf8ff"
    "\ufb00-\ufdff\ufe70-\ufeff\ufff0-\uffff]"
)
_HYPHEN = "\x02"  # what pdfium writes for a hyphen at a line's end
_MAX_OBJECTS = 20_000
_SLANT = 1e-4
_PLACES = 3  # decimals of a point that single precision holds on a page


class FontFacts(NamedTuple):
    """What the file says of a font.

    Attributes:
        descent: how far it reaches below the line of writing, in sizes; not above zero.
    """

    descent: float


class _Run(NamedTuple):
    font: str
    size: float
    stretch: float  # points per thousandth of a size
    shift: float  # from the line of writing to the lower edge
    key: int  # of the font, for widths


@contextmanager
def opened(content: bytes) -> Iterator[Any]:
    """The document in pdfium, None where pdfium cannot open it; closed with all its pages afterwards."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError:
        yield None
        return
    try:
        yield document
    finally:
        document.close()


def drawn(
    document: Any, number: int, box: tuple[float, float, float, float], fonts: Mapping[str, FontFacts], n_codes: int
) -> Drawn | None:
    """Characters and ruled grids of one page.

    Args:
        document: as `opened` gives it.
        number: of the page, from 1.
        box: the page's left, upper, right and lower edge; the upper left corner is the origin.
        fonts: what the file says of the page's fonts, by name.
        n_codes: how many characters the page's content shows, counted by other means.

    Returns:
        None where a character or line is not of the plain kind, or where the count differs: the page is for pdfplumber.
    """
    page = document[number - 1]
    try:
        text_page = page.get_textpage()
        try:
            chars = _chars(text_page.raw, box[3], fonts)
        finally:
            text_page.close()
        if chars is None or len(chars) != n_codes:
            return None
        edges = _edges(page.raw, box[3])
        if edges is None:
            return None
    finally:
        page.close()
    n_inked = sum(not char["text"].isspace() for char in chars)
    return Drawn(number, box, chars, grids(*edges), n_chars=n_inked, n_unmapped=0, n_rotated=0, words=words)


@cache
def _calls() -> Any:
    """The functions of the library that are called for each character, without their wrappers' conversions."""
    import pypdfium2.raw as raw

    return raw


def _chars(text_page: Any, height: float, fonts: Mapping[str, FontFacts]) -> list[Char] | None:
    raw = _calls()
    n = raw.FPDFText_CountChars(text_page)
    if n <= 0:
        return []
    text = _text(raw, text_page, n)
    if text is None:
        return None
    origin, object_of = raw.FPDFText_GetCharOrigin, raw.FPDFText_GetTextObject
    x, y = ctypes.c_double(), ctypes.c_double()
    x_ref, y_ref = ctypes.byref(x), ctypes.byref(y)
    runs = _Runs(raw, text_page, fonts)
    chars: list[Char] = []
    at = 0
    while at < n:
        handle = object_of(text_page, at)
        if not handle:  # a blank or line end that pdfium made up
            if not text[at].isspace():
                return None
            at += 1
            continue
        address = _address(handle)
        run = runs.run(handle, address)
        if run is None:
            return None
        stop = _end_of_run(object_of, text_page, at, n, address)
        widths = runs.widths.setdefault(run.key, {})
        font, size, stretch, shift, _ = run
        last_x = -1e9
        for index in range(at, stop):
            char = text[index]
            if char == _HYPHEN:
                char = "-"
            if not origin(text_page, index, x_ref, y_ref):
                return None
            x0 = x.value
            if x0 == last_x and chars:  # one glyph that stands for two letters
                chars[-1]["text"] += char
                continue
            last_x = x0
            width = widths.get(char)
            if width is None:
                width = runs.width(run, char, index, x0)
                if width is None:
                    return None
                widths[char] = width
            bottom = round(height - y.value - shift, _PLACES)
            chars.append(
                {
                    "text": char,
                    "x0": round(x0, _PLACES),
                    "x1": round(x0 + width * stretch, _PLACES),
                    "top": round(bottom - size, _PLACES),
                    "bottom": bottom,
                    "size": size,
                    "fontname": font,
                    "upright": True,
                }
            )
        at = stop
    return chars


def _text(raw: Any, text_page: Any, n: int) -> str | None:
    """The characters of a page, one for each index; None where that does not come out or one is odd."""
    codes = raw.FPDFText_GetUnicode
    text = "".join([chr(codes(text_page, index)) for index in range(n)])
    return None if _ODD.search(text.replace(_HYPHEN, "-").replace("\r", " ")) else text


def _address(handle: Any) -> int:
    return int(ctypes.cast(handle, ctypes.c_void_p).value or 0)


def _end_of_run(object_of: Any, text_page: Any, start: int, n: int, address: int) -> int:
    """Where the characters of one object end; they stand together, so that few of them need to be asked."""
    step, inside = 1, start
    while inside + step < n and _is_of(object_of(text_page, inside + step), address):
        inside += step
        step *= 2
    outside = min(n, inside + step)
    while outside - inside > 1:
        middle = (inside + outside) // 2
        if _is_of(object_of(text_page, middle), address):
            inside = middle
        else:
            outside = middle
    return outside


def _is_of(handle: Any, address: int) -> bool:
    return bool(handle) and _address(handle) == address


class _Runs:
    """Fonts, sizes and widths of the text objects of one page."""

    def __init__(self, raw: Any, text_page: Any, fonts: Mapping[str, FontFacts]) -> None:
        self._raw, self._text_page, self._fonts = raw, text_page, fonts
        self._names: dict[int, tuple[str, float] | None] = {}
        self._handles: dict[int, Any] = {}
        self.widths: dict[int, dict[str, float]] = {}
        self._matrix, self._size = raw.FS_MATRIX(), ctypes.c_float()
        self._box, self._width = raw.FS_RECTF(), ctypes.c_float()

    def run(self, handle: Any, address: int) -> _Run | None:
        """What the characters of an object have in common; None where they do not stand upright or their font is unknown."""
        raw, matrix = self._raw, self._matrix
        font = raw.FPDFTextObj_GetFont(handle)
        if not font or not raw.FPDFPageObj_GetMatrix(handle, ctypes.byref(matrix)):
            return None
        if not raw.FPDFTextObj_GetFontSize(handle, ctypes.byref(self._size)):
            return None
        size, a, d = self._size.value, matrix.a, matrix.d
        if size <= 0 or a <= 0 or d <= 0 or abs(matrix.b) > _SLANT * a or abs(matrix.c) > _SLANT * d:
            return None
        key = _address(font)
        if key not in self._names:
            self._names[key] = self._named(font)
            self._handles[key] = font
        named = self._names[key]
        if named is None:
            return None
        name, descent = named
        return _Run(name, round(size * d, _PLACES), size * a / 1000, descent * size * d, key)

    def _named(self, font: Any) -> tuple[str, float] | None:
        buffer = ctypes.create_string_buffer(256)
        length = self._raw.FPDFFont_GetBaseFontName(font, buffer, 256)
        if not 0 < length <= 256:
            return None
        name = buffer.value.decode("utf-8", "replace")
        facts = self._fonts.get(name)
        return None if facts is None else (name, facts.descent)

    def width(self, run: _Run, char: str, index: int, x0: float) -> float | None:
        """Advance of a character in thousandths; None where its box on the page is narrower than that."""
        raw = self._raw
        if not raw.FPDFFont_GetGlyphWidth(self._handles[run.key], ord(char[0]), 1000.0, ctypes.byref(self._width)):
            return None
        if not raw.FPDFText_GetLooseCharBox(self._text_page, index, ctypes.byref(self._box)):
            return None
        width = self._width.value
        return width if x0 + width * run.stretch <= self._box.right + 0.01 and width > 0 else None


def _edges(page: Any, height: float) -> tuple[list[Edge], list[Edge]] | None:
    """Level and upright edges of all paths that are drawn."""
    raw = _calls()
    level: list[Edge] = []
    upright: list[Edge] = []
    n = raw.FPDFPage_CountObjects(page)
    if n > _MAX_OBJECTS:
        return None
    matrix, x, y = raw.FS_MATRIX(), ctypes.c_float(), ctypes.c_float()
    for index in range(n):
        item = raw.FPDFPage_GetObject(page, index)
        kind = raw.FPDFPageObj_GetType(item)
        if kind in (raw.FPDF_PAGEOBJ_TEXT, raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING):
            continue
        if kind != raw.FPDF_PAGEOBJ_PATH or not raw.FPDFPageObj_GetMatrix(item, ctypes.byref(matrix)):
            return None
        a, b, c, d, e, f = matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
        points: list[tuple[float, float]] = []
        is_closed = has_curves = False
        n_bends = 0

        def finish() -> None:
            if len(points) > 1:
                more_level, more_upright = edges_of(points, is_closed=is_closed, has_curves=has_curves)
                level.extend(more_level)
                upright.extend(more_upright)

        for at in range(raw.FPDFPath_CountSegments(item)):
            segment = raw.FPDFPath_GetPathSegment(item, at)
            shape = raw.FPDFPathSegment_GetType(segment)
            raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
            if shape == raw.FPDF_SEGMENT_MOVETO:
                finish()
                points, is_closed, has_curves, n_bends = [], False, False, 0
            elif shape == raw.FPDF_SEGMENT_BEZIERTO:
                has_curves = True
                n_bends += 1
                if n_bends % 3:  # the first two of three are not on the curve
                    continue
            px, py = x.value, y.value
            points.append((round(a * px + c * py + e, _PLACES), round(height - (b * px + d * py + f), _PLACES)))
            is_closed = is_closed or bool(raw.FPDFPathSegment_GetClose(segment))
        finish()
    return level, upright
