"""A document's statements on itself that the reading of figures does not need: titles, windows, pages, price, language, basis, contact.

Facts that figures depend on (market, publisher, window, dates) are gathered in `context`; here further places of them are added.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sources.extract.document.context import Context
from sources.extract.layout.empty_chapters import empty_chapters
from sources.extract.scan.years import year_marks
from sources.extract.text.cues import cues_of, holds
from sources.extract.text.sentences import Sentence
from sources.extract.time.past_periods import past_periods
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.records import Fact, ParsedDocument, Rejection

_WORDS = pattern_words("statements")
_ANY = words_of_languages("statements")

_QUOTED_TITLE = re.compile(r"[“\"„«『「](?P<title>[^”\"“»』」\n]{12,240})[”\"“»』」]")
_TITLE_LEAD = 60  # characters before a quoted title in which a report is named
_TITLE_REACH = 6_000  # a report's title is stated near the beginning
_CURRENCY_BEFORE = re.compile(rf"(?:{_WORDS['money_marks']}|[$€£¥₹])\s?$")
_CURRENCY_BEHIND = re.compile(
    rf"\s?(?:{_WORDS['money_codes_behind']}|[€£¥]|{_ANY['money_nouns']})(?!\w)", re.IGNORECASE
)
_PAGES_BEHIND = 16
_PAGES_BEFORE = 24
_YEARS_BEHIND = 40
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++(?:\.[\w-]+)+")
_CONTACT_LINE = re.compile(
    rf"^[^\w\n]{{0,12}}(?:(?P<phone>{_ANY['phone_labels']})|(?P<address>{_ANY['address_labels']}))\.?\s?[:：][ \t]*(?P<value>\S.{{4,120}}?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_SITE_LINE = re.compile(
    rf"^[^\w\n]{{0,12}}(?:[A-Z]{{2}}|{_WORDS['site_labels']})\s?[:：][ \t]*(?P<value>https?://\S+)[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_LANGUAGE_VALUE = re.compile(r"\s*(?P<value>[^\W\d_]{4,20})")
_SEAM = re.compile(r"(?<=[A-Za-z])(?=[A-Z][a-z])")
_MONTH_YEAR = re.compile(r"\s?(?:on|:)?\s?(?P<date>(?P<month>[^\W\d_]{3,12})\.?\s(?:19|20)[0-9]{2})")
_RUBRIC = re.compile(r"[A-ZÀ-Þ][a-zà-ÿ]{3,30}(?=[ \t]*$)", re.MULTILINE)


def self_description(
    parsed: ParsedDocument,
    sentences: Sequence[Sentence],
    words: Sequence[frozenset[str]],
    context: Context,
    rejections: Sequence[Rejection],
) -> tuple[Fact, ...]:
    """All facts of a document about itself, in order of the text; every value but a repaired one is the text at its span.

    Args:
        parsed: the document.
        sentences: its sentences.
        words: the words of each sentence, lower case.
        context: facts found before; they come first where two give one value at one place.
        rejections: numbers that are no figures, with the rule that says so: pages and prices of the report are among them.
    """
    text = parsed.text
    facts = list(context.facts)
    facts += _report_titles(text, context)
    facts += _counts(text, rejections, context)
    facts += _windows(text, context)
    facts += _glued_update(text, context)
    facts += _bases_and_terms(text, sentences, words, context)
    facts += _contacts(text)
    facts += _publisher_places(text, context)
    facts += empty_chapters(text)
    facts += past_periods(text, sentences, words, context.grammar)
    distinct: list[Fact] = []
    for fact in facts:
        if not any(_same_place(fact, other) for other in distinct):
            distinct.append(fact)
    return tuple(sorted(distinct, key=lambda f: (f.char_start, f.name)))


def _same_place(fact: Fact, other: Fact) -> bool:
    return fact.name == other.name and fact.char_start < other.char_end and other.char_start < fact.char_end


def _report_titles(text: str, context: Context) -> Iterator[Fact]:
    """Titles in quotation marks behind a word for a report."""
    released = context.grammar.pattern("document_facts.released")
    for match in _QUOTED_TITLE.finditer(text, 0, min(len(text), _TITLE_REACH)):
        lead = text[max(0, match.start() - _TITLE_LEAD) : match.start()]
        if released.search(lead):
            yield Fact("report_title", match["title"].strip(" ,."), match.start("title"), match.end("title"))
            return


def _counts(text: str, rejections: Sequence[Rejection], context: Context) -> Iterator[Fact]:
    """Pages and prices of the report, among the numbers that are no figures."""
    pages = context.grammar.pattern("document_facts.pages")
    for rejection in rejections:
        start, end = rejection.char_start, rejection.char_end
        if rejection.rule == "report_price":
            before = _CURRENCY_BEFORE.search(text, max(0, start - 5), start)
            behind = _CURRENCY_BEHIND.match(text, end)
            a, b = (before.start() if before else start), (behind.end() if behind and not before else end)
            yield Fact("price", text[a:b], a, b)
        elif rejection.rule == "report_detail" and rejection.surface.isdigit():
            line = text.find("\n", end)
            behind_end = min(len(text) if line < 0 else line, end + _PAGES_BEHIND)
            near = pages.match(text, end + len(text[end:behind_end]) - len(text[end:behind_end].lstrip(" -")))
            lead = text[max(text.rfind("\n", 0, start) + 1, start - _PAGES_BEFORE) : start]
            if near or (re.search(r"[:：|]\s*$", lead) and pages.search(lead)):
                yield Fact("pages", rejection.surface, start, end)


def _windows(text: str, context: Context) -> Iterator[Fact]:
    """Further places of the forecast window, and the years of history that a report covers."""
    window = context.window
    if window.start and window.end:
        again = re.compile(rf"{window.start}\s?[-–—]\s?{window.end}(?![0-9])")
        for match in again.finditer(text):
            lead = text[max(0, match.start() - 28) : match.start()]
            tail = text[match.end() : match.end() + 18]
            if context.grammar.pattern("document_facts.forecast_window").search(lead + " | " + tail):
                yield Fact("forecast_window", f"{window.start}-{window.end}", match.start(), match.end())
    for name in ("historical_window", "study_period"):
        for match in context.grammar.pattern(f"document_facts.{name}").finditer(text):
            end = min(len(text), match.end() + _YEARS_BEHIND)
            stop = text.find("\n", match.end(), end)
            span = next((m for m in year_marks(text, match.end(), stop if stop > 0 else end) if m.kind == "span"), None)
            if span and not re.search(r"[.;]\s", text[match.end() : span.start]):
                yield Fact(name, f"{span.first}-{span.last}", match.start(), span.end)
                break


def _glued_update(text: str, context: Context) -> Iterator[Fact]:
    """ "Last updated May 2026Hardware": a date and a rubric that the page's layout ran together."""
    if any(fact.name == "last_updated" for fact in context.facts):
        return
    phrases = context.grammar.phrases("document_facts.last_updated")
    ends = [text.find(printed) + len(printed) for p in phrases if (printed := p[:1].upper() + p[1:]) in text]
    for end in sorted(ends):
        dated = _MONTH_YEAR.match(text, end)
        if dated and dated["month"].lower() in context.grammar.months:
            yield Fact("last_updated", dated["date"], dated.start("date"), dated.end("date"))
            rubric = _RUBRIC.match(text, dated.end())
            if rubric:
                yield Fact("category", rubric.group(), *rubric.span())
            return


def _bases_and_terms(
    text: str, sentences: Sequence[Sentence], words: Sequence[frozenset[str]], context: Context
) -> Iterator[Fact]:
    """Sentences that say on what the figures rest, in which terms they are, or in which language the report is."""
    grammar = context.grammar
    cues = {
        name: cues_of(grammar, f"document_facts.{name}")
        for name in ("value_basis", "methodology", "caveat", "language")
    }
    for sentence, tokens in zip(sentences, words, strict=True):
        for name, cue in cues.items():
            if not holds(text, sentence, tokens, cue):
                continue
            match = cue.pattern.search(text, sentence.start, sentence.end)
            if match is None:
                continue
            if name == "language":
                value = _LANGUAGE_VALUE.match(text, match.end(), sentence.end)
                if value:
                    yield Fact("report_language", value["value"], value.start("value"), value.end("value"))
                continue
            start, end = _trimmed(text, sentence)
            yield Fact(name, " ".join(text[start:end].split()), start, end)


def _trimmed(text: str, sentence: Sentence) -> tuple[int, int]:
    start, end = sentence.start, sentence.end
    while start < end and text[start] in " \n*•-|":
        start += 1
    while end > start and text[end - 1] in " \n|":
        end -= 1
    return start, end


def _contacts(text: str) -> Iterator[Fact]:
    """Lines of an address block, kept apart from figures."""
    if "@" in text:
        for match in _MAIL.finditer(text):
            yield Fact("contact_email", match.group(), *match.span())
    for match in _CONTACT_LINE.finditer(text):
        name = "contact_phone" if match["phone"] else "contact_address"
        yield Fact(name, match["value"], match.start("value"), match.end("value"))
    for match in _SITE_LINE.finditer(text):
        yield Fact("contact_url", match["value"], match.start("value"), match.end("value"))


def _publisher_places(text: str, context: Context) -> Iterator[Fact]:
    """Every further place that names the publisher, written as one word or as two ("FooResearch", "Foo Research")."""
    if not context.publisher:
        return
    name = context.publisher
    for spelling in dict.fromkeys((name, _SEAM.sub(" ", name), name.replace(" ", ""))):
        at = text.find(spelling)
        while at >= 0:
            yield Fact("publisher", name, at, at + len(spelling))
            at = text.find(spelling, at + len(spelling))
