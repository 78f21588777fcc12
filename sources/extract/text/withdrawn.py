"""Figures that their author has taken back, by where they stand: in text that is struck through or quoted from an older text."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from sources.records import Extraction


class _Span(Protocol):
    @property
    def char_start(self) -> int: ...
    @property
    def char_end(self) -> int: ...


Record = TypeVar("Record", bound=_Span)


def with_withdrawn(now: Extraction, before: Extraction, withdrawn: Sequence[tuple[int, int]]) -> Extraction:
    """A document as its author leaves it, and the figures that the author takes back.

    Args:
        now: the reading of the document without what is withdrawn.
        before: the reading of all of it.
        withdrawn: spans of the canonical text, in order and disjoint.

    Returns:
        `now`, with the mentions, claims and rejections of `before` that touch a span. A claim that `now` makes as well is asserted.
        Of what is withdrawn only figures are kept: its events, ranks, segments and companies are left out.
    """
    ends = [end for _, end in withdrawn]

    def is_touched(one: _Span) -> bool:
        """Also an amount of which only the number is struck through: its currency stands in front of the span."""
        at = bisect_right(ends, one.char_start)
        return at < len(withdrawn) and withdrawn[at][0] < one.char_end

    taken_back = [replace(one, assertion="withdrawn") for one in before.mentions if is_touched(one)]
    n_taken_back = Counter(one.claim_id for one in taken_back)
    asserted = {claim.claim_id for claim in now.claims}
    return replace(
        now,
        language=now.language if now.mentions else before.language,
        claims=(
            *(replace(one, n_mentions=one.n_mentions + n_taken_back[one.claim_id]) for one in now.claims),
            *(
                replace(one, assertion="withdrawn", n_mentions=n_taken_back[one.claim_id])
                for one in before.claims
                if one.claim_id in n_taken_back and one.claim_id not in asserted
            ),
        ),
        mentions=_in_order(*now.mentions, *taken_back),
        rejections=_in_order(
            *(one for one in now.rejections if not is_touched(one)),
            *(one for one in before.rejections if is_touched(one)),
        ),
        facts=now.facts or before.facts,  # of a text that is taken back as a whole
    )


def _in_order(*records: Record) -> tuple[Record, ...]:
    return tuple(sorted(records, key=lambda one: (one.char_start, one.char_end)))
