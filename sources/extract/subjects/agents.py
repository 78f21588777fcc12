"""Buyers and makers of the whole market: "U.S. makers shipped 34 million units", "enterprises put USD 98 billion into X" name no part."""

from __future__ import annotations

import re
from functools import cache

from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.clauses import Clause
from sources.grammar.areas import area_marks, area_of_adjective
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.grammar.phrase_patterns import alternation

_WORDS = pattern_words("subjects")
_LISTS = word_lists("subjects")

_LEAD = re.compile(
    rf"(?:{_WORDS['agent_leads']}\s)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    rf"\s(?:{_WORDS['agent_tails']}|{_WORDS['spread_prepositions']}\s(?:the\s{_WORDS['world_nouns']}|all\s\w+))$"
)
_LONGEST = 30


def agent_of(text: str, clause: Clause, figure: int, grammar: Grammar) -> Subject | None:
    """The whole market, in the agents' area, where a clause says what all its buyers spend or all its makers turn out.

    Args:
        text: canonical text.
        clause: the figure's clause.
        figure: the figure's first offset.
        grammar: nouns of agents, verbs of trade.
    """
    if not clause.subject or grammar.language != "en":
        return None
    behind = clause.subject_start + len(clause.subject)
    verb = _trade(grammar).match(text, behind, min(figure, behind + _LONGEST))
    if verb is None:
        return None
    words = _TAIL.sub("", _LEAD.sub("", clause.subject.strip(" ,")))
    area = None
    marks = area_marks(words, 0, len(words))
    if marks and marks[0].start == 0:
        area, words = marks[0].area, words[marks[0].end :]
    elif home := area_of_adjective(words.partition(" ")[0]):
        area, words = home, words.partition(" ")[2]
    elif marks and marks[0].end == len(words):
        area, words = marks[0].area, re.sub(r"\s(?:in|of|across)\s(?:the\s)?$", "", words[: marks[0].start])
    words = re.sub(r"^['’]s\s", "", words).strip()
    if (words or not area) and not grammar.pattern("agent_nouns").fullmatch(words):
        return None
    return Subject(clause.subject, area=area) if area else Subject(clause.subject, market="")


def moves_market(text: str, clause: Clause, figure: int, grammar: Grammar) -> bool:
    """Whether a clause says to what amount its subject moves the market: "phone makers will carry the X market to USD 5 bn".

    Args:
        text: canonical text.
        clause: the figure's clause.
        figure: where the figure, or its hedge, begins.
        grammar: words for a market and the words between it and the amount.
    """
    if grammar.is_cjk or (not clause.subject and grammar.language != "en"):
        return False
    behind = clause.subject_start + len(clause.subject) if clause.subject else clause.start
    found = _object(grammar).search(text, max(behind, figure - _FARTHEST), figure)
    if found is None:
        return False
    words = text[behind : found.start()].lower().split()
    return (
        bool(words)
        and words[-1] not in grammar.words("object_stops")
        and not grammar.words("object_stops") & set(words)
    )


_FARTHEST = 110


@cache
def _object(g: Grammar) -> re.Pattern[str]:
    """The market as an object right before a figure."""
    articles = alternation((*_LISTS["market_determiners"], *(a for a in g.phrases("articles") if a.isalpha())))
    markets, links = g.source("market_words"), g.source("object_links")
    named = r"(?:\s[\w&'’-]+){0,6}?" if g.language != "en" else rf"(?:\s{_WORDS['market_measures']})?"
    return re.compile(
        rf"\s{articles}\s(?:[\w&-]+\s){{0,5}}?{markets}{named}\s(?:(?:{_WORDS['object_adverbs']}|[a-z]+ly)\s)?{links}\s(?:[^\W\d_]+\s){{0,2}}(?:[A-Z]{{0,3}}[.$€£₹¥]{{0,2}}\s?)?$",
        re.IGNORECASE,
    )


@cache
def _trade(g: Grammar) -> re.Pattern[str]:
    return re.compile(
        rf",?\s(?:{_WORDS['trade_auxiliaries']}\s){{0,3}}{g.source('trade_verbs')}",
        re.IGNORECASE,
    )
