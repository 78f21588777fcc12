"""Sentences that may hold a kind of statement: those with a word of one of its cues. A cheap filter; statements are read elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sources.extract.text.sentences import Sentence
from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation

_WORDS = re.compile(r"[^\W\d_]+")
_WIDE = 0x2E7F  # scripts without blanks between words begin behind this code point


@dataclass(frozen=True, slots=True)
class Cues:
    """Phrases of several keys: which key a matched phrase belongs to, and the words that any match must hold."""

    pattern: re.Pattern[str]
    key_of: dict[str, str]  # phrase in normal form → its key
    words: frozenset[str]  # the rarest word of each phrase, lower case
    wide: tuple[str, ...]  # phrases of scripts without blanks

    def key(self, matched: str) -> str:
        """The key of a matched phrase."""
        return self.key_of[_normal(matched)]


@dataclass(frozen=True, slots=True)
class CueMark:
    """A cue with its place."""

    start: int
    end: int
    kind: str  # the key of its list
    is_verb: bool


@cache
def cues_of(grammar: Grammar, *names: str) -> Cues:
    """Cues of the lists named ("events", "ranks.size"), a list of lists counts with all its keys; earlier ones win."""
    key_of: dict[str, str] = {}
    for name in names:
        for full in [name] if "." in name else [f"{name}.{key}" for key in grammar.keys(name)]:
            for phrase in grammar.phrases(full):
                key_of.setdefault(_normal(phrase), full.partition(".")[2])
    frequent = {*grammar.phrases("stop_words"), *grammar.phrases("topic_stop_words")}
    wide = tuple(phrase for phrase in key_of if ord(phrase[0]) > _WIDE)
    narrow = [words for phrase in key_of if phrase not in wide and (words := _WORDS.findall(phrase))]
    return Cues(
        re.compile(alternation(key_of), re.IGNORECASE),
        key_of,
        frozenset(max(words, key=lambda word: (word not in frequent, len(word))) for words in narrow),
        wide,
    )


def sentence_words(text: str, found: Sequence[Sentence]) -> list[frozenset[str]]:
    """The words of each sentence, lower case: read once and asked by every kind."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few capitals grow when lowered; offsets would shift
        return [frozenset(_WORDS.findall(text[s.start : s.end].lower())) for s in found]
    findall = _WORDS.findall
    return [frozenset(findall(lowered, s.start, s.end)) for s in found]


def holds(text: str, sentence: Sentence, words: frozenset[str], cues: Cues) -> bool:
    """Whether a sentence may hold one of the cues."""
    if not cues.words.isdisjoint(words):
        return True
    return bool(cues.wide) and any(text.find(phrase, sentence.start, sentence.end) >= 0 for phrase in cues.wide)


def _normal(phrase: str) -> str:
    return " ".join(re.split(r"[\s\u00a0\u202f-]+", phrase.lower())).strip()
