"""The publisher's name where a page prints it by itself: a byline under the title, the first crumb of a path, a masthead."""

from __future__ import annotations

import re

from sources.grammar.areas import area_named
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("document")
_LINES = 6
_REACH = 600  # characters
_CUT = re.compile(r"\s[|·>»-]{1,2}\s|\s[–—]\s|,\s(?=[0-9])|:\s")
_BY = re.compile(
    rf"^(?:{_WORDS['authors_before']}|{_WORDS['authors_before_mul']}|©(?:\s(?:19|20)[0-9]{{2}})?)\s(?:the\s)?"
)
_NAME = re.compile(
    rf"(?:The\s)?[A-ZÀ-Þ][\w&.’'-]*(?:\s(?:{_WORDS['name_links_mul']}\s)?(?:[A-ZÀ-Þ][\w&.’'-]*|&)){{0,5}}"
)


def byline_of(text: str, words: Grammar) -> tuple[str, int] | None:
    """The name on a line of its own within the first lines and has a publisher's word in it ("Research", "Weekly").

    Args:
        text: canonical text.
        words: the document's words; `publisher_words` are those of houses, papers and bodies.

    Returns:
        The name and its offset, or None where no line of the head is one.
    """
    offset = 0
    for line in text[:_REACH].split("\n")[: _LINES * 2]:
        at = offset
        for piece in _CUT.split(line):
            start = text.find(piece, at) if piece else at
            at = start + len(piece)
            name = _name_in(piece, words)
            if name:
                return name, text.find(name, start)
        offset += len(line) + 1
    return None


def _name_in(piece: str, words: Grammar) -> str | None:
    name = _BY.sub("", piece.strip(" *#•\t"))
    if not _NAME.fullmatch(name) or len(name) > 60 or area_named(name):
        return None
    plain = name.split()
    house_word = words.pattern("publisher_words").search(name)
    if not house_word or len(plain) < 2 or words.pattern("market_words").search(name):
        return None
    return None if words.pattern("title_ends").fullmatch(plain[0]) else name
