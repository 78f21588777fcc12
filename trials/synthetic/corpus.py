"""The synthetic reports as one endless text to read: documents, or long texts of whole reports. No file is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from sources.parse import parse
from sources.records import ParsedDocument
from trials.synthetic.composing import Made, compose
from trials.synthetic.forms import FORMS, as_text
from trials.synthetic.writing import SEED

COLLECTION = 10_000  # decides how many markets and publishers there are
_TEXTUAL = ("txt", "md", "html")


def reports() -> Iterator[Made]:
    """Reports without end, each with a publisher, a market and figures of its own."""
    return (compose(SEED, COLLECTION, number) for number in count())


def contents(form: str) -> Iterator[bytes]:
    """The files of these reports in one format."""
    return map(FORMS[form], reports())


def documents(n_characters: int) -> Iterator[ParsedDocument]:
    """Text, Markdown and HTML reports in turn, parsed when they are asked for, until they hold so many characters together."""
    total = 0
    for report in reports():
        document = parse(FORMS[_TEXTUAL[report.number % 3]](report))
        yield document
        total += len(document.text)
        if total >= n_characters:
            return


def long_texts(sizes: Sequence[int]) -> list[str]:
    """Texts of at least these characters, each of whole reports; no report is in two."""
    wholes = (as_text(report).decode("utf-8") + "\n\n" for report in reports())
    texts = []
    for n_characters in sizes:
        text = ""
        while len(text) < n_characters:
            text += next(wholes)
        texts.append(text)
    return texts
