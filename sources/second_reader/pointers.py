"""From an answer's pointers to words of the text: a candidate's key, or a quote from the passage. Nothing else is accepted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sources.extract.scan.years import YearMark, year_marks
from sources.second_reader.records import Name, NameKind, Question

_KEY = re.compile(r"[YAPMS][0-9]{1,3}\Z")
_BLANKS = re.compile(r"\s+")
_CJK = 0x2E7F  # scripts behind it write words without blanks between them
_SHORTEST_PIECE = 3  # letters of a name that is a piece of a compound


class NotInText(Exception):
    """A pointer that leads nowhere: no candidate has the key, and the words are not in the passage."""


@dataclass(frozen=True)
class Pointers:
    """What one question offers to point to.

    Attributes:
        question: what was asked.
        deaf: spans of the passage that no pointer may use, see `instructions`; offsets of the passage.
    """

    question: Question
    deaf: tuple[tuple[int, int], ...] = ()

    @cached_property
    def _names(self) -> dict[str, Name]:
        return {name.key: name for name in self.question.names}

    @cached_property
    def _words(self) -> str:
        passage = self.question.passage
        for start, end in self.deaf:
            passage = passage[:start] + "\n" * (end - start) + passage[end:]
        return "\n".join(_plain(words) for words in (*self.question.carried, passage))

    @cached_property
    def _years(self) -> tuple[YearMark, ...]:
        return year_marks(self._words, 0, len(self._words))

    def words(self, pointer: str, kind: NameKind | None = None, *, within_words: bool = False) -> str:
        """The words that a pointer leads to, as the document prints them, blanks made one.

        Args:
            pointer: a candidate's key, or a quote; "M2" is a quote where no candidate has that key.
            kind: of the candidate that a key may lead to; None for any.
            within_words: a quote may be a piece of a compound ("Solar" of "Solarmarkt"); else it is whole words.

        Raises:
            NotInText: they are nowhere in the passage, its carried lines or its candidates.
        """
        name = self._names.get(pointer) if _KEY.match(pointer) else None
        if name and kind in (None, name.kind):
            return _plain(name.surface)
        place = next(self._places(_plain(pointer), within_words=within_words), None)
        if place is None:
            raise NotInText(pointer)
        return self._words[place[0] : place[1]]

    def year(self, pointer: str) -> tuple[YearMark | None, str]:
        """The last year of the words that a pointer leads to, if our own reader finds it there.

        Digits of a longer number or of an amount are no year, whatever they look like when cut out.

        Returns:
            The year, None where there is none; and the words.

        Raises:
            NotInText: see `words`.
        """
        words = self.words(pointer, "year")
        marks = [mark for mark in year_marks(words, 0, len(words)) if mark.last]
        if not marks:
            return None, words
        name = self._names.get(pointer)
        if (name and name.kind == "year") or any(self._has_year(*place, marks[-1]) for place in self._places(words)):
            return marks[-1], words
        return None, words

    def _has_year(self, start: int, end: int, year: YearMark) -> bool:
        return any(m.start < end and start < m.end and m.first <= year.last <= m.last for m in self._years)

    def span(self, quote: str) -> tuple[int, int]:
        """The place of a quote's only occurrence in the canonical text.

        Raises:
            NotInText: it is not in the part of the passage that is asked about, or in several places.
        """
        pattern = re.compile(r"\s+".join(map(re.escape, quote.split())))
        passage = self.question.passage
        places = [
            m.span()
            for m in pattern.finditer(passage, self.question.asked_from)
            if _is_whole(passage, *m.span()) and not any(a < m.end() and m.start() < b for a, b in self.deaf)
        ]
        if not quote.split() or len(places) != 1:
            raise NotInText(quote)
        start, end = places[0]
        return start + self.question.char_start, end + self.question.char_start

    def _places(self, quote: str, *, within_words: bool = False) -> Iterator[tuple[int, int]]:
        """The place of words: as printed first, then in any case."""
        if not quote:
            return
        for flags in (re.NOFLAG, re.IGNORECASE):
            for m in re.finditer(re.escape(quote), self._words, flags):
                start, end = m.span()
                left, right = _is_edge(self._words, start), _is_edge(self._words, end)
                if (left and right) or (within_words and (left or right) and len(quote) >= _SHORTEST_PIECE):
                    yield start, end


def _is_whole(text: str, start: int, end: int) -> bool:
    return _is_edge(text, start) and _is_edge(text, end)


def _is_edge(text: str, at: int) -> bool:
    """No word and no run of digits goes on over an offset. Scripts without blanks have no edges to keep to."""
    if not 0 < at < len(text):
        return True
    before, behind = text[at - 1], text[at]
    if before.isdigit() or behind.isdigit():
        return not (before.isdigit() and behind.isdigit())
    return not (before.isalpha() and behind.isalpha() and ord(before) <= _CJK and ord(behind) <= _CJK)


def _plain(words: str) -> str:
    return _BLANKS.sub(" ", words).strip()
