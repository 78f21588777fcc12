"""Sentences: the unit in which figures are read, cut from blocks. A table cell is a sentence of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sources.records import Block

_ABBREVIATIONS = frozenset(
    "approx rs vs inc corp co ltd llc plc no nos dr mr mrs ms st fig figs est etc e.g i.e cf al jan feb mar apr jun jul aug sep sept oct "
    "nov dec bn mn tn mio mrd bzw ca z.b u.a d.h usw sr sra ee aprox p.a u.s u.k u.n e.u a.c excl incl min max avg div dept gmbh".split()
)
_END = re.compile(r"[.!?](?=[\s\"'”’)\]\[]|[A-ZÀ-Þ][a-zà-ÿ])|[。！？]|\n")
_LONGEST = 2_000  # no sentence is longer; what a figure costs grows with the figures beside it
_WORD_BEFORE = re.compile(r"[A-Za-zÀ-ÿ.]+$")
_CLOSERS = "\"'”’)]"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of one block. `block` is its index among the document's blocks."""

    start: int
    end: int
    block: int
    first: bool  # the first of its block


def sentences(text: str, blocks: tuple[Block, ...]) -> list[Sentence]:
    """Sentences of all blocks but table rows (their cells are read), in order of the text."""
    out: list[Sentence] = []
    for index, block in enumerate(blocks):
        if block.kind == "table_row":
            continue
        if block.kind == "table_cell":
            out.append(Sentence(block.char_start, block.char_end, index, True))
            continue
        start = block.char_start
        for end in _ends(text, block.char_start, block.char_end):
            while end - start > _LONGEST:
                cut = text.rfind(" ", start + _LONGEST // 2, start + _LONGEST) + 1 or start + _LONGEST
                out.append(Sentence(start, cut, index, start == block.char_start))
                start = cut
            if not text[start:end].isspace() and start < end:
                out.append(Sentence(start, end, index, start == block.char_start))
            start = end
    return out


def _ends(text: str, start: int, end: int) -> list[int]:
    ends = []
    for match in _END.finditer(text, start, end):
        at, stop = match.span()
        is_point = text[at] == "."
        if is_point and _is_abbreviation(text, start, at, end):
            continue
        while stop < end and text[stop] in _CLOSERS:
            stop += 1
        if is_point and stop < end and text[stop].isspace():
            following = text[stop : min(end, stop + 24)].lstrip()[:1]
            if following.islower():
                continue
        ends.append(stop)
    ends.append(end)
    return ends


def _is_abbreviation(text: str, start: int, at: int, end: int) -> bool:
    word = _WORD_BEFORE.search(text[max(start, at - 12) : at])
    if not word:
        return bool(text[max(start, at - 3) : at].strip().isdigit() and at - start <= 3)
    token = word.group().lower()
    if token in ("u.s", "u.k", "e.u", "ee.uu"):
        following = text[at + 1 : at + 24].split()
        return not following or following[0][:1].islower() or following[0].lower() not in _STARTERS
    glued = text[at + 1 : at + 2].isupper()
    if glued:
        return len(token) < 3 or "." in token
    return token in _ABBREVIATIONS or (len(token) == 1 and token.isalpha())


_STARTERS = frozenset("the in it this these a an by as for with and but however its at on from".split())
