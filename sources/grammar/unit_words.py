"""The words that unit expressions are made of, by language: currencies, scales, measures, rates, and the small words beside them.

Expressions are read in `unit_expressions`; here is what each word can mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from sources.grammar.currencies import currency_file, marks_after, marks_before
from sources.grammar.grammar_cache import WordLoader, yaml_content
from sources.grammar.language_file import LanguageFile, language_file, languages

_FILE = Path(__file__).parent / "units.yml"
Role = Literal["currency", "scale", "measure", "percent", "points", "basis_points", "link", "lead", "per", "time"]


class UnitFile(BaseModel):
    """`units.yml`; its comments say what each list holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    scales: dict[str, dict[str, int]]
    bound: dict[str, tuple[str, ...]]
    prefixes: dict[str, int]
    suffixes: dict[str, int]
    links: tuple[str, ...]
    leads: tuple[str, ...]
    per: tuple[str, ...]
    times: tuple[str, ...]
    lengths: tuple[str, ...]
    measures: dict[str, tuple[str, ...]]


class Meaning(NamedTuple):
    """One thing that a word can mean in a unit."""

    role: Role
    value: str = ""  # a currency's code, a measure's name in base units
    power: int = 0  # of ten
    is_weak: bool = False  # a word of another meaning as often
    is_foreign: bool = False  # a measure of another language than the document's
    exact: str = ""  # counts only so spelt


@cache
def unit_file() -> UnitFile:
    """The words that no language file holds.

    Raises:
        ValidationError: the file does not fit the schema.
    """
    return UnitFile.model_validate(yaml_content(_FILE, WordLoader))


@cache
def further_scales() -> Mapping[str, int]:
    """Scale words of languages without a file, and of all: spelling in lower case to power of ten."""
    return {word.lower(): power for words in unit_file().scales.values() for word, power in words.items()}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Phrases of unit expressions, each as its pieces in lower case with a blank between, and what they mean."""

    meanings: Mapping[str, tuple[Meaning, ...]]
    longest: Mapping[str, int]  # by first piece: the most pieces of a phrase


# A sign with its letters ("US$", "S/"), a word with what is raised behind it ("m³"), one letter of a script without blanks, a number.
_WORD = r"(?:[^\W\d_\u2e80-\uffff]|[\u0900-\u0dff])+(?:[²³]|[23](?![0-9])e?)?"
_UNSPACED = r"[\u2e80-\uff00]"


@cache
def piece_pattern() -> re.Pattern[str]:
    """The pieces of an expression: signs, powers of ten, numbers, words and marks of punctuation."""
    marks = {**marks_before(), **marks_after()}
    signs = [m for m in marks if " " not in m and not re.fullmatch(r"[\w.'’-]+", m)]
    body = "|".join(
        (r"(?<![^\W\d_])" if m[0].isalpha() else "") + re.escape(m) for m in sorted(signs, key=lambda m: (-len(m), m))
    )
    return re.compile(
        rf"(?P<sign>{body})"
        r"|(?P<power>10\s?\^\s?(?P<raised>[0-9]{1,2})(?![0-9])|10(?P<super>[²³⁴⁵⁶⁷⁸⁹])|(?<![0-9])(?<![0-9][.,])['’‘`´]?000(?:[.,'’]?000)?(?![0-9])(?:['’]?s\b)?)"
        r"|(?P<number>[0-9]++(?:[.,\u00a0\u202f'’][0-9]++)*+)"
        rf"|(?P<word>{_WORD})|(?P<unspaced>{_UNSPACED})|(?P<mark>\S)"
    )


def pieces_of(phrase: str) -> list[str]:
    """The words and signs of a phrase, without what stands between them."""
    return [
        m.group().lower()
        for m in piece_pattern().finditer(phrase)
        if m.lastgroup in ("sign", "word", "unspaced") or m.group() in "%％×*·"
    ]


@cache
def vocabulary(language: str) -> Vocabulary:
    """The phrases for a document of a language: its own and English first, then what other languages say without a contradiction."""
    meanings: dict[str, dict[Meaning, None]] = {}

    def add(phrase: str, meaning: Meaning) -> None:
        if key := " ".join(pieces_of(phrase)):
            meanings.setdefault(key, {})[meaning] = None

    own_codes = [code for code in dict.fromkeys(("en", language)) if code in languages()]
    for mark, code in _marks():
        add(mark, Meaning("currency", code, is_weak=_is_weak(mark), exact=_exact(mark)))
    for word, power in _scales(language).items():
        is_own = any(word in map(str.lower, language_file(c).scales) for c in own_codes if c != "en")
        add(word, Meaning("scale", power=power, is_weak=word in unit_file().bound and not is_own))
    own = [language_file(code) for code in own_codes]
    for file in own:
        for noun in (*file.counted_nouns, *file.measured_units, *unit_file().measures.get(file.language, ())):
            add(noun, _measure(noun, own, is_foreign=False))
    for code in languages():
        for noun in () if code in ("en", language) else language_file(code).counted_nouns:
            add(noun, _measure(noun, own, is_foreign=True))
    for code, nouns in unit_file().measures.items():
        for noun in () if code in languages() else nouns:
            add(noun, _measure(noun, own, is_foreign=True))
    for role, phrases in _small_words(own):
        for phrase in phrases:
            add(phrase, Meaning(role))
    longest: dict[str, int] = {}
    for key in meanings:
        pieces = key.split(" ")
        longest[pieces[0]] = max(longest.get(pieces[0], 0), len(pieces))
    return Vocabulary({key: tuple(found) for key, found in meanings.items()}, longest)


def _marks() -> Iterable[tuple[str, str]]:
    no_header = currency_file().of_figures
    marks = {m: code for m, code in {**marks_after(), **marks_before()}.items() if m not in no_header}
    marks |= {mark: mark for mark in currency_file().of_countries}
    return marks.items()


def _is_weak(mark: str) -> bool:
    file = currency_file()
    is_short = len(mark.rstrip(".")) <= 2 and mark.isascii() and mark.rstrip(".").isalpha()
    return is_short or mark in file.of_countries or mark.lower() in file.weak


def _exact(mark: str) -> str:
    """Codes and short forms count only as they are spelt; names in any case."""
    return mark if mark.isupper() or (len(mark.rstrip(".")) <= 3 and mark[:1].isalpha() and mark.isascii()) else ""


@cache
def _scales(language: str) -> dict[str, int]:
    own = [language_file(code).scales for code in dict.fromkeys((language, "en")) if code in languages()]
    others = [language_file(code).scales for code in languages()]
    found: dict[str, int] = {}
    for scales in (*own, further_scales(), *others):
        for word, power in scales.items():
            found.setdefault(word.lower().rstrip("."), power)
    return found


def _measure(noun: str, files: Iterable[LanguageFile], *, is_foreign: bool) -> Meaning:
    """Kilotons are thousands of tonnes."""
    power, base = next((f.unit_scales[noun] for f in files if noun in f.unit_scales), (0, ""))
    return Meaning("measure", base or noun, power, is_foreign=is_foreign, exact=noun if len(noun) <= 2 else "")


def _small_words(files: Iterable[LanguageFile]) -> Iterable[tuple[Role, Iterable[str]]]:
    file = unit_file()
    yield "percent", ("%", "％", *(p for f in files for p in f.percent))
    yield "points", (p for f in files for p in f.percentage_points)
    yield "basis_points", (p for f in files for p in f.basis_points)
    yield "link", file.links
    yield "lead", file.leads
    yield "per", file.per
    yield "time", file.times


@cache
def glued_word() -> re.Pattern[str]:
    """A scale and a currency in one word: "TEUR", "kUSD", "USDm", "RMmn", "mkr"."""
    alphabetic = {m for m in (*marks_before(), *currency_file().of_countries) if m.isalpha() and m.isascii()}
    marks = "|".join(sorted(alphabetic - {"US", "Re"}, key=lambda m: (-len(m), m)))
    before, behind = (
        "|".join(sorted(words, key=lambda w: (-len(w), w))) for words in (unit_file().prefixes, unit_file().suffixes)
    )
    return re.compile(rf"(?i:(?P<prefix>{before}))(?P<behind>{marks})|(?P<before>{marks})(?i:(?P<suffix>{behind}))")


@cache
def glued_scale() -> re.Pattern[str]:
    """A scale behind a number and glued to its currency: "120 TEUR", "85 M€"."""
    before = "|".join(sorted(unit_file().prefixes, key=lambda w: (-len(w), w)))
    codes = "|".join(currency_file().codes)
    return re.compile(rf"[\s\u00a0\u202f]?(?i:(?P<scale>{before}))(?=(?:{codes}|kr)(?![^\W\d_])|[€£₹$](?![0-9]))")
