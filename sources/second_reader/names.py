"""From a pointer of a choice to a name that the text prints, or to a refusal."""

from __future__ import annotations

import re

from sources.second_reader.pointers import NotInText, Pointers
from sources.second_reader.records import NameKind
from sources.second_reader.refused import Refused

_LETTERS = re.compile(r"[^\W\d_]+")
_LONGEST_NAME = 160


def name_of(pointer: str | None, pointers: Pointers, *, within_words: bool = False) -> str | None:
    """Words that can be a name: with a letter, and no longer than names are.

    Args:
        pointer: a candidate's key, or a quote; None where the answer names none.
        pointers: what may be pointed to.
        within_words: a quote may be a piece of a compound.

    Raises:
        Refused: `quote_not_in_text` or `no_name_in_quote`.
    """
    words = words_of(pointer, pointers, within_words=within_words)
    if words is not None and (len(words) > _LONGEST_NAME or not _LETTERS.search(words)):
        raise Refused("no_name_in_quote", words)
    return words


def words_of(
    pointer: str | None, pointers: Pointers, kind: NameKind | None = None, *, within_words: bool = False
) -> str | None:
    """Any words that a pointer leads to, see `Pointers.words`.

    Raises:
        Refused: `quote_not_in_text`.
    """
    if pointer is None:
        return None
    try:
        return pointers.words(pointer, kind, within_words=within_words)
    except NotInText:
        raise Refused("quote_not_in_text", pointer) from None
