"""Sources that a sentence credits in Japanese, Chinese and Korean: "Xによると", "据X", "X发布的报告显示", "X에 따르면"."""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation

_LATIN = r"[A-Z][A-Za-z0-9&.’'-]{1,24}(?:\s(?:&\s)?[A-Z][A-Za-z0-9&.’'-]{0,24}){0,4}"
_OPEN = r"(?:^|(?<=[\s、。，,;；:：（(「】》])(?<![A-Za-z]\s))"
# Words before a name that are no part of it: "英調査会社の", "市场研究机构", "시장조사업체".
_LEAD = re.compile(
    r"^(?:(?:英国|米国|独|仏|英|米|中国|日本|インド|民間|大手|国内)?の?(?:市場)?(?:調査会社|調査機関|リサーチ会社|コンサルティング会社|シンクタンク)(?:大手)?の?|米国の|英国の|米(?=[A-Z])|英(?=[A-Z])"
    r"|(?:知名|国际|國際|全球|第三方|专业|权威|研究)?(?:市场|市場|产业|產業|行业)?(?:研究机构|调研机构|(?:研究|调研|咨询|调查|分析)公司|研究機構|調研機構|研調機構|咨询机构|咨询公司|研究公司|调查机构|机构|機構)"
    r"|(?:글로벌|미국|영국|국내|해외)?\s?(?:시장\s?)?(?:조사업체|조사기관|조사 업체|조사 기관|조사회사|리서치업체|분석업체|컨설팅업체)(?:인)?\s)"
)
_NOBODY = re.compile(
    r"^(?:显示|统计|悉|了解|测算|预测|数据|报告|该|本|此|这|最新|相关|公开|有关|目前|上述|不完全|推算|估计|估算|初步|調査|資料|報告|同|本|この|その|これ|各社|業界|関係者|顯示|統計|瞭解|測算|預測|數據|報告|조사|자료|보고서|이|본|해당|업계|최근)"
)
_TAIL = re.compile(r"(?:社|氏|の|による|公司)$")


def cjk_credits(text: str, start: int, end: int, grammar: Grammar) -> list[tuple[int, str]]:
    """Names that `text[start:end]` credits, each with its offset, in order; empty where it credits none.

    Args:
        text: canonical text.
        start: the sentence's start.
        end: the sentence's end.
        grammar: its `house_words`: a name before a verb of saying counts with one of them only.
    """
    found: dict[int, str] = {}
    for pattern in _patterns(grammar):
        for m in pattern.finditer(text, start, end):
            printed = m["name"]
            name = _TAIL.sub("", _LEAD.sub("", printed.strip()).strip())
            if len(name) > 1 and not _NOBODY.match(name) and not re.search(r"[0-9]{3}|[%％]", name):
                found.setdefault(m.start("name") + printed.find(name), name)
    return sorted(found.items())


@cache
def _patterns(g: Grammar) -> tuple[re.Pattern[str], ...]:
    houses = alternation(w for w in g.phrases("house_words") if ord(w[0]) > 0x2E7F)
    if g.language == "ja":
        tails = g.source("source_tails")
        of = r"(?:社)?(?:の(?:最新の?)?(?:調査|推計|予測|レポート|報告書|報告|試算|まとめ|発表|データ|分析|統計)[^、。はが]{0,6}?)?"
        name = rf"(?P<name>{_LATIN}|[^\s、。，,()（）「」『』]{{0,14}}{_LATIN}|[^\s、。，,()（）「」『』]{{2,28}}?)"
        said = r"(?:は|では|が)[^。]{0,120}(?:予測|推計|推定|試算|見込|見通|みて|みる|分析|発表)"
        return (
            re.compile(rf"{_OPEN}{name}{of}{tails}"),
            re.compile(rf"{_OPEN}(?P<name>[^\s、。，,()（）「」『』はがを]{{1,24}}?{houses}){said}"),
            re.compile(rf"{_OPEN}(?P<name>[^\s、。，,()（）「」『』はがをA-Z]{{0,12}}{_LATIN}){said}"),
        )
    if g.language == "ko":
        word = r"[가-힣A-Za-z0-9&.·]{1,20}"
        return (
            re.compile(
                rf"{_OPEN}(?P<name>(?:{word}\s){{0,3}}?(?:{word})?{houses}|{_LATIN}|{word})(?:의)?(?:\s(?:최신\s)?(?:조사|자료|보고서|분석|통계|발표))?에\s?(?:따르면|의하면)"
            ),
            re.compile(
                rf"{_OPEN}(?P<name>(?:{word}\s){{0,3}}?(?:{word})?{houses}|(?:{word}\s){{0,2}}{_LATIN})(?:은|는|이|가)\s[^.]{{0,140}}(?:전망|예측|추정|추산|예상|분석|집계)"
            ),
        )
    leads = r"(?:根据|根據|依据|依據|按照|援引|引述|据|據)"
    ends = r"(?=的(?!士)|(?:最新)?(?:发布|公布|發布|公佈)|最新|统计(?!局)|統計(?!局)|数据(?:显示|表明|统计|,|,)|數據(?:顯示|統計)|预测|預測|预计|預計|报告|報告|研究(?:显示|报告|指出|院数据)|研究顯示|调研|測算|测算|分析|估计|估計|估算|指出|称|，|,|\(|（)"
    name = rf"(?P<name>{_LATIN}|[^\s、。，,()（）《》“”]{{0,10}}?{_LATIN}|[^\s、。，,()（）《》“”]{{1,14}}?{houses}(?:院|所|中心)?|[^\s、。，,()（）《》“”]{{2,16}}?)"
    said = r"[^,，。;；]{0,14}?(?:显示|顯示|预计|預計|预估|預估|预测|預測|指出|认为|認為|表示|披露|称|稱|测算|統計|统计|估计|估計)"
    return (
        re.compile(rf"{leads}{name}{ends}"),
        re.compile(rf"{_OPEN}(?P<name>[^\s、。，,()（）《》“”;；:：0-9]{{1,16}}?{houses}(?:院|所|中心)?){said}"),
        re.compile(rf"{_OPEN}(?P<name>[^\s、。，,()（）《》“”;；:：A-Z0-9]{{0,10}}{_LATIN}){said}"),
    )
