"""Noun phrases cut to their name: without words that lead in, prepositional phrases, a closing verb, and "sales of".

English phrases are cut here, those of other languages in `non_english_phrases`. What the name means is read in `phrase_subjects`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("phrases")
_LISTS = word_lists("phrases")

LEAD = re.compile(
    rf"^(?:(?:{_WORDS['leading_determiners']}|{_WORDS['articles_mul']})\s+|{_WORDS['discourse_adverbs']},?\s+"
    rf"|{_WORDS['rank_adjectives']}\s+)+",
    re.IGNORECASE,
)
_CUT = re.compile(rf"(?<!\s)\s++{_WORDS['phrase_ends']}\s|,\s|\s[(\[–—]|\s?[:;]")
_TAIL = re.compile(
    rf"(?<!\s)\s++(?:{_WORDS['phrase_tails']}|{_WORDS['phrase_tails_mul']})$",
    re.IGNORECASE,
)


def measured_name(phrase: str, grammar: Grammar) -> str | None:
    """X in "sales of X"."""
    match = measure_phrases(grammar).match(LEAD.sub("", phrase)) if grammar.language == "en" else None
    return match["of"] if match else None


@cache
def measure_phrases(g: Grammar) -> re.Pattern[str]:
    """ "Sales of X", "revenue from X in Asia"."""
    return re.compile(
        rf"(?:{_WORDS['whole_adjectives']}\s){{0,2}}{g.source('measure_nouns')}\s{_WORDS['measure_prepositions']}\s(?P<the>{_WORDS['product_determiners']}\s)?(?P<of>[^,;:]{{2,60}})$",
        re.IGNORECASE,
    )


_FINITE = re.compile(r"^[a-z]+ed$")
LED_BY = re.compile(
    rf"^{_WORDS['leading_prepositions']}\s",
    re.IGNORECASE,
)
_AMONG = re.compile(
    rf"{_WORDS['among_prepositions']}\s(?:all\s|the\s|these\s)?(?:[\w-]+\s)?[\w-]+s\s(?=\S)", re.IGNORECASE
)
_TIME_WORD = re.compile(rf"\b{_WORDS['time_nouns']}$", re.IGNORECASE)
_YEAR = re.compile(r"^(?:19|20)[0-9]{2}$")
_CAPITALS = frozenset(_LISTS["names_in_capitals"])  # no pronouns


def nominal_phrase(phrase: str, grammar: Grammar) -> str:
    """A subject without a closing verb ("Haverly turned") and without an opening phrase ("In big stores X lines")."""
    words = phrase.split()
    english = grammar.language == "en"  # other languages: `part_name`
    bad = grammar.words("no_part_words") - grammar.words("name_verbs") if english else frozenset[str]()
    while len(words) > 1 and (_FINITE.match(words[-1]) or words[-1].lower() in bad):
        words.pop()
    if grammar.language == "en" and (among := _AMONG.match(phrase)):
        phrase, words = phrase[among.end() :], phrase[among.end() :].split()  # "among resins polypropylene"
    if LED_BY.match(phrase) and _TIME_WORD.search(" ".join(words)):
        return ""
    if len(words) > 3 and LED_BY.match(phrase):
        words = words[-2:]
    if LED_BY.match(" ".join(words)) or _YEAR.search(words[0]):
        return ""
    if any(w.lower() in bad and w not in _CAPITALS for w in words) or (len(words) == 1 and _FINITE.match(words[0])):
        return ""
    return " ".join(words)


@lru_cache(maxsize=4096)
def shortened_phrase(phrase: str, grammar: Grammar) -> str:
    """The noun phrase up to its first preposition; phrases of other languages are cut already."""
    return _TAIL.sub("", phrase) if grammar.is_non_english else short_phrase(phrase)


def short_phrase(phrase: str) -> str:
    """A noun phrase up to its first preposition, without "segment"."""
    phrase = LEAD.sub("", phrase)
    cut = _CUT.search(phrase)
    short = phrase[: cut.start()] if cut and cut.start() > 1 else phrase
    previous = None
    while previous != short:
        previous = short
        short = _TAIL.sub("", short).strip(" ,")
    return short
