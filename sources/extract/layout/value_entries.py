"""Entries of a list that open with their percentage: "39 % was sponsorship", "54 % in pubs", "15 % auf Zubehör"."""

from __future__ import annotations

import re
from decimal import Decimal

from sources.extract.layout.entries import LONGEST, LONGEST_NAME, Entry
from sources.grammar.pattern_words import words_of_languages
from sources.grammar.table_words import table_pattern
from sources.records import Block

_ANY = words_of_languages("layout")

_OPENING = re.compile(
    rf"\s*[*_]{{0,2}}(?:{_ANY['opening_hedges']}\s?)?[~≈]?(?P<number>[0-9]{{1,2}}(?:[.,][0-9]{{1,2}})?)\s?"
    rf"(?:[%％]|{_ANY['percent_phrases']}\b)[*_]{{0,2}}",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?P<name>[^\W\d_][^\n.,;:：，。、(（)）0-9$€£¥₹%]{1,60})")
_AND = re.compile(rf",\s(?=[^,;.()0-9]{{2,30}}\s{_ANY['joints']}\s)")
_END = re.compile(r"[\s,;.:–—-]*$")
_ARTICLE = re.compile(
    rf"(?:{_ANY['articles']}|l['’])\s?(?<=[\s'’])(?=\S)",
    re.IGNORECASE,
)
# What follows the name: the amount that the share comes to, or nothing of weight.
_TAIL = re.compile(
    rf"(?:,?\s{_ANY['tail_words']}\b|\s?[,(（.;:–—-]|\s*$)",
    re.IGNORECASE,
)


def value_entry(text: str, block: Block) -> Entry | None:
    """The entry that a block of one line makes up: a percentage first, then whose it is; None where it is anything else.

    Args:
        text: canonical text.
        block: a list item or a paragraph.
    """
    if block.kind not in ("list_item", "paragraph") or block.char_end - block.char_start > LONGEST:
        return None
    words = text[block.char_start : block.char_end]
    opening = _OPENING.match(words)
    if not opening or "\n" in words:
        return None
    at = opening.end()
    while at < len(words) and words[at] in " *_:–—-\t|":
        at += 1
    if lead := table_pattern("part_leads").match(words, at):
        at = lead.end()
        while at < len(words) and words[at].isspace():
            at += 1
    if article := _ARTICLE.match(words, at):
        at = article.end()
    match = _NAME.match(words, at)
    if match is None:
        return None
    end = match.end()
    while (more := _AND.match(words, end)) and (rest := _NAME.match(words, more.end())):
        end = rest.end()
    name = words[at:end]
    if cut := next((m for m in _CUT.finditer(name) if not _JOINED.search(name, 0, m.start())), None):
        name = name[: cut.start()]
    name = _END.sub("", name).strip(" *_")
    if not 2 <= len(name) <= LONGEST_NAME or len(name.split()) > 7 or not _TAIL.match(words, at + len(name)):
        return None
    return Entry(block.char_start, block.char_end, name, Decimal(opening["number"].replace(",", ".")), opens=True)


_JOINED = re.compile(rf"\b{_ANY['joints']}$", re.IGNORECASE)
# Words behind a name that say what it came to.
_CUT = re.compile(
    rf"\s(?:{_ANY['name_cuts']}\s|{_ANY['in_words']}\s*$)",
    re.IGNORECASE,
)
