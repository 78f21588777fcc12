"""English shares whose part stands behind them: "Of the 2023 sales, 39% was roasted coffee. 19% came from capsules"."""

from __future__ import annotations

import re

from sources.extract.surroundings import Reading, Surroundings
from sources.grammar.figure_words import figure_source

# "39% was roasted coffee" under "Of the 2023 sales:", "19% came from capsules": whose part stands behind it.
_OF_ALL = re.compile(
    rf"\b[Oo]f\s(?:the|all|this|that|its)\s(?:[^.;%,]{{0,40}}\s)?{figure_source('wholes')}[^.;%]{{0,24}}[,:]\s(?:\w+\s)?$",
    re.IGNORECASE,
)
_CAME_FROM = re.compile(
    r"\s(?:(?:came|comes|coming|stemmed|stems|derived|derives|flowed|flows|originated|originates)\s(?:from|out\sof)|(?:went|goes|go)\s(?:to|into)|(?:was|were|is|are)\s(?:generated|accounted|taken|brought|earned|spent|made|raised)\b|belong(?:s|ed)?\sto)\s",
    re.IGNORECASE,
)
_IS_PART = re.compile(r"\s(?:was|were|is|are|came|comes|went|goes)\s", re.IGNORECASE)


def share_of_part_behind(a: Surroundings) -> Reading | None:
    """A share where "of the sales" opens the sentence, or where the figure opens it and its part came, went or was behind it."""
    if _OF_ALL.search(a.sentence[: a.at]) and (_IS_PART.match(a.right) or _CAME_FROM.match(a.right)):
        return Reading("share", "percent.told_of_all")
    opens = not a.left.strip(" -–•*\n\t") or re.fullmatch(r"[^.;%]{0,60}(?:,|\band\b)\s(?:\w+\s)?", a.left)
    row = "share" in (a.previous_in_sentence, a.carried if a.previous_in_sentence is None else None)
    told = a.previous_in_sentence is None and a.carried in ("market_size", "volume", "growth_rate")
    if told and not a.left.strip(" -–•*\n\t") and _CAME_FROM.match(a.right):
        return Reading("share", "percent.told_part_behind")
    if opens and row and (_CAME_FROM.match(a.right) or (not a.left.strip() and _IS_PART.match(a.right))):
        return Reading("share", "percent.told_part_behind")
    return None
