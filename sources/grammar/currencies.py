"""Currency marks as vendors print them, to ISO 4217. Conversion is the warehouse's work.

A word that several countries have for their money ("kr", "pesos") is a mark whose country decides; `shared_money` tells what it can mean.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from sources.grammar.grammar_cache import WordLoader, yaml_content

_BLANKS = "." + "".join(c for c in map(chr, range(0x3001)) if c.isspace())
_FILE = Path(__file__).parent / "currencies.yml"


class SharedMoney(BaseModel):
    """What several countries call their money: by area (ISO 3166 alpha-3) its currency, and `otherwise` where no country decides."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    signs: tuple[str, ...] = ()  # on either side of a figure
    words: tuple[str, ...] = ()  # behind one
    otherwise: str | None = Field(default=None, alias="else")
    of: dict[str, str]
    is_of_document: bool = False  # a country that one sentence names says nothing: "$" in a text on the world


class CurrencyFile(BaseModel):
    """`currencies.yml`: codes that may be printed bare, marks before a figure, words behind one, words of several countries."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    codes: tuple[str, ...]
    shared: tuple[SharedMoney, ...]
    of_countries: dict[str, dict[str, str]]  # letters → area → code
    weak: tuple[str, ...]
    of_figures: tuple[str, ...]
    before: dict[str, str]
    after: dict[str, str]


@dataclass(frozen=True, slots=True)
class CurrencyMark:
    """A currency and how many characters its mark takes up beside the figure, blanks included.

    `code` is ISO 4217, or the first of the words for money that several countries share, where custom does not tell whose it is.
    """

    code: str
    length: int


@cache
def currency_file() -> CurrencyFile:
    """The marks.

    Raises:
        ValidationError: the file does not fit the schema.
    """
    return CurrencyFile.model_validate(yaml_content(_FILE, WordLoader))


@cache
def shared_money() -> Mapping[str, SharedMoney]:
    """Currency words that several countries share, in lower case."""
    return {word.lower(): money for money in currency_file().shared for word in (*money.signs, *money.words)}


def is_code(unit: str | None) -> bool:
    """A unit is a currency of ISO 4217 and no shared word."""
    return unit is not None and unit.isascii() and unit.isupper() and len(unit) == len("USD")


@cache
def marks_before() -> dict[str, str]:
    """Marks before a figure, with their codes."""
    file = currency_file()
    signs = {sign: _code_of(money) for money in file.shared for sign in money.signs}
    return {code: code for code in file.codes} | signs | file.before


@cache
def marks_after() -> dict[str, str]:
    """Marks behind a figure, with their codes."""
    file = currency_file()
    words = {word: _code_of(money) for money in file.shared for word in (*money.signs, *money.words)}
    no_figure = dict.fromkeys(file.of_figures)
    return {code: code for code in file.codes} | {w: c for w, c in words.items() if w not in no_figure} | file.after


def _code_of(money: SharedMoney) -> str:
    return money.otherwise or (*money.signs, *money.words)[0]


@cache
def _before() -> tuple[re.Pattern[str], dict[str, str]]:
    before = marks_before()
    left = "|".join(_bounded(m) for m in sorted(before, key=lambda m: (-len(m), m)))
    return re.compile(rf"(?P<mark>{left})[\s\u00a0\u202f.]{{0,2}}$"), before


@cache
def _after() -> tuple[dict[str, str], dict[str, tuple[int, ...]]]:
    """Marks behind a figure in lower case with their codes, and by first sign the lengths they come in, longest first."""
    after = {mark.lower(): code for mark, code in marks_after().items()}
    lengths: dict[str, set[int]] = {}
    for mark in after:
        lengths.setdefault(mark[0], set()).add(len(mark))
    return after, {first: tuple(sorted(sizes, reverse=True)) for first, sizes in lengths.items()}


@cache
def _last_signs() -> frozenset[str]:
    """Signs that marks before a figure end with, points and blanks left out."""
    return frozenset(mark.rstrip(_BLANKS)[-1:] for mark in _before()[1])


def _bounded(mark: str) -> str:
    return (r"(?<![^\W\d_])" if _is_letter(mark[0]) else "") + re.escape(mark)


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


_FIRST_UNSPACED = "\u2e80"  # scripts without blanks between words begin here


def _is_letter(sign: str) -> bool:
    return sign.isalpha() and sign < _FIRST_UNSPACED


_MOST_BLANKS = 2
_LEADS = " \t\n\r\u00a0\u202f\u2009\u3000-"
