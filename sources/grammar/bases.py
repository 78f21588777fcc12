"""The phrases of `bases.yml`: their schema and their patterns. `extract` interprets them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sources.grammar.grammar_cache import yaml_content
from sources.grammar.language_file import GrammarError
from sources.records import BasisKind

_FILE = Path(__file__).parent / "bases.yml"
_PIECE = re.compile(r"<(?P<options>[^>]*)>|\{(?P<slot>year|money)\}|(?P<word>[^\s<{]+)")
_BLANK = r"[\s\u00a0\u202f-]+"
_YEAR = r"\(?(?P<year>(?:19|20)[0-9]{2})\)?(?![0-9])"
_LETTER = r"[^\W_]"
_WORDS = re.compile(r"[^\W\d_]+")

ValueLevel = Literal["retail", "wholesale", "manufacturer", "spending", "shipments", "gross_merchandise"]


class PricePhrases(BaseModel):
    """Phrases of a price basis; `years` name the year whose money it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    constant: tuple[str, ...]
    current: tuple[str, ...]
    years: tuple[str, ...]


class BasisWords(BaseModel):
    """One language of `bases.yml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    money: tuple[str, ...]
    value: Mapping[ValueLevel, tuple[str, ...]]
    price: PricePhrases
    growth: tuple[str, ...]
    denials: tuple[str, ...]
    breaks: tuple[str, ...]
    subjects: tuple[str, ...]
    says: tuple[str, ...]
    measured: tuple[str, ...]
    used: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BasisPattern:
    """A phrase as a pattern: what it states; a group `year` where it names one."""

    kind: BasisKind
    basis: str
    pattern: re.Pattern[str]
    anchors: frozenset[str]


@dataclass(frozen=True, slots=True)
class BasisGrammar:
    """One language: its phrases, and the words around them."""

    by_anchor: Mapping[str, Sequence[BasisPattern]]  # word → phrases that it is in
    anchors: frozenset[str]
    growth: re.Pattern[str]
    denied: re.Pattern[str]  # at the end of the words before a phrase
    breaks: re.Pattern[str]
    states: re.Pattern[str]  # "all figures are ...", in the words before a phrase
    measured: re.Pattern[str]  # "measured ...", at their end
    used: re.Pattern[str]  # "are used", at the beginning of the words behind
    note: re.Pattern[str]  # what a note begins with


@cache
def basis_grammar(language: str) -> BasisGrammar | None:
    """The phrases of a language; None for one that the file does not hold.

    Raises:
        GrammarError: the file does not fit the schema; names the language and the key.
    """
    words = _languages().get(language)
    return None if words is None else _compiled(words)


@cache
def _languages() -> dict[str, BasisWords]:
    try:
        return TypeAdapter(dict[str, BasisWords]).validate_python(yaml_content(_FILE))
    except ValidationError as error:
        first = error.errors()[0]
        raise GrammarError(f"{_FILE.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def _compiled(words: BasisWords) -> BasisGrammar:
    by_anchor: dict[str, list[BasisPattern]] = {}
    for phrase in _phrases(words):
        for word in phrase.anchors:
            by_anchor.setdefault(word, []).append(phrase)
    return BasisGrammar(
        by_anchor=by_anchor,
        anchors=frozenset(by_anchor),
        growth=re.compile(_whole(words.growth), re.IGNORECASE),
        denied=re.compile(rf"{_whole(words.denials)}\W+(?:{_LETTER}[\w'’-]*\W+){{0,2}}$", re.IGNORECASE),
        breaks=re.compile(rf"[;—–]\s|\s[-–—]\s|[()]|(?<=[\s,]){_whole(words.breaks)}", re.IGNORECASE),
        states=re.compile(rf"{_whole(words.subjects)}(?:\W+[\w'’-]+){{0,6}}?\W+{_whole(words.says)}(?:\W+[\w'’-]+){{0,5}}\W*$", re.IGNORECASE),
        measured=re.compile(rf"{_whole(words.measured)}(?:\W+[\w'’-]+){{0,2}}\W*$", re.IGNORECASE),
        used=re.compile(rf"\W*{_whole(words.used)}", re.IGNORECASE),
        note=re.compile(rf"[\s(*†‡\[]*(?:(?:[0-9]{{1,2}}|[¹²³⁴-⁹])[\])]?\s+|[*†‡]\s*|{_whole(words.notes)}\W+)", re.IGNORECASE),
    )  # fmt: skip


def _phrases(words: BasisWords) -> Iterator[BasisPattern]:
    money = _whole(words.money)
    price: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("constant", words.price.constant),
        ("current", words.price.current),
        ("constant", words.price.years),
    )
    by_kind: tuple[tuple[BasisKind, Iterable[tuple[str, tuple[str, ...]]]], ...] = (
        ("value", words.value.items()),
        ("price", price),
    )
    for kind, by_basis in by_kind:
        for basis, phrases in by_basis:
            for phrase in phrases:
                yield BasisPattern(kind, basis, _pattern(phrase, money), _anchors(phrase, words.money))


def _pattern(phrase: str, money: str) -> re.Pattern[str]:
    parts: list[str] = []
    is_open = True  # at the beginning, and behind a word that may be missing: the blank before the next is there
    for piece in _PIECE.finditer(phrase):
        before = "" if is_open else _BLANK
        is_open = False
        if piece["slot"]:
            parts.append(before + (_YEAR if piece["slot"] == "year" else money))
        elif piece["word"]:
            parts.append(before + _literal(piece["word"]))
        else:
            options = _options(piece)
            body = f"(?:{'|'.join(map(_literal, sorted(options, key=len, reverse=True)))})"
            if not piece["options"].endswith("|"):
                parts.append(before + body)
            elif piece.end() == len(phrase):
                parts.append(f"(?:{before}{body})?")
            else:
                parts.append(f"{before}(?:{body}{_BLANK})?")
                is_open = True
    return re.compile(rf"(?<!{_LETTER}){''.join(parts)}(?!{_LETTER})", re.IGNORECASE)


def _options(piece: re.Match[str]) -> list[str]:
    return [option for option in piece["options"].split("|") if option]


def _anchors(phrase: str, money: tuple[str, ...]) -> frozenset[str]:
    """Words of which each match of the phrase has one: those of the piece that has no short word."""
    pieces: list[list[str]] = []
    for piece in _PIECE.finditer(phrase):
        if piece["slot"] == "money":
            pieces.append(list(money))
        elif piece["word"]:
            pieces.append([piece["word"]])
        elif piece["options"] and not piece["options"].endswith("|"):
            pieces.append(_options(piece))
    words = [frozenset(max(_WORDS.findall(option.lower()), key=len) for option in options) for options in pieces]
    return max(words, key=lambda piece: (min(map(len, piece)), -len(piece)))


def _literal(words: str) -> str:
    return _BLANK.join(re.escape(word).replace("'", "['’]") for word in re.split(r"[\s-]+", words))


def _whole(words: tuple[str, ...]) -> str:
    ordered = sorted(words, key=len, reverse=True)
    return rf"(?<!{_LETTER})(?:{'|'.join(map(_literal, ordered))})(?!{_LETTER})"
