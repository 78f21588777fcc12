"""Where fixed phrases stand in a text, and the sentence around a place. Literal search only: what a phrase means is not said here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sources.extract.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Cue:
    """One occurrence of a phrase as whole words: `text[start:end]`, in any case."""

    start: int
    end: int
    phrase: str


class SearchText:
    """A text prepared for literal search: lower case of the same length, and its sentences by offset."""

    def __init__(self, text: str, found: Sequence[Sentence]) -> None:
        """`found`: the text's sentences, in order."""
        lower = text.lower()
        self.text = text
        self.lower = lower if len(lower) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)
        self.sentences = found
        self._starts = [s.start for s in found]

    def cues(self, phrases: Sequence[str]) -> Iterator[Cue]:
        """Occurrences of each phrase as whole words; phrase by phrase, each in order of the text."""
        lower = self.lower
        for phrase in phrases:
            opens, closes = phrase[0].isalnum() and phrase[0].isascii(), phrase[-1].isalnum() and phrase[-1].isascii()
            at = lower.find(phrase)
            while at >= 0:
                end = at + len(phrase)
                if not (opens and at and lower[at - 1].isalnum()) and not (
                    closes and end < len(lower) and lower[end].isalnum()
                ):
                    yield Cue(at, end, phrase)
                at = lower.find(phrase, end)

    def sentence_at(self, offset: int) -> Sentence | None:
        """The sentence that holds an offset; None between blocks."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0 or offset >= self.sentences[at].end:
            return None
        return self.sentences[at]
