"""A citation as a reference list in the style of the APA (7th edition). Plain text: titles have no italics."""

from __future__ import annotations

from datetime import date

from release.citations.dates import MONTHS, UNKNOWN, in_words, parts
from release.citations.entries import Citation, Entry
from release.citations.text import locator


def apa(citation: Citation) -> str:
    """One line per document by author, then the release as a data set.

    The place of a figure in its document belongs in the text, in brackets behind a quote, and not in the reference list.
    """
    lines = sorted((_document(entry) for entry in citation.entries), key=str.casefold)
    own = f"Parallax. ({_on(citation.published_on)}). {_ended(_capital(citation.title))[:-1]} [Data set]."
    return "\n".join([*lines, own])


def _document(entry: Entry) -> str:
    source = entry.source
    when = f"({_dated(entry)})."
    title = _ended(source.title)
    line = f"{_ended(source.publisher)} {when} {title}" if source.publisher else f"{title} {when}"
    if source.url:
        line += f" Retrieved {_day(source.retrieved)}, from {source.url}" if source.retrieved else f" {source.url}"
    if entry.quotes and entry.places:
        line += f" {' '.join(f'“{quote}”' for quote in entry.quotes)} ({locator(entry.places)})"
    return line


def _dated(entry: Entry) -> str:
    """2026, May 5; 2026, May; 2026; n.d.; a vague date as its words."""
    source = entry.source
    if source.when is None:
        return source.dated or UNKNOWN
    halves = parts(source.when)
    if len(halves) > 1:
        return in_words(source.dated)
    about = "ca. " if source.is_circa else ""
    year, *rest = halves[0]
    return f"{about}{year}" + (f", {MONTHS[rest[0] - 1]}" if rest else "") + (f" {rest[1]}" if len(rest) > 1 else "")


def _on(day: date) -> str:
    return f"{day.year}, {MONTHS[day.month - 1]} {day.day}"


def _day(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def _ended(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
