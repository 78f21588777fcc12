"""Drivers in prose: "driven by A, B and C", "challenges such as A", "A is a major restraint", "A drives demand"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sources.extract.phrases.enumerations import items_of
from sources.extract.statements.driver_roles import areas_in, driver_at, longest_first, words_of
from sources.extract.text.search_text import Cue, SearchText
from sources.extract.text.sentences import Sentence
from sources.grammar.drivers import DriverWords
from sources.grammar.pattern_words import pattern_words
from sources.records import Driver, DriverRole

_WORDS = pattern_words("statements")

_CLAUSE = re.compile(rf";\s|:\s|\s[–—]\s|,\s{_WORDS['comma_conjunctions']}\s|\b{_WORDS['conjunctions']}\s", re.IGNORECASE)  # fmt: skip
_LEAD_IN = re.compile(
    rf"\s*(?:(?:{_WORDS['discourse_adverbs']}|in [^,]{{2,40}}|by [^,]{{2,40}}|{_WORDS['discourse_phrases']}),\s+"
    rf"|{_WORDS['opening_conjunctions']}\s+)+",
    re.IGNORECASE,
)
_COPULA = re.compile(
    rf"\s{_WORDS['copulas']}\s(?:{_WORDS['copula_adverbs']}\s)?(?P<rank>(?:{_WORDS['rank_articles']}\s)?(?:[\w-]+\s){{0,5}}?)$",
    re.IGNORECASE,
)
_REVERSED = re.compile(rf"\s*(?:{_WORDS['reversed_prepositions']}\s[^,.;:]{{2,70}}?\s)?{_WORDS['reversed_copulas']}\s(?!{_WORDS['predicate_words']}\b)")  # fmt: skip
_PRONOUN = re.compile(rf"{_WORDS['subject_pronouns']}$", re.IGNORECASE)  # fmt: skip
_PASSIVE = re.compile(
    rf"(?:{_WORDS['passive_adverbs']}\s)?(?:[a-z]+ed|{_WORDS['passive_words']})\b",
    re.IGNORECASE,
)
_OPEN = re.compile(rf"{_WORDS['question_words']}\s", re.IGNORECASE)
_SEVERAL = re.compile(rf"\b{_WORDS['quantifiers']}\s", re.IGNORECASE)
_HAS_VERB = re.compile(rf"\s(?:{_WORDS['clause_verbs']}|[a-z]{{3,}}(?:ed|es))\s")
_RANKED = re.compile(rf"{_WORDS['rank_words']}\b", re.IGNORECASE)
_NEGATED = re.compile(rf"\b{_WORDS['negations']}\s", re.IGNORECASE)
_LONGEST_SUBJECT = 20  # words
_LONGEST_SEEN = 240
_REACH = 420  # characters an enumeration may fill


def drivers_in_prose(
    search: SearchText, market: str | None, language: str, sections: Sequence[tuple[int, int, DriverRole]]
) -> Iterator[Driver]:
    """Drivers that sentences name.

    Args:
        search: the document's text.
        market: the market they drive.
        language: the document's language.
        sections: stretches under a heading of restraints or drivers, in which "A is critical" names one.
    """
    words = words_of(language)
    driving: dict[int, tuple[Sentence, DriverRole]] = {}
    for kind, reader in (
        ("by", _by),
        ("seen", _seen),
        ("lists", _listed),
        ("predicates", _predicate),
        ("verbs", _verb),
    ):
        role_of_phrase, phrases = _roles(language, kind)
        read = (0, 0)
        for cue in search.cues(phrases):
            sentence = search.sentence_at(cue.start)
            if sentence is None:
                continue
            role = role_of_phrase[cue.phrase]
            if (
                kind == "by"
                and role == "driver"
                and _moves(words.falling).search(search.lower, search.lead_of(sentence, cue.start), cue.start)
            ):
                role = "restraint"
            if read[0] <= cue.start < read[1]:
                continue  # inside what another phrase of this kind has read
            spans = reader(search, cue, sentence, words)
            read = (cue.start, max([cue.end, *(end for _, end in spans)]))
            if not spans:
                continue
            if role in ("driver", "restraint"):
                driving.setdefault(sentence.start, (sentence, role))
            geographies = (
                areas_in(search.text, search.lead_of(sentence, cue.start), cue.start) if kind == "by" else ((), ())
            )
            for position, (a, b) in enumerate(spans):
                found = driver_at(search.text, a, b, role, market=market, segment=None, rule=f"driver.{kind}", position=position, geographies=geographies)  # fmt: skip
                if found:
                    yield found
    yield from _continuations(search, driving, words, market)
    yield from _critical(search, sections, words, market)


@lru_cache(maxsize=64)
def _roles(language: str, kind: str) -> tuple[dict[str, DriverRole], tuple[str, ...]]:
    """The role that each phrase of a kind gives, and the phrases."""
    by_role: dict[DriverRole, tuple[str, ...]] = getattr(words_of(language), kind)
    roles = {phrase: role for role, phrases in by_role.items() for phrase in phrases}
    return roles, tuple(longest_first(roles))


@lru_cache(maxsize=64)
def _moves(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"(?<![^\W_])(?:" + "|".join(re.escape(p) for p in longest_first(phrases)) + r")", re.IGNORECASE)


@lru_cache(maxsize=16)
def _stop(phrases: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(re.escape(p) for p in longest_first(phrases))
    return re.compile(rf",?\s(?:{words})|;|\s[–—]\s|:\s|—", re.IGNORECASE)


def _items(search: SearchText, start: int, sentence: Sentence, words: DriverWords) -> list[tuple[int, int]]:
    end = min(sentence.end, start + _REACH)
    if _OPEN.match(search.text, start + (search.text[start : start + 1] == " ")):
        return []
    stop = _stop(words.stops).search(search.text, start + 3, end)
    spans = items_of(search.text, start, stop.start() if stop else end)
    return [s for s in spans if s[1] - s[0] >= 3 and not _PRONOUN.match(search.text[s[0] : s[1]])]


def _by(search: SearchText, cue: Cue, sentence: Sentence, words: DriverWords) -> list[tuple[int, int]]:
    """Items behind "driven by", where growth or demand is spoken of before it."""
    if not _moves(words.moved).search(search.lower, search.lead_of(sentence, cue.start), cue.start):
        return []
    return _items(search, cue.end, sentence, words)


def _seen(search: SearchText, cue: Cue, sentence: Sentence, words: DriverWords) -> list[tuple[int, int]]:
    """What a region "is witnessing growing": one thing, with all that is said of it."""
    stop = _stop(words.stops).search(search.text, cue.end, sentence.end)
    end = stop.start() if stop else sentence.end
    while end > cue.end and search.text[end - 1] in " .,;\n":
        end -= 1
    return [(cue.end + 1, end)] if 3 < end - cue.end <= _LONGEST_SEEN else []


def _listed(search: SearchText, cue: Cue, sentence: Sentence, words: DriverWords) -> list[tuple[int, int]]:
    start = cue.end
    while start < sentence.end and search.text[start] in " :：,":
        start += 1
    if cue.phrase.endswith((" are", " is")) and _PASSIVE.match(search.text, start):
        return []
    return _items(search, start, sentence, words)


def _predicate(search: SearchText, cue: Cue, sentence: Sentence, words: DriverWords) -> list[tuple[int, int]]:
    """ "A is a major restraint on X", and "the main restraint is A"."""
    text = search.text
    before = _COPULA.search(text, max(sentence.start, cue.start - 160), cue.start)
    if before:
        if _NEGATED.search(text, before.start(), cue.start) or _SEVERAL.search(text, before.start(), cue.start):
            return []
        if cue.phrase not in words.predicates.get("restraint", ()) and not _moves(words.moved).search(
            search.lower, before.start(), min(sentence.end, cue.end + 80)
        ):
            return []  # a post driver, a screw driver
        return _subject(search, sentence, before.start())
    behind = _REVERSED.match(text, cue.end, sentence.end)
    head = text[_clause_start(search, sentence, cue.start) : cue.start].strip()
    if behind and 0 < len(head.split()) <= 6 and _RANKED.match(head):
        return _items(search, behind.end(), sentence, words)
    return []


def _verb(search: SearchText, cue: Cue, sentence: Sentence, words: DriverWords) -> list[tuple[int, int]]:
    """ "A drives demand": the object is close behind the verb."""
    end = min(sentence.end, cue.end + 70)
    moved = _moves(words.moved).search(search.lower, cue.end, end)
    if not moved or re.search(r"[,;:.]\s", search.text[cue.end : moved.start()]):
        return []
    return _subject(search, sentence, cue.start)


def _clause_start(search: SearchText, sentence: Sentence, end: int) -> int:
    start = search.lead_of(sentence, end)
    for m in _CLAUSE.finditer(search.text, start, end):
        if m.group().lower().startswith(", and") and not _HAS_VERB.search(search.text, start, m.start()):
            continue  # the last item of an enumeration
        start = m.end()
    lead = _LEAD_IN.match(search.text, start, end)
    return lead.end() if lead else start


def _subject(search: SearchText, sentence: Sentence, end: int) -> list[tuple[int, int]]:
    """The words of a subject that ends at `end`, as one item or as the items of an enumeration."""
    start = _clause_start(search, sentence, end)
    while start < end and search.text[start] in " ,*•-–":
        start += 1
    subject = search.text[start:end].strip()
    if not subject or len(subject.split()) > _LONGEST_SUBJECT or _PRONOUN.match(subject) or subject[0] in "0123456789":
        return []
    if subject.lower().startswith(
        ("this ", "these ", "those ", "that ", "such ", "what ", "which ", "it ", "they ", "who ")
    ):
        return []
    spans = items_of(search.text, start, end)
    return spans if len(spans) > 2 else [(start, end)]


def _continuations(
    search: SearchText, driving: dict[int, tuple[Sentence, DriverRole]], words: DriverWords, market: str | None
) -> Iterator[Driver]:
    """Sentences that go on counting up drivers: "Moreover, A ..." in the paragraph of one that named some."""
    if not driving:
        return
    by_block: dict[int, DriverRole] = {}
    for sentence, role in driving.values():
        by_block.setdefault(sentence.block, role)
    for cue in search.cues(words.continued):
        found_in = search.sentence_at(cue.start)
        if found_in is None or found_in.block not in by_block or found_in.start in driving:
            continue
        sentence = found_in
        if search.text[sentence.start : cue.start].strip() or search.text[cue.end : cue.end + 1] != ",":
            continue
        end = min(sentence.end, cue.end + _REACH)
        while end > sentence.start and search.text[end - 1] in " .\n":
            end -= 1
        found = driver_at(search.text, cue.end + 2, end, by_block[sentence.block], market=market, segment=None, rule="driver.continued")  # fmt: skip
        if found:
            yield found


def _critical(
    search: SearchText, sections: Sequence[tuple[int, int, DriverRole]], words: DriverWords, market: str | None
) -> Iterator[Driver]:
    """ "A is critical" under a heading of challenges."""
    if not words.critical:
        return
    phrases = "|".join(re.escape(p) for p in longest_first(words.critical))
    pattern = re.compile(rf"\s{_WORDS['critical_copulas']}\s(?:{phrases})\b", re.IGNORECASE)
    for start, end, role in sections:
        for m in pattern.finditer(search.text, start, end):
            sentence = search.sentence_at(m.start())
            if sentence is None or (spans := _subject(search, sentence, m.start())) == []:
                continue
            if any(c in search.text[search.lead_of(sentence, m.start()) : m.start()] for c in ",;:"):
                continue
            for a, b in spans:
                found = driver_at(search.text, a, b, role, market=market, segment=None, rule="driver.critical")
                if found:
                    yield found
