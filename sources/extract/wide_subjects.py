"""Whom a figure is said of in scripts without blanks (Japanese, Chinese): the nearest clause before it that names someone."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from sources.extract.attribution import Part, Subject, known_part, part_words
from sources.grammar.areas import WORLD, Area, area_marks, area_named, area_with_code
from sources.grammar.language import Grammar, alternation

_BRACKETED = re.compile(r"[(（][^()（）]{0,60}[)）]")
_PIECE = re.compile(r"(?<![0-9]),|,(?![0-9])|[、，;；:：。!！?？()（）「」『』|\n]|\s{2,}|\t")
_WHEN = re.compile(
    r"^(?:(?:19|20)[0-9]{2}\s?(?:[-~～〜–至到]\s?(?:19|20)?[0-9]{2})?\s?(?:年度|财年|會計年度|年期|年)?(?:上半年|下半年|第[一二三四]季度|[0-9]{1,2}月(?:[0-9]{1,2}日)?|全年|末|底|初|期)?"
    r"(?:にかけて|までに|まで|以降|から|には|では|にも|に|の|は|期间|期間|间|时|,)?|[\s•●■◆◇○・▼▲★☆*#-]+)"
)
_HIRAGANA = re.compile(r"[ぁ-ん]{1,6}|[\s\W_]*")
_CLAUSAL = re.compile(r"(?:する|した|して|れる|いる|ている|です|ます|ました|なる|となり|される|ない)$")
_RELATIVE = re.compile(r"[ただるい](?:19|20)[0-9]{2}")  # "撤退が相次いだ2022年度": the clause belongs to the year
_AMOUNT = re.compile(r"^[約约]?[0-9][0-9,.]*(?:$|[万億亿兆千百%％])")
_LONGEST = 18
_POSSESSED = re.compile(r"の")


def wide_subject(
    text: str, start: int, figure: int, market: str | None, parts: tuple[Part, ...], grammar: Grammar
) -> Subject | None:
    """The subject that the clauses of `text[start:figure]` name, nearest first.

    Args:
        text: canonical text.
        start: the sentence's start.
        figure: the figure's start, its hedge left out.
        market: the document's own market.
        parts: members of the document's segmentations.
        grammar: its `connectives`, `topic_marks`, `name_tails`, `generic_subjects`.

    Returns:
        The subject, or None where no clause names anyone.
    """
    pieces = [p for p in _PIECE.split(_BRACKETED.sub("", text[start:figure])) if p is not None]
    for index, piece in enumerate(reversed(pieces)):
        subject = _read_piece(piece, market, parts, grammar, last=index == 0)
        if subject is not None:
            return subject
    return None


def wide_name(phrase: str, market: str | None, parts: tuple[Part, ...], grammar: Grammar) -> Subject | None:
    """What a heading, a label or a table's row names; None where it names nobody."""
    plain = _opened(phrase, grammar)
    if _HIRAGANA.fullmatch(plain) and len(plain) > 1:
        return Subject(plain, segment=plain)
    if not plain or (grammar.pattern("section_words").search(plain) and not area_named(plain)):
        return None
    return _named(plain, market, parts, grammar)


def wide_names(lead: str, count: int, market: str | None, parts: tuple[Part, ...], grammar: Grammar) -> list[Subject]:
    """The `count` names of a row before "respectively": "北美、欧洲和亚太的份额分别为"."""
    lead = grammar.pattern("respectively").split(lead)[0]
    names: list[Subject] = []
    for piece in reversed(_AND.split(_opened(lead, grammar))):
        named = _named(_head(_opened(piece, grammar), grammar, last=True), market, parts, grammar)
        if named is None or named.company or (named.market is not None and not named.area):
            if names:
                break
            continue
        names.insert(0, named)
        if len(names) == count:
            break
    return names


WIDE_LINK = re.compile(r"[\s,，、]*(?:和|与|及|以及|と|および|及び)?[\s约約]*")
_AND = re.compile(r"[、，,]|和|与|以及|及び|および|及|と")


def _read_piece(piece: str, market: str | None, parts: tuple[Part, ...], g: Grammar, *, last: bool) -> Subject | None:
    if g.pattern("source_tails").search(piece) or g.pattern("source_leads").match(piece.strip()):
        return None
    if g.pattern("dimension_tails").search(piece) and _dimension(g).fullmatch(piece.strip()):
        return None
    return _named(_head(_opened(piece, g), g, last=last), market, parts, g)


@cache
def _dimension(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?:从|按|依|就)?.{{1,12}}{alternation(g.phrases('dimension_tails'))}")


@cache
def _connective(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"^{alternation(g.phrases('connectives'))}")


def _opened(piece: str, g: Grammar) -> str:
    """The piece without the connectives and times that open it."""
    previous = None
    while previous != piece:
        previous = piece
        piece = _connective(g).sub("", _WHEN.sub("", piece.strip()))
    return piece


def _head(piece: str, g: Grammar, *, last: bool) -> str:
    """The words before a clause's topic mark or predicate."""
    if g.language == "ja":
        topic = re.search(r"(?<!.[ぁ-ん])(?:は|が)|には|では", piece)
        if topic:
            return "" if topic.group() == "が" and _RELATIVE.search(piece, topic.end()) else piece[: topic.start()]
        if not last:
            return "" if re.search(r"[ぁ-ん]$", piece) else piece
    found = g.pattern("topic_marks").search(piece)
    if found is None:
        return piece
    head = piece[: found.start()]
    if g.pattern("house_words").search(head) and len(head) < 12:
        return _head(_opened(piece[found.end() :], g), g, last=last)
    return head


def _named(head: str, market: str | None, parts: tuple[Part, ...], g: Grammar) -> Subject | None:
    head = head.strip(" 　'\"“”・【】[]-–—―~")
    if not head or head in g.phrases("generic_subjects") or _HIRAGANA.fullmatch(head) or _AMOUNT.match(head):
        return None
    if home := g.pattern("home_words").match(head):
        area = area_with_code(g.home_area)
        return Subject(home.group(), area=area) if area else None
    if g.pattern("company_words").search(head) and not _leading_area(head):
        return Subject(head, company=True)
    if _POSSESSED.search(head):
        owner, _, owned = head.rpartition("の")
        if owned in g.phrases("generic_subjects") or _measures(g).search(owned):
            return _named(owner, market, parts, g) if owner else None
    if g.pattern("world_words").match(head):
        return Subject(head, area=WORLD, market="")
    if area := area_named(_tailless(head, g)) or _leading_area(head):
        return Subject(head, area=area)
    if market and (market in head or (len(head) > 2 and head in market)):
        return Subject(head, market="")
    if part := known_part(head, parts):
        if part.words == part_words(head):
            return Subject(head, segment=part.name, dimension=part.dimension, known=True)
    name = _tailless(head, g)
    if g.pattern("periods.forecast_period").match(name) or g.pattern("periods.this_year").fullmatch(name):
        return None
    if any(g.pattern(f"metrics.{measure}").search(name) for measure in ("cagr", "growth", "share")):
        return None
    if len(name) < 2 or name in g.phrases("generic_subjects") or len(name) > _LONGEST or _CLAUSAL.search(name):
        return None
    if re.search(r"[0-9０-９]{3}|[%％]", name) or g.pattern("percent").search(name):
        return None
    return Subject(head, segment=name)


@cache
def _measures(g: Grammar) -> re.Pattern[str]:
    """A name that ends in what is measured: "出荷単価", "供給シェア", "国内市場規模"."""
    words = [*g.phrases("generic_subjects"), *g.phrases("market_suffixes"), *g.phrases("share_words")]
    return re.compile(rf"{alternation(w for w in words if len(w) > 1)}$")


def _tailless(head: str, g: Grammar) -> str:
    tails = _tails(g)
    previous = None
    while previous != head:
        previous = head
        head = tails.sub("", head).strip()
    return head


@cache
def _tails(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?<=.){alternation(g.phrases('name_tails'))}$")


def _leading_area(head: str) -> Area | None:
    """ "中国家庭": the area whose name opens the words."""
    marks = area_marks(head, 0, len(head))
    return marks[0].area if marks and marks[0].start == 0 else None


def with_area(subject: Subject, area: Area | None) -> Subject:
    """A part of the market in the area that was spoken of before it."""
    return replace(subject, area=area) if area and subject.segment and not subject.area else subject
