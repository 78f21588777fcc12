"""Numbered chapters of a text that have a heading and no body: the content of the heading is elsewhere or missing.

Belongs here: only that the chapter is there and empty. Figures are read anywhere, never by their chapter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from sources.records import Fact

_HEADING = re.compile(
    r"^[ \t#*]{0,6}(?P<number>[0-9]{1,2})\.[ \t]+(?P<title>[^\W\d_][^\n]{2,78}[^\s.;:,])[ \t*]*$", re.MULTILINE
)
_FEWEST = 4  # so many numbered headings in one series make a text of chapters
_MOST_EMPTY = 0.25  # a list or a table of contents has no bodies at all


def empty_chapters(text: str) -> Iterator[Fact]:
    """Facts named empty_section, the heading without its number as value, in order of the text.

    The headings are numbered from 1 without a gap. The last one is left out: a page's foot is no body.

    Args:
        text: the canonical text of the document.
    """
    series: list[re.Match[str]] = []
    for match in _HEADING.finditer(text):
        if int(match["number"]) == len(series) + 1:
            series.append(match)
    empty = [one for one, following in pairwise(series) if not text[one.end() : following.start()].strip()]
    if len(series) >= _FEWEST and len(empty) <= _MOST_EMPTY * (len(series) - 1):
        for match in empty:
            yield Fact("empty_section", match["title"], match.start("title"), match.end("title"))
