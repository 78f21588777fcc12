"""Places of fixed phrases in a text, and the sentence around a place. Literal search only, without meaning.

Hundreds of phrases are looked for at the cost of one pass: the text's words are compared with one key word of each
phrase, and the phrase is looked for only where that word is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from sources.extract.text.sentences import Sentence

_CLAUSE_REACH = 400  # characters; keeps the cost of a text without full stops linear
_MARKS = "\n\t,.:;()|\"'“”’*[]—–"
_COMMON = {"the": 2, "a": 2, "an": 2, "to": 2, "of": 2, "in": 2, "and": 2, "on": 2, "as": 2, "by": 1, "is": 1, "are": 1,
           "for": 2, "such": 1, "also": 1, "not": 1, "does": 1, "do": 1, "be": 1}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cue:
    """One occurrence of a phrase as whole words: `text[start:end]`, in any case."""

    start: int
    end: int
    phrase: str


class SearchText:
    """A text prepared for literal search: lower case of the same length, its sentences, and where key words are."""

    def __init__(self, text: str, sentences: Sequence[Sentence], phrases: Iterable[str] = ()) -> None:
        """`sentences`: the text's sentences, in order; `phrases`: all that will be looked for."""
        lower = text.lower()
        self.text = text
        self.lower = (
            lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
        )
        self.sentences = sentences
        self._starts = [s.start for s in sentences]
        self._places = self._standing(frozenset(w for p in phrases if (w := _anchor(p)[0])))

    def _standing(self, anchors: frozenset[str]) -> dict[str, list[int]]:
        """Offsets of every key word, in order."""
        plain = self.lower
        for mark in _MARKS:
            plain = plain.replace(mark, " ")
        words = plain.split(" ")
        ends = list(accumulate(map(len, words)))
        places: dict[str, list[int]] = {word: [] for word in anchors}
        for at in [i for i, word in enumerate(words) if word in anchors]:
            places[words[at]].append(ends[at] + at - len(words[at]))
        return places

    def cues(self, phrases: tuple[str, ...]) -> Iterator[Cue]:
        """Occurrences of phrases as whole words, key word by key word; of phrases around one word the longest."""
        lower, places = self.lower, self._places
        for word, around in _grouped(phrases).items():
            if word not in places:
                for _, phrase in around:
                    yield from self._searched(phrase)
                continue
            for place in places[word]:
                for offset, phrase in around:
                    start = place - offset
                    if start >= 0 and lower.startswith(phrase, start) and self._is_whole(start, phrase):
                        yield Cue(start, start + len(phrase), phrase)
                        break

    def _searched(self, phrase: str) -> Iterator[Cue]:
        """Occurrences of a phrase that no key word was noted for (scripts without blanks)."""
        at = self.lower.find(phrase)
        while at >= 0:
            if self._is_whole(at, phrase):
                yield Cue(at, at + len(phrase), phrase)
            at = self.lower.find(phrase, at + len(phrase))

    def _is_whole(self, start: int, phrase: str) -> bool:
        lower, end = self.lower, start + len(phrase)
        if start and phrase[0].isascii() and phrase[0].isalnum() and lower[start - 1].isalnum():
            return False
        return not (end < len(lower) and phrase[-1].isascii() and phrase[-1].isalnum() and lower[end].isalnum())

    @staticmethod
    def lead_of(sentence: Sentence, offset: int) -> int:
        """Where the words that lead to an offset begin: with its sentence, but no further back than a clause reaches."""
        return max(sentence.start, offset - _CLAUSE_REACH)

    def sentence_at(self, offset: int) -> Sentence | None:
        """The sentence that holds an offset; None between blocks."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0 or offset >= self.sentences[at].end:
            return None
        return self.sentences[at]


@lru_cache(maxsize=4096)
def _anchor(phrase: str) -> tuple[str, int]:
    """The key word of a phrase (its longest that is not everywhere) and its offset; "" where it has no word of ASCII."""
    words = phrase.split()
    if not phrase.isascii() and " " not in phrase and ord(phrase[0]) > 0x2E7F:
        return "", 0
    best = min(words, key=lambda w: (_COMMON.get(w, 0), -len(w)))
    if any(mark in best for mark in _MARKS):
        return "", 0
    return best, (f" {phrase} ").index(f" {best} ") if phrase == phrase.strip() else phrase.index(f"{best} ")


@lru_cache(maxsize=256)
def _grouped(phrases: tuple[str, ...]) -> dict[str, tuple[tuple[int, str], ...]]:
    """Phrases by their key word, with its offset in them, longest first."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for phrase in sorted(phrases, key=lambda p: (-len(p), p)):
        word, offset = _anchor(phrase)
        groups.setdefault(word or phrase, []).append((offset, phrase))
    return {word: tuple(around) for word, around in groups.items()}
