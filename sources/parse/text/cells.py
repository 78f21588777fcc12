"""Lines of plain text, the pieces between their gaps, and what a piece says as a cell: a figure, a time, a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal, NamedTuple

_CURRENCY = r"(?:[A-Z]{0,3}\s?[$€£¥₹]|[A-Z]{3}|Rs\.?|Fr\.?)"
_NUMBER = (
    r"[0-9][0-9.,'’]*+(?:[ \u00a0\u202f][0-9]{3}(?![0-9]))*+(?:[.,][0-9]+)?"
    r"(?:[千百]?[万萬億亿兆](?:[0-9][0-9,]*+[千百]?[万萬億亿]?){0,2}(?:米ドル|美元|ドル|円|元|ウォン)?)?"
)
_VALUE = re.compile(
    rf"[(~≈<>≤≥+\-−–±]{{0,3}}\s?{_CURRENCY}?\s?[+\-−–]?{_NUMBER}(?:\s?[-–—]\s?{_CURRENCY}?\s?{_NUMBER})?"
    r"\s?(?:[%‰]|(?:[^\W\d_]|[€£$¥₹])[^\W\d_.³²/%]{0,12}\.?(?:\s[^\W\d_]{1,10}\.?){0,2}(?:\s[€£$¥₹])?)?\s?\)?[*†‡]{0,2}"
)
_NONE = re.compile(r"[-–—−]{1,3}|n\.?\s?/?\s?[am]\.?|nil|\.{2,3}|…|k\.\s?A\.|n\.\s?v\.", re.IGNORECASE)
_WITHHELD = re.compile(r"[XxＸ]{2,3}(?:[.,][XxＸ]{1,2})?\s?%?")  # "XX.X%": a sample shows that there is a figure
_TIME = re.compile(
    r"(?:(?:(?:FY|CY|[HQ][1-4]|[1-4][HQ])[ '’.-]{0,2})?(?:19|20)[0-9]{2}|(?:(?:FY|CY|[1-4][HQ])[ '’.-]{0,2}|[HQ][1-4][ '’.-]{1,2})[0-9]{2}|['’][0-9]{2})"
    r"(?:\s?[-–—/]\s?['’]?(?:19|20)?[0-9]{2})?\s?(?:\(?(?:[EFPABefpab]|est\.?|proj\.?)\)?)?[*†‡]?|(?:19|20)[0-9]{2}[\s-]?[QH][1-4]|(?:19|20)[0-9]{2}(?:[年년][度도]?)?(?:[-–—~～〜](?:19|20)[0-9]{2})?(?:[年년][度도]?)?(?:[(（]?[^\W\d_]{1,4}[)）]?)?"
    r"|(?:令和|平成)[0-9]{1,2}年度?"
)
_YEARS = re.compile(
    r"(?:FY|CY|[HQ][1-4]|[1-4][HQ])\s?['’]?[0-9]{2}\b|(?<![0-9])(?:19|20)[0-9]{2}(?:\s?[-–—/]\s?[0-9]{2,4})?(?:[A-Za-z]|년도?)?(?![0-9])|(?<![0-9])[0-9]{2}[/-][0-9]{2}(?![0-9])"
)
_SIZES = re.compile(r"['’]?000s?\b|\b1,?000\b|\b10\^?[369]|[HQ][1-4]\b|[1-4][HQ]\b|\([0-9]\)|[mk][23]\b|CO2e?\b")
_RANKED = re.compile(r"#?[0-9]{1,2}[.)]\s*[^\W\d_]{2,}")  # "1. Arvane"
_MONEY = re.compile(r"[$€£¥₹]|\b[A-Z]{3}\b")
_MAX_HEAD, _MAX_VALUE, _MAX_TIME, _MAX_LABEL = 80, 40, 16, 60  # characters of a cell
# Digits and signs of full width; triangles that stand for a fall. One character each, so that offsets hold.
_PLAIN = str.maketrans("０１２３４５６７８９，．％＋－（）△▲▼", "0123456789,.%+-()---")

_GAP = re.compile(r"[ \t\u00a0\u3000]{2,}|\t|\u3000|(?:\s?\.){4,}[\s]*|\s?…{2,}\s*")
_GAPS = ("  ", "\t", "....", ". . .", "\u00a0", "\u3000")  # told at once, before the pattern is tried
_HAS_GAP = re.compile(r"\S(?:[ \u00a0]{2}|\u3000|[ \u00a0]?\t|\.\.\.\.|(?: \.){4})")
MARK = re.compile(r"[-*+•‣▪◦·–—▶►][ \t]")
_SENTENCE_END = re.compile(
    r"[!?;,。！？；，]$|(?<![A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z]{2})(?<!\bCorp)(?<!\bapprox)\.$"
)
Kind = Literal["", "time", "percent", "money", "number", "words"]


class Line(NamedTuple):
    """A line of the source; `end` leaves trailing blanks out."""

    start: int
    end: int
    text: str


class Piece(NamedTuple):
    """A stretch of a line that may be a cell. `left` and `right` are its columns as printed."""

    start: int
    text: str
    left: int = 0
    right: int = 0

    @property
    def end(self) -> int:
        """Offset behind it."""
        return self.start + len(self.text)


def plain(text: str) -> str:
    """The text with narrow digits and signs, character by character."""
    return text if text.isascii() else text.translate(_PLAIN)


def is_value(text: str) -> bool:
    """The cell holds a figure, or says that there is none."""
    if len(text) > _MAX_VALUE:
        return False
    text = plain(text)
    return bool(_VALUE.fullmatch(text) or _NONE.fullmatch(text))


def is_figure(text: str) -> bool:
    """The cell holds a figure that is no year."""
    if len(text) > _MAX_VALUE:
        return False
    text = plain(text)
    return bool(_VALUE.fullmatch(text)) and not is_time(text) and not _RANKED.fullmatch(text)


def is_filled(text: str) -> bool:
    """The cell belongs into a column of figures: it holds one, withholds one ("XX.X%"), or says that there is none."""
    return bool(_WITHHELD.fullmatch(text)) or (is_value(text) and not is_time(text) and not _RANKED.fullmatch(text))


def is_time(text: str) -> bool:
    """The cell names a year, a quarter or a span of years."""
    return len(text) <= _MAX_TIME and bool(_TIME.fullmatch(plain(text)))


def is_head(text: str) -> bool:
    """The cell names a column: words, a year or a unit, and no figure."""
    return len(text) <= _MAX_HEAD and not re.search(r"[0-9]", _SIZES.sub("", _YEARS.sub("", text)))


def is_label(text: str) -> bool:
    """A short name without a sentence's end."""
    return (
        len(text) <= _MAX_LABEL
        and not is_figure(text)
        and not _SENTENCE_END.search(text)
        and any(c.isalnum() for c in text)
    )


def kind_of(text: str) -> Kind:
    """What a cell holds; "" where it says that there is no figure or withholds one."""
    if is_time(text):
        return "time"
    if not is_filled(text):
        return "words"
    if not is_figure(text):
        return ""
    return "percent" if "%" in plain(text) else "money" if _MONEY.search(text) else "number"


def may_be_row(text: str) -> bool:
    """The line has a gap between words."""
    return any(gap in text for gap in _GAPS) and bool(_HAS_GAP.search(text))


def pieces_of(line: Line) -> list[Piece]:
    """The stretches of a line between gaps, with the columns at which they stand."""
    out: list[Piece] = []
    text = line.text
    position = len(text) - len(text.lstrip())
    columns = [0]
    for char in text:
        step = 8 - columns[-1] % 8 if char == "\t" else 1 if char.isascii() else _width(char)
        columns.append(columns[-1] + step)
    for match in [*_GAP.finditer(text, position), None]:
        end = match.start() if match else len(text)
        if end > position:
            out.append(Piece(line.start + position, text[position:end], columns[position], columns[end]))
        position = match.end() if match else end
    return out


def cells_of(line: Line, separator: str) -> list[Piece]:
    """The stretches of a line between separators, trimmed, with those that are empty."""
    cells = []
    start = line.start
    for piece in line.text.split(separator):
        lead = len(piece) - len(piece.lstrip())
        cells.append(Piece(start + lead, piece.strip()))
        start += len(piece) + len(separator)
    return cells


def whole(line: Line) -> Piece:
    """The line as one piece."""
    return Piece(line.start + indent_of(line), line.text.strip())


def indent_of(line: Line) -> int:
    """Number of characters before the first that shows."""
    return len(line.text) - len(line.text.lstrip())


def is_prose(pieces: Iterable[Piece]) -> bool:
    """Gaps that justify a line: what stands between them goes on in lower case, again and again."""
    texts = [piece.text for piece in pieces]
    return len(texts) > 2 and sum(text[0].islower() for text in texts[1:]) * 2 >= len(texts) - 1


def _width(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
