"""The headings of a text: the one above each block, the dimension that it opens, and the lines that title the document.

What a title says of market and area is read in `scope`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.records import Block

_WORDS = pattern_words("scan")
_ANY = words_of_languages("scan")

# Headings of a report's own parts: no names of segments.
SECTION = re.compile(
    rf"\b(?:{_WORDS['section_words']}|{_WORDS['section_stems']}\w+|{_WORDS['place_stems']}\w*)\b|\?",
    re.IGNORECASE,
)
_BY = re.compile(rf"(?:[0-9.]+\s)?{_ANY['by_words']}\s(?P<dimension>[^\n:|]{{2,40}})$")
_LONGEST_MEMBER = 6
# "date 2024-05-14 Pump sales rise": what a page's own system prints before its title.
_DATE_LEAD = re.compile(rf"\s*{_WORDS['date_labels']}?\s?:?\s?(?:19|20)[0-9]{{2}}-[0-9]{{2}}(?:-[0-9]{{2}})?\s+(?=\S)")


def headings_above(text: str, blocks: Sequence[Block]) -> dict[int, str]:
    """For each block the heading above it."""
    above: dict[int, str] = {}
    current = ""
    for index, block in enumerate(blocks):
        if block.kind == "heading":
            current = text[block.char_start : block.char_end]
        else:
            above[index] = current
    return above


def dimensions_above(text: str, blocks: Sequence[Block]) -> dict[int, str]:
    """Blocks under short headings that follow a heading "By Type", until a heading of another kind."""
    under: dict[int, str] = {}
    opened = current = ""
    for index, block in enumerate(blocks):
        if block.kind == "heading":
            words = text[block.char_start : block.char_end].strip(" #*")
            by = _BY.match(words)
            is_member = len(words.split()) <= _LONGEST_MEMBER and not SECTION.search(words)
            opened = by["dimension"] if by else opened if is_member else ""
            current = "" if by else opened
        elif current:
            under[index] = current
    return under


def titles_of(text: str, blocks: Sequence[Block]) -> list[tuple[int, str]]:
    """Title and headings in order; a document without a heading is titled by its first short block."""
    titles = [(b.char_start, text[b.char_start : b.char_end]) for b in blocks if b.kind == "heading"]
    for b in blocks[:4]:
        line = text[b.char_start : b.char_end].split("\n")[0]
        is_lead = b is blocks[0] and len(line) < 420
        if b.kind == "paragraph" and (is_lead or (len(line) < 140 and not re.search(r"[.!?:;]$", line))):
            titles.append((b.char_start, line))
    return sorted(_undated(at, title) for at, title in titles)


def _undated(at: int, title: str) -> tuple[int, str]:
    lead = _DATE_LEAD.match(title)
    return (at + lead.end(), title[lead.end() :]) if lead else (at, title)
