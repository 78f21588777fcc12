"""Whether a noun phrase can name a part of a market. Words of degree, time and discourse, measures, reports, sellers and rivals name none."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal

from sources.grammar.language import Grammar, grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("names")
_LISTS = word_lists("names")

Verdict = Literal["part", "no_subject", "whole", "firm"]

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CAPITALS = frozenset(_LISTS["capitals"])  # no pronouns or prepositions
_QUOTES = (("„", '“”"'), ("“", "”"), ("«", "»"), ("‹", "›"))
_BEFORE_THE = frozenset(_LISTS["before_the"])  # "off the shelf software"
_ROMANCE = ("es", "fr", "it", "pt")
_MANNER = {"es": "mente", "it": "mente", "pt": "mente"}
_GERUND = {
    "es": re.compile(r"\w+(?:ando|iendo|yendo)(?:se|lo|la|los|las)?|\w+(?:ándo|iéndo|yéndo)\w{2,3}", re.IGNORECASE),
    "it": re.compile(r"\w{2,}(?:ando|endo)(?:si|lo|la|li|le|ne|ci)?", re.IGNORECASE),
    "pt": re.compile(r"\w{2,}(?:ando|endo|indo)(?:-(?:se|o|a|os|as))?", re.IGNORECASE),
}


@lru_cache(maxsize=8192)
def part_name(phrase: str, printed: str, g: Grammar) -> tuple[str, Verdict]:
    """The name in a phrase and what the phrase may mean.

    Args:
        phrase: a noun phrase without what other rules cut from it.
        printed: the phrase as the text has it.
        g: the document's words.

    Returns:
        The name without adverbs and verbs at its edges, and "part"; "no_subject" where the subject of the sentence before is
        meant, "whole" for a measure, a report or a body that speaks of the market, "firm" for a seller or its rival.
    """
    name = _inner(phrase, g)
    words = _WORD.findall(name)
    if not words or _half_quoted(name):
        return "", "no_subject"
    low = [w.lower().replace("’", "'") for w in words]
    bad = _inside(g)
    if any(w in bad and p not in _CAPITALS for w, p in zip(low, words, strict=True)) or _is_adverbial(words, g):
        return "", "no_subject"
    if _several(low, words, g):
        return "", "firm"
    head = low[0] if g.language in _ROMANCE else low[-1]
    if _reports(low, head, g):
        return "", "whole"
    if head in _without_english(g, "firm_heads") and g.language == "en" and _SOLD.search(printed):
        return "", "whole"  # "vendor revenue": that of all vendors
    if head in _without_english(g, "firm_heads") or (
        g.language == "de" and low[-1] in _without_english(g, "firm_heads")
    ):
        return "", "firm"
    if head in _without_english(g, "weak_heads"):
        return "", "no_subject"
    if g.language == "de" and (
        head.endswith(tuple(_without_english(g, "measure_heads"))) or _without_english(g, "measure_heads") & set(low)
    ):
        return "", "no_subject"  # "Herstellerpreisen", "Gesamtabsatz"
    if g.language == "en" and head in g.words("measure_heads"):
        return _without_measure(name, low, len(printed) > len(phrase) + _SLACK, g)
    return name, "part"


_SOLD = re.compile(rf"\b{_WORDS['sold_nouns']}$", re.IGNORECASE)
_GIVEN = re.compile(rf"\s{_WORDS['giving_verbs']}\s(?:the\s)?")  # "Halden gives X 47 %"
_SLACK = 6  # characters of an article


def _inner(phrase: str, g: Grammar) -> str:
    """The phrase without adverbs, conjunctions and verbs at its edges."""
    words = (_GIVEN.split(phrase, maxsplit=1)[-1] if g.language == "en" else phrase).split()
    bad, cuts = g.words("no_part_words"), g.words("name_verbs")
    for index, word in enumerate(words):
        low = word.lower().strip(",")
        closes = low in ("the", "a") and g.language == "en" and words[index - 1].lower() not in _BEFORE_THE
        if index and word[0].islower() and (low in cuts or closes):
            words = words[:index]
            break
    while len(words) > 1 and _is_bad(words[0], bad):
        words.pop(0)
    while len(words) > 1 and (_is_bad(words[-1], bad) or (g.language == "de" and _is_low_german(words))):
        words.pop()
    return " ".join(words).strip(" ,;:")


def _is_bad(word: str, bad: frozenset[str]) -> bool:
    return word.strip(',;:"“„»«').lower().replace("’", "'") in bad and word not in _CAPITALS


def _is_low_german(words: list[str]) -> bool:
    """A verb or an adverb behind a noun: in German the noun that closes a phrase has a capital."""
    last = words[-1].strip('"“”»«,')
    return last.isalpha() and last.islower() and any(w.strip('"„“»«(')[:1].isupper() for w in words[:-1])


def _half_quoted(name: str) -> bool:
    """A quotation that opens in the phrase and does not close there."""
    return any((opened in name) != any(c in name for c in closed) for opened, closed in _QUOTES) or name.count('"') == 1


def _is_adverbial(words: list[str], g: Grammar) -> bool:
    """ "Finally", "normalmente", "elevándose": adverbs and gerunds by their endings; German phrases without a noun."""
    if g.language == "de":
        return not any(w[0].isupper() or w[0].isdigit() for w in words)
    if g.language == "en":
        return len(words) == 1 and words[0].lower().endswith("ly") and words[0].lower() not in g.words("nouns_in_ly")
    if tail := _MANNER.get(g.language):
        if any(w.lower().endswith(tail) and len(w) > len(tail) + 2 for w in words):
            return True
    gerund = _GERUND.get(g.language)
    return bool(gerund and gerund.fullmatch(words[0]) and words[0].lower() not in g.words("nouns_in_ando"))


def _several(low: list[str], words: list[str], g: Grammar) -> bool:
    """ "cinco primeros operadores", "10 largest makers", "Cinq domaines": so many together are no one part."""
    numbered = low[0] in _counts(g) or (low[0].isdigit() and len(low[0]) <= 2 and words[0] == low[0])
    if len(low) > 1 and numbered and any(w in _without_english(g, "rank_adjectives") for w in low[1:]):
        return True
    if (
        len(low) > 1
        and numbered
        and (low[-1] in g.words("agent_nouns") or any(w in g.words("industry_words") for w in low[1:]))
    ):
        return True
    ranked = any(w in _without_english(g, "rank_adjectives") for w in low)
    return ranked and all(
        w in _without_english(g, "rank_adjectives")
        or w in _counts(g)
        or w in g.words("industry_words")
        or w in _without_english(g, "firm_heads")
        for w in low
    )


@cache
def _inside(g: Grammar) -> frozenset[str]:
    """Words that no name holds: adverbs and pronouns, but no preposition and no "and"."""
    small = (
        "name_cuts",
        "name_keeps",
        "name_holds",
        "place_leads",
        "owner_links",
        "and_words",
        "part_leads",
        "articles",
    )
    kept = frozenset(w for name in small for w in g.words(name)) if g.language != "en" else frozenset[str]()
    return g.words("no_part_words") - kept


@cache
def _without_english(g: Grammar, name: str) -> frozenset[str]:
    """A list without the English words beneath it, which are other words elsewhere ("Mode", "Band")."""
    return g.words(name) if g.language == "en" else g.words(name) - grammar("en").words(name)


@cache
def _counts(g: Grammar) -> frozenset[str]:
    return frozenset(w.lower() for w in g.cardinals)


def _reports(low: list[str], head: str, g: Grammar) -> bool:
    """ "latest study", "Branchenverband X", "presidente de la patronal": the speaker on the market."""
    reporters = _without_english(g, "reporters")
    if head in reporters:
        return True
    if g.language == "de":
        return any(w in reporters or any(w.endswith(r) for r in _long(g)) for part in low for w in part.split("-"))
    return g.language in _ROMANCE and low[0] in reporters


@cache
def _long(g: Grammar) -> tuple[str, ...]:
    return tuple(
        w for w in _without_english(g, "reporters") if (len(w) >= _COMPOUND and not w.isascii()) or len(w) > _COMPOUND
    )


_COMPOUND = 5


def _without_measure(name: str, low: list[str], has_tail: bool, g: Grammar) -> tuple[str, Verdict]:
    """ "direct written premiums" are the whole market's, "dental premiums" those of a part."""
    if any(w not in g.words("measure_qualifiers") and w not in g.words("generic_words") for w in low[:-1]):
        return name, "part"
    return ("", "whole") if len(low) > 1 or has_tail else (name, "part")
