"""What a document says of itself: language, title, market, area, forecast window, base year, dates, publisher.

Everything that one figure's reading may need from elsewhere in the document is gathered here, once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sources.extract.attribution import Part, part_of
from sources.extract.languages import language_of
from sources.extract.markets import primary_market, tidy_market
from sources.extract.segments import segments_of
from sources.extract.sentences import Sentence
from sources.extract.timing import Window
from sources.extract.years import year_marks
from sources.grammar.areas import WORLD, Area, area_marks, area_named
from sources.grammar.language import Grammar, grammar
from sources.records import Block, Fact, ParsedDocument, Segment

_WINDOW = re.compile(
    r"(?:forecasts?(?:ed)?|analysis|projection|prediction|assessment|study|outlook|Prognosezeitraum|Prognose|período de pronóstico|pronóstico|previsión|période de prévision|予測期間|预测期)"
    r"[^.\n]{0,40}?(?<![0-9])((?:19|20)[0-9]{2})\s?(?:[-–—~〜～]|to|through|bis|a|à|から|年?[-–~～]|至)\s?((?:19|20)[0-9]{2})(?![0-9])"
    r"|(?<![0-9])((?:19|20)[0-9]{2})\s?(?:[-–—]|to|through)\s?((?:19|20)[0-9]{2})\s(?:forecast|analysis|projection|outlook)",
    re.IGNORECASE,
)
_STUDY = re.compile(r"(?:study|historical|review)\s(?:period|data|analysis|range)", re.IGNORECASE)
_BASE_YEAR = re.compile(
    r"(?:\bbase year|estimation base year|basisjahr|año base|année de base|基準年|基准年)[^0-9\n]{0,30}((?:19|20)[0-9]{2})",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"(?:published|updated|last updated|page last updated|date|posted|publication date|release date|dateline|発行時期|発行日|発表日|veröffentlicht|stand|fecha|publicado|publié)\b(?: on)?\s?[:：]?\s?",
    re.IGNORECASE,
)
_AS_OF = re.compile(
    r"\b(?:data|insights|figures|estimates|information|information available|datos|Daten)\s(?:available\s)?(?:as of|as at|Stand)\s",
    re.IGNORECASE,
)
_PUBLISHED_BY = (
    re.compile(
        r"(?:Analysis|Review|Report|Study|Research|Insights|Outlook|Source|Quelle|Fuente)\s?(?:by|:)\s(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){0,4})"
    ),
    re.compile(
        r"(?:Publisher|publisher|发布|発行元|Herausgeber|Editor|Published by|published by|Verlag|Fuente|Source)\s?[:：]?\s?(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){0,4})"
    ),
    re.compile(
        r"(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){0,3})[®™]?\s(?:announces|has released|has published|today released|released|published|expects|estimates|puts|values|forecasts|projects|says|veröffentlicht|schätzt|estima|valora|prevé)\b"
    ),
    re.compile(
        r"(?:[Nn]ote: |contact |from |browse the |[Aa]ccording to |[Ll]aut |[Ss]egún |[Ss]elon )(?:the )?(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){0,3}(?:[ ](?:Research|Insights|Intelligence|Analytics|Partners|Advisory|Consulting|Institute)))"
    ),
)
_FIRM = re.compile(
    r"\b(?P<name>(?:[A-Z][\w&’'-]*[ ]){0,3}(?:Research|Insights|Intelligence|Analytics|Advisory|Consulting|Reports)(?:\s(?:Inc|Ltd|LLC|Group)\.?)?)\b"
)
_REPORT_ID = re.compile(
    r"(?:Report ID|Report Code|SKU|Product Code|Report No\.?|Code)\s?[:：]\s?([A-Z0-9][A-Z0-9-]{3,24})"
)
_URL = re.compile(r"https?://[^\s)>\]】]+")
_NOT_FIRM = frozenset(
    "The This Global Key Recent Our Major Market Primary Secondary Full Exclusive Industry More Related Latest New Study".split()
)


@dataclass(frozen=True, slots=True)
class Context:
    """Read-only facts of one document, shared by all its figures."""

    grammar: Grammar
    title: str | None
    market: str | None
    publisher: str | None
    area: Area  # the area the whole document is about
    window: Window
    parts: tuple[Part, ...]
    segments: tuple[Segment, ...]
    headings: dict[int, str]  # block index → the heading above it
    facts: tuple[Fact, ...]


def context_of(parsed: ParsedDocument, found: Sequence[Sentence]) -> Context:
    """Gather a document's own facts."""
    text, blocks = parsed.text, parsed.blocks
    words = grammar(language_of(text))
    headings = _headings(text, blocks)
    titles = _titles(text, blocks)
    market, market_span = _market(text, titles, found, words)
    segments = segments_of(text, blocks, market)
    window, window_facts = _window(text)
    if window.base_year is None and window.dated is None:
        window = replace(window, reference=_first_endpoint(text, found))
    facts = [*window_facts, *_identity(text)]
    publisher = _publisher(text, titles)
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
    return Context(words, titles[0][1] if titles else None, market, publisher[0] if publisher else None,
                   _area(titles, market), window, tuple(parts.values()), tuple(segments), headings,
                   tuple(sorted(facts, key=lambda f: (f.char_start, f.name))))  # fmt: skip


def _headings(text: str, blocks: Sequence[Block]) -> dict[int, str]:
    above: dict[int, str] = {}
    current = ""
    for index, block in enumerate(blocks):
        if block.kind == "heading":
            current = text[block.char_start : block.char_end]
        else:
            above[index] = current
    return above


def _titles(text: str, blocks: Sequence[Block]) -> list[tuple[int, str]]:
    """Title and headings in order; a document without a heading is titled by its first short block."""
    titles = [(b.char_start, text[b.char_start : b.char_end]) for b in blocks if b.kind == "heading"]
    for b in blocks[:4]:
        line = text[b.char_start : b.char_end].split("\n")[0]
        is_lead = b is blocks[0] and len(line) < 420
        if b.kind == "paragraph" and (is_lead or (len(line) < 140 and not re.search(r"[.!?:;]$", line))):
            titles.append((b.char_start, line))
    return sorted(titles)


def _market(
    text: str, titles: list[tuple[int, str]], found: Sequence[Sentence], words: Grammar
) -> tuple[str | None, tuple[int, int] | None]:
    name = primary_market(text, [t for _, t in titles], len(text))
    if name is None:
        name = _unnamed_market(text, titles, found, words)
    if name is None:
        return None, None
    at = text.find(name)
    if at < 0:
        at = text.lower().find(name.lower())
    return name, ((at, at + len(name)) if at >= 0 else None)


_SIZED = re.compile(r"(?:USD|US\$|[$€£₹¥]|EUR|INR)\s?[0-9]|[0-9]\s?(?:億|亿|Mrd|Mio|millones|milliards|millions)")
_BUSINESS = re.compile(
    r"(?:mercado (?:mundial |global )?(?:de |del )(?:la |los |las )?|marché (?:mondial )?(?:de |des |du )(?:la |l')?|Markt für |Weltmarkt für |globale Markt für )(?P<name>[\wÀ-ÿ-]+(?:\s(?:de|del|des|du|für|en|y|und|et)?\s?[\wÀ-ÿ-]+){0,3}?)(?=\s(?:alcanz|se|fue|era|crec|lleg|valor|en|wurde|wird|soll|war|betrug|erreich|a |devrait|était|représent|va)|[,.:;(]|$)"
    r"|(?P<cjk>[一-鿿ァ-ヿー]{2,16}(?:の[一-鿿ァ-ヿー]{2,12})?)(?:の)?(?:世界)?(?:市場|市场)(?!調査|研究|レポート|リサーチ|调查)"
)


def _unnamed_market(text: str, titles: list[tuple[int, str]], found: Sequence[Sentence], words: Grammar) -> str | None:
    """A market that is never called "the X market": another language's phrase, else the topic that recurs.

    A topic is a run of one to three words; it counts for its occurrences, for its length, for standing in the title and for
    standing in a sentence that gives an amount.
    """
    votes = Counter(m["name"] or m["cjk"] for m in _BUSINESS.finditer(text))
    if votes:
        return max(votes, key=lambda n: (votes[n], len(n), n))
    for _, title in titles[:2]:
        if (m := _TITLED.match(title)) and (name := _without_area(m["name"])):
            return name
    sized = [text[s.start : s.end] for s in found if _SIZED.search(text, s.start, s.end)]
    if words.language in ("ja", "zh") or not sized:
        return None
    counts: Counter[tuple[str, ...]] = Counter()
    capital: Counter[tuple[str, ...]] = Counter()
    forms: dict[tuple[str, ...], Counter[str]] = {}
    for s in found:
        for key, form in _topics(text[s.start : s.end], words):
            counts[key] += 1
            capital[key] += form[0].isupper()
            forms.setdefault(key, Counter())[form] += 1
    title = {key for _, t in titles[:2] for key, _ in _topics(t, words)}
    amounts = {key for piece in sized[:3] for key, _ in _topics(piece, words)}
    scores = {
        key: counts[key] * (0.6 if len(key) == 1 else 1 + 0.7 * (len(key) - 1))
        + (3 + 2 * (len(key) - 1)) * (key in title)
        + 3 * (key in amounts)
        for key in counts
        if (counts[key] > 1 or (key in title and key in amounts)) and (capital[key] < counts[key] or key in title)
    }
    if not scores:
        return None
    best = max(sorted(scores), key=lambda key: scores[key])
    if scores[best] < 4:
        return None
    return max(forms.get(best, Counter({" ".join(best): 1})).items(), key=lambda item: (item[1], item[0]))[0]


_TITLED = re.compile(
    r"(?P<name>[^-–—:|,(]{3,60}?)\s?(?:\s[-–—]|[:|,(])\s?.{0,40}\b(?:outlook|forecasts?|size|share|trends|analysis|insights|review|study|worldwide|global|report|(?:to|until) 20[0-9]{2})\b",
    re.IGNORECASE,
)


def _without_area(name: str) -> str | None:
    for mark in reversed(area_marks(name, 0, len(name))):
        name = name[: mark.start] + " " + re.sub(r"^['’]s", "", name[mark.end :])
    plain = tidy_market(" ".join(name.split()))
    return plain if plain and len(plain.split()) <= 6 and not _SIZED.search(plain) else None


def _topics(piece: str, words: Grammar) -> list[tuple[tuple[str, ...], str]]:
    """Runs of one to three content words with their comparison key (lower case, singular); areas are passed over."""
    areas = area_marks(piece, 0, len(piece))
    tokens = [
        m for m in re.finditer(r"[^\W\d_][\w’'-]*", piece) if not any(a.start <= m.start() < a.end for a in areas)
    ]
    stops = set(words.phrases("stop_words")) | _STOP_TOPIC
    out = []
    for size in (1, 2, 3):
        for i in range(len(tokens) - size + 1):
            run = tokens[i : i + size]
            if any(m.group().lower() in stops or (len(m.group()) < 3 and not m.group().isupper()) for m in run):
                continue
            if any(piece[a.end() : b.start()] not in (" ", "-") for a, b in zip(run, run[1:], strict=False)):
                continue
            key = tuple(re.sub(r"(?<=[^s])s$", "", re.sub(r"['’]s$", "", m.group().lower())) for m in run)
            out.append((key, piece[run[0].start() : run[-1].end()]))
    return out


_STOP_TOPIC = frozenset(
    "market markets industry sector business trade global world worldwide mundial size share value revenue revenues sales spending growth grow report study forecast billion million "
    "trillion bn mn usd eur inr millones year years period cagr rate compound annual percent by is are was were be been will should would could can may might must has have had do does "
    "its it their his her our your they them he she we you this that these those which who whom what when where why how than then more most less much many such other others another same "
    "each every all any some both few own new one two three four five first second last next about over under around almost nearly approximately up down out off into onto from as at an or "
    "but if so not no nor yet only also just even still already expected projected estimated valued forecasted reach reached reaching hit go going come coming came get got take taken make made "
    "put puts see sees say says said give gives find found use used using show shows lead leads led hold holds held keep keeps driven drive drives driving rising rise rises increase increases "
    "increased growing demand supply use users user people consumers companies company players firms firm vendors analyst analysts experts consumer units unit sold number figure figures total "
    "today while because since between among against within without through during before after per via across toward towards according named based key main major leading top high higher highest "
    "low lower big bigger large larger largest small strong fast faster fastest early late recent current annually globally date summary trends overview insights update outlook opportunity "
    "january february march april may june july august september october november december".split()
)


def _area(titles: list[tuple[int, str]], market: str | None) -> Area:
    """The area a title or the market's own name is about; the world where it names none or several."""
    for _, title in titles[:2]:
        if area_named(title.strip()):
            continue
        marks = [m for m in area_marks(title, 0, len(title)) if m.area is not WORLD]
        if any(m.area.code == "001" for m in marks):
            return WORLD
        if len({m.area.code for m in marks}) == 1 and (
            marks[0].start <= 3
            or re.search(r"(?:in|for|across|en|im|au|aux)\s(?:the\s|der\s)?$|[-–—|,:]\s$", title[: marks[0].start])
        ):
            return marks[0].area
        if marks:
            return WORLD
    if market and (marks := area_marks(market, 0, len(market))) and marks[0].start == 0:
        return marks[0].area
    return WORLD


def _window(text: str) -> tuple[Window, list[Fact]]:
    facts: list[Fact] = []
    start = end = base = dated = None
    spans: Counter[tuple[int, int]] = Counter()
    where: dict[tuple[int, int], re.Match[str]] = {}
    for m in _WINDOW.finditer(text):
        a, b = int(m[1] or m[3]), int(m[2] or m[4])
        if a < b <= a + 30 and not _STUDY.search(m.group()):
            spans[(a, b)] += 1
            where.setdefault((a, b), m)
    for m in year_marks(text, 0, len(text)):
        lead = text[max(0, m.start - 30) : m.start].lower()
        if m.kind == "span" and ("cagr" in lead or "cagr" in text[m.end : m.end + 6].lower()):
            spans[(m.first, m.last)] += 1
    if spans:
        (start, end), _ = max(spans.items(), key=lambda item: (item[1], item[0][1], -item[0][0]))
        if (start, end) in where:
            facts.append(Fact("forecast_window", f"{start}-{end}", *where[start, end].span()))
    if m := _BASE_YEAR.search(text):
        base = int(m[1])
        facts.append(Fact("base_year", m[1], *m.span()))
    for m in _DATED.finditer(text):
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
    if m := _AS_OF.search(text):
        mark = next((y for y in year_marks(text, m.end(), min(len(text), m.end() + 24)) if y.first), None)
        if mark:
            dated = dated or mark.first
            facts.append(Fact("data_as_of", text[mark.start : mark.end], mark.start, mark.end))
    if dated is None:
        dated = _dateline(text, facts)
    return Window(start, end, base, dated), facts


def _first_endpoint(text: str, found: Sequence[Sentence]) -> int | None:
    """The first year of the first sentence that gives a growth rate between two dated values: the page's own present."""
    for s in found:
        if re.search(
            r"CAGR|growth rate|Wachstumsrate|crecimiento anual|croissance|成長率|增长率", text[s.start : s.end]
        ):
            points = sorted({m.first for m in year_marks(text, s.start, s.end) if m.kind == "point" and m.first})
            if len(points) > 1 and _SIZED.search(text, s.start, s.end):
                return points[0]
    return None


def _dateline(text: str, facts: list[Fact]) -> int | None:
    """A date alone on one of the first lines."""
    offset = 0
    for line in text[:400].split("\n")[:4]:
        marks = [m for m in year_marks(text, offset, offset + len(line)) if m.kind == "date" and m.first]
        if marks and len(line.strip()) - (marks[0].end - marks[0].start) < 14:
            facts.append(Fact("published_on", text[marks[0].start : marks[0].end], marks[0].start, marks[0].end))
            return marks[0].first
        offset += len(line) + 1
    return None


def _identity(text: str) -> list[Fact]:
    facts = []
    if m := _REPORT_ID.search(text):
        facts.append(Fact("report_id", m[1], *m.span(1)))
    for m in _URL.finditer(text):
        if "report" in m.group().lower() or "industry" in m.group().lower():
            facts.append(Fact("report_url", m.group().rstrip(".,"), m.start(), m.start() + len(m.group().rstrip(".,"))))
            break
    return facts


def _publisher(text: str, titles: Sequence[tuple[int, str]]) -> tuple[str, int] | None:
    """Who publishes: the name that bylines, announcements and notes give most often; else a site name above the title."""
    votes: Counter[str] = Counter()
    first: dict[str, int] = {}
    for weight, pattern in zip((4, 4, 2, 3, 1), (*_PUBLISHED_BY, _FIRM), strict=True):
        for m in pattern.finditer(text):
            name = _firm_name(m["name"])
            if name:
                votes[name] += weight
                first.setdefault(name, text.find(name, m.start()))
    for name in votes:
        votes[name] += min(5, text.count(name)) + (2 if _FIRM.search(name) else 0)
    if votes:
        best = max(votes, key=lambda n: (votes[n], -first[n], n))
        return best, first[best]
    if len(titles) > 1 and re.fullmatch(r"[A-Z][a-z]*[A-Z][\w]*|[A-Z]{2,}[a-z]\w*", titles[0][1].strip()):
        return titles[0][1].strip(), titles[0][0]
    return None


def _firm_name(printed: str) -> str | None:
    name = re.sub(r"['’]s$", "", printed.strip()).rstrip(".")
    name = re.sub(r"^(?:(?:Global|Leading|Market|Research|The|A)\s)*(?:Publisher|Firm|Company|Analyst)s?\s", "", name)
    words = name.split()
    if not words or words[0] in _NOT_FIRM or len(name) < 3 or area_named(name):
        return None
    plain = len(words) == 1 and not re.search(r"[a-z][A-Z]|[A-Z]{2}", name)
    return None if plain and name.lower() in _COMMON else name


_COMMON = frozenset(
    "companies analysts experts industry market research report type application region demand growth europe year source study company players segment product".split()
)
