"""Items of a segmentation that are no members: amounts and rates that a bracket or list gives per region. Members are found in `segments`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.grammar.pattern_words import pattern_words
from sources.records import Segment

_WORDS = pattern_words("parts")

_AMOUNT = re.compile(
    rf"[~≈<>+−-]?\s?(?:(?:US|A|C|S|HK)?\s?[$€£¥₹]|[A-Z]{{3}}\s)\s?[0-9]|[~≈<>+−-]?\s?[0-9][0-9.,]*\s?(?:%|{_WORDS['amount_scales']}\b)"
)


def named_members(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """Segments whose name is no amount of money and no percentage; size bands ("Up to 50 tonnes") stay.

    Args:
        segments: members as listed, in order of the text.
    """
    return tuple(s for s in segments if not _AMOUNT.match(s.name))
