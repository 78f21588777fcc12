"""The clause of a figure and the subject in it; labels before a colon. Headings, and the meaning of a subject, belong to `subjects` and `names`."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from sources.extract.phrases.non_english_phrases import impersonal, inverted, unlisted_verb
from sources.extract.phrases.verbs import first_verb, holds_verb
from sources.extract.time.timing import opens_as_adverbial
from sources.grammar.areas import area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("phrases")
_LISTS = word_lists("phrases")

# The first character of every break, then the break itself: the search skips most characters of a text at once.
_BREAK = re.compile(
    rf"[;:\s,(（\[，；](?:(?<=[;(（\[，；])|(?<=:)(?=\s)|(?<=\s)[–—]\s|(?:(?<=,)\s|(?<=\s))(?i:{_WORDS['contrast_words']}|{_WORDS['contrast_words_mul']})\s"
    rf"|(?:(?<=[^\s],)\s|(?<=[^\s]\s))(?i:{_WORDS['and_words']})\s)"
)
_INTRO = re.compile(
    rf"\s*(?:(?P<part>(?:[Ff]or|[Ii]n|[Ww]ithin)\s(?:the\s)?(?:[\w&/-]+\s){{1,5}}{_WORDS['part_nouns']})\s+(?={_WORDS['subject_openers']}\s)|(?P<when>(?i:{_WORDS['year_leads']}|{_WORDS['year_leads_mul']})\s(?:{_WORDS['year_nouns']}\s|FY\s?)?(?:19|20)[0-9]{{2}}[EFPA]?)\s+(?=[a-zA-Z])|(?:(?P<by>(?i:{_WORDS['dimension_leads']}|{_WORDS['dimension_leads_mul']})\s(?P<dimension>[^,]{{2,60}}))|(?P<other>(?i:{_WORDS['intro_words']}|{_WORDS['intro_words_mul']})\b(?!-)[^,]{{0,80}})),\s+)"
)
_WHICH = re.compile(
    rf"(?:\b{_WORDS['relative_leads']}\s)(?:the\s)?(?P<noun>[\w&-]+(?:\s[\w&-]+){{0,3}}?),\s(?:which|{_WORDS['relative_pronouns_mul']})\s"
)
_SAID = re.compile(
    rf"\s(?:(?:that|{_WORDS['that_words_mul']})\s)?(?P<what>[^,;:]{{2,90}}?)\s(?:{_WORDS['reported_verbs']}|{_WORDS['reported_verbs_mul']})\b"
)
_FIGURED_LEAD = re.compile(
    rf"\s*(?:{_WORDS['figure_leads']}|{_WORDS['figure_leads_mul']})\s",
    re.IGNORECASE,
)
_YEAR_OR_NUMBER = re.compile(
    rf"[0-9](?:[0-9.,%]*[0-9%])?(?:\s?(?:{_WORDS['scale_words']}|{_WORDS['scale_words_mul']}))?"
)
_LABEL = re.compile(r"\s*(?P<label>[^\s:：](?:[^:：.;]|\.(?!\s)){1,70}?)\s?[:：]\s+(?=\S)")


# Any other verb: a word in -ed, or one that is a noun elsewhere, right before a figure or its hedge ("yards booked 12 %").
_PAST = re.compile(
    rf"(?<=[^\W_)] )(?!{_WORDS['adjectival_participles']}\b)(?:{_WORDS['amount_verbs']}|[a-z]{{3,}}ed)"
    rf"(?=\s(?:{_WORDS['hedges_of_amounts']}\s){{0,2}}(?:[A-Z]{{2,3}}[$ ]|[$€£₹¥~]|[0-9]))"
)


class Clause(NamedTuple):
    """The clause a figure is in. Spans are offsets into the document."""

    start: int
    speaker: str | None  # the source of the figure: "Halden Research expects ..."
    subject: str | None  # words before the verb; None where the clause has no subject of its own
    subject_start: int
    intro: str  # adverbial before the subject: "In 2025", "By component"
    dimension: str | None  # from "By component,"


def clause_of(text: str, start: int, figure: int, grammar: Grammar) -> Clause:
    """The clause of `text[start:...]` that holds the figure at offset `figure`.

    A break begins a new clause only where words and a verb are between it and the figure; "X shows 14 % and
    reaches 5 bn" is one clause, "X held 60 %, while Y grows at 17 %" are two.
    """
    begin = _clause_start(text, start, figure, grammar)
    intro, dimension, at = _introduction(text, begin, figure, grammar)
    if first := _ASIDE_FIRST.match(text, at, figure) or _CLEFT.match(text, at, figure):
        at = first.end()
    bare = Clause(begin, None, None, at, intro, dimension)
    return (
        _before_aside(text, bare, figure, grammar)
        or _in_report(text, bare, figure, grammar)
        or _of_relative(text, bare, figure, grammar)
        or _by_verb(text, bare, figure, grammar)
    )


def _clause_start(text: str, start: int, figure: int, grammar: Grammar) -> int:
    """Start of the figure's clause: behind the last break that words and a verb follow."""
    begin = start
    for match in _breaks(grammar).finditer(text, start, figure):
        mark = match.group()
        if mark[:1] in ("(", "[", "（"):
            continue
        if mark in (";", "；"):
            begin = match.end()
            continue
        verb = first_verb(text, match.end(), figure, grammar)
        lead = text[match.end() : verb.start()] if verb else ""
        if mark.strip() in ("–", "—") and lead.rstrip().endswith(("–", "—")):
            continue  # "servers — such as those — captured": an aside between dashes
        if not lead.strip(" ,") or len(lead.split()) > _LONGEST_LEAD:
            continue
        if not _is_pair(mark, grammar) or (_starts_subject(lead) and first_verb(text, begin, match.start(), grammar)):
            begin = match.end()
    return begin


_LONGEST_LEAD = 14  # words of a subject


def _said_of(clause: Clause, text: str, span: tuple[int, int]) -> Clause:
    """The clause with `text[span]` as its subject."""
    return clause._replace(subject=text[span[0] : span[1]], subject_start=span[0])


def _before_aside(text: str, bare: Clause, figure: int, grammar: Grammar) -> Clause | None:
    """ "Software, it says, will take 68 %"."""
    at = bare.subject_start
    aside = _ASIDE.search(text, at, figure)
    if not aside or grammar.pattern("subject_verbs").search(text, at, aside.start()):
        return None
    if not first_verb(text, aside.end(), figure, grammar):
        return None
    span = _subject_span(text, at, aside.start())
    return _said_of(bare, text, span) if span else None


def _in_report(text: str, bare: Clause, figure: int, grammar: Grammar) -> Clause | None:
    """ "X has watched the trade and reckons that it will grow"."""
    reported = _reported(text, bare.subject_start, figure, grammar)
    if reported is None:
        return None
    intro, dimension, at = _introduction(text, reported[1], figure, grammar)
    inner = first_verb(text, at, figure, grammar)
    span = _subject_span(text, at, inner.start()) if inner else None
    if span is None:
        return None
    speaker = text[bare.subject_start : reported[0]].strip(" ,®™")
    return _said_of(bare._replace(speaker=speaker, intro=intro, dimension=dimension), text, span)


def _of_relative(text: str, bare: Clause, figure: int, grammar: Grammar) -> Clause | None:
    """ "... to combined sorters, which grow at 13 %"."""
    relative = _relative(text, bare.subject_start, figure, grammar)
    return _said_of(bare, text, relative) if relative else None


def _by_verb(text: str, bare: Clause, figure: int, grammar: Grammar) -> Clause:
    """The clause by its first verb: the words before it are the figure's subject, or its source."""
    at = bare.subject_start
    verb = first_verb(text, at, figure, grammar)
    if verb and _ARTICLE.search(text, at, verb.start()):  # "the estimate of X's part is 20 %": no verb
        verb = first_verb(text, verb.end(), figure, grammar)
    if grammar.is_non_english:
        while verb and impersonal(text, at, verb, grammar):
            at, verb = verb.end(), grammar.pattern("subject_verbs").search(text, verb.end(), figure)
        if verb and (clause := _in_inverted_order(text, bare, at, verb, figure, grammar)):
            return clause
    if verb and grammar.pattern("reporting_verbs").fullmatch(verb.group()) and text[at : verb.start()].strip(" ,"):
        return _by_report(text, bare, at, verb, figure, grammar)
    if verb is None and grammar.is_non_english:
        verb = unlisted_verb(text, at, figure, grammar)
    if verb is None and grammar.language == "en":
        verb = _PAST.search(text, at, figure + 5)
        if verb and len(text[at : verb.start()].split()) > _LONGEST_BEFORE_PAST:
            verb = None
    return _before_verb(text, bare, at, verb)


_LONGEST_BEFORE_PAST = 8  # words


def _in_inverted_order(
    text: str, bare: Clause, at: int, verb: re.Match[str], figure: int, grammar: Grammar
) -> Clause | None:
    """In languages other than English: the subject behind its verb, or no subject where only an adverbial is before it."""
    if span := inverted(text, at, verb, figure, grammar):
        return bare._replace(subject=text[span[0] : span[1]].strip(" ,"), subject_start=span[0])
    if opens_as_adverbial(text[at : verb.start()].strip(" ,"), grammar):
        return bare._replace(subject_start=at)
    return None


def _by_report(text: str, bare: Clause, at: int, verb: re.Match[str], figure: int, grammar: Grammar) -> Clause:
    """ "X expects Y to reach": X is the source and Y the subject; without a Y the subject before is meant."""
    speaker = text[at : verb.start()].strip(" ,®™")
    if quoted := _SAID.match(text, verb.end(), figure):
        # "X proyecta que llegará a": a verb is no subject
        what = None if grammar.pattern("subject_verbs").match(quoted["what"]) else quoted["what"].strip(" ,")
        return bare._replace(speaker=speaker, subject=what, subject_start=quoted.start("what"))
    later = first_verb(text, verb.end(), figure, grammar)
    if later is None:
        if _AREA_ALONE.match(speaker) and area_marks(speaker, 0, len(speaker)):  # "China alone expects"
            return bare._replace(subject=speaker, subject_start=text.index(speaker, at))
        return bare._replace(speaker=speaker, subject_start=verb.end())
    if text[verb.end() : later.start()].strip(" ,"):
        return _before_verb(text, bare._replace(speaker=speaker), verb.end(), later)
    return _before_verb(text, bare, at, verb)


def _before_verb(text: str, bare: Clause, at: int, verb: re.Match[str] | None) -> Clause:
    """The words from `at` to the verb as the subject; no subject where there are no words."""
    span = _subject_span(text, at, verb.start()) if verb else None
    return _said_of(bare, text, span) if span else bare._replace(subject_start=at)


_AREA_ALONE = re.compile(rf"(?:[Tt]he\s)?[A-Z][\w.-]*(?:\s[A-Z][\w.-]*){{0,2}}\s?{_WORDS['alone_words']}?$")
_ARTICLE = re.compile(rf"\b(?i:{_WORDS['determiners']})\s$")
_SAYS = rf"{_WORDS['speakers']}\s{_WORDS['saying_verbs']}"
_ASIDE = re.compile(rf",\s{_SAYS},\s")  # "Software, it says, will take 68 %"
_ASIDE_FIRST = re.compile(rf"\s*{_SAYS},\s")
_THAT = re.compile(r"\b(?:and|which)\s(?P<verb>[a-z]+)\sthat\s")


def _reported(text: str, start: int, figure: int, grammar: Grammar) -> tuple[int, int] | None:
    """ "X has watched the trade and reckons that it will grow": the end of X, and the start of its statement."""
    said = next(
        (m for m in _THAT.finditer(text, start, figure) if grammar.pattern("reporting_verbs").fullmatch(m["verb"])),
        None,
    )
    verb = grammar.pattern("subject_verbs").search(text, start, said.start()) if said else None
    return (verb.start(), said.end()) if said and verb else None


def _relative(text: str, start: int, figure: int, grammar: Grammar) -> tuple[int, int] | None:
    """The noun that a relative clause modifies: "... to combined sorters, which grow at 13 %"."""
    match = next(reversed(list(_WHICH.finditer(text, start, figure))), None)
    if match is None or not grammar.pattern("subject_verbs").match(text, match.end()):
        return None
    return match.span("noun")


def _subject_span(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The words of a subject; "From USD 4 billion in 2021 the market" leaves "the market"."""
    phrase = text[start:end]
    if _FIGURED_LEAD.match(phrase) and (last := list(_YEAR_OR_NUMBER.finditer(phrase))):
        start += last[-1].end()
    if ago := _AGO.match(text, start, end):
        start = ago.end()
    if apposed := _APPOSED.search(text, start, end):
        start = apposed.end()
    while start < end and text[start] in " ,)]":
        start += 1
    while end > start and text[end - 1] in " ,":
        end -= 1
    phrase = text[start:end]
    if phrase.lower().endswith(" to"):
        end -= 3
    return (start, end) if end > start else None


# "Five years ago the category": a time, then the subject.
_AGO = re.compile(
    rf"\s*(?:[\w-]+\s){{1,3}}{_WORDS['time_units']}\s{_WORDS['ago_words']}\s",
    re.IGNORECASE,
)
# "That's one reason demand", "This is why sales": a remark on the sentence before, then the subject.
_CLEFT = re.compile(
    rf"\s*{_WORDS['cleft_pronouns']}(?:['’]s|\s{_WORDS['cleft_verbs']})\s(?:(?:{_WORDS['cleft_adverbs']}|\w+ly)\s)?(?:{_WORDS['reason_conjunctions']}|{_WORDS['reason_articles']}\s(?:\w+\s){{0,2}}?{_WORDS['reason_nouns']}(?:\s(?:why|that))?)\s(?:the\s)?",
    re.IGNORECASE,
)
# "a business of Rs 5,800 crore, milk sweets": the subject is behind the apposition.
_APPOSED = re.compile(rf"[0-9]\s?{_WORDS['amount_scales']},\s(?=[^,0-9]{{3,60}}$)")


def _is_pair(mark: str, grammar: Grammar) -> bool:
    return mark.strip(" ,").lower() in (*_LISTS["and_words"], *grammar.phrases("and_words"))


@cache
def _breaks(g: Grammar) -> re.Pattern[str]:
    if g.language == "en":
        return _BREAK
    contrast, ands = g.source("contrast_words"), g.source("and_words")
    return re.compile(rf"{_BREAK.pattern}|,?\s{contrast}\s|(?<=[^\s]),?\s{ands}\s", re.IGNORECASE)


@cache
def _non_english_intro(g: Grammar) -> re.Pattern[str]:
    """ "Im Jahr 2025", "Nach Form,", "D'après X,": as `_INTRO`, in the language's own words."""
    if not g.is_non_english:
        return re.compile("(?!)(?P<dimension>)")
    years, by = g.source("year_leads"), g.source("dimension_leads")
    other = g.source("intro_leads")
    return re.compile(
        rf"\s*(?:{years}\s(?:19|20)[0-9]{{2}},?\s+(?=[^\W\d_])|{by}\s(?P<dimension>[^,]{{2,60}}),\s+|{other}(?:\s|(?<=['’]))[^,]{{0,80}},\s+)",
        re.IGNORECASE,
    )


def _starts_subject(words: str) -> bool:
    """A noun phrase of its own follows "and", and no second part of the one before."""
    return not _PREDICATE.match(words)


_PREDICATE = re.compile(rf"\s*{_WORDS['predicate_openers']}\b")


_AMONG_CLAUSE = re.compile(
    rf"\s*{_WORDS['among_words']}\s(?:[^\s,]+\s){{2,6}}?(?<!where\s)(?<!which\s)(?<!that\s){_WORDS['copulas']}\s",
    re.IGNORECASE,
)


def _introduction(text: str, begin: int, figure: int, grammar: Grammar) -> tuple[str, str | None, int]:
    intros, dimension, at = [], None, begin
    while match := _INTRO.match(text, at, figure) or _non_english_intro(grammar).match(text, at, figure):
        if _AMONG_CLAUSE.match(match.group()) and first_verb(text, match.end(), figure, grammar) is None:
            break  # "among resins polypropylene is preferred, with": the clause itself
        intros.append(match.group().strip(" ,"))
        if match["dimension"]:
            dimension = match["dimension"].strip()
        at = match.end()
    return "; ".join(intros), dimension, at


def label_of(text: str, start: int, end: int, grammar: Grammar) -> tuple[str, int] | None:
    """The label that opens a block ("Cloud-based: The dominant segment ..."), and the offset of the rest."""
    match = _LABEL.match(text, start, end)
    if not match or (not match["label"][0].isalnum() and match["label"][0] not in '("“'):
        return None
    if len(match["label"].split()) > 9 or holds_verb(match["label"], grammar):
        return None
    return match["label"].strip(), match.end()
