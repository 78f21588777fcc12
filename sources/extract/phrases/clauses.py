"""Who a figure is said of: the clause it stands in, the words before its verb, the label or heading above it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from sources.extract.phrases.non_english_phrases import impersonal, inverted, is_own, unlisted_verb
from sources.extract.phrases.verbs import first_verb, holds_verb
from sources.extract.time.timing import own_lead
from sources.grammar.areas import area_marks
from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation

# One sign that every break begins with, then the break itself: most signs of a text are passed over at once.
_BREAK = re.compile(
    r"[;:\s,(（\[，；](?:(?<=[;(（\[，；])|(?<=:)(?=\s)|(?<=\s)[–—]\s|(?:(?<=,)\s|(?<=\s))(?i:while|whereas|whilst|although|though|but|(?:out\s)?of\swhich|wovon|dont|d[eo][ls]\s(?:cuales|quais)|di\scui|mientras(?:\sque)?|während|wohingegen|tandis\sque|alors\sque)\s"
    r"|(?:(?<=[^\s],)\s|(?<=[^\s]\s))(?i:and|und|y|et)\s)"
)
_INTRO = re.compile(
    r"\s*(?:(?P<part>(?:[Ff]or|[Ii]n|[Ww]ithin)\s(?:the\s)?(?:[\w&/-]+\s){1,5}(?:segment|category|sub-?segment|region))\s+(?=(?:the|a|an|growth|its)\s)|(?P<when>(?:[Ii]n|[Bb]y|[Ff]or|[Ss]ince|[Dd]uring|[Aa]s of|[Ii]m Jahr|[Ii]m Jahre|[Ee]n)\s(?:the year\s|FY\s?|fiscal\s)?(?:19|20)[0-9]{2}[EFPA]?)\s+(?=[a-zA-Z])|(?:(?P<by>(?:[Bb]y|[Bb]ased on|[Oo]n the basis of|[Ii]n terms of|[Nn]ach|[Pp]or|[Pp]ar)\s(?P<dimension>[^,]{2,60}))"
    r"|(?P<other>(?:[Ii]n|[Ff]or|[Aa]s of|[Dd]uring|[Aa]mong|[Ww]ith|[Ww]ithin|[Oo]f|[Aa]t|[Oo]n|[Ff]rom|[Oo]ver|[Bb]etween|[Ss]ince|[Uu]ntil|[Tt]hrough|[Bb]is|[Hh]asta|[Aa]ccording to|[Ff]urthermore|[Mm]oreover|[Mm]eanwhile|"
    r"[Dd]riven|[Ff]uelled|[Ff]ueled|[Ss]upported|[Bb]acked|[Hh]elped|[Ss]purred|[Bb]oosted|[Bb]uoyed|[Pp]ropelled|[Bb]ased|[Ww]orth|[Hh]owever|[Aa]dditionally|[Ii]n addition|[Nn]otably|[Oo]verall|[Gg]lobally|[Tt]oday|[Cc]urrently|[Rr]egionally|[Gg]eographically|[Ee]stimated|[Vv]alued|[Ss]een|[Cc]ompared|[Mm]easured|[Jj]udged|[Ff]ür|[Ii]m|[Ee]n|[Pp]ara|[Dd]ans|[Ss]elon|[Ss]egún|[Ll]aut|[Gg]oing by|[Jj]udging by|[Gg]oing forward|[Tt]aken together|[Aa]ll told|[Aa]ll in all|[Aa]s a whole|[Bb]y contrast|[Tt]herefore|[Ee]ven so|[Tt]hat said|[Tt]hanks to|[Aa]fter|[Ee]lsewhere|[Bb]y then|[Bb]y now|[Dd]espite|[Gg]iven|[Aa]cross|[Aa]round|[Rr]egarding|[Cc]oncerning|[Cc]onsidering|[Ll]ooking at|[Tt]urning to|[Ww]hen it comes to|[Ss]peaking of|[Aa]s for|[Aa]side from|[Aa]part from|[Bb]esides|[Uu]nlike|[Ll]ike|[Uu]nder|[Tt]hroughout|[Aa]mid|[Aa]mongst|[Ss]imilarly|[Ll]ikewise|[Cc]onversely|[Ii]n contrast|[Oo]n the other hand|[Aa]s a result|[Cc]onsequently|[Uu]ltimately|[Ss]pecifically|[Ii]n particular|[Tt]ypically|[Hh]istorically|[Rr]ecently|[Aa]nnually|[Ww]orldwide)\b(?!-)[^,]{0,80})),\s+)"
)
_WHICH = re.compile(
    r"(?:\b(?:to|for|in|by|of|than|from|with|on|is|are|was|were|comes|come|came)\s)(?:the\s)?(?P<noun>[\w&-]+(?:\s[\w&-]+){0,3}?),\s(?:which|die|qui)\s"
)
_SAID = re.compile(
    r"\s(?:that\s|dass\s|que\s)?(?P<what>[^,;:]{2,90}?)\s(?:to|at|will|would|should|is|are|was|were|has|had|could|growing|reaching|en|auf|à|bei|zu|mit|de)\b"
)
_FIGURED_LEAD = re.compile(
    r"\s*(?:from|in|by|for|at|with|after|since|between|valued|estimated|starting|up from|having|von|im|de|desde|upwards? of|over|more than|nearly|about|around|approximately|almost|some|roughly|rund|etwa|über|unos|más de|près de|plus de)\s",
    re.IGNORECASE,
)
_YEAR_OR_NUMBER = re.compile(
    r"[0-9](?:[0-9.,%]*[0-9%])?(?:\s?(?:million|billion|trillion|bn|mn|percent|per cent|%|Mrd\.?|Mio\.?|millones))?"
)
_LABEL = re.compile(r"\s*(?P<label>[^\s:：](?:[^:：.;]|\.(?!\s)){1,70}?)\s?[:：]\s+(?=\S)")


# Any other verb: a word in -ed, or one that is a noun elsewhere, right before a figure or its hedge ("yards booked 12 %").
_PAST = re.compile(
    r"(?<=[^\W_)] )(?!based\b|united\b|related\b|fixed\b|advanced\b|automated\b|integrated\b|connected\b)(?:[a-z]{3,}ed|buys?|controls?|counts?|needs?|makes?|runs?|spends?|exports?|produces?|supply|supplies|ships?|consumes?|eats?|orders?|costs?|sells?|pays?|imports?|uses?|absorbs?|collects?|adds?|tops?|attracts?|employs?|draws?)"
    r"(?=\s(?:(?:over|about|around|some|nearly|almost|more than|roughly|only|just|an?|by|to|from|up|at)\s){0,2}(?:[A-Z]{2,3}[$ ]|[$€£₹¥~]|[0-9]))"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """The clause a figure stands in. Spans are offsets into the document."""

    start: int
    speaker: str | None  # who is said to say it: "Halden Research expects ..."
    subject: str | None  # words before the verb; None where the clause has no subject of its own
    subject_start: int
    intro: str  # adverbial before the subject: "In 2025", "By component"
    dimension: str | None  # from "By component,"


def clause_of(text: str, start: int, figure: int, grammar: Grammar) -> Clause:
    """The clause of `text[start:...]` that holds the figure at offset `figure`.

    A break begins a new clause only where words and a verb stand between it and the figure; "X shows 14 % and
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
    """Where the figure's clause begins: behind the last break that words and a verb follow."""
    begin = start
    for match in _breaks(grammar).finditer(text, start, figure):
        mark = match.group()
        if mark[:1] in ("(", "[", "（"):
            continue
        if mark in (";", "；"):
            begin = match.end()
            continue
        found = first_verb(text, match.end(), figure, grammar)
        lead = text[match.end() : found.start()] if found else ""
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
    return replace(clause, subject=text[span[0] : span[1]], subject_start=span[0])


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
    return _said_of(replace(bare, speaker=speaker, intro=intro, dimension=dimension), text, span)


def _of_relative(text: str, bare: Clause, figure: int, grammar: Grammar) -> Clause | None:
    """ "... to combined sorters, which grow at 13 %"."""
    relative = _relative(text, bare.subject_start, figure, grammar)
    return _said_of(bare, text, relative) if relative else None


def _by_verb(text: str, bare: Clause, figure: int, grammar: Grammar) -> Clause:
    """The clause by its first verb: what stands before it is who the figure is said of, or who says it."""
    at = bare.subject_start
    found = first_verb(text, at, figure, grammar)
    if found and _ARTICLE.search(text, at, found.start()):  # "the estimate of X's part is 20 %": no verb
        found = first_verb(text, found.end(), figure, grammar)
    if is_own(grammar):
        while found and impersonal(text, at, found, grammar):
            at, found = found.end(), grammar.pattern("subject_verbs").search(text, found.end(), figure)
        if found and (own := _in_own_order(text, bare, at, found, figure, grammar)):
            return own
    if found and grammar.pattern("reporting_verbs").fullmatch(found.group()) and text[at : found.start()].strip(" ,"):
        return _by_report(text, bare, at, found, figure, grammar)
    if found is None and is_own(grammar):
        found = unlisted_verb(text, at, figure, grammar)
    if found is None and grammar.language == "en":
        found = _PAST.search(text, at, figure + 5)
        if found and len(text[at : found.start()].split()) > _LONGEST_BEFORE_PAST:
            found = None
    return _before_verb(text, bare, at, found)


_LONGEST_BEFORE_PAST = 8  # words


def _in_own_order(
    text: str, bare: Clause, at: int, found: re.Match[str], figure: int, grammar: Grammar
) -> Clause | None:
    """In other languages than English: the subject behind its verb, or none but an adverbial before it."""
    if span := inverted(text, at, found, figure, grammar):
        return replace(bare, subject=text[span[0] : span[1]].strip(" ,"), subject_start=span[0])
    if own_lead(text[at : found.start()].strip(" ,"), grammar):
        return replace(bare, subject_start=at)
    return None


def _by_report(text: str, bare: Clause, at: int, found: re.Match[str], figure: int, grammar: Grammar) -> Clause:
    """ "X expects Y to reach": X speaks, and Y is spoken of; without a Y whoever was spoken of before."""
    speaker = text[at : found.start()].strip(" ,®™")
    if quoted := _SAID.match(text, found.end(), figure):
        # "X proyecta que llegará a": a verb is no subject
        what = None if grammar.pattern("subject_verbs").match(quoted["what"]) else quoted["what"].strip(" ,")
        return replace(bare, speaker=speaker, subject=what, subject_start=quoted.start("what"))
    later = first_verb(text, found.end(), figure, grammar)
    if later is None:
        if _AREA_ALONE.match(speaker) and area_marks(speaker, 0, len(speaker)):  # "China alone expects"
            return replace(bare, subject=speaker, subject_start=text.index(speaker, at))
        return replace(bare, speaker=speaker, subject_start=found.end())
    if text[found.end() : later.start()].strip(" ,"):
        return _before_verb(text, replace(bare, speaker=speaker), found.end(), later)
    return _before_verb(text, bare, at, found)


def _before_verb(text: str, bare: Clause, at: int, verb: re.Match[str] | None) -> Clause:
    """The words from `at` to the verb as the subject; no subject where there are none."""
    span = _subject_span(text, at, verb.start()) if verb else None
    return _said_of(bare, text, span) if span else replace(bare, subject_start=at)


_AREA_ALONE = re.compile(r"(?:[Tt]he\s)?[A-Z][\w.-]*(?:\s[A-Z][\w.-]*){0,2}\s?(?:alone|itself)?$")
_ARTICLE = re.compile(r"\b(?:[Tt]he|[Aa]n?|[Ii]ts|[Tt]his|[Oo]ur|[Tt]heir)\s$")
_SAYS = r"(?:it|he|she|they|the (?:firm|house|report|study|note|agency|group|consultancy|analysts?|authors?|researchers?))\s(?:says?|said|adds?|added|reckons?|expects?|finds?|found|thinks?|believes?|estimates?|notes?)"
_ASIDE = re.compile(rf",\s{_SAYS},\s")  # "Software, it says, will take 68 %"
_ASIDE_FIRST = re.compile(rf"\s*{_SAYS},\s")
_THAT = re.compile(r"\b(?:and|which)\s(?P<verb>[a-z]+)\sthat\s")


def _reported(text: str, start: int, figure: int, grammar: Grammar) -> tuple[int, int] | None:
    """ "X has watched the trade and reckons that it will grow": where X ends, and where what it says begins."""
    said = next(
        (m for m in _THAT.finditer(text, start, figure) if grammar.pattern("reporting_verbs").fullmatch(m["verb"])),
        None,
    )
    own = grammar.pattern("subject_verbs").search(text, start, said.start()) if said else None
    return (own.start(), said.end()) if said and own else None


def _relative(text: str, start: int, figure: int, grammar: Grammar) -> tuple[int, int] | None:
    """The noun that a relative clause speaks of: "... to combined sorters, which grow at 13 %"."""
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


# "Five years ago the category": when, and then who.
_AGO = re.compile(
    r"\s*(?:[\w-]+\s){1,3}(?:years?|months?|weeks?|quarters?|decades?)\s(?:ago|earlier|later|on|before)\s",
    re.IGNORECASE,
)
# "That's one reason demand", "This is why sales": a remark on the sentence before, and then who.
_CLEFT = re.compile(
    r"\s*(?:That|This|It|Which)(?:['’]s|\s(?:is|was|explains?|helps?\sexplain))\s(?:\w+ly\s|also\s)?(?:(?:one|an?|another|the|part\sof\sthe)\s(?:\w+\s){0,2}?reasons?(?:\s(?:why|that))?|why|how|because)\s(?:the\s)?",
    re.IGNORECASE,
)
# "a business of Rs 5,800 crore, milk sweets": the subject stands behind the apposition.
_APPOSED = re.compile(r"[0-9]\s?(?:million|billion|trillion|bn|mn|crore|lakh|%|per ?cent),\s(?=[^,0-9]{3,60}$)")


def _is_pair(mark: str, grammar: Grammar) -> bool:
    return mark.strip(" ,").lower() in ("and", "und", "y", "et", *grammar.phrases("and_words"))


@cache
def _breaks(g: Grammar) -> re.Pattern[str]:
    if g.language == "en":
        return _BREAK
    contrast, ands = alternation(g.phrases("contrast_words")), alternation(g.phrases("and_words"))
    return re.compile(rf"{_BREAK.pattern}|,?\s{contrast}\s|(?<=[^\s]),?\s{ands}\s", re.IGNORECASE)


@cache
def _own_intro(g: Grammar) -> re.Pattern[str]:
    """ "Im Jahr 2025", "Nach Form,", "D'après X,": as `_INTRO`, in the language's own words."""
    if g.language == "en" or g.is_wide:
        return re.compile("(?!)(?P<dimension>)")
    years, by = alternation(g.phrases("year_leads")), alternation(g.phrases("dimension_leads"))
    other = alternation(g.phrases("intro_leads"))
    return re.compile(
        rf"\s*(?:{years}\s(?:19|20)[0-9]{{2}},?\s+(?=[^\W\d_])|{by}\s(?P<dimension>[^,]{{2,60}}),\s+|{other}(?:\s|(?<=['’]))[^,]{{0,80}},\s+)",
        re.IGNORECASE,
    )


def _starts_subject(words: str) -> bool:
    """What follows "and" is a noun phrase of its own, no second part of the one before."""
    return not re.match(
        r"\s*(?:is|are|was|were|will|has|have|had|to|then|should|would|so|thus|thereby|hence|also)\b", words
    )


_AMONG_CLAUSE = re.compile(
    r"\s*(?:among|of|within|for|in)\s(?:[^\s,]+\s){2,6}?(?<!where\s)(?<!which\s)(?<!that\s)(?:is|are|was|were|remains?)\s",
    re.IGNORECASE,
)


def _introduction(text: str, begin: int, figure: int, grammar: Grammar) -> tuple[str, str | None, int]:
    intros, dimension, at = [], None, begin
    while match := _INTRO.match(text, at, figure) or _own_intro(grammar).match(text, at, figure):
        if _AMONG_CLAUSE.match(match.group()) and first_verb(text, match.end(), figure, grammar) is None:
            break  # "among resins polypropylene is preferred, with": the clause itself
        intros.append(match.group().strip(" ,"))
        if match["dimension"]:
            dimension = match["dimension"].strip()
        at = match.end()
    return "; ".join(intros), dimension, at


def label_of(text: str, start: int, end: int, grammar: Grammar) -> tuple[str, int] | None:
    """The label that opens a block ("Cloud-based: The dominant segment ..."), and where the rest begins."""
    match = _LABEL.match(text, start, end)
    if not match or (not match["label"][0].isalnum() and match["label"][0] not in '("“'):
        return None
    if len(match["label"].split()) > 9 or holds_verb(match["label"], grammar):
        return None
    return match["label"].strip(), match.end()
