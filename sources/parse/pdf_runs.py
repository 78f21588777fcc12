"""The text of a page in pdfium: its text objects as pieces without blanks, each with its place, size and font.

Where a character stands is asked only as often as needed: within an object, characters follow each other by their widths, and where
the last one is as far from the first as these add up to, those between are also in their places.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from sources.parse.pdf_calls import calls, fill_of
from sources.parse.pdf_drawn import SPACE_RATIO, Refused, Span, Word
from sources.parse.pdf_seen import MIN_SIZE, WHITE, Rgb

# Characters that pdfium and pdfplumber do not write alike, or that no font should show: controls, joiners and marks of direction,
# scripts written from the right, private use, ligatures that pdfium left whole, half a character.
_ODD = re.compile(
    "[\x00\x01\x03-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u0590-\u08ff\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff"
    "\ue000-\uf8ff\ufb00-\ufdff\ufe70-\ufeff\ufff0-\ufffd\uffff]"
)
_NO_BLANK = re.compile(r"\S+")
_NAMED = re.compile(r"[^\W_]")  # a letter or digit
_HYPHENS = "\x02\ufffe"  # what pdfium writes for a hyphen at a line's end, character by character and in one go
_SLANT = 1e-4
_NEAR = 0.01  # points
_PLACES = 3  # decimals of a point that single precision holds on a page


class FontFacts(NamedTuple):
    """What the file says of a font.

    Attributes:
        descent: how far it reaches below the line of writing, in sizes; not above zero.
    """

    descent: float


class Ink(NamedTuple):
    """The colour of one text object, and which pieces it has."""

    handle: int
    colour: Rgb
    begin: int
    end: int


class Runs(NamedTuple):
    """Text of a page: its pieces, how many characters were drawn, how many of them are no blanks, and in which colours."""

    pieces: list[Word]
    n_codes: int
    n_inked: int
    inks: list[Ink]


class _Run(NamedTuple):
    font: str
    size: float
    stretch: float  # points per thousandth of a size
    shift: float  # from the line of writing to the lower edge
    key: int  # of the font
    widths: dict[str, float]  # of its characters, in thousandths of the size


def runs(text_page: Any, height: float, fonts: Mapping[str, FontFacts]) -> Runs:
    """Read the text objects of a page.

    Args:
        text_page: pdfium's handle.
        height: of the page.
        fonts: what the file says of the page's fonts, by name.

    Raises:
        Refused: a character is odd, an object is not upright or is not drawn to be seen, or a font is not known.
    """
    return _Reader(text_page, height, fonts).runs()


class _Reader:
    """Reads one page; holds the fonts and widths that it has met."""

    def __init__(self, text_page: Any, height: float, fonts: Mapping[str, FontFacts]) -> None:
        import pypdfium2.raw as raw

        self._raw, self._text_page, self._height, self._facts = raw, text_page, height, fonts
        self._page = ctypes.cast(text_page, ctypes.c_void_p).value
        self._calls = calls()
        self._fonts: dict[int, tuple[str, float, dict[str, float]]] = {}
        self._x, self._y, self._float = ctypes.c_double(), ctypes.c_double(), ctypes.c_float()
        self._x_at, self._y_at = ctypes.addressof(self._x), ctypes.addressof(self._y)
        self._matrix, self._box = raw.FS_MATRIX(), raw.FS_RECTF()
        self._box_at = ctypes.addressof(self._box)
        self._float_at, self._matrix_at = ctypes.addressof(self._float), ctypes.addressof(self._matrix)
        self._pieces: list[Word] = []
        self._inks: list[Ink] = []
        self._colour: Rgb = WHITE  # of the object at hand
        self._text = ""

    def runs(self) -> Runs:
        """All of the page."""
        n = self._raw.FPDFText_CountChars(self._text_page)
        text = self._text = self._read(n)
        at = n_codes = n_inked = 0
        while at < n:
            handle = self._calls.object_of(self._page, at)
            if not handle:  # a blank or line end that pdfium made up
                if not text[at].isspace():
                    raise Refused("a character belongs to no object")
                at += 1
                continue
            stop = self._stop(handle, at, n)
            begun = len(self._pieces)
            counts = self._object(handle, at, stop)
            self._inks.append(Ink(handle, self._colour, begun, len(self._pieces)))
            n_codes += counts[0]
            n_inked += counts[1]
            at = stop
        return Runs(self._pieces, n_codes, n_inked, self._inks)

    def _read(self, n: int) -> str:
        """The characters of the page, one for each index."""
        if n <= 0:
            return ""
        buffer = (ctypes.c_ushort * (n + 1))()
        if self._raw.FPDFText_GetText(self._text_page, 0, n, buffer) == n + 1:
            text = bytes(buffer)[: 2 * n].decode("utf-16-le", "surrogatepass")
        else:
            text = "".join([chr(self._calls.code(self._page, index)) for index in range(n)])
        if len(text) != n or _ODD.search(text):
            raise Refused("a character is of a kind that both readers write otherwise")
        for hyphen in _HYPHENS:
            text = text.replace(hyphen, "-")
        return text

    def _stop(self, handle: int, start: int, n: int) -> int:
        """Where the characters of one object end; they stand together, so that few of them need to be asked."""
        object_of, page = self._calls.object_of, self._page
        guess = self._text.find("\r", start)
        if guess > start and object_of(page, guess - 1) == handle:
            return guess if object_of(page, guess) != handle else self._search(handle, guess, n)
        return self._search(handle, start, n)

    def _search(self, handle: int, start: int, n: int) -> int:
        object_of, page = self._calls.object_of, self._page
        step, inside = 1, start
        while inside + step < n and object_of(page, inside + step) == handle:
            inside += step
            step *= 2
        outside = min(n, inside + step)
        while outside - inside > 1:
            middle = (inside + outside) // 2
            if object_of(page, middle) == handle:
                inside = middle
            else:
                outside = middle
        return outside

    def _object(self, handle: int, start: int, stop: int) -> tuple[int, int]:
        """Pieces of one object; how many codes it has, and how many of them are no blanks."""
        run = self._run(handle)
        first = self._place(start)
        bottom = round(self._height - self._y.value - run.shift, _PLACES)
        top = round(bottom - run.size, _PLACES)
        text = self._text[start:stop]
        steps = self._steps(run, text, start)
        gap = SPACE_RATIO * run.size
        sums = list(accumulate(steps, initial=first))
        last = self._place(stop - 1)
        if abs(sums[-2] - last) < _NEAR:  # all characters follow each other by their widths, as most do
            if " " in text and run.widths[" "] * run.stretch <= gap:
                raise Refused("blanks are too narrow to part words")
            n_inked = 0
            for match in _NO_BLANK.finditer(text):
                begin, end = match.span()
                n_inked += end - begin
                self._piece(
                    match[0], end - begin, sums[begin], sums[end], steps[begin], steps[end - 1], run, top, bottom
                )
            return len(text), n_inked
        places = self._places(start, stop, steps, first, last)
        texts = list(text)
        if 0.0 in (b - a for a, b in pairwise(places)):
            texts, places, steps = _whole_glyphs(texts, places, steps)
        x1 = float("-inf")
        for begin, end in _cut(texts, places, steps, gap):
            if texts[begin - 1].isspace() and places[begin] - x1 <= gap:
                raise Refused("blanks are too narrow to part words")
            x1 = places[end - 1] + steps[end - 1]
            text = "".join(texts[begin:end])
            self._piece(text, end - begin, places[begin], x1, steps[begin], steps[end - 1], run, top, bottom)
        return len(texts), sum(not char.isspace() for char in texts)

    def _run(self, handle: int) -> _Run:
        """What the characters of an object have in common."""
        asked, matrix = self._calls, self._matrix
        key = asked.font(handle)
        if not key or not asked.matrix(handle, self._matrix_at) or not asked.size(handle, self._float_at):
            raise Refused("an object of text has no font, size or place")
        size, a, d = self._float.value, matrix.a, matrix.d
        self._colour = self._seen(handle, size * d)
        if size <= 0 or a <= 0 or d <= 0 or abs(matrix.b) > _SLANT * a or abs(matrix.c) > _SLANT * d:
            raise Refused("text does not stand upright")
        if key not in self._fonts:
            self._fonts[key] = self._named(key)
        name, descent, widths = self._fonts[key]
        return _Run(name, round(size * d, _PLACES), size * a / 1000, descent * size * d, key, widths)

    def _seen(self, handle: int, size: float) -> Rgb:
        """The colour of an object; refused where it is not simply filled with it, or too small to be seen."""
        fill = fill_of(handle)
        if self._calls.mode(handle) != 0 or fill is None or not size >= MIN_SIZE:
            raise Refused("text may not show")
        return fill

    def _named(self, key: int) -> tuple[str, float, dict[str, float]]:
        buffer = ctypes.create_string_buffer(256)
        length = self._raw.FPDFFont_GetBaseFontName(ctypes.cast(key, self._raw.FPDF_FONT), buffer, 256)
        name = buffer.value.decode("utf-8", "replace") if 0 < length <= 256 else ""
        if name not in self._facts:
            raise Refused("a font is not known by its name")
        return name, self._facts[name].descent, {}

    def _steps(self, run: _Run, text: str, start: int) -> list[float]:
        """Widths of characters in points."""
        widths, stretch = run.widths, run.stretch
        try:
            return [widths[char] * stretch for char in text]
        except KeyError:
            for char in set(text) - widths.keys():
                widths[char] = self._width(run, char, start + text.index(char))
        return [widths[char] * stretch for char in text]

    def _width(self, run: _Run, char: str, index: int) -> float:
        """Advance in thousandths of the size; refused where the character's box on the page is narrower than that."""
        asked = self._calls
        known = asked.width(run.key, ord(char), 1000.0, self._float_at) and asked.box(self._page, index, self._box_at)
        width = self._float.value
        if not known or not 0 < width * run.stretch <= self._box.right + _NEAR - self._place(index):
            raise Refused("the width of a character is in doubt")
        return width

    def _place(self, index: int) -> float:
        if not self._calls.origin(self._page, index, self._x_at, self._y_at):
            raise Refused("a character has no place")
        return self._x.value

    def _places(self, start: int, stop: int, steps: list[float], first: float, last: float) -> list[float]:
        """Left edges of the characters of one object."""
        sums = list(accumulate(steps, initial=0.0))
        places = [first] * (stop - start)
        pending = [(0, stop - start - 1, first, last)]
        while pending:
            low, high, left, right = pending.pop()
            base = left - sums[low]
            if abs(base + sums[high] - right) < _NEAR:
                places[low : high + 1] = [base + total for total in sums[low : high + 1]]
            elif high - low == 1:
                places[low], places[high] = left, right
            else:
                middle = (low + high) // 2
                place = self._place(start + middle)
                pending += [(low, middle, left, place), (middle, high, place, right)]
        return places

    def _piece(
        self,
        text: str,
        n_chars: int,
        x0: float,
        x1: float,
        first: float,
        last: float,
        run: _Run,
        top: float,
        bottom: float,
    ) -> None:
        x0, x1 = round(x0, _PLACES), round(x1, _PLACES)
        span = Span(text, n_chars, run.size, bottom, run.font, _NAMED.search(text) is not None)
        self._pieces.append(Word(x0, x1, top, bottom, (span,), n_chars, x0 + first / 2, x1 - last / 2))


def _cut(texts: list[str], places: list[float], steps: list[float], gap: float) -> Iterator[tuple[int, int]]:
    """Where pieces begin and end: at blanks, and where a character is farther off than a gap."""
    begin = -1
    for index, char in enumerate(texts):
        is_blank = char == " " or char.isspace()
        if begin >= 0 and (is_blank or not 0 <= places[index] - places[index - 1] <= steps[index - 1] + gap):
            yield begin, index
            begin = -1
        if begin < 0 and not is_blank:
            begin = index
    if begin >= 0:
        yield begin, len(texts)


def _whole_glyphs(
    texts: list[str], places: list[float], steps: list[float]
) -> tuple[list[str], list[float], list[float]]:
    """Characters that share a place are one glyph: the letters of a ligature. A blank there is none, pdfium made it up."""
    whole_texts: list[str] = []
    whole_places: list[float] = []
    whole_steps: list[float] = []
    for index, (text, place, step) in enumerate(zip(texts, places, steps, strict=True)):
        if not index or place != places[index - 1]:
            whole_texts.append(text)
            whole_places.append(place)
            whole_steps.append(step)
        elif whole_texts[-1].isspace():
            whole_texts[-1], whole_steps[-1] = text, step
        else:
            whole_texts[-1] += text
    return whole_texts, whole_places, whole_steps
