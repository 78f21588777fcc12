"""Market names without an "X market": "marché des X", "Markt für X", "X-Markt", "X市場". English names are in `markets`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from sources.extract.markets.markets import MarketMark
from sources.extract.text.name_keys import market_key
from sources.grammar.areas import area_marks, area_named
from sources.grammar.language import Grammar
from sources.grammar.market_naming import naming
from sources.grammar.pattern_words import pattern_words
from sources.grammar.phrase_patterns import alternation

_WORDS = pattern_words("markets")
_WORD = re.compile(r"[^\S\n]?(?P<word>[^\W_][\w'’&./+-]*)")
_LONGEST = 9  # words of a name
_IN_TITLE = 3
_TITLES = 6  # lines above a release in Japanese
_CJK_RUN = re.compile(r"[一-鿿々ァ-ヿーA-Za-z0-9・／/&+-]{1,24}(?:の[一-鿿ァ-ヿー]{1,8})?\Z")
_DATE_AHEAD = re.compile(
    rf"^(?:[把将](?=[0-9]))?(?:[0-9]{{1,4}}(?:[-~～至到][0-9]{{2,4}})?年?度?|第?[一二三四1-4]季度|前[二三两]季度|[上下]半年|{_WORDS['periods_zh']})+"
)
_NO_NAME = re.compile(rf".*[一二两三四五六七八九十0-9]\s?[成割]$|[全线上下]*{_WORDS['channels_zh']}$|.{{0,2}}同比.*")
# "プロテイン・たんぱく補給食品市場に関する調査": a name with hiragana, as a title gives it.
_MIXED_TITLE = re.compile(
    rf"(?P<name>[^\s、。,.をがはにへとも「」『』（）()【】:：0-9]{{3,30}}?)(?:の)?{_WORDS['areas_before_markets_ja']}?{_WORDS['market_nouns_ja']}(?:{_WORDS['behind_markets_ja']}|[ :：(（]|$)"
)
_KOREAN_RUN = re.compile(r"(?:[가-힣A-Za-z0-9·&/+-]{1,12} ){0,3}[가-힣A-Za-z0-9·&/+-]{1,14} ?\Z")
# A word that ends in a particle, or a number or year, is before the name: "지난해 국내 산업용 로봇 시장".
_KOREAN_AHEAD = re.compile(
    rf"^(?:.* )?(?:[가-힣A-Za-z]+{_WORDS['particles_ko']}|[0-9][0-9년월일.,-]*{_WORDS['time_units_ko']}?|{_WORDS['before_names_ko']}) "
)
_DATELINE = re.compile(r"(?:19|20)[0-9]{2}|^[A-ZÀ-Þ]{6,}\b")
_JOINT = re.compile(r"(?<=ung|eit|ion|tät)s$|(?<=schaft)s$")  # the s that joins German words: Verpackung-s-markt


def market_phrases(text: str, start: int, end: int, grammar: Grammar) -> list[MarketMark]:
    """Markets that a language's own phrases name in `text[start:end]`, left to right; none for English."""
    if grammar.is_cjk:
        return _cjk(text, start, end, grammar)
    marks = []
    if grammar.phrases("market_links"):
        for head in _heads(grammar).finditer(text, start, end):
            if mark := _behind(text, head, end, grammar):
                marks.append(mark)
    if suffixes := grammar.phrases("market_suffixes"):
        for m in _compound(suffixes).finditer(text, start, end):
            name = _JOINT.sub("", m["name"].rstrip("-"))
            if m.group().lower() not in grammar.phrases("market_not_names") and len(name) > 2:
                marks.append(MarketMark(m.start(), m.end(), name))
    return sorted(marks, key=lambda m: m.start)


def non_english_market(text: str, titles: Sequence[str], grammar: Grammar) -> str | None:
    """The market that a document in another language than English is about.

    Args:
        text: canonical text.
        titles: title and headings, the first one first.
        grammar: the document's words.

    Returns:
        The name as most often printed, or None where no phrase and no title names one.
    """
    votes: Counter[frozenset[str]] = Counter()
    forms: dict[frozenset[str], Counter[str]] = {}

    def vote(name: str, weight: int) -> None:
        key = frozenset({name}) if grammar.is_cjk else market_key(name)
        if key:
            votes[key] += weight
            forms.setdefault(key, Counter())[name] += weight

    for mark in market_phrases(text, 0, len(text), grammar):
        vote(mark.name, 2 if text.count(mark.name) > 1 else 1)
    for title in titles[:_TITLES] if grammar.language == "ja" else ():
        if (
            (mixed := _MIXED_TITLE.match(title))
            and re.search(r"[ぁ-んー]", mixed["name"])
            and text.count(mixed["name"]) > 1
        ):
            whole = _trimmed(mixed["name"], grammar)
            tails = sum(n for key, n in votes.items() if whole.endswith(tuple(key)))
            vote(whole, _IN_TITLE + tails)
    for title in titles[:2]:
        if name := _titled(title, grammar):
            vote(name, _IN_TITLE)
    if not votes:
        return None
    best = max(votes, key=lambda k: (votes[k], len(k), sorted(k)))
    return max(forms[best], key=lambda n: (forms[best][n], n))


@cache
def _possessed(g: Grammar) -> re.Pattern[str]:
    """ "... und seine Zukunft": another noun phrase begins."""
    return re.compile(rf"\s{g.source('articles')}\s?", re.IGNORECASE)


@cache
def _heads(g: Grammar) -> re.Pattern[str]:
    links = g.source("market_links")
    articles = g.source("articles")
    between = rf"(?:\s(?!{links})[^\W\d_][\w-]*){{0,2}}?"
    return re.compile(rf"{g.source('market_heads')}{between}\s{links}\s?(?:{articles}\s?)?", re.IGNORECASE)


@cache
def _compound(suffixes: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?P<name>[A-ZÀ-Þ][\wÀ-ÿ-]{{2,40}}?)(?i:{'|'.join(suffixes)})\b")


def _behind(text: str, head: re.Match[str], end: int, g: Grammar) -> MarketMark | None:
    """The words behind "market of" up to a verb, a number, an area or a mark."""
    inner = {w.rstrip("'") for w in g.phrases("market_name_inner")}
    stops = {*g.phrases("market_name_ends"), *g.phrases("subject_verbs")}
    verbs = naming(g.language).verbs
    best = at = head.end()
    for _ in range(_LONGEST):
        match = _WORD.match(text, at, end)
        if match is None or match["word"][0].isdigit() or match.end() == at:
            break
        word = match["word"].rstrip(".'’")
        lower = word.lower()
        if area_marks(text, match.start("word"), match.end("word")):
            break
        linked = lower in inner or re.sub(r"['’].*$", "", lower) in inner
        if lower in g.phrases("and_words") and _possessed(g).match(text, match.end(), end):
            break
        if lower in inner or (linked and "’" not in word and "'" not in word):
            at = match.end()
            continue
        if lower in stops or (word[0].islower() and lower in verbs):
            break
        at = best = match.end("word")
        if text[match.end("word") - 1] == ".":
            best -= 1
            break
    name = text[head.end() : best].strip(" ,.'’")
    if len(name) < 3 or area_named(name) or name.split()[0].lower() in g.phrases("market_no_starts"):
        return None
    return MarketMark(head.start(), best, name)


def _titled(title: str, g: Grammar) -> str | None:
    """ "Cosméticos veganos: mercado ...": the noun phrase that opens a title."""
    lead = re.split(r"\s?[:：|?!]\s|\s[-–—]\s|,\s|[：|]", title.strip() + " ")[0].strip(" *#?!")
    if g.is_cjk or _DATELINE.search(lead) or g.pattern("house_words").search(lead):
        return None
    if g.pattern("dimension_leads").match(lead):
        return None
    for mark in reversed(area_marks(lead, 0, len(lead))):
        lead = lead[: mark.start] + lead[mark.end :]
    lead = re.sub(rf"\s?{g.source('place_leads')}\s*$", "", lead.strip(), flags=re.IGNORECASE).strip()
    lead = re.sub(rf"^{g.source('articles')}\s?", "", lead, flags=re.IGNORECASE)
    words = lead.split()
    if not 0 < len(words) <= 6 or g.pattern("subject_verbs").search(lead) or g.pattern("market_words").search(lead):
        return None
    return lead if not re.search(r"[0-9$€%]", lead) and len(lead) > 2 and not area_named(lead) else None


def _cjk(text: str, start: int, end: int, g: Grammar) -> list[MarketMark]:
    """Names in scripts without blanks: the run of characters before "市場", without "global", years and links."""
    marks = []
    pattern = _cjk_heads(g)
    for m in pattern.finditer(text, start, end):
        run = (_KOREAN_RUN if g.language == "ko" else _CJK_RUN).search(text[max(start, m.start() - 34) : m.start()])
        name = _trimmed(run.group(), g) if run else ""
        if (
            len(name) > 1
            and not _NO_NAME.match(name)
            and not area_named(name)
            and name not in g.phrases("generic_subjects")
        ):
            marks.append(MarketMark(m.start() - len(name), m.end(), name))
    return marks


@cache
def _cjk_heads(g: Grammar) -> re.Pattern[str]:
    heads = g.source("market_suffixes", "market_objects")
    return re.compile(rf"{heads}(?!{g.source('market_not_behind')})")


@cache
def _ends(g: Grammar) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    ahead = g.source("market_prefixes", "connectives", "home_words")
    links = [w for w in g.phrases("market_links") if ord(w[0]) > 0x2E7F]
    return (
        re.compile(rf"^{ahead}"),
        re.compile(rf"{g.source('market_infixes')}$"),
        re.compile(rf".*{alternation(links)}"),
    )


def _trimmed(run: str, g: Grammar) -> str:
    ahead, behind, link = _ends(g)
    previous = None
    while previous != run:
        previous = run
        run = _DATE_AHEAD.sub("", run)
        run = ahead.sub("", link.sub("", behind.sub("", run)))
        if g.language == "ko":
            run = _KOREAN_AHEAD.sub("", run.strip())
    return run.strip("・／/- ")
