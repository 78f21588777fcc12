"""The leader in a snapshot: "Largest region: Europe (44.1 %)", read as a list with one entry."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.extract.layout.entries import BARE, DIGIT, LABELLED, LONGEST_NAME, YEARS, Entry, Listing
from sources.grammar.pattern_words import pattern_words
from sources.grammar.table_words import table_pattern
from sources.records import Block

_WORDS = pattern_words("layout")

_LONGEST = 120
# A percentage that says itself that it is a share: "41.2% share in 2024".
_SHARE = re.compile(
    r"[~≈]?[0-9]{1,2}(?:[.,][0-9]{1,2})?\s?%\s(?:of\s)?(?:the\s)?"
    rf"(?:{_WORDS['share_adjectives']}\s){{0,3}}{_WORDS['share_nouns']}(?:,?\s\(?(?:in\s)?(?:19|20)[0-9]{{2}}\)?)?\.?",
    re.IGNORECASE,
)

_LEADER = re.compile(
    rf"(?P<name>[^\W\d_][^|:;(\n%]{{1,48}}?)\s?(?:,\s|:\s|\(|\s[-–—]\s|\s)(?:{_WORDS['leader_links']}\s)?[~≈]?[0-9]{{1,2}}"
    rf"(?:[.,][0-9]{{1,2}})?\s?(?:[%％]|{_WORDS['percent_nouns']})(?:\s(?:{_WORDS['leader_shares']}|of\s[^;.()\n]{{3,30}}))?"
    r"(?:,?\s\(?(?:in\s)?(?:19|20)[0-9]{2})?\)?\.?"
)


def leader(text: str, start: int, end: int, label: str) -> Listing | None:
    """ "Largest region" over or beside "Europe (44.1 %)": the one entry that a label of that kind has.

    Args:
        text: canonical text.
        start: where the value begins.
        end: where it ends.
        label: the words that name it.
    """
    if len(label) > LONGEST_NAME or end - start > _LONGEST or not table_pattern("leaders").search(label):
        return None
    match = _LEADER.fullmatch(text, start, end)
    if not match or DIGIT.search(YEARS.sub("", match["name"])):
        return None
    entry = Entry(start, end, match["name"].strip(" *_"), None)
    return Listing((entry,), label, is_whole=False, is_of_companies=bool(table_pattern("companies").search(label)),
                   is_of_areas=False, is_leader=True)  # fmt: skip


def lone_leader(text: str, blocks: Sequence[Block], index: int) -> Listing | None:
    """A leader with its label on the line above, or before a colon; name and share may be on two lines."""
    block = blocks[index]
    if block.kind not in ("paragraph", "list_item") or not index:
        return None
    start, end = block.char_start, block.char_end
    if end - start > _LONGEST:
        return None
    if match := LABELLED.match(text, start, end):
        return leader(text, match.end(), end, match["label"])
    above = [text[b.char_start : b.char_end].strip(" *:") for b in blocks[max(0, index - 2) : index] if b.table is None]
    if not above or "\n" in text[start:end]:
        return None
    if found := leader(text, start, end, above[-1]):
        return found
    if (
        len(above) == 2
        and "%" in text[start:end]
        and (BARE.fullmatch(text, start, end) or _SHARE.fullmatch(text, start, end))
    ):
        is_named = len(above[1]) <= LONGEST_NAME and not DIGIT.search(above[1]) and not above[1].endswith(".")
        if is_named and len(above[0]) <= LONGEST_NAME and table_pattern("leaders").match(above[0]):
            entry = Entry(start, end, above[1], None)
            return Listing((entry,), above[0], is_whole=False, is_of_companies=False, is_of_areas=False, is_leader=True)
    return None
