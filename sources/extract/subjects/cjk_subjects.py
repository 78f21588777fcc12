"""The subject of a figure in scripts without blanks (Japanese, Chinese): the nearest clause before it that names one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from sources.extract.parts.named_subjects import Part, Subject, known_part
from sources.extract.text.name_keys import part_words
from sources.grammar.areas import WORLD, Area, area_marks, area_named, area_with_code
from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation

_BRACKETED = re.compile(r"[(（][^()（）]{0,60}[)）]")
_PIECE = re.compile(r"(?<![0-9]),|,(?![0-9])|[、，;；:：。!！?？()（）「」『』|\n]|\s{2,}|\t")
_WHEN = re.compile(
    r"^(?:(?:(?:19|20)[0-9]{2}|(?:令和|平成|民国|民國)(?:[0-9]{1,3}|元)|[0-9]{2}(?=年(?:度|は|の|に)))\s?(?:[-~～〜–至到]\s?(?:19|20)?[0-9]{2})?\s?(?:年度|财年|財年|會計年度|年期|年)?"
    r"(?:上半年|下半年|上半期|下半期|[上下]期|(?:第)?[一二三四1-4](?:季度|季|四半期)|前[一二三]季度?|[0-9]{1,2}(?:[-~～〜至到][0-9]{1,2})?月(?:[0-9]{1,2}日)?|全年|通年|年末|末|底|初|期)?"
    r"(?:累计|累計)?(?:時点|现在|現在|ベース)?(?:にかけて|までに|まで|以降|以来|から|起|には|では|にも|に|で|の|は|期间|期間|间|间的|時|时|,)?"
    r"|(?:上半年|下半年|上半期|下半期|(?:第)?[一二三四](?:季度|四半期)|前[一二三]季度?|[上下]期|全年|通年|当期|同期|累计|累計|未来[0-9一二三四五六七八九十几]{1,2}年|今後[0-9一二三四五六七八九十]{1,2}年間?|期末|期初|期首)(?:累计|累計)?(?:内|里|は|の|に|には|で|では|间|時点で)?"
    r"|[0-9一二三四五六七八九十]{1,3}(?:年間|か年|カ年|年来|年间)(?:で|に|の|は)?|[0-9]{1,2}月[0-9]{1,2}日(?:消息|讯|訊|电|電)?|[0-9]{1,2}[.、．)）]\s?(?![0-9])|[\s•●■◆◇○・▼▲★☆*#-]+)"
)
# "タイプ別にみると", "就应用来看": the dimension that a list of parts opens with, glued to the first of them.
_BY = re.compile(
    r"^(?:从|按|依|就|以)?[^、。,，はがを]{1,12}?(?:別(?:では|に見ると|にみると|で見ると|でみると|に見れば|にみれば|の内訳は|の内訳では|内訳は|には|の構成比は|の構成比では|の構成では|のシェアは|シェアは|シェアでは|の市場規模は|市場規模は|の?市場占有率は|の?占有率は|の?販売台数は|の?売上は)|(?:来看|来说|而言|划分|來看|來說|劃分))"
)
_WHEN_KO = re.compile(
    r"^(?:(?:19|20)[0-9]{2}(?:\s?[-~～]\s?(?:19|20)?[0-9]{2})?년(?:도)?\s?(?:[1-4]분기|상반기|하반기|말|초|[0-9]{1,2}월(?:\s?[0-9]{1,2}일)?)?\s?(?:기준|현재)?(?:으로)?(?:부터|까지|에서|에는|에|의|은|는|이|엔)?"
    r"|(?:지난해|올해|작년|내년|같은 기간|이 기간|향후 [0-9]+년간|[1-4]분기|상반기|하반기)(?:에는|에|은|는|의)?)(?=[\s,]|$)"
)
_BY_KO = re.compile(r"^[가-힣\s]{1,12}별(?:로는|로 보면|로 살펴보면|로|\s?비중은|\s?점유율은|\s?시장 규모는)\s?,?\s?")
# "2位は三菱", "第二是", "1위는 삼성": the rank before its holder.
_RANK = re.compile(
    r"^(?:第?[0-9一二三四五六七八九十]{1,2}位|首位|第[一二三四五](?!季|大|代|种|類|类|方|产|三)|[0-9]{1,2}위)(?:は|が|の|に|で|是|为|為|的是|는|은|인)?\s?"
)
_PER = re.compile(r"^[0-9０-９一1]+[^の、。]{1,5}(?:当たり|あたり|につき|當り)の?")
_HELD_BY = re.compile(r"^.*(?:に占める|に占めた|のうち、?)")
_BAND = re.compile(
    r"^[約约]?[0-9][0-9.,]*(?:[-~～至到][0-9.,]+)?[万千]?(?:元|円|美元|ドル|米ドル|英寸|インチ|公斤|kg|升|リットル|L|cc|匹|kW|W|歳|岁)?(?:以下|以上|未満|未满|超|以内|级|級|クラス|台(?=[のが]))"
)
_BANDED = re.compile(r"(?:以下|以上|未満|未满|超の|以内|级|級|クラス|台の|价位|價位|左右的)")
_SHORT_NAME = re.compile(r"[\u4e00-\u9fff](?=[がは]?$)")
_NO_SHORT_NAME = frozenset("人年月日社国前後点方者中上下他今何数額量値幅割計同約率")
_HIRAGANA = re.compile(r"[ぁ-ん]{1,6}|[\s\W_]*")
_CLAUSAL = re.compile(r"(?:する|した|して|れる|いる|ている|です|ます|ました|なる|となり|される|ない)$")
_RELATIVE = re.compile(r"[ただるい](?:19|20)[0-9]{2}")  # "撤退が相次いだ2022年度": the clause belongs to the year
_AMOUNT = re.compile(r"^[約约]?[0-9][0-9,.]*(?:$|[万億亿兆千百%％])")
_LONGEST = 18
_POSSESSED = re.compile(r"の")


def cjk_subject(
    text: str,
    start: int,
    figure: int,
    market: str | None,
    parts: tuple[Part, ...],
    grammar: Grammar,
    taken: Sequence[tuple[int, int]] = (),
) -> Subject | None:
    """The subject that the clauses of `text[start:figure]` name, nearest first.

    Args:
        text: canonical text.
        start: the sentence's start.
        figure: the figure's start, its hedge left out.
        market: the document's own market.
        parts: members of the document's segmentations.
        grammar: its `connectives`, `topic_marks`, `name_tails`, `generic_subjects`.
        taken: spans of the figures before it, which are no part of any name; "500元以下" is.

    Returns:
        The subject, or None where no clause names anyone.
    """
    lead = text[start:figure]
    for a, b in taken:
        if b <= figure and not _BANDED.match(text, b):
            lead = lead[: a - start] + " " * (b - a) + lead[b - start :]
    opened = lead.rfind("(") if lead.rfind("(") > lead.rfind(")") else -1
    pieces = [p for p in _PIECE.split(_BRACKETED.sub("", lead)) if p is not None]
    if opened >= 0 and len(pieces) > 1 and not _named_in_bracket(pieces[-1], grammar):
        pieces = pieces[:-1]  # "粉末が1,486億円(構成比": the name before the bracket
    for index, piece in enumerate(reversed(pieces)):
        subject = _read_piece(piece, market, parts, grammar, last=index == 0)
        if subject is not None:
            return subject
    return None


def _named_in_bracket(piece: str, g: Grammar) -> bool:
    return bool(_BY.match(piece) or area_named(_tailless(_opened(piece, g), g)))


def cjk_heading(heading: str, market: str | None, parts: tuple[Part, ...], grammar: Grammar) -> Subject | None:
    """The part or area that a heading names; a heading that makes a statement names none."""
    plain = heading.strip(" 　●■◆◇○▼▲★☆*#【】[]()（）<>《》「」")
    if plain.endswith(("?", "？")):  # "问:中国市场有多大?"
        asked = {mark.area for mark in area_marks(plain, 0, len(plain))}
        return Subject(plain, area=asked.pop()) if len(asked) == 1 else None
    clause_mark = (
        re.search(r"[はがをへ？?！!。]|に(?!んじん)|する|[0-9]{3}", plain) if grammar.language == "ja" else None
    )
    if grammar.language == "ko":
        clause_mark = re.search(r"[0-9.]|[은는이가을를에](?=\s|$)|다$", plain)
    if grammar.language == "zh" and len(plain) > 6:
        clause_mark = grammar.pattern("topic_marks").search(plain)
    return None if clause_mark or len(plain) > _LONGEST else cjk_name(plain, market, parts, grammar)


def cjk_name(phrase: str, market: str | None, parts: tuple[Part, ...], grammar: Grammar) -> Subject | None:
    """What a heading, a label or a table's row names; None where it names none."""
    plain = _opened(phrase, grammar)
    if _HIRAGANA.fullmatch(plain) and len(plain) > 1:
        return Subject(plain, segment=plain)
    if not plain or (grammar.pattern("section_words").search(plain) and not area_named(plain)):
        return None
    return _named(plain, market, parts, grammar)


def cjk_names(lead: str, count: int, market: str | None, parts: tuple[Part, ...], grammar: Grammar) -> list[Subject]:
    """The `count` names of a row before "respectively": "北美、欧洲和亚太的份额分别为"."""
    lead = re.split("[;；。]", grammar.pattern("respectively").split(lead)[0])[-1]
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


CJK_LINK = re.compile(r"[\s,，、]*(?:和|与|及|以及|と|および|及び|과|와)?[\s약约約]*")
_AND = re.compile(r"[、，,]|(?<=[가-힣])(?:와|과)\s|\s및\s|和|与|以及|及び|および|及|と")


def _read_piece(piece: str, market: str | None, parts: tuple[Part, ...], g: Grammar, *, last: bool) -> Subject | None:
    if g.pattern("source_tails").search(piece) or g.pattern("source_leads").match(piece.strip()):
        return None
    if g.pattern("dimension_tails").search(piece) and _dimension(g).fullmatch(piece.strip()):
        return None
    if last and g.language == "ja" and _OF_WHOLE.search(piece):
        return None
    if rest := _rest(g).match(piece.strip()):
        return Subject(rest["name"], segment=rest["name"]) if len(rest["name"]) > 1 else None
    piece = _said(g).sub("", piece)
    return _named(_head(_opened(piece, g), g, last=last), market, parts, g)


# "世界全体の36%を占めた": the whole that a share is taken of.
_OF_WHOLE = re.compile(
    r"^[^はが]{0,16}(?:世界|全体|市場|売上高?|需要|総額|合計|出荷|販売)[^はがを]{0,4}の(?:約|およそ|ほぼ)?$"
)


@cache
def _rest(g: Grammar) -> re.Pattern[str]:
    """ "其余为X": the part that is behind "the rest"."""
    return re.compile(rf"{g.source('rest_words_cjk')}(?P<name>.{{2,24}})$")


@cache
def _said(g: Grammar) -> re.Pattern[str]:
    """ "某某研究院分析师预测": who says it, and the verb of saying."""
    houses = g.source("house_words")
    if g.language == "ja":
        return re.compile(rf"^.{{0,24}}?{houses}[^のはが、。]{{0,10}}(?:は|が|では)")
    if g.language == "ko":
        return re.compile(rf"^.{{0,30}}?{houses}(?:은|는|이|가|의)\s")
    verbs = g.source(
        "reporting_verbs",
        also=[
            "显示",
            "认为",
            "指出",
            "表示",
            "发布",
            "披露",
            "統計",
            "統计",
            "顯示",
            "認為",
            "發布",
            "统计",
            "坦言",
            "称",
            "透露",
            "强调",
            "分析称",
            "分析认为",
            "介绍",
            "測算",
        ],
    )
    return re.compile(rf"^.{{0,24}}?{houses}.{{0,10}}?{verbs}的?")


@cache
def _dimension(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?:从|按|依|就)?.{{1,12}}{g.source('dimension_tails')}")


@cache
def _connective(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"^{g.source('connectives')}")


def _opened(piece: str, g: Grammar) -> str:
    """The piece without the connectives and times that open it."""
    previous = None
    while previous != piece:
        previous = piece
        piece = _BY_KO.sub("", _WHEN_KO.sub("", piece.strip()))
        piece = _BY.sub("", _PER.sub("", _RANK.sub("", _connective(g).sub("", _WHEN.sub("", piece.strip())))))
    return piece


def _head(piece: str, g: Grammar, *, last: bool) -> str:
    """The words before a clause's topic mark or predicate."""
    if g.language == "ko":
        return _korean_head(piece, last=last)
    if g.language == "ja":
        topic = re.search(r"(?<!.[ぁ-ん])(?:は|が)|には|では", piece)
        if topic:
            return "" if topic.group() == "が" and _RELATIVE.search(piece, topic.end()) else piece[: topic.start()]
        if last and _RELATIVE.search(piece):
            return ""
        if not last:
            return "" if re.search(r"[ぁ-ん]$", piece) else piece
    if band := _BAND.match(piece):
        return band.group()
    if dated := _YEAR_WITHIN.search(piece, 1):  # "真空板2025年以44%"
        piece = piece[: dated.start()]
    held = [m.span() for m in g.pattern("compounds").finditer(piece)]  # "雷达" holds no "达"
    marks = g.pattern("topic_marks").finditer(piece)
    mark = next((m for m in marks if not any(a <= m.start() < b and m.end() <= b for a, b in held)), None)
    if mark is None:
        return piece
    head = piece[: mark.start()]
    if g.pattern("house_words").search(head) and len(head) < 12:
        return _head(_opened(piece[mark.end() :], g), g, last=last)
    return head


_YEAR_WITHIN = re.compile(r"(?:19|20)[0-9]{2}(?:年|财年|財年|[-~～至])")
_TOPIC_KO = re.compile(r"(?<=[가-힣A-Za-z0-9)])(?:에서는|의 경우(?:는|에는)?|은|는|이|가)(?=\s|$)")
_PLACE_KO = re.compile(r"(?<=[가-힣A-Za-z0-9)])에서(?=\s|$)")
_OWNED_KO = re.compile(r"(?<=[가-힣A-Za-z])(?:의|에서|을|를|로|으로|와|과)\s")
_WITHIN_KO = re.compile(r"^(?:국내|시장|전체|매출|세계|글로벌|전\s)[^은는이가]{0,10}(?:에서|중|가운데)\s(?=\S)")
_HELD_BY_KO = re.compile(r"^.*(?:에서|중|가운데)\s(?=[^\s])")


def _korean_head(piece: str, *, last: bool) -> str:
    """The words before the topic's particle; a piece without one names no topic unless it is right before the figure."""
    topic = _TOPIC_KO.search(piece) or _PLACE_KO.search(piece)
    if topic is None:
        owner = _OWNED_KO.search(piece) if last else None
        return piece[: owner.start()] if owner else piece if not last or len(piece.split()) < 4 else ""
    head = _WITHIN_KO.sub("", piece[: topic.start()])
    owner = _OWNED_KO.search(head)
    if owner and re.fullmatch(
        r"(?:시장\s?)?(?:점유율|비중|매출|매출액|시장\s?규모|규모|판매량|출하량|성장률|연평균 성장률|가격|평균 가격|단가|수요|CAGR|비율)",
        head[owner.end() :].strip(),
    ):
        return head[: owner.start()]
    return head


def _named(head: str, market: str | None, parts: tuple[Part, ...], g: Grammar) -> Subject | None:
    """What the words before a topic's particle mean; None where they name no subject."""
    head = head.strip(" 　'\"“”・【】[]-–—―~")
    if g.language == "ja":
        head = _HELD_BY.sub("", head)
    if band := _BAND.match(head):
        return Subject(head, segment=band.group())
    head = _scope(g).sub("", head)
    if not head or head in g.phrases("generic_subjects") or _HIRAGANA.fullmatch(head) or _AMOUNT.match(head):
        return None
    if home := g.pattern("home_words").match(head):
        area = area_with_code(g.home_area)
        return Subject(home.group(), area=area) if area else None
    if g.pattern("company_words").search(head) and not _leading_area(head):
        return Subject(head, company=True)
    if g.language == "ko":
        head = _HELD_BY_KO.sub("", head)
        if re.search(r"(?:하|되|된|한|할|며|고|해|어|다|면|게|서)$", head) and not area_named(head):
            return None
    if _POSSESSED.search(head):
        owner, _, owned = head.rpartition("の")
        if owned in g.phrases("generic_subjects") or _measures(g).search(owned):
            return _named(owner, market, parts, g) if owner else None
    return _area_or_market(head, market, g) or _part(head, parts, g)


def _area_or_market(head: str, market: str | None, g: Grammar) -> Subject | None:
    """The world, an area, or the document's market by its name or a piece of it."""
    if g.pattern("world_words").match(head):
        return Subject(head, area=WORLD, market="")
    if area := area_named(_tailless(head, g)) or _leading_area(head):
        return Subject(head, area=area)
    is_market = market and (market in head or (len(head) > 2 and head in market))
    return Subject(head, market="") if is_market else None


def _part(head: str, parts: tuple[Part, ...], g: Grammar) -> Subject | None:
    """A listed part, or a name that may be one: no period, no measure, no figure and no clause."""
    part = known_part(head, parts)
    if part and part.words == part_words(head):
        return Subject(head, segment=part.name, dimension=part.dimension, known=True)
    name = _tailless(head, g)
    if g.pattern("periods.forecast_period").match(name) or g.pattern("periods.this_year").fullmatch(name):
        return None
    if any(g.pattern(f"metrics.{measure}").search(name) for measure in ("cagr", "growth", "share")):
        return None
    if len(name) == 1 and _SHORT_NAME.fullmatch(name) and name not in _NO_SHORT_NAME and g.language == "ja":
        return Subject(name, segment=name)
    if len(name) < 2 or name in g.phrases("generic_subjects") or len(name) > _LONGEST or _CLAUSAL.search(name):
        return None
    if re.search(r"[0-9０-９]{3}|[%％]", name) or g.pattern("percent").search(name):
        return None
    if name.lower() in g.words("no_part_words") or head.lower() in g.words("no_part_words") or _LOOSE.match(name):
        return None
    return Subject(head, segment=name)


_LOOSE = re.compile(r"[でにをとへ](?:[^ん]|$)")  # a particle without a noun before it: "でトップ"


@cache
def _scope(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"^{g.source('scope_words')}(?:の|的)?(?=.|$)")


@cache
def _measures(g: Grammar) -> re.Pattern[str]:
    """A name that ends in what is measured: "出荷単価", "供給シェア", "国内市場規模"."""
    words = [*g.phrases("generic_subjects"), *g.phrases("market_suffixes"), *g.phrases("share_words")]
    return re.compile(rf"{alternation(w for w in words if len(w) > 1)}$")


def _tailless(head: str, g: Grammar) -> str:
    tails = _tails(g)
    if g.language == "ja" and len(bare := _measure_tail(g).sub("", head)) > 1:
        head = bare
    previous = None
    while previous != head:
        previous = head
        head = tails.sub("", head).strip()
    return head


@cache
def _measure_tail(g: Grammar) -> re.Pattern[str]:
    """ "機体出荷台数": the part is named before the measure."""
    words = [
        w
        for name in ("volume", "market_size")
        for w in g.phrases(f"metrics.{name}")
        if len(w) > 2 and ord(w[0]) > 0x2E7F
    ]
    return re.compile(rf"(?<=..)(?:の|別)?{alternation(words)}$")


@cache
def _tails(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?<=.){g.source('name_tails')}$")


def _leading_area(head: str) -> Area | None:
    """ "中国家庭": the area whose name opens the words."""
    marks = area_marks(head, 0, len(head))
    return marks[0].area if marks and marks[0].start == 0 else None


def with_area(subject: Subject, area: Area | None) -> Subject:
    """A part of the market in the area that was spoken of before it."""
    return replace(subject, area=area) if area and subject.segment and not subject.area else subject
