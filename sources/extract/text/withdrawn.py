"""Figures that their author has taken back, by where they stand: in text that is struck through or quoted from an older text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from sources.records import Extraction


def with_assertions(extraction: Extraction, withdrawn: Sequence[tuple[int, int]]) -> Extraction:
    """The extraction with each mention within a withdrawn span, and each claim of such mentions alone, as withdrawn.

    Args:
        extraction: its spans are of the canonical text.
        withdrawn: spans of the canonical text, in order and disjoint.
    """
    if not withdrawn:
        return extraction
    starts = [start for start, _ in withdrawn]

    def is_withdrawn(start: int, end: int) -> bool:
        at = bisect_right(starts, start) - 1
        return at >= 0 and end <= withdrawn[at][1]

    mentions = tuple(
        replace(one, assertion="withdrawn") if is_withdrawn(one.char_start, one.char_end) else one
        for one in extraction.mentions
    )
    asserted = {one.claim_id for one in mentions if one.assertion == "asserted"}
    claims = tuple(
        one if one.claim_id in asserted else replace(one, assertion="withdrawn") for one in extraction.claims
    )
    return replace(extraction, mentions=mentions, claims=claims)
