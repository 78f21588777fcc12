"""Verified answers about the passages of one document, put together at their places in its source."""

from __future__ import annotations

from collections.abc import Iterable

from sources.extract.text.unmarked import marked
from sources.second_reader.page import Page
from sources.second_reader.records import Verified


def assemble(page: Page, parts: Iterable[Verified]) -> Verified:
    """The verified answers of all questions of one document, in order of the text, at their places in the source."""
    parts = tuple(_in_source(page, part) for part in parts)
    return Verified(
        tuple(sorted((m for p in parts for m in p.mentions), key=lambda m: (m.char_start, m.char_end))),
        tuple(sorted((d for p in parts for d in p.denials), key=lambda d: (d.char_start, d.char_end))),
        tuple(sorted((r for p in parts for r in p.refusals), key=lambda r: (r.char_start, r.char_end, r.rule, r.said))),
        frozenset(span for p in parts for span in p.without_market),
    )


def _in_source(page: Page, part: Verified) -> Verified:
    plain, source = page.scan.shown, page.scan.source.text
    if plain is None:
        return part
    mentions = tuple(marked(m, plain, source) for m in part.mentions)
    return Verified(
        mentions,
        tuple(marked(d, plain, source) for d in part.denials),
        tuple(marked(r, plain, source) for r in part.refusals),
        frozenset(
            (after.char_start, after.char_end)
            for before, after in zip(part.mentions, mentions, strict=True)
            if (before.char_start, before.char_end) in part.without_market
        ),
    )
