"""From what an answer points with to words of the text: a candidate's key, or a quote that stands in the passage. Nothing else is believed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from sources.second_reader.records import Question

_KEY = re.compile(r"[YAPMS][0-9]{1,3}\Z")
_BLANKS = re.compile(r"\s+")


class NotInText(Exception):
    """A pointer that leads nowhere: no candidate has the key, and the words are not in the passage."""


@dataclass(frozen=True)
class Pointers:
    """What one question offers to point to."""

    question: Question

    @cached_property
    def _names(self) -> dict[str, str]:
        return {name.key: name.surface for name in self.question.names}

    @cached_property
    def _words(self) -> str:
        return "\n".join(_plain(words) for words in (*self.question.carried, self.question.passage))

    def words(self, pointer: str) -> str:
        """The words that a pointer leads to, as the document prints them, blanks made one.

        Raises:
            NotInText: they are nowhere in the passage, its carried lines or its candidates.
        """
        if _KEY.match(pointer):
            if pointer in self._names:
                return self._names[pointer]
            raise NotInText(pointer)
        quote = _plain(pointer)
        if quote and quote in self._words:
            return quote
        if quote and (at := self._words.casefold().find(quote.casefold())) >= 0:
            return self._words[at : at + len(quote)]
        raise NotInText(pointer)

    def span(self, quote: str) -> tuple[int, int]:
        """Where the only occurrence of a quote stands in the canonical text.

        Raises:
            NotInText: it does not stand in the part of the passage that is asked about, or in several places.
        """
        pattern = re.compile(r"\s+".join(map(re.escape, quote.split())))
        places = [m.span() for m in pattern.finditer(self.question.passage, self.question.asked_from)]
        if not quote.split() or len(places) != 1:
            raise NotInText(quote)
        start, end = places[0]
        return start + self.question.char_start, end + self.question.char_start


def _plain(words: str) -> str:
    return _BLANKS.sub(" ", words).strip()
