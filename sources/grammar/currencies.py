"""Currency marks as vendors print them, to ISO 4217. Conversion is the warehouse's work."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from sources.grammar.grammar_cache import yaml_content

_BLANKS = "." + "".join(c for c in map(chr, range(0x3001)) if c.isspace())
_FILE = Path(__file__).parent / "currencies.yml"


class CurrencyFile(BaseModel):
    """`currencies.yml`: codes that may be printed bare, marks before a figure, words behind one, words of several countries."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    codes: tuple[str, ...]
    before: dict[str, str]
    after: dict[str, str]
    local: dict[str, dict[str, str]]  # word → area → code


@dataclass(frozen=True, slots=True)
class CurrencyMark:
    """A currency and how many characters its mark takes up beside the figure, blanks included."""

    code: str
    length: int


@cache
def _file() -> CurrencyFile:
    return CurrencyFile.model_validate(yaml_content(_FILE))


def local_currencies() -> dict[str, dict[str, str]]:
    """Currency words that several countries share, each with its currency by area (ISO 3166 alpha-3)."""
    return _file().local


@cache
def _anywhere() -> tuple[re.Pattern[str], dict[str, str]]:
    file = _file()
    marks = (
        {code: code for code in file.codes}
        | {k: v for k, v in file.before.items() if len(k) > 2 or not k.isalpha()}
        | file.after
        | {_capital(k): v for k, v in file.after.items()}
    )
    groups: dict[str, list[str]] = {}
    for mark in sorted(marks, key=lambda m: (-len(m), m)):
        groups.setdefault(mark[0], []).append(_whole(mark))
    body = "|".join(f"(?={re.escape(first)})(?:{'|'.join(bodies)})" for first, bodies in groups.items())
    return re.compile(body), marks


def _capital(mark: str) -> str:
    """The mark with its words' first letters in capitals, as titles print them."""
    return " ".join(word[:1].upper() + word[1:] if len(word) > 2 else word for word in mark.split(" "))


def _whole(mark: str) -> str:
    before = r"(?<![A-Za-z])" if mark[0].isascii() and mark[0].isalpha() else ""
    after = r"(?![A-Za-z])" if mark[-1].isascii() and mark[-1].isalpha() else ""
    return before + re.escape(mark) + after


@cache
def _before() -> tuple[re.Pattern[str], dict[str, str]]:
    file = _file()
    before = {code: code for code in file.codes} | file.before
    left = "|".join(_bounded(m) for m in sorted(before, key=lambda m: (-len(m), m)))
    return re.compile(rf"(?P<mark>{left})[\s\u00a0\u202f.]{{0,2}}$"), before


@cache
def _after() -> tuple[dict[str, str], dict[str, tuple[int, ...]]]:
    """Marks behind a figure in lower case with their codes, and by first sign the lengths they come in, longest first."""
    file = _file()
    after = {code.lower(): code for code in file.codes} | {k.lower(): v for k, v in file.after.items()}
    lengths: dict[str, set[int]] = {}
    for mark in after:
        lengths.setdefault(mark[0], set()).add(len(mark))
    return after, {first: tuple(sorted(sizes, reverse=True)) for first, sizes in lengths.items()}


@cache
def _last_signs() -> frozenset[str]:
    """Signs that marks before a figure end with, points and blanks left out."""
    return frozenset(mark.rstrip(_BLANKS)[-1:] for mark in _before()[1])


def _bounded(mark: str) -> str:
    return (r"(?<![A-Za-z])" if mark[0].isascii() and mark[0].isalpha() else "") + re.escape(mark)


def currency_before(left: str) -> CurrencyMark | None:
    """The currency that ends the text before a figure, if one does."""
    if left.rstrip(_BLANKS)[-1:] not in _last_signs():
        return None
    return _ending_mark(left[-_reach() :])


@cache
def _reach() -> int:
    """Characters before a figure that decide: the longest mark, what may be on either side of it, and a line's end."""
    return max(map(len, _before()[1])) + len("x") + len("  \n")


@lru_cache(maxsize=1024)
def _ending_mark(left: str) -> CurrencyMark | None:
    pattern, codes = _before()
    match = pattern.search(left)
    return CurrencyMark(codes[match["mark"]], len(left) - match.start()) if match else None


def currency_after(text: str, position: int, end: int) -> CurrencyMark | None:
    """The currency that is at `position`, right behind a figure and its scale word; None where there is none."""
    codes, lengths = _after()
    for blanks in range(_lead(text, position, end), -1, -1):
        at = position + blanks
        for length in lengths.get(text[at : at + 1].lower(), ()):
            stop = at + length
            mark = text[at:stop].lower()
            if stop <= end and mark in codes and not (_is_letter(mark[-1]) and _is_letter(text[stop : stop + 1])):
                return CurrencyMark(codes[mark], stop - position)
    return None


def _lead(text: str, position: int, end: int) -> int:
    """How many blanks or hyphens, two at most, are at a place."""
    count = 0
    while count < _MOST_BLANKS and position + count < end and text[position + count] in _LEADS:
        count += 1
    return count


def _is_letter(sign: str) -> bool:
    return sign.isascii() and sign.isalpha()


_MOST_BLANKS = 2
_LEADS = " \t\n\r\u00a0\u202f\u2009\u3000-"


def currency_marks(text: str) -> list[str]:
    """Codes of the currencies that a short text names, such as a table header, left to right."""
    pattern, codes = _anywhere()
    return [codes[m.group()] for m in pattern.finditer(text)]
