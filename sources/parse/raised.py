"""Raised stretches of text: an exponent, words, or a footnote mark that is left out."""

from __future__ import annotations

import re

_RAISED = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_FOOTNOTE = re.compile(r"[\s\d,;*†‡§¶#()\[\]]+|[\[(]?[a-z][\])]?")
_POWERS = (
    (re.compile(r"[×x·*]\s?10$"), re.compile(r"[-+−–]?\d{1,2}")),  # 1.5 x 10 to the 9th
    (re.compile(r"(?<![\d.,])10$"), re.compile(r"6|9|12")),
    (re.compile(r"(?<![^\W\d_])(?:[kcmµ]?m|ft)$"), re.compile(r"[23]")),  # square and cubic measures
)
_WORD_PART = re.compile(
    r"(?:(?:19|20)\d\d[ef]|\b[Nn]o)$"
)  # 2025e is an estimate, no. a number: the letter belongs to it


def superscript(before: str, raised: str) -> str:
    """What a raised stretch of text stands for: an exponent, words, or nothing where it is a footnote mark.

    A mark written on the line would grow together with the figure before it: 16.87% and a raised 1 are not 16.871.

    Args:
        before: the text that leads up to it.
        raised: the raised text itself.
    """
    mark = raised.strip()
    if any(base.search(before) and power.fullmatch(mark) for base, power in _POWERS):
        return mark.translate(_RAISED)
    is_footnote = not mark or (_FOOTNOTE.fullmatch(mark) and not _WORD_PART.search(before[-6:] + mark))
    return "" if is_footnote else raised
