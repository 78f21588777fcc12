"""A quote of a statement within its document's licence: cut at a word, never beyond the limit."""

from __future__ import annotations


def excerpt(text: str, start: int, end: int, limit: int) -> tuple[str, bool]:
    """The words at a span, cut where they exceed the limit.

    Args:
        text: canonical text.
        start: first code point.
        end: code point behind the last.
        limit: most code points that may be published.

    Returns:
        The quote, which stands in `text` at `start`, and whether it was cut.
    """
    if end - start <= limit:
        return text[start:end], False
    cut = start + limit
    while cut > start and not text[cut].isspace():
        cut -= 1
    while cut > start and text[cut - 1].isspace():
        cut -= 1
    return text[start : cut if cut > start else start + limit], True


def within_limit(words: str, limit: int) -> str:
    """Words of a document, cut at a blank where they exceed the limit."""
    return excerpt(words, 0, len(words), limit)[0]
