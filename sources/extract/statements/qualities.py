"""Properties that a document calls slight or grave: "negligible standby losses", "grid access is the bottleneck".

Whether two publishers speak of one property is not said here: see `warehouse/sql/60_word_pairs.sql`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from sources.extract.text.search_text import Cue, SearchText
from sources.extract.text.sentences import Sentence
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.grammar.qualities import QualityWords, quality_words
from sources.records import Block, Polarity, Quality

_WORDS = pattern_words("statements")
_ASPECT = re.compile(rf"\s{_WORDS['aspect_prepositions']}\s(?:the\s)?")
_ADJECTIVE = re.compile(rf"{_WORDS['adjective_endings']}$")
_DENIALS = ("non-", *(f"{word} " for word in word_lists("statements")["quality_denials"]))

_TOKEN = re.compile(r"[^\W_][\w'’/&-]*")
_CLAUSE = re.compile(r"[,;:—–()\"“”]\s?|\s-\s")
_LONGEST_NAME = 5  # words of a property; more of them hold a verb
_LONGEST_PASSAGE = 4_000  # characters of text under a heading that names a property
_BESIDE_AT_MOST = 60
_SHORTEST_NOUN = 5  # letters
_GUARD = 80  # characters before the words in which a wish or a fear is said


@dataclass(frozen=True, slots=True)
class _Named:
    """The words that name a property: its place, its burden, and what narrows it."""

    start: int
    end: int
    terms: tuple[str, ...]
    burden: str | None
    narrowed: str | None = None


def phrases_of(language: str) -> frozenset[str]:
    """Every phrase that is looked for in a text of that language."""
    words = quality_words(language)
    return frozenset() if words is None else frozenset((*words.slight, *words.grave, *words.obstacles))


def qualities_of(search: SearchText, blocks: Sequence[Block], language: str, market: str | None) -> tuple[Quality, ...]:
    """Every place that says so, in order of the text, each span once.

    Args:
        search: the document's text.
        blocks: its blocks.
        language: its language; nothing is read in one without words.
        market: the market it is about.
    """
    words = quality_words(language)
    if words is None:
        return ()
    reader = _Reader(search, blocks, words, market)
    every = [*reader.adjectives("slight", words.slight), *reader.adjectives("grave", words.grave), *reader.obstacles()]
    disjoint: list[Quality] = []
    for one in sorted(every, key=lambda q: (q.char_start, -q.char_end)):
        if not disjoint or disjoint[-1].char_end <= one.char_start:
            disjoint.append(one)
    return tuple(disjoint)


class _Reader:
    """One document's statements, form by form."""

    def __init__(self, search: SearchText, blocks: Sequence[Block], words: QualityWords, market: str | None) -> None:
        self.search, self.blocks, self.words, self.market = search, blocks, words, market
        self.forms = _forms(words)
        self._starts = [s.start for s in search.sentences]

    def adjectives(self, polarity: Polarity, phrases: tuple[str, ...]) -> Iterator[Quality]:
        """ "negligible X loss" and "X loss is negligible"."""
        for cue in self.search.cues(phrases):
            sentence = self.search.sentence_at(cue.start)
            if sentence is None or self._is_unstated(sentence, cue) or self._is_denied(sentence, cue):
                continue
            if named := self._burden_behind(sentence, cue.end):
                yield self._quality(sentence, named, cue, polarity, "quality.adjective")
            elif (verb := self.forms.verb.search(self._lead(sentence, cue))) and (
                named := self._name_before(sentence, cue.start - len(verb.group()), needs_burden=True)
            ):
                denied = any(re.search(rf"\b{word}\b", verb.group()) for word in self.words.denials)
                if not denied:
                    yield self._quality(sentence, named, cue, polarity, "quality.predicate")

    def obstacles(self) -> Iterator[Quality]:
        """ "X is the bottleneck", "X as the main bottleneck", "the bottleneck is X"; "no longer" turns it round."""
        for cue in self.search.cues(self.words.obstacles):
            sentence = self.search.sentence_at(cue.start)
            if sentence is None or self._is_unstated(sentence, cue):
                continue
            lead = self._lead(sentence, cue)
            if verb := self.forms.obstacle.search(lead) or self.forms.titled.search(lead):
                named = self._name_before(sentence, cue.start - len(verb.group()), needs_burden=False)
                denied = any(re.search(rf"\b{word}\b", verb.group()) for word in self.words.denials)
                rule = "quality.obstacle"
            else:
                behind = self.forms.behind.match(self.search.lower, cue.end, sentence.end)
                named = self._name_behind(sentence, behind.end()) if behind else None
                denied, rule = False, "quality.obstacle_is"
            if named:
                yield self._quality(sentence, named, cue, "slight" if denied else "grave", rule)

    def _lead(self, sentence: Sentence, cue: Cue) -> str:
        return self.search.lower[self.search.lead_of(sentence, cue.start) : cue.start]

    def _is_unstated(self, sentence: Sentence, cue: Cue) -> bool:
        lead = self.search.lower[max(sentence.start, cue.start - _GUARD) : cue.start]
        return bool(self.forms.unstated.search(_CLAUSE.split(lead)[-1]))

    def _is_denied(self, sentence: Sentence, cue: Cue) -> bool:
        """ "non-negligible", "not negligible", "far from negligible"."""
        lead = self.search.lower[max(sentence.start, cue.start - 12) : cue.start]
        return lead.endswith(_DENIALS)

    def _burden_behind(self, sentence: Sentence, start: int) -> _Named | None:
        """ "switching losses", "loss of pressure": a burden with what it burdens, right behind an adjective."""
        run = self._run(start, sentence.end)
        at = max(
            (n for n, token in enumerate(run) if _singular(token.group().lower()) in self.words.burdens), default=-1
        )
        if at < 0:
            return None
        burden, matter = _singular(run[at].group().lower()), run[:at]
        terms = self._terms(token.group() for token in matter)
        if terms:
            return _Named(run[0].start(), run[at].end(), terms, burden)
        behind = _ASPECT.match(self.search.lower, run[at].end(), sentence.end)
        more = self._run(behind.end(), sentence.end)[:3] if behind else []
        terms = self._terms(token.group() for token in more)
        return _Named(run[0].start(), more[-1].end(), terms, burden) if terms else None

    def _run(self, start: int, end: int) -> list[re.Match[str]]:
        """Words from an offset on that nothing parts: no mark, no preposition, no other word that ends a name."""
        run: list[re.Match[str]] = []
        at = start
        for token in _TOKEN.finditer(self.search.text, start, end):
            between = self.search.text[at : token.start()]
            word = token.group().lower()
            if (
                between.strip()
                or word in self.words.stops
                or word in self.words.prepositions
                or len(run) == _LONGEST_NAME
            ):
                break
            run.append(token)
            at = token.end()
        return run

    def _name_before(self, sentence: Sentence, end: int, *, needs_burden: bool) -> _Named | None:
        """The name that leads to a verb, cut at its first preposition; what follows that narrows it."""
        text = self.search.text
        begin = self.search.lead_of(sentence, end)
        marks = [m.end() for m in _CLAUSE.finditer(text, begin, end)]
        tokens = list(_TOKEN.finditer(text, marks[-1] if marks else begin, end))
        if tokens and tokens[0].group().lower() in self.words.prepositions:
            return None  # "In shallow water armour losses are severe": nothing says where the name begins
        cut = next((n for n, token in enumerate(tokens) if token.group().lower() in self.words.prepositions), None)
        head = tokens if cut is None else tokens[:cut]
        while head and head[0].group().lower() in self.words.general:
            head = head[1:]
        joined = [token.group().lower() for token in head if token.group().lower() not in ("and", "or")]
        if not head or len(joined) > _LONGEST_NAME or any(word in self.words.stops for word in joined):
            return None
        burden = _singular(joined[-1]) if _singular(joined[-1]) in self.words.burdens else None
        matter = joined if burden is None else joined[:-1]
        narrowed = None if cut is None else text[tokens[cut].start() : tokens[-1].end()]
        terms = self._terms(matter)
        if burden and not terms and cut is not None:
            terms = self._terms(token.group() for token in tokens[cut + 1 : cut + 4])
        if not terms or (needs_burden and burden is None):
            return None
        return _Named(head[0].start(), head[-1].end(), terms, burden, narrowed)

    def _name_behind(self, sentence: Sentence, start: int) -> _Named | None:
        run = self._run(start, sentence.end)
        while run and run[0].group().lower() in self.words.general:
            run = run[1:]
        if not run or _ADJECTIVE.search(run[0].group().lower()):
            return None  # "the bottleneck is expected", "is significant": nothing is named
        last = _singular(run[-1].group().lower())
        burden = last if last in self.words.burdens else None
        terms = self._terms(token.group() for token in (run if burden is None else run[:-1]))
        return _Named(run[0].start(), run[-1].end(), terms, burden) if terms else None

    def _terms(self, names: Iterator[str] | Sequence[str]) -> tuple[str, ...]:
        lowered = [_singular(name.lower()) for name in names]
        return tuple(
            dict.fromkeys(
                word
                for word in lowered
                if len(word) > 2
                and word[0].isalpha()
                and word not in self.words.general | self.words.stops | self.words.prepositions
            )
        )

    def _quality(self, sentence: Sentence, named: _Named, cue: Cue, polarity: Polarity, rule: str) -> Quality:
        text = self.search.text
        start, end = min(named.start, cue.start), max(named.end, cue.end)
        return Quality(
            char_start=start,
            char_end=end,
            surface=text[start:end],
            named=text[named.start : named.end],
            terms=named.terms,
            burden=named.burden,
            polarity=polarity,
            words=text[cue.start : cue.end],
            narrowed=named.narrowed,
            beside=self._beside(sentence, named),
            market=self.market,
            rule=rule,
        )

    def _beside(self, sentence: Sentence, named: _Named) -> tuple[str, ...]:
        """What the passage names with a property: burdens with what they burden, and nouns, of sentences that repeat it.

        A heading is about all the text under it: burdens count from all its sentences. The statement's own sentence
        names other things as often as the same one, so nothing is taken from it.
        """
        start, end = self._passage(sentence)
        is_heading = self.blocks[sentence.block].kind == "heading"
        beside: dict[str, None] = {}
        for index in range(bisect_right(self._starts, start) - 1, len(self._starts)):
            one = self.search.sentences[index]
            if one.start >= end:
                break
            tokens = list(_TOKEN.finditer(self.search.lower, one.start, one.end))
            lowered = [_singular(token.group()) for token in tokens]
            repeats = set(named.terms) <= set(lowered)
            if one.start == sentence.start or not (repeats or is_heading):
                continue
            for before, burden in pairwise(lowered):
                if burden in self.words.burdens and self._terms([before]):
                    beside[f"{before} {burden}"] = None
            if repeats:
                beside |= dict.fromkeys(self._nouns(tokens, one.end))
        of_named = {*named.terms, f"{named.terms[-1]} {named.burden}"}
        return tuple(name for name in beside if name not in of_named)[:_BESIDE_AT_MOST]

    def _nouns(self, tokens: Sequence[re.Match[str]], end: int) -> Iterator[str]:
        """Words that end a name: a mark, a preposition or another dividing word behind them."""
        for n, token in enumerate(tokens):
            word = token.group()
            behind = tokens[n + 1] if n + 1 < len(tokens) else None
            stop = end if behind is None else behind.start()
            parted = bool(self.search.text[token.end() : stop].strip())
            follows = None if behind is None else behind.group()
            if (
                len(word) >= _SHORTEST_NOUN
                and not word.endswith(("ly", "ing", "ed"))
                and (follows is None or parted or follows in self.words.stops | self.words.prepositions)
            ):
                yield from self._terms([word])

    def _passage(self, sentence: Sentence) -> tuple[int, int]:
        """A statement's own block; under a heading all blocks up to the next one."""
        block = self.blocks[sentence.block]
        if block.kind != "heading":
            return block.char_start, block.char_end
        following = next((b.char_start for b in self.blocks[sentence.block + 1 :] if b.kind == "heading"), None)
        end = self.blocks[-1].char_end if following is None else following
        return block.char_start, min(end, block.char_end + _LONGEST_PASSAGE)


@dataclass(frozen=True, slots=True)
class _Forms:
    """The forms of a language's statements, compiled."""

    verb: re.Pattern[str]  # ends right before an adjective
    obstacle: re.Pattern[str]  # ends right before an obstacle
    titled: re.Pattern[str]
    behind: re.Pattern[str]  # from an obstacle to the name of what it is
    unstated: re.Pattern[str]


@cache
def _forms(words: QualityWords) -> _Forms:
    verbs = "|".join(sorted(words.verbs, key=lambda w: (-len(w), w)))
    between = "|".join(sorted((*words.adverbs, *words.denials), key=lambda w: (-len(w), w)))
    article = rf"(?:{_WORDS['quality_articles']}\s)?"
    return _Forms(
        verb=re.compile(rf"\s(?:{verbs})\s(?:(?:{between})\s)*$"),
        obstacle=re.compile(rf"\s(?:{verbs})\s(?:(?:{between})\s)*{article}(?:[\w-]+\s){{0,2}}$"),
        titled=re.compile(rf"\sas\s{article}(?:[\w-]+\s){{0,2}}$"),
        behind=re.compile(
            rf"(?:\s{_WORDS['reach_prepositions']}\s[^,.;:()]{{1,60}}?)?\s(?:{verbs})\s(?:(?:{'|'.join(words.adverbs)})\s)*(?:the\s)?"
        ),
        unstated=re.compile(rf"\b(?:{'|'.join(map(re.escape, words.unstated))})\b"),
    )


@cache
def _singular(word: str) -> str:
    """A word without its plural ending; "losses" and "loss" are one."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word
