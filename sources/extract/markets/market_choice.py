"""The name of a document's market: candidates from the title and the text, each weighed by its evidence.

A candidate is a run of words that no list refuses. It is heard in the title, in the first sentences, beside market words ("X sales",
"demand for X"), as what money is spent on, as the subject of a figure, and again in the body. The best supported of the longest wins.
Where names are written without blanks see `market_phrases`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.extract.markets.market_support import Support, heard_names, marks_of, said_names
from sources.extract.markets.markets import market_marks
from sources.extract.markets.name_words import MOST_WORDS, name_words
from sources.extract.text.sentences import Sentence
from sources.grammar.language import Grammar
from sources.grammar.market_naming import Naming, naming
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("markets")
_READ = 30_000  # characters: what a text is about shows early
_LONG = (0.0, 1.0, 1.5, 1.75, 1.85, 1.9)  # a longer name says more, by its number of words
_ENOUGH = 4.0
_PARTICIPLE = re.compile(rf"[a-z]{{2,}}(?:[^e]ed|ly)$|-{_WORDS['adjective_tails']}$")


def chosen_market(
    text: str, titles: Sequence[tuple[int, str]], sentences: Sequence[Sentence], words: Grammar, publisher: str | None
) -> str | None:
    """The name of the market that a document is about.

    Args:
        text: canonical text.
        titles: title and headings with their offsets, in order.
        sentences: its sentences, in order.
        words: the document's words.
        publisher: who publishes the document; its name is no market's.

    Returns:
        The name as most often printed, or None where nothing is supported well enough.
    """
    lexicon = naming(words.language)
    text = text[:_READ]
    titles = [t for t in titles if t[0] < _READ]
    sentences = [s for s in sentences if s.end <= _READ]
    tokens = name_words(text, lexicon, words)
    marks = marks_of(text, words)
    support = heard_names(text, tokens, titles, sentences, words, lexicon, publisher, marks)
    said = said_names(marks, words, lexicon)
    for key, said_forms in said.items():
        if key in support:
            for form, weight in said_forms.items():
                support[key].framed += weight
                support[key].forms[form] += 1
    refused = _Refusal(support, publisher, words, _owners(text, words))
    best, best_score = None, 0.0
    for key in sorted(support):
        # Cheap before dear: of a thousand candidates a dozen come near the best one so far.
        score = support[key].total() * _LONG[min(len(key), MOST_WORDS)]
        if score + _MOST_ECHO < max(best_score, _ENOUGH):
            continue
        score += _echo(key, support)
        if score <= best_score or score < _ENOUGH or refused.holds(key):
            continue
        if _stands(key, support, lexicon) and (words.language != "de" or _closes_in_noun(support[key])):
            best, best_score = key, score
    if best is None:
        return None
    best = _extended(best, support, refused, lexicon, _titled_markets(titles, lexicon, words))
    forms = support[best].forms
    name = max(forms, key=lambda form: (forms[form] - 3 * (form[:-1] in forms), form.islower(), form))
    if words.language == "de" and _DATIVE.search(name) and re.search(rf"\b{re.escape(name[:-1])}\b", text):
        name = name[:-1]
    return _SPEND.sub("spending", name)


_SPEND = re.compile(rf"(?<=\s){_WORDS['short_spending']}$")
_DATIVE = re.compile(r"(?:er|el)n$")


def _closes_in_noun(mine: Support) -> bool:
    """German nouns have a capital: "E-Bikes erfreuen" ends in a verb."""
    return any(any(c.isupper() or c.isdigit() for c in form.rpartition(" ")[2]) for form in mine.forms)


class _Refusal:
    """Names of firms and houses: only ever printed with capitals inside sentences, or the publisher's own."""

    def __init__(
        self,
        support: dict[tuple[str, ...], Support],
        publisher: str | None,
        words: Grammar,
        owners: set[tuple[str, ...]],
    ) -> None:
        self._support, self._owners = support, owners
        self._is_german = words.language == "de"
        self._house = {t.key for t in name_words(publisher, naming(words.language), words)} if publisher else set()
        self._houses = words.pattern("publisher_words")

    def holds(self, key: tuple[str, ...]) -> bool:
        """Whether a name is refused."""
        mine = self._support[key]
        if key in self._owners or (self._house and set(key) <= self._house):
            return True
        if mine.common:
            return False
        if mine.proper and not self._is_german and not all(w.isupper() for w in " ".join(mine.forms).split()):
            if mine.frames * 2 < mine.proper:
                return True
        return not mine.frames and any(self._houses.search(form) for form in mine.forms)


def _owners(text: str, words: Grammar) -> set[tuple[str, ...]]:
    """Names behind a copyright sign: whose page it is."""
    lexis = naming(words.language)
    return {
        tuple(t.key for t in name_words(m["name"], lexis, words) if t.role == "name") for m in _COPYRIGHT.finditer(text)
    }


_COPYRIGHT = re.compile(
    rf"(?:©|\([cC]\)|{_WORDS['copyright_words']})\s?(?:(?:19|20)[0-9]{{2}}(?:\s?[-–]\s?(?:19|20)?[0-9]{{2}})?)?,?\s(?P<name>[A-ZÀ-Þ][\w&.’'-]*(?:\s[A-ZÀ-Þ&][\w&.’'-]*){{0,4}})"
)


def _stands(key: tuple[str, ...], support: dict[tuple[str, ...], Support], lexicon: Naming) -> bool:
    mine = support[key]
    form = max(mine.forms, key=lambda f: (mine.forms[f], f))
    if len(key) == 1:
        if mine.spots == 1 and mine.framed < 2 and not mine.bound and not mine.leads:
            return False
        return len(key[0]) > 1 and form.lower() not in lexicon.no_alone and not _PARTICIPLE.search(key[0])
    if _PARTICIPLE.search(key[-1]):
        return False
    if mine.spots > 1 or mine.framed >= 2 or (mine.bound and not _CLAUSE.search(form)):
        return True
    again = [support[(word,)].spots > 1 for word in key if (word,) in support]
    return sum(again) * 2 >= len(key) and bool(again) and again[-1]


_CLAUSE = re.compile(r"[a-z]s\s[a-z]+[a-rt-z]$")  # "orders swell": a noun and its verb


def _extended(
    key: tuple[str, ...],
    support: dict[tuple[str, ...], Support],
    refused: _Refusal,
    lexicon: Naming,
    titled: Sequence[set[str]],
) -> tuple[str, ...]:
    """The longer name of which the best one is a part, where a title or market words say that too: "liquid cooling" for "cooling"."""
    while True:
        mine = support[key]
        longer = [
            other
            for other, its in support.items()
            if len(other) > len(key)
            and any(other[i : i + len(key)] == key for i in range(len(other) - len(key) + 1))
            and (its.title >= _TITLED or its.frames)
            and (its.spots > 1 or its.framed >= 3 or (its.bound and its.title >= _TITLED))
            and its.total() >= 0.4 * mine.total()
            and not (set(key) in titled and set(other) not in titled and its.spots * 2 < mine.spots)
            and not refused.holds(other)
            and _stands(other, support, lexicon)
        ]
        if not longer:
            return key
        key = max(longer, key=lambda k: (support[k].total() * _LONG[min(len(k), MOST_WORDS)], k))


def _titled_markets(titles: Sequence[tuple[int, str]], lexicon: Naming, words: Grammar) -> list[set[str]]:
    """Words of the names that titles give with "market" itself; where the text mostly says such a name alone, no passing phrase renames it."""
    names = [mark.name for _, title in titles for mark in market_marks(title, 0, len(title))]
    return [{token.key for token in name_words(name, lexicon, words) if token.role == "name"} for name in names]


_TITLED = 1.5
_COMPOUND = 9
_ECHOES, _OF_COMPOUND, _OF_LAST_WORD = 6, 0.5, 0.25  # so many count, and what each adds
_MOST_ECHO = _ECHOES * max(_OF_COMPOUND, _OF_LAST_WORD)


def _echo(key: tuple[str, ...], support: dict[tuple[str, ...], Support]) -> float:
    """The last word by itself, said again: "ceramic tile", then "tile"."""
    if (
        len(key) == 1
        and len(key[0]) > _COMPOUND
        and not support[key].proper
        and next(iter(support[key].forms))[0].isupper()
    ):
        tails = (
            its.spots
            for other, its in support.items()
            if len(other) == 1 and len(other[0]) > 3 and other[0] != key[0] and key[0].endswith(other[0])
        )
        return _OF_COMPOUND * min(sum(tails), _ECHOES)
    if len(key) < 2 or (key[-1],) not in support:
        return 0.0
    return _OF_LAST_WORD * min(max(support[(key[-1],)].spots - support[key].spots, 0), _ECHOES)
