"""What a document says of itself: language, title, market, area, forecast window, base year, dates, publisher.

Everything that one figure's reading may need from elsewhere in the document is gathered here, once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sources.extract.captions import TableFacts, table_facts
from sources.extract.entries import Listing
from sources.extract.home_area import home_area, only_currency
from sources.extract.languages import language_of
from sources.extract.listings import listings
from sources.extract.literals import lowered, near, places, stands_in
from sources.extract.market_choice import chosen_market
from sources.extract.market_phrases import own_market
from sources.extract.markets import primary_market
from sources.extract.named_subjects import Part, part_of
from sources.extract.own_home import own_home
from sources.extract.own_phrases import adjective_area, is_own
from sources.extract.page_dates import page_date
from sources.extract.publisher import publisher_of
from sources.extract.segment_members import named_members
from sources.extract.segments import segments_of
from sources.extract.sentences import Sentence
from sources.extract.stacked import StackedLabel, stacked_labels
from sources.extract.timing import Window
from sources.extract.titled import captioned_market, titled_market
from sources.extract.told_area import leads_only, told_area
from sources.extract.topics import SIZED, unnamed_market
from sources.extract.years import YearMark, year_marks
from sources.grammar.areas import WORLD, Area, area_marks, area_named
from sources.grammar.language import Grammar, grammar
from sources.records import Block, Fact, ParsedDocument, Segment

_WINDOW = re.compile(
    r"(?:forecasts?(?:ed)?|analysis|projection|prediction|assessment|study|outlook|Prognosezeitraum|Prognose|período de pronóstico|pronóstico|previsión|période de prévision|予測期間|预测期|預測期|予測対象期間)"
    r"[^.\n]{0,40}?(?<![0-9])((?:19|20)[0-9]{2})\s?(?:[-–—~〜～]|to|through|bis|a|à|から|年?[-–~～]|至)\s?((?:19|20)[0-9]{2})(?![0-9])"
    r"|(?<![0-9])((?:19|20)[0-9]{2})\s?(?:[-–—]|to|through)\s?((?:19|20)[0-9]{2})[ ](?:forecast|analysis|projection|outlook)",
    re.IGNORECASE,
)
_STUDY = re.compile(r"(?:study|historical|review)\s(?:period|data|analysis|range)", re.IGNORECASE)
_BASE_YEAR = re.compile(
    r"(?:\bbase year|estimation base year|basisjahr|referenzjahr|bezugsjahr|año (?:base|de referencia)|année de (?:base|référence)|ano[ -]base|ano de referência|anno (?:base|di riferimento)|基準年度|基準年|基准年份|基准年)[^0-9\n]{0,30}((?:19|20)[0-9]{2})",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"(?:published|updated|last updated|page last updated|date|posted|publication date|release date|dateline|発行時期|発行日|発表日|発行年月|発行|公表日|掲載日|更新日|出版时间|出版日期|发布时间|发布日期|更新时间|發布日期|發布時間|出版日期|出版時間|更新時間|日期|veröffentlicht|stand|fecha|publicado|publié)\b(?: on)?\s?[:：]?\s?",
    re.IGNORECASE,
)
_AS_OF = re.compile(
    r"\b(?:data|insights|figures|estimates|information|information available|datos|Daten)\s(?:available\s)?(?:as of|as at|Stand)\s",
    re.IGNORECASE,
)
_YEAR_PAIR = re.compile(r"(?:19|20)[0-9]{2}\s?(?:(?i:to|through|bis|a)|à|À|から|年?[-–—~〜～]|至)\s?(?:19|20)[0-9]{2}")
_BASE_LITERALS = (
    "base year", "basisjahr", "referenzjahr", "bezugsjahr", "año base", "año de ref", "année de base", "année de réf",
    "ano base", "ano-base", "ano de ref", "anno base", "anno di rif", "基準年", "基准年",
)  # fmt: skip
_DATED_LITERALS = (
    "publi",
    "date",
    "posted",
    "発行",
    "発表日",
    "公表日",
    "掲載日",
    "更新",
    "出版",
    "发布",
    "發布",
    "日期",
    "veröffentlicht",
    "stand",
    "fecha",
)
_AS_OF_LITERALS = ("as of", "as at", "stand")
_REPORT_ID = re.compile(
    r"(?:Report ID|Report Code|SKU|Product Code|Report No\.?|Code)\s?[:：]\s?([A-Z0-9][A-Z0-9-]{3,24})"
)
_TITLE_BY = 160  # a heading further down is one of the text's parts
_LONGEST_TITLE = 180
_RATED = re.compile(r"CAGR|growth rate|Wachstumsrate|crecimiento anual|croissance|成長率|增长率")
_LOCATED = re.compile(r"(?:in|for|across|en|im|au|aux)\s(?:the\s|der\s)?$|[-–—|,:]\s$")
_DATED_TITLE = re.compile(
    r"[\W0-9年度財财版期-]{1,24}|【[^】]{1,16}】[\W0-9年]{0,12}"
)  # "2025年中国...", "2026-2031年版 中国..."
_NO_DIGITS = re.compile(r"[^0-9]+")
_URL = re.compile(r"https?://[^\s)>\]】]+")


@dataclass(frozen=True, slots=True)
class Context:
    """Read-only facts of one document, shared by all its figures."""

    grammar: Grammar
    title: str | None
    market: str | None
    publisher: str | None
    currency: str | None  # the one currency that all amounts of the text are printed in
    area: Area  # the area the whole document is about
    window: Window
    parts: tuple[Part, ...]
    segments: tuple[Segment, ...]
    headings: dict[int, str]  # block index → the heading above it
    dimensions: dict[int, str]  # block index → the dimension that a heading "By Type" above its own heading opens
    facts: tuple[Fact, ...]
    tables: dict[int, TableFacts] = field(default_factory=dict)  # by number
    listings: dict[int, Listing] = field(default_factory=dict)  # by block
    stacks: Mapping[int, StackedLabel] = field(default_factory=dict)  # values with their label below, by block
    part_digits: frozenset[str] = frozenset()  # digits of the parts' names ("above 16,384 units")


def context_of(parsed: ParsedDocument, found: Sequence[Sentence]) -> Context:
    """Gather a document's own facts."""
    text, blocks = parsed.text, parsed.blocks
    words = grammar(language_of(text))
    low = lowered(text)
    headings = _headings(text, blocks)
    titles = _titles(text, blocks)
    publisher = publisher_of(text, titles, words)
    market, market_span = _market(text, titles, found, words, publisher[0] if publisher else None)
    segments = named_members(segments_of(text, blocks, market))
    window, window_facts = _window(text, low)
    if window.end is None and words.language != "en":
        window = _titled_window(titles, window)
    if window.base_year is None and window.dated is None:
        window = replace(window, reference=_first_endpoint(text, found), before_horizon=_before_horizon(text))
    facts = [*window_facts, *_identity(text)]
    if len(titles) > 1 and publisher and titles[0][1].strip() == publisher[0]:
        titles = [t for t in titles[1:] if not area_named(t[1].strip())] or titles
    if titles:
        facts.append(Fact("title", titles[0][1], titles[0][0], titles[0][0] + len(titles[0][1])))
    if market and market_span:
        facts.append(Fact("market", market, *market_span))
    if publisher:
        facts.append(Fact("publisher", publisher[0], publisher[1], publisher[1] + len(publisher[0])))
    parts: dict[tuple[str, frozenset[str]], Part] = {}
    for s in segments:
        part = part_of(s.dimension, s.name)
        if s.dimension.lower() not in ("geography", "region", "country") and part.words:
            parts.setdefault((s.dimension, part.words), part)
    area = _area(titles, market)
    if is_own(words) and (home := own_home(text, titles, words)):
        told, area = True, home if area is WORLD or home is WORLD else area
    else:
        told = False
    if area is WORLD and not told and words.language != "en":
        area = _adjective_area(text, words)
    if area is WORLD and not told:
        area = home_area(text, words)
    if area is WORLD and not (titles and words.pattern("world_words").search(titles[0][1])):
        area = told_area(text, found, words)
    return Context(words, titles[0][1] if titles else None, market, publisher[0] if publisher else None,
                   only_currency(text, words) if words.language != "en" else None, area, window, tuple(parts.values()), tuple(segments), headings, _dimensions(text, blocks),
                   tuple(sorted(facts, key=lambda f: (f.char_start, f.name))),
                   table_facts(text, blocks, headings), listings(text, blocks, headings, words),
                   stacked_labels(text, blocks, words),
                   frozenset(digits for p in parts.values() if len(digits := _NO_DIGITS.sub("", p.name)) > 1))  # fmt: skip


def _adjective_area(text: str, words: Grammar) -> Area:
    """The area of "le marché français", "mercado brasileiro" where the text opens with it."""
    found = {
        area
        for m in words.pattern("market_heads").finditer(text, 0, _OPENING)
        if (area := adjective_area(re.split(r"[,.;:]", text[m.start() : m.end() + 20])[0]))
    }
    return found.pop() if len(found) == 1 else WORLD


_OPENING = 500


def _headings(text: str, blocks: Sequence[Block]) -> dict[int, str]:
    above: dict[int, str] = {}
    current = ""
    for index, block in enumerate(blocks):
        if block.kind == "heading":
            current = text[block.char_start : block.char_end]
        else:
            above[index] = current
    return above


# Headings of a report's own parts: no names of segments.
SECTION = re.compile(
    r"\b(?:outlook|method|methodology|about|contact|overview|summary|takeaways?|trends?|drivers?|restraints?|challenges|competit\w+|compan\w+|players?|"
    r"regions?|regional|geograph\w*|countries|questions?|answers?|faq|scope|definition|sources?|notes?|market|industry|prices?|shipments|growth|forecasts?|news|"
    r"why|how|who|what|where|ordering|order|buy|vendors?|suppliers|outlook|deals|money)\b|\?",
    re.IGNORECASE,
)
_BY = re.compile(r"(?:[0-9.]+\s)?(?:By|Nach|Por|Par)\s(?P<dimension>[^\n:|]{2,40})$")
_LONGEST_MEMBER = 6


def _dimensions(text: str, blocks: Sequence[Block]) -> dict[int, str]:
    """Blocks under short headings that follow a heading "By Type", until a heading of another kind."""
    under: dict[int, str] = {}
    opened = current = ""
    for index, block in enumerate(blocks):
        if block.kind == "heading":
            words = text[block.char_start : block.char_end].strip(" #*")
            by = _BY.match(words)
            is_member = len(words.split()) <= _LONGEST_MEMBER and not SECTION.search(words)
            opened = by["dimension"] if by else opened if is_member else ""
            current = "" if by else opened
        elif current:
            under[index] = current
    return under


def _titles(text: str, blocks: Sequence[Block]) -> list[tuple[int, str]]:
    """Title and headings in order; a document without a heading is titled by its first short block."""
    titles = [(b.char_start, text[b.char_start : b.char_end]) for b in blocks if b.kind == "heading"]
    for b in blocks[:4]:
        line = text[b.char_start : b.char_end].split("\n")[0]
        is_lead = b is blocks[0] and len(line) < 420
        if b.kind == "paragraph" and (is_lead or (len(line) < 140 and not re.search(r"[.!?:;]$", line))):
            titles.append((b.char_start, line))
    return sorted(_undated(at, title) for at, title in titles)


# "date 2024-05-14 Pump sales rise": what a page's own system prints before its title.
_DATE_LEAD = re.compile(
    r"\s*(?:date|published|updated|posted)?\s?:?\s?(?:19|20)[0-9]{2}-[0-9]{2}(?:-[0-9]{2})?\s+(?=\S)"
)


def _undated(at: int, title: str) -> tuple[int, str]:
    lead = _DATE_LEAD.match(title)
    return (at + lead.end(), title[lead.end() :]) if lead else (at, title)


def _market(
    text: str, titles: list[tuple[int, str]], found: Sequence[Sentence], words: Grammar, publisher: str | None
) -> tuple[str | None, tuple[int, int] | None]:
    name = None if words.is_wide else chosen_market(text, titles, found, words, publisher)
    if name is None and words.language != "en":
        name = own_market(text, [t for _, t in titles], words)
    if name is None:
        name = primary_market(text, [t for _, t in titles], len(text))
    if name is None:
        name = titled_market(text, titles, words)
    if name is None:
        name = unnamed_market(text, titles, found, words)
    name = name or captioned_market(titles, words)
    if name is None:
        return None, None
    at = text.find(name)
    if at < 0:
        at = text.lower().find(name.lower())
    return name, ((at, at + len(name)) if at >= 0 else None)


def _area(titles: list[tuple[int, str]], market: str | None) -> Area:
    """The area a title or the market's own name is about; the world where it names none or several."""
    for at, title in titles[:2]:
        if at > _TITLE_BY:
            break
        if area_named(title.strip()) or len(title) > _LONGEST_TITLE:
            continue
        marks = [m for m in area_marks(title, 0, len(title)) if not leads_only(title, m)]
        if any(m.area.code == "001" for m in marks):
            return WORLD
        if marks and any(leads_only(title, m) for m in area_marks(title, 0, len(title))) and marks[0].start > 3:
            return WORLD
        if len({m.area.code for m in marks}) == 1 and (
            marks[0].start <= 3
            or _LOCATED.search(title[: marks[0].start])
            or _DATED_TITLE.fullmatch(title, 0, marks[0].start)
        ):
            return marks[0].area
        if marks:
            return WORLD
    if market and (named := area_marks(market, 0, len(market))) and named[0].start == 0:
        return named[0].area
    return WORLD


def _window(text: str, low: str) -> tuple[Window, list[Fact]]:
    facts: list[Fact] = []
    start = end = base = dated = None
    spans: Counter[tuple[int, int]] = Counter()
    where: dict[tuple[int, int], re.Match[str]] = {}
    for m in near(_WINDOW, text, [m.start() for m in _YEAR_PAIR.finditer(text)], 72, 40):
        a, b = int(m[1] or m[3]), int(m[2] or m[4])
        if a < b <= a + 30 and not _STUDY.search(m.group()):
            spans[(a, b)] += 2
            where.setdefault((a, b), m)
    for year in _years_beside_rates(text, low):
        line = max(low.rfind("\n", 0, year.start) + 1, year.start - 30)
        if year.kind == "span" and (
            low.find("cagr", line, year.start) >= 0 or low.find("cagr", year.end, year.end + 6) >= 0
        ):
            spans[(year.first, year.last)] += 1
    if not spans:
        years = year_marks(text, 0, len(text))
        latest = max((y.last for y in years), default=0)
        long = [y for y in years if y.kind == "span" and _SHORTEST <= y.last - y.first <= _LONGEST]
        spans.update((y.first, y.last) for y in long if y.last == latest)
    if spans:
        (start, end), _ = max(spans.items(), key=lambda item: (item[1], item[0][1], -item[0][0]))
        if (start, end) in where:
            facts.append(Fact("forecast_window", f"{start}-{end}", *where[start, end].span()))
    elif horizon := _HORIZON_TITLE.search(text, 0, 400):
        end = int(horizon[1])
    if based := next(near(_BASE_YEAR, text, places(low, _BASE_LITERALS), 24, 64), None):
        base = int(based[1])
        facts.append(Fact("base_year", based[1], *based.span()))
    for m in near(_DATED, text, places(low, _DATED_LITERALS), 24, 40):
        mark = next((y for y in year_marks(text, m.end(), min(len(text), m.end() + 28)) if y.first), None)
        if mark and not text[m.end() : mark.start].strip():
            dated = max(dated or 0, mark.first)
            name = "last_updated" if "updat" in m.group().lower() else "published_on"
            facts.append(Fact(name, text[mark.start : mark.end], mark.start, mark.end))
        elif (
            m.group().strip().lower().rstrip(":").endswith(("updated on", "updated"))
            and m.group().rstrip().endswith(":")
            and text[m.end() : m.end() + 3].strip() == ""
        ):
            facts.append(Fact("last_updated", None, m.start(), m.end()))
    if as_of := next(near(_AS_OF, text, places(low, _AS_OF_LITERALS), 40, 16), None):
        mark = next((y for y in year_marks(text, as_of.end(), min(len(text), as_of.end() + 24)) if y.first), None)
        if mark:
            dated = dated or mark.first
            facts.append(Fact("data_as_of", text[mark.start : mark.end], mark.start, mark.end))
    if dated is None:
        dated = _dateline(text, facts)
    if dated is None and (own := page_date(text)):
        dated = own.year
        facts.append(Fact("published_on", text[own.start : own.end], own.start, own.end))
    return Window(start, end, base, dated), facts


def _titled_window(titles: Sequence[tuple[int, str]], window: Window) -> Window:
    """The span of years that a title gives, where the text states no forecast period."""
    for _, title in titles[:2]:
        for mark in year_marks(title, 0, len(title)):
            if mark.kind == "span" and mark.last - mark.first > _HISTORY:
                return replace(window, start=mark.first, end=mark.last)
    return window


_HISTORY = 2


def _years_beside_rates(text: str, low: str) -> Iterator[YearMark]:
    """Years of the paragraphs that say "CAGR" or stand next to one that does; no year runs over an empty line."""
    start = 0
    rates = places(low, ("cagr",))
    while rates and start < len(text):
        end = text.find("\n\n", start)
        end = end if end >= 0 else len(text)
        if stands_in(rates, start - 30, end + 6):
            yield from year_marks(text, start, end)
        start = end + 1


def _first_endpoint(text: str, found: Sequence[Sentence]) -> int | None:
    """The first year of the first sentence that gives a growth rate between two dated values: the page's own present."""
    for s in found:
        if _RATED.search(text, s.start, s.end):
            points = sorted({m.first for m in year_marks(text, s.start, s.end) if m.kind == "point" and m.first})
            if len(points) > 1 and SIZED.search(text, s.start, s.end):
                return points[0]
    return None


# "Outlook to 2032" in a title: the end of a window whose start is not said.
_HORIZON_TITLE = re.compile(
    r"\b(?:outlook|forecasts?|trends|analysis|report|projections?)[ ](?:to|until|till|through|by)[ ](20[0-9]{2})\b",
    re.IGNORECASE,
)
_HORIZON = 3
_SHORTEST, _LONGEST = 3, 20  # years of a span that may be a forecast window


def _before_horizon(text: str) -> int | None:
    """The latest year that lies well before the text's last one: where a page gives base and target years only."""
    years = sorted({m.first for m in year_marks(text, 0, len(text)) if m.kind != "span" and m.first})
    present = max((y for y in years if y <= years[-1] - _HORIZON), default=None) if years else None
    is_unbroken = present is not None and all(y in years for y in range(present, years[-1]))
    return None if is_unbroken else present  # year after year is a record of the past, not a target


_PLACE = re.compile(
    r"\s*(?:[A-ZÀ-Þ]{4,20}\s?[-–—]\s)?[A-ZÀ-Þ][\w’'.-]*(?:[ /][\w’'.-]+){0,3},?\s(?:le\s|el\s|den\s|em\s|il\s)?"
)
_DASHED = re.compile(r"\s?(?:\([^()]{2,30}\))?\s?(?:[-–—:.]|\n|$)")


def _dateline(text: str, facts: list[Fact]) -> int | None:
    """A date alone on one of the first lines."""
    for mark in year_marks(text, 0, min(len(text), 600)):
        opens = text.rfind("\n", 0, mark.start) + 1
        if (
            mark.kind == "date"
            and mark.first
            and _PLACE.fullmatch(text[opens : mark.start])
            and _DASHED.match(text, mark.end)
        ):
            facts.append(Fact("published_on", text[mark.start : mark.end], mark.start, mark.end))
            return mark.first
    offset = 0
    for line in text[:400].split("\n")[:4]:
        marks = [m for m in year_marks(text, offset, offset + len(line)) if m.kind == "date" and m.first]
        is_first = bool(marks) and not line.isascii() and marks[0].start - offset <= 1  # "2025-09-12 14:20 来源:..."
        if marks and (is_first or len(line.strip()) - (marks[0].end - marks[0].start) < 14):
            facts.append(Fact("published_on", text[marks[0].start : marks[0].end], marks[0].start, marks[0].end))
            return marks[0].first
        offset += len(line) + 1
    return None


def _identity(text: str) -> list[Fact]:
    facts = []
    if m := _REPORT_ID.search(text):
        facts.append(Fact("report_id", m[1], *m.span(1)))
    for m in _URL.finditer(text) if "http" in text else ():
        if "report" in m.group().lower() or "industry" in m.group().lower():
            facts.append(Fact("report_url", m.group().rstrip(".,"), m.start(), m.start() + len(m.group().rstrip(".,"))))
            break
    return facts
