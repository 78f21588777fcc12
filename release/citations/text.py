"""A citation as a footnote: publisher, title, date, retrieved, address, locator, quote. Plain text only."""

from __future__ import annotations

from collections.abc import Sequence

from release.citations.dates import day_in_words, in_words
from release.citations.entries import Citation, Entry
from release.citations.sources import Place, Source

SHOWN_OF_HASH = 12
NO_PUBLISHER = "publisher not stated"


def footnotes(citation: Citation) -> str:
    """One line per document, and one for the release itself."""
    lines = [_with_quotes(entry) for entry in citation.entries]
    own = f"Parallax, {citation.title}, {day_in_words(citation.published_on)}, fingerprint {citation.fingerprint[:SHOWN_OF_HASH]}."
    return "\n".join([*lines, own])


def reference(source: Source, places: Sequence[Place], *, retrieved: bool = True) -> str:
    """A document and places in it on one line, without a full stop.

    Args:
        source: the document.
        places: where in it; may be empty.
        retrieved: whether to tell the day of our clock on which it was fetched, and its address. The workbook does not:
            it holds no clock of ours.
    """
    found = [source.publisher or NO_PUBLISHER, f"“{source.title}”", in_words(source.dated)]
    if source.data_as_of:
        found.append(f"figures as of {in_words(source.data_as_of)}")
    if retrieved and source.retrieved:
        found.append(f"retrieved {day_in_words(source.retrieved)}")
    if retrieved and source.url:
        found.append(source.url)
    if places:
        found.append(locator(places))
    return ", ".join(found)


def locator(places: Sequence[Place], *, digits: int = SHOWN_OF_HASH) -> str:
    """Places of one document: pages, characters, and the text that they are counted in.

    Returns:
        "page 3, characters 355–361, 402–410 of text sha256 3ed179cc91de".
    """
    pages = sorted({place.page for place in places if place.page is not None})
    told = f"page{'s' if len(pages) > 1 else ''} {', '.join(map(str, pages))}, " if pages else ""
    spans = ", ".join(f"{place.char_start}–{place.char_end}" for place in places)
    return f"{told}characters {spans} of text sha256 {places[0].text_sha256[:digits]}"


def _with_quotes(entry: Entry) -> str:
    line = reference(entry.source, entry.places) + "."
    return f"{line} {' '.join(f'“{quote}”' for quote in entry.quotes)}" if entry.quotes else line
