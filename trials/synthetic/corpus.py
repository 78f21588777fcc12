"""The synthetic reports as one endless text to read. No file is written."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from sources.parse import parse
from sources.records import ParsedDocument
from trials.synthetic.composing import Report, compose
from trials.synthetic.forms import FORMS
from trials.synthetic.writing import SEED

COLLECTION = 10_000  # decides how many markets and publishers there are
_TEXTUAL = ("txt", "md", "html")


def reports() -> Iterator[Report]:
    """Reports without end, each with a publisher, a market and figures of its own."""
    return (compose(SEED, COLLECTION, number) for number in count())


def documents(n_characters: int) -> Iterator[ParsedDocument]:
    """Text, Markdown and HTML reports in turn, parsed when they are asked for, until they hold so many characters together."""
    total = 0
    for report in reports():
        document = parse(FORMS[_TEXTUAL[report.number % 3]](report))
        yield document
        total += len(document.text)
        if total >= n_characters:
            return
