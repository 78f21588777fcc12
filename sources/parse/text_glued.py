"""Fields that a page ran together: "Market Size in 2024USD 5.2 BillionMarket Size by 2032USD 9.1 BillionCAGR7.2%".

A label and its value stand without a blank between them, or a value and the next label; prose never does both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.parse.text_grid import Grid, Line, Piece, Row

_MARK = r"(?:US\$|USD|EUR|GBP|INR|JPY|CNY|RMB|AUD|CAD|KRW|CHF|Rs\.?|R\$|A\$|C\$|[$€£¥₹])"
_SCALE = (
    r"(?:(?:[Mm]il\s)?[Mm]illion(?:s|es|en)?|[Bb]illion(?:s|en)?|[Tt]rillion|[Mm]illones|[Mm]illiard(?:s|en)?|[Mm]ilh(?:ões|ão)|[Bb]ilh(?:ões|ão)"
    r"|[Mm]ilion[ei]|[Mm]iliard[io]|[Mm]rd\.?|[Mm]io\.?|[Mm]ln|[Mm]ld|[Mm]n|[Bb]n|[Tt]n|[Cc]rore|[Cc]r|[Ll]akh|[MBTK])(?![a-zà-ÿ])"
)
_VALUE = re.compile(
    rf"(?:(?:CAGR|TCAC|TCCA)\s?(?:of\s|de\s|von\s|di\s)?)?(?:{_MARK}\s?[0-9][0-9.,]*+(?:\s?{_SCALE})?(?:\s?(?:USD|EUR)(?![a-z]))?"
    rf"|[0-9][0-9.,]*+\s?[%％]|[0-9][0-9.,]*+\s?{_SCALE}(?:\s?{_MARK}(?![a-z]))?"
    r"|(?:19|20)[0-9]{2}\s?(?:[-–—]|to)\s?(?:19|20)[0-9]{2}(?![0-9])|(?<=[a-zà-ÿ)])(?:19|20)[0-9]{2}(?![0-9]))"
)
_GLUED = re.compile(
    r"[a-zà-ÿ)0-9](?:US\$|USD|EUR|GBP|INR|Rs|R\$|[$€£¥₹]|CAGR|TCAC|TCCA)|[a-zà-ÿA-Z)][0-9]|[0-9%a-z][A-Z][a-zà-ÿ]"
)
_RATE = re.compile(r"(CAGR|TCAC|TCCA)\s?(?=[0-9])")
_RATE_TAIL = re.compile(
    r"\s(?:\([^()]{4,40}\)|(?:from|during|over|between|in|for|entre|von|zwischen|de|du|dal)\s[^.;|]{4,40})$"
)
_LABEL = re.compile(r"[A-ZÀ-Þ(][^|;!?\n]{2,70}$|(?:19|20)[0-9]{2}\s[A-Z][^|;!?\n]{2,60}$")
_MAX_LINE, _MAX_WORDS = 600, 9
_SENTENCE = re.compile(r"[a-z]\.\s[A-Z]")


def glued_at(lines: Sequence[Line], i: int) -> Grid | None:
    """The glued fields of line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.

    Returns:
        A table of one row for each field, or None where the line is anything else.
    """
    line = lines[i]
    if len(line.text) > _MAX_LINE or "|" in line.text or not _GLUED.search(line.text) or _SENTENCE.search(line.text):
        return None
    fields = _fields(line)
    if not fields:
        return None
    return Grid(tuple(Row(label.start, value.end, ((0, label), (1, value))) for label, value in fields), 1)


def _fields(line: Line) -> list[tuple[Piece, Piece]]:
    text = line.text
    out: list[tuple[Piece, Piece]] = []
    at = len(text) - len(text.lstrip())
    n_glued = 0
    for match in _VALUE.finditer(text):
        start, end = match.span()
        if start < at:
            continue
        if end < len(text) and text[end].isspace() and text[start - 1 : start].isspace() and _is_year(match.group()):
            continue  # "in 2025 - 2033 USD ...": years within a label
        label = text[at:start].strip(" :–-")
        if not label and (rate := _RATE.match(text, start)):
            label, start = rate[1], rate.end()
            lead = match.start()
        else:
            lead = at + len(text[at:start]) - len(text[at:start].lstrip(" :–-"))
        if not _is_label(label):
            return []
        glued_left = start > 0 and not text[start - 1].isspace()
        tail = _RATE_TAIL.match(text, end) if "%" in match.group() else None
        end = tail.end() if tail else end
        behind = text[end : end + 1]
        if behind and not behind.isspace() and not behind.isupper() and behind not in "(":
            return []
        glued_right = behind.isupper()
        if not glued_left and not glued_right and not (out and end == len(text)):
            return []
        n_glued += glued_left + glued_right
        out.append((Piece(line.start + lead, label), Piece(line.start + start, text[start:end])))
        at = end
    if not out or text[at:].strip() or n_glued < len(out) or (len(out) == 1 and _is_year(out[0][1].text)):
        return []
    return out


def _is_year(text: str) -> bool:
    return bool(re.fullmatch(r"(?:19|20)[0-9]{2}(?:\s?(?:[-–—]|to)\s?(?:19|20)[0-9]{2})?", text))


def _is_label(label: str) -> bool:
    return bool(_LABEL.match(label)) and len(label.split()) <= _MAX_WORDS and not label.endswith((".", ","))
