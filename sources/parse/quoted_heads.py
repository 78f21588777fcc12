"""The lines above an older message: who wrote it and on which day, as they print it.

Belongs here: attribution lines, header blocks and the days in them. Their words are in `quoted.yml`, the messages below in `quoted.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from sources.reviewed import read_reviewed

_MARKER_ENDS = "-_=*—:： \t"
_LABEL = re.compile(r"[*_\s]{0,8}([^\W\d_][^:：*\d]{0,24}?)[*_\s]{0,4}[:：]")
_ADDRESS = re.compile(r"[^\s<>\[\](),;:\"]{1,80}@[^\s<>\[\](),;:\"]+")
_DAYS = (
    re.compile(r"(?<!\d)(?P<y>\d{4})\s?[-/.年년]\s?(?P<m>\d{1,2})\s?[-/.月월]\s?(?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?<!\d)(?P<d>\d{1,2})(?P<sign>[./-])(?P<m>\d{1,2})[./-](?P<y>\d{4}|\d{2})(?!\d)"),
    re.compile(r"(?<!\d)(?P<d>\d{1,2})\S{0,2}\s+(?:de\s+)?(?P<name>[^\W\d_]{3,12})\.?,?\s+(?:de\s+)?(?P<y>\d{4})"),
    re.compile(r"(?P<name>[^\W\d_]{3,12})\.?\s+(?P<d>\d{1,2})[a-z]{0,2},?\s+(?P<y>\d{4})"),
)
_TO_LAST_DIGIT = re.compile(r".*\d(?:\s?[AP]M\b)?(?:\s[A-Z]{2,5}(?=,))?", re.DOTALL | re.IGNORECASE)
_AROUND_NAME = " \t,;:：.()[]<>\"'*_于於"
_MAX_CHARS = 300
MAX_WRAPPED, MAX_HEADER = 3, 16  # lines of an attribution and of a header block


class Head(NamedTuple):
    """What the lines above a message say: how many they are, and what they print."""

    n_lines: int
    author: str | None = None
    day: date | None = None
    subject: str | None = None


def marker(line: str) -> str | None:
    """`original` or `forwarded` where a line says that such a message is below: "-----Original Message-----"."""
    return _words()["marker"].get(line.strip(_MARKER_ENDS).casefold()) if len(line) <= _MAX_CHARS else None


def attribution(lines: Sequence[str]) -> Head | None:
    """The line (or as many as `MAX_WRAPPED`) at the end of lines without empty ones that says who wrote on which day what is cited below."""
    found = None
    for n in range(1, min(MAX_WRAPPED, len(lines)) + 1):
        said = " ".join(line.strip() for line in lines[-n:])
        if not said.endswith((":", "：")) or len(said) > _MAX_CHARS or not lines[-n].strip():
            break
        pieces = _words()["wrote"].split(said, maxsplit=1)
        is_dated, has_address = _dated(said) is not None, _ADDRESS.search(said) is not None
        if is_dated + has_address + (len(pieces) > 1) > 1:  # two of three: somebody may quote a book that "says:"
            is_english = said[len(pieces[0]) :].casefold().startswith("wr")
            found = Head(n, _author(pieces), _day(said, is_english=is_english))
            if is_dated:
                break
    return found


def header(lines: Sequence[str]) -> Head | None:
    """The header block that lines begin with ("From:", "Sent:", "To:", "Subject:")."""
    fields: dict[str, str] = {}
    n_lines = 0
    for number, line in enumerate(lines):
        label = _LABEL.match(line) if ":" in line or "：" in line else None
        if label and (field := _words()["label"].get(label[1].casefold())):
            fields.setdefault(field, line[label.end() : label.end() + _MAX_CHARS].strip("*_ \t"))
            n_lines = number + 1
        elif not number or not line.strip():
            break
    if not ({"from", "sent"} <= fields.keys() and {"to", "subject"} & fields.keys() and _dated(fields["sent"])):
        return None
    name = re.split(r"[<\[(]", fields["from"])[0].strip(_AROUND_NAME)
    is_english = any(re.match(r"[*_\s]{0,8}(?:From|Sent)", line, re.IGNORECASE) for line in lines[:n_lines])
    day = _day(fields["sent"], is_english=is_english)
    return Head(n_lines, name or fields["from"].strip(_AROUND_NAME) or None, day, fields.get("subject") or None)


def _author(pieces: Sequence[str]) -> str | None:
    """The name beside the address, or beside the word for writing: behind the last digit of the day, or before its first."""
    named = next((piece for piece in pieces if _ADDRESS.search(piece)), pieces[-1].strip(_AROUND_NAME) or pieces[0])
    named = _ADDRESS.split(named)[0].strip(_AROUND_NAME)
    names = (_TO_LAST_DIGIT.sub("", named), re.split(r"\d", named)[0])
    return next((name for part in names if (name := part.strip(_AROUND_NAME))), None)


def _dated(text: str) -> tuple[re.Match[str], int] | None:
    """The first day in a text, and its month."""
    for day in _DAYS:
        for found in day.finditer(text):
            parts = found.groupdict()
            name = (parts.get("name") or "").casefold()
            if month := _words()["month"].get(name[:4]) or _words()["month"].get(name[:3]) or int(parts.get("m") or 0):
                return found, month
    return None


def _day(text: str, *, is_english: bool) -> date | None:
    """The day that a text gives; None where the order of day and month is not known."""
    if (dated := _dated(text)) is None:
        return None
    found, month = dated
    year, day = int(found["y"]), int(found["d"])
    if is_english and found.groupdict().get("sign") in ("/", "-"):
        if day <= 12 and month <= 12 and day != month:
            return None
        day, month = max(day, month), min(day, month)
    try:
        return date(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        return None


@cache
def _words() -> dict[str, Any]:
    said = read_reviewed(Path(__file__).with_name("quoted.yml"), TypeAdapter(dict[str, dict[str, list[str]]]))
    words = {kind: [word.casefold() for of_one in said[kind].values() for word in of_one] for kind in said}
    return {
        "wrote": re.compile("|".join(map(re.escape, sorted(words["wrote"], key=len, reverse=True))), re.IGNORECASE),
        "marker": {word: kind for kind in ("original", "forwarded") for word in words[kind]},
        "label": {word: kind for kind in ("from", "sent", "to", "subject") for word in words[kind]},
        "month": {word: int(number) for number, beginnings in said["months"].items() for word in beginnings},
    }
