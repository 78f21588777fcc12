"""Truncated files: documents whose text is the beginning of another document from the same place.

The order of arrival decides nothing in the marts, so it plays no part here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

_CUT_CHARS = 3  # a character cut apart is read as up to so many others


def longer_versions(receipts: Iterable[tuple[str, str]], text_of: Callable[[str], str]) -> Mapping[str, frozenset[str]]:
    """Which documents hold more of the same text at the same place.

    Args:
        receipts: (origin, document_id) of documents with a text, in any order.
        text_of: canonical text by document_id.

    Returns:
        For each document whose text is the beginning of another's from one of its places, the ids of those others.
    """
    places: dict[str, set[str]] = {}
    for origin, document_id in receipts:
        places.setdefault(origin, set()).add(document_id)
    by_document: dict[str, set[str]] = {}
    for held in places.values():
        if len(held) == 1:
            continue
        texts = {document_id: text_of(document_id) for document_id in sorted(held)}
        for document_id, text in texts.items():
            longer = {other for other, whole in texts.items() if is_truncation(text, whole)}
            if longer:
                by_document.setdefault(document_id, set()).update(longer)
    return {document_id: frozenset(longer) for document_id, longer in by_document.items()}


def is_truncation(text: str, whole: str) -> bool:
    """Whether a text is the beginning of a longer one.

    White space at the end does not count, and neither do characters beyond ASCII right before it: where the bytes of one
    were cut apart, they were read as something else.
    """
    stem = text.rstrip()
    for _ in range(_CUT_CHARS):
        if stem and not stem[-1].isascii():
            stem = stem[:-1]
    stem = stem.rstrip()
    return bool(stem) and len(text.rstrip()) < len(whole.rstrip()) and whole.startswith(stem)
