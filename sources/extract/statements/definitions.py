"""Definitions: the meaning, the contents and the exclusions of a market, a segment, a term or a stage of the value chain.

Scope facets are not read here, but from words across documents, see `warehouse/resolve/statements/core_definitions.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sources.extract.phrases.clauses import label_of
from sources.extract.phrases.enumerations import bare, items_of
from sources.extract.statements.value_chain import stages_of
from sources.extract.text.search_text import Cue, SearchText
from sources.extract.text.sentences import Sentence
from sources.grammar.definitions import DefinitionWords, definition_words
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import lists_of_languages, pattern_words, words_of_languages
from sources.records import Block, Definition, DefinitionKind, Segment

_WORDS = pattern_words("statements")
_ANY = words_of_languages("statements")
_LISTS = lists_of_languages("statements")

_LEAD = re.compile(rf"\s*(?:[0-9]{{1,2}}[.)]\s)?(?:{_ANY['term_leads']}\s?,?\s)?(?:(?:the|an?)\s)?(?:{_WORDS['world_words']}\s)?", re.IGNORECASE)  # fmt: skip
_BRACKET = re.compile(r"\s?\([^()]{1,60}\)")
_FIGURE = re.compile(
    rf"(?:[$€£¥₹]|\b{_WORDS['currency_codes']}|%|\b{_WORDS['rate_names']}\b|\b[0-9][0-9.,]*\s{_WORDS['scale_words']})"
)
_WITHIN = re.compile(rf"\b{_WORDS['within_words']}\b|(?<!{_WORDS['scope_noun']})(?<!{_WORDS['definition_noun']})\sof\s", re.IGNORECASE)  # fmt: skip
_TRAILING = re.compile(rf",?\s{_WORDS['trailing_words']}\s*$", re.IGNORECASE)
_WHO = re.compile(rf"{_WORDS['report_nouns']}s?$")
_SUBJECT_BREAK = re.compile(rf"\b{_WORDS['subject_breaks']}\b")
_TERM_ADVERB = re.compile(rf"\s{_WORDS['term_adverbs']}$")
_CLAUSE_WORD = re.compile(rf"\b{_WORDS['clause_words']}\b")
_ARTICLE = re.compile(rf"^{_ANY['articles']}\s")
_FIRST_ITEM = re.compile(rf"\s*(?:{_WORDS['item_leads']}\s)?([^\W\d_]+)")
_EXPLAINED = re.compile(rf"\s{_WORDS['explaining_words']}\s")
_MARKETS = frozenset(_LISTS["market_heads"])
_PRONOUNS = frozenset(_LISTS["term_pronouns"])
_MARKET_TERMS = frozenset(_LISTS["market_terms"])
_OTHER_TERMS = frozenset(_LISTS["other_terms"])
_FILLERS = frozenset(_LISTS["name_fillers"])
_LONGEST_TERM = 9  # words
_LONGEST = 1200  # characters of a definition
_REACH = 130  # characters between a sentence's beginning and what says that it defines
_SHORTEST = 4  # words of what defines
_LONGEST_LABELLED = 60  # words of what is behind a segment's label


def definitions_of(
    search: SearchText,
    blocks: Sequence[Block],
    grammar: Grammar,
    market: str | None,
    titles: Sequence[str | None],
    segments: Sequence[Segment],
) -> tuple[Definition, ...]:
    """Every place that defines, in order of the text, each span once.

    Args:
        search: the document's text.
        blocks: its blocks.
        grammar: its words.
        market: the market it is about.
        titles: its titles; what it is about may be defined without the word "market".
        segments: members of its segmentations.
    """
    reader = _Reader(search, definition_words(grammar.language), market, titles, segments)
    found = [*reader.named(), *reader.held(), *reader.dashed()]
    found += stages_of(search, reader.words, market)
    found += reader.labelled(blocks, grammar)
    rank = {id(one): at for at, one in enumerate(found)}
    kept: list[Definition] = []
    for one in sorted(found, key=lambda d: (d.char_start, rank[id(d)])):
        while kept and kept[-1].char_end > one.char_start and rank[id(one)] < rank[id(kept[-1])]:
            kept.pop()
        if not kept or kept[-1].char_end <= one.char_start:
            kept.append(one)
    return tuple(kept)


class _Reader:
    """One document's definitions, form by form."""

    def __init__(self, search: SearchText, words: DefinitionWords, market: str | None, titles: Sequence[str | None], segments: Sequence[Segment]) -> None:  # fmt: skip
        self.search, self.words, self.market = search, words, market
        self.own = _key(market or "")
        self.topics = frozenset(t for t in (_key(name or "") for name in (market, *titles)) if t)
        self.members = frozenset(k for k in map(_key, dict.fromkeys(s.name for s in segments)) if k)
        self.key_words = frozenset(
            max(key, key=len) for key in self.topics | self.members
        )  # the longest word of each name
        self.defined: set[int] = set()  # sentences that have defined the market: "It includes ..." may follow

    def named(self) -> Iterator[Definition]:
        """ "X refers to Y" for any short term, "an X is a Y" for what the document is about."""
        for phrases, is_copula in ((self.words.names, False), (self.words.copulas, True)):
            for cue in self.search.cues(phrases):
                sentence = self.search.sentence_at(cue.start)
                if sentence is None or cue.start - sentence.start > _REACH:
                    continue
                if is_copula and not self._names_topic(sentence, cue):
                    continue
                term = self._term(sentence, cue.start, 3 if is_copula else 1)
                if not term:
                    continue
                kind = self._kind(term[2])
                is_topic = kind != "term" or _key(term[2]) in self.topics
                if is_copula and (not is_topic or self._is_praise(cue, term[2])):
                    continue
                if one := self._definition(
                    sentence, cue, term, kind, "definition.is" if is_copula else "definition.refers"
                ):
                    if kind == "market":
                        self.defined.add(sentence.start)
                    yield one

    def _names_topic(self, sentence: Sentence, cue: Cue) -> bool:
        """Whether a key word of the topic or of a member is between the sentence's beginning and the cue."""
        lead = self.search.lower[sentence.start : cue.start]
        return any(word in lead for word in self.key_words)

    def held(self) -> Iterator[Definition]:
        """ "The X market encompasses Y"; "it includes Y" and "it excludes Z" behind a definition."""
        for phrases, rule in ((self.words.holds, "definition.holds"), (self.words.excludes, "definition.excludes")):
            for cue in self.search.cues(phrases):
                sentence = self.search.sentence_at(cue.start)
                if sentence is None or cue.start - sentence.start > _REACH:
                    continue
                term = self._held_term(sentence, cue)
                if term is None or (rule == "definition.holds" and self._first_word(cue.end) in self.words.others):
                    continue
                if one := self._definition(sentence, cue, term, self._kind(term[2]), rule):
                    if one.kind == "market":
                        self.defined.add(sentence.start)
                    yield one

    def dashed(self) -> Iterator[Definition]:
        """ "X—large systems that ...—have emerged": an insertion behind the document's own topic."""
        text = self.search.text
        at = text.find("—")
        while at >= 0:
            sentence = self.search.sentence_at(at)
            close = text.find("—", at + 1)
            if sentence and 0 < close < sentence.end and len(text[at + 1 : close].split()) >= _SHORTEST:
                lead = text[max(sentence.start, at - 80) : at].rstrip()
                words = lead.split()
                for n in range(min(_LONGEST_TERM, len(words)), 0, -1):
                    name = " ".join(words[-n:])
                    if _key(name) in self.topics:
                        yield self._made(at + 1, close, name.strip(), "market", (at + 1, close), "definition.dash")
                        break
                at = close
            at = text.find("—", at + 1)

    def labelled(self, blocks: Sequence[Block], grammar: Grammar) -> Iterator[Definition]:
        """ "Segment: what it is", a block of its own that states no figure."""
        if not self.members:
            return
        text = self.search.text
        for block in blocks:
            if block.kind not in ("paragraph", "list_item") or block.char_end - block.char_start > 600:
                continue
            if text.find(":", block.char_start, block.char_start + 90) < 0:
                continue
            label = label_of(text, block.char_start, block.char_end, grammar)
            if label is None or _key(label[0]) not in self.members:
                continue
            body = text[label[1] : block.char_end]
            if (
                not _SHORTEST <= len(body.split()) <= _LONGEST_LABELLED
                or _FIGURE.search(body)
                or body.rstrip().endswith(":")
            ):
                continue
            first = re.search(r"[.;]\s", body)
            stop = label[1] + (first.start() if first else len(body.rstrip(" .")))
            yield self._made(label[1], stop, label[0], "segment", (block.char_start, stop), "definition.label")

    def _term(self, sentence: Sentence, end: int, reach: int) -> tuple[int, int, str] | None:
        """The words between a sentence's beginning and `end`, where they are a short noun phrase."""
        text = self.search.text
        lead = _LEAD.match(text, sentence.start, end)
        start = lead.end() if lead else sentence.start
        words = _BRACKET.sub("", text[start:end]).strip(' ,:*“”"')
        if not words or len(words.split()) > _LONGEST_TERM or re.search(r"[,;:.!?]\s|[0-9]{4}", words):
            return None
        if words.lower() in _PRONOUNS or _WHO.search(words.lower()):
            return None
        if reach == 1 and _SUBJECT_BREAK.search(words.lower()):
            words = _TERM_ADVERB.sub("", words)
            if _CLAUSE_WORD.search(words.lower()):
                return None
        return start, end, words

    def _held_term(self, sentence: Sentence, cue: Cue) -> tuple[int, int, str] | None:
        lead = self.search.lower[sentence.start : cue.start].strip(" ,:*")
        plain = _ARTICLE.sub("", lead)
        follows = bool(self.defined & {s.start for s in self._before(sentence)})
        if plain in _MARKET_TERMS or plain in _OTHER_TERMS:
            own = self.market if follows or plain in _MARKET_TERMS else None
            return (sentence.start, cue.start, own) if own else None
        term = self._term(sentence, cue.start, 1)
        if term is None:
            return None
        if term[2].lower().split()[0] in self.words.subjects and term[2].count(" "):
            return term  # "market for X", "marché des X"
        if _WITHIN.search(term[2]):
            return None
        last = term[2].lower().split()[-1]
        is_market = last in self.words.subjects or last.rstrip("s") in self.words.subjects
        return term if is_market or _key(term[2]) in self.members else None

    def _before(self, sentence: Sentence) -> Iterator[Sentence]:
        at = bisect_right(self.search.sentences, sentence.start, key=lambda s: s.start) - 1
        for one in self.search.sentences[max(0, at - 2) : at]:
            if one.block == sentence.block:
                yield one

    def _first_word(self, at: int) -> str:
        m = _FIRST_ITEM.match(self.search.lower, at)
        return m[1] if m else ""

    def _is_praise(self, cue: Cue, term: str) -> bool:
        words = re.findall(r"[^\W\d_][\w-]*", self.search.lower[cue.end : cue.end + 80])[:3]
        is_market = term.lower().split()[-1].rstrip("s") in self.words.subjects
        return not words or is_market or any(w in self.words.valued for w in words[:2])

    def _kind(self, term: str) -> DefinitionKind:
        key = _key(term)
        words = term.lower().split()
        named = words[-1].rstrip("s") in _MARKETS or (len(words) > 1 and words[0] in _MARKETS)
        if (key and key == self.own) or named:
            return "market"
        return "segment" if key in self.members else "term"

    def _definition(self, sentence: Sentence, cue: Cue, term: tuple[int, int, str], kind: DefinitionKind, rule: str) -> Definition | None:  # fmt: skip
        text, end = self.search.text, min(sentence.end, cue.end + _LONGEST)
        while end > cue.end and text[end - 1] in " .\n":
            end -= 1
        definition = text[cue.end : end]
        passive = rule == "definition.excludes" and cue.phrase.endswith(_LISTS["passive_ends"])
        if passive:
            return None
        if len(definition.split()) < (2 if rule != "definition.refers" else _SHORTEST) or _FIGURE.search(definition):
            return None
        start = sentence.start
        while start < end and text[start].isspace():
            start += 1
        return self._made(cue.end, end, term[2], kind, (start, end), rule)

    def _made(
        self, start: int, end: int, term: str, kind: DefinitionKind, span: tuple[int, int], rule: str
    ) -> Definition:
        text, lower = self.search.text, self.search.lower
        includes: tuple[str, ...] = ()
        excludes: tuple[str, ...] = ()
        inner = _alternatives(self.words.inner).search(lower, start, end)
        out = _alternatives(self.words.excludes).search(lower, start, end)
        edge = out.start() if out else end
        if rule == "definition.excludes":
            excludes = self._names(start, end)
        elif rule == "definition.holds":
            includes = self._names(start, edge)
        elif inner and inner.start() < edge:
            includes = self._names(inner.end(), edge)
        if out and rule != "definition.excludes":
            excludes = self._names(out.end(), end)
        definition = " ".join(text[start:end].split()).strip(" ,:—–")
        return Definition(span[0], span[1], text[span[0] : span[1]], kind, " ".join(term.split()), definition, includes, excludes, self.market, rule)  # fmt: skip

    def _names(self, start: int, end: int) -> tuple[str, ...]:
        stop = _EXPLAINED.search(self.search.text, start + 20, end) if end > start + 20 else None
        edge = stop.start() if stop else end
        if trailing := _TRAILING.search(self.search.text[start:edge]):
            edge = start + trailing.start()
        spans = items_of(self.search.text, start, edge, 1)
        return tuple(name for a, b in spans if (name := bare(self.search.text, a, b)))


@lru_cache(maxsize=32)
def _alternatives(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"(?<![^\W_])(?:" + "|".join(re.escape(p) for p in sorted(phrases, key=len, reverse=True)) + r")(?![^\W_])")  # fmt: skip


def _key(name: str) -> frozenset[str]:
    """A name for comparison: its words without plural, article, "market" and marks."""
    words = re.findall(r"[^\W_]+", _BRACKET.sub("", name.lower()))
    return frozenset(w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w for w in words) - _FILLERS
