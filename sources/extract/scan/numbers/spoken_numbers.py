"""Numbers in words of languages that part words with blanks: "two hundred and fifty million", "dreieinhalb Milliarden", "mil doscientos millones".

One parser for all of them: the words and what they are worth are data of the language files. Numbers in Chinese, Japanese and Korean signs are read in
`han_numerals`; which of the numbers found here are figures is decided in `number_words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Literal, NamedTuple

from sources.extract.scan.numbers.numerals import Numeral
from sources.grammar.language_file import language_file
from sources.grammar.phrase_patterns import phrases_within

Kind = Literal["unit", "scale", "link", "point", "part", "echo"]
_LETTER = "A-Za-zÀ-ÖØ-öø-ÿ"
_ECHO = r"\s\((?P<digits>[0-9][0-9.,'’]{0,30})\)"  # "two hundred and ten (210) million"
_MOST_WORDS = 24  # of one number; a limit keeps the search linear
_SHORTEST_SCALE = 3  # letters: "m" and "bn" follow digits, never words
_THOUSAND, _MILLION = 10**3, 10**6
_OF_TWENTIES = (60, 80)  # "soixante-quinze", "quatre-vingt-onze": these tens take numbers below twenty


class _Atom(NamedTuple):
    kind: Kind
    value: Decimal
    start: int
    end: int
    opens: int = 0  # words of a scale that needs no number before it: 1 of "cent", 2 of "a billion"


@dataclass(frozen=True, slots=True)
class _Words:
    pattern: re.Pattern[str]
    atom: re.Pattern[str]
    worth: dict[str, tuple[Kind, Decimal, int]]


def spoken_numbers(text: str, start: int, end: int, language: str) -> list[Numeral]:
    """All numbers in words of `text[start:end]`, in order, whatever they count.

    Args:
        text: canonical text.
        start: first offset to look at.
        end: offset to stop at.
        language: code of the language whose words count; a text may hold words of two.

    Returns:
        Disjoint numerals. `scale` is their last scale word's, 1 where they have none or only "hundred" of a language that counts with
        it; digits in brackets that repeat the number are part of it.
    """
    words = _words(language)
    if words is None:
        return []
    found: list[Numeral] = []
    for run in words.pattern.finditer(text, start, end):
        found += _numbers(list(_atoms(text, *run.span(), words)))
    return found


@cache
def _words(language: str) -> _Words | None:
    file = language_file(language)
    worth: dict[str, tuple[Kind, Decimal, int]] = {}
    for word, power in file.scales.items():
        if len(word) >= _SHORTEST_SCALE and word[0].isalpha():
            worth[_plain(word)] = ("scale", Decimal(10) ** power, 0)
    for word, power in file.number_scales.items():
        worth[_plain(word)] = ("scale", Decimal(10) ** power, len(word.split()))
    worth |= {_plain(word): ("unit", Decimal(value), 0) for word, value in file.cardinals.items()}
    worth |= {_plain(word): ("part", Decimal(value), 0) for word, value in file.number_parts.items()}
    worth |= {_plain(word): ("link", Decimal(0), 0) for word in file.number_links}
    worth |= {_plain(word): ("point", Decimal(0), 0) for word in file.number_points}
    if not file.cardinals:
        return None
    atom = phrases_within(worth)
    units = phrases_within(word for word, (kind, _, _) in worth.items() if kind in ("unit", "part"))
    scales = phrases_within(word for word, (_, _, n_words) in worth.items() if n_words)
    opener = rf"(?:(?={units})|(?<![0-9][\s-])(?={scales}))"  # in "310 mil" the scale is that of the digits
    word = rf"(?>(?:{atom}){{1,8}}+)(?![{_LETTER}])"
    pattern = rf"(?<![{_LETTER}0-9]){opener}{word}(?:[\s-]{word}|{_ECHO.replace('?P<digits>', '')}){{0,{_MOST_WORDS}}}+"
    return _Words(re.compile(pattern, re.IGNORECASE), re.compile(f"{atom}|{_ECHO}", re.IGNORECASE), worth)


def _plain(word: str) -> str:
    return re.sub(r"[\s-]+", " ", word.lower())


def _atoms(text: str, start: int, end: int, words: _Words) -> Iterator[_Atom]:
    for m in words.atom.finditer(text, start, end):
        if digits := m["digits"]:
            yield _Atom("echo", Decimal(re.sub(r"[^0-9]", "", digits)), *m.span())
        else:
            kind, value, opens = words.worth[_plain(m.group())]
            yield _Atom(kind, value, *m.span(), opens)


@dataclass(slots=True)
class _Number:
    """A number as far as it is read: parts that fall in size, the decimals behind "point", and the last scale word."""

    parts: list[Decimal] = field(default_factory=list)
    decimals: str | None = None
    scale: Decimal = Decimal(1)
    last: _Atom | None = None  # the last atom that is worth something
    link: _Atom | None = None  # the link behind it

    @property
    def value(self) -> Decimal:
        return sum(self.parts, Decimal(0))

    def takes(self, atom: _Atom) -> bool:
        """Adds an atom; False where no number goes on with it, and nothing is changed."""
        match atom.kind:
            case "link":
                if self.last is None or self.link or self.decimals is not None:
                    return False
                self.link = atom
                return True
            case "echo":
                taken = atom.value == self.value and self.link is None
            case "point":
                taken = bool(self.parts) and self.link is None and self.decimals is None and self.scale == 1
                self.decimals = "" if taken else self.decimals
            case "unit":
                taken = self._takes_unit(atom)
            case "part":
                taken = self._takes_part(atom)
            case "scale":
                taken = self._takes_scale(atom)
        if taken:
            self.last, self.link = atom, None
        return taken

    def _takes_unit(self, atom: _Atom) -> bool:
        if self.decimals is not None:
            if self.decimals and atom.value >= 10:
                return False
            self.decimals += str(atom.value)
            return True
        if not self.parts or atom.value < _room(self.parts[-1]):
            self.parts.append(atom.value)
            return True
        glued = self.link and self.last and self.last.end == self.link.start and self.link.end == atom.start
        if glued and self.parts[-1] < 10 and 20 <= atom.value < 100:  # "achtunddreißig"
            self.parts[-1] += atom.value
            return True
        return False

    def _takes_part(self, atom: _Atom) -> bool:
        if not self.parts:
            self.parts.append(atom.value)
            return True
        is_joined = self.link is not None or (self.last is not None and self.last.end == atom.start)
        if self.decimals is not None or not is_joined or atom.value >= 1 or self.last is None:
            return False
        self.parts.append(atom.value * (self.scale if self.last.kind == "scale" else 1))
        return True

    def _takes_scale(self, atom: _Atom) -> bool:
        if self.link is not None or self.decimals == "":
            return False
        smaller = [p for p in self.parts if p < atom.value]
        kept = self.parts[: len(self.parts) - len(smaller)]
        if kept + smaller != self.parts or not (smaller or atom.opens) or max(smaller, default=0) >= _MILLION:
            return False  # "one million and two billion" are two
        number = sum(smaller, Decimal(0)) if smaller else Decimal(1)
        if self.decimals:
            number += Decimal(f"0.{self.decimals}")
        product = number * atom.value
        if kept and product >= _room(kept[-1]):
            return False
        self.parts, self.decimals = [*kept, product], None
        self.scale = atom.value if atom.value >= _THOUSAND or not atom.opens else self.scale
        return True

    def numeral(self, first: _Atom) -> Numeral | None:
        """The number that was read; None where there is none."""
        if self.last is None or not self.parts or (first is self.last and first.opens == 1):
            return None  # "in Tausend Stück" is a unit
        value = self.value + (Decimal(f"0.{self.decimals}") if self.decimals else 0)
        return Numeral(first.start, self.last.end, plain(value), self.scale)


def plain(value: Decimal) -> Decimal:
    """The same value without an exponent and without zeros behind its decimal mark."""
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()


def _room(value: Decimal) -> Decimal:
    """What a number that goes on behind `value` stays below: a hundred behind 500, ten behind 20, nothing behind 7."""
    if value in _OF_TWENTIES:
        return Decimal(20)
    if value == 0 or value != value.to_integral_value():
        return Decimal(0)
    whole = str(int(value))
    n_zeros = len(whole) - len(whole.rstrip("0"))
    return Decimal(10) ** n_zeros if n_zeros else Decimal(0)


def _numbers(atoms: Sequence[_Atom]) -> Iterator[Numeral]:
    """The numbers that a run of number words makes: "two and three million" are two, "two hundred and three million" are one."""
    at = 0
    while at < len(atoms):
        number, before_link = _Number(), None
        last = at
        while last < len(atoms) and number.takes(atoms[last]):
            if atoms[last].kind == "link":
                before_link = last
            last += 1
        if last < len(atoms) and before_link is not None and before_link > at:
            number, last = _Number(), before_link  # the link parts two numbers
            for atom in atoms[at:before_link]:
                number.takes(atom)
        if numeral := number.numeral(atoms[at]):
            yield numeral
        at = max(last, at + 1)
