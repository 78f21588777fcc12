"""The source of a figure: "according to X", "X puts the market at", "X's estimate", "(source: X)". Publishers of pages are read in `publisher`."""

from __future__ import annotations

import re
from functools import cache

from sources.extract.phrases.clauses import Clause
from sources.extract.scenes.memory import Memory
from sources.extract.scenes.scene import Scene
from sources.extract.subjects.cjk_speakers import cjk_credits
from sources.grammar.areas import area_named
from sources.grammar.figure_words import figure_source, figure_words
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.grammar.phrase_patterns import alternation
from sources.records import Metric

_WORDS = pattern_words("subjects")
_LISTS = word_lists("subjects")

_TOKEN = r"(?:[A-ZÀ-Þ][\w&.’'+-]{0,30}|[0-9]{3}|&)"
_NAME = rf"(?<!\w)(?P<name>(?:[Tt]he\s)?{_TOKEN}(?:[ \u00a0](?:(?:{_WORDS['name_joints']}|{_WORDS['name_joints_mul']})\s)?{_TOKEN}){{0,5}})"
_NAMED = re.compile(_NAME)
_CJK_NAME = r"(?P<name>[^\s、。，,()（）「」『』]{2,24}?)"
_BEFORE_VERB = re.compile(
    rf"{_WORDS['staff_of_houses']}\s{_WORDS['staff_prepositions']}\s(?:the\s)?",
    re.IGNORECASE,
)
# "Technology consultancy firm Omdia", "the research house X": the name is last.
_CALLED = re.compile(
    rf"(?:[\w&-]+\s){{0,4}}(?i:{_WORDS['house_kinds']})\s(?P<name>[A-ZÀ-Þ][\w&.’'+-]*(?:\s[A-ZÀ-Þ&][\w&.’'+-]*){{0,4}})"
)
_STAFF = re.compile(rf"{_NAME}\s(?:{_WORDS['staff_ranks']}\s)*{_WORDS['staff_titles']}\b")
_OPENED = re.compile(r"[A-ZÀ-Þ]\w{0,20}(?:\s[a-zß-ÿ]\w{0,20}){1,5},\s(?=\S+\s[A-ZÀ-Þ&])")
_TRIM = re.compile(rf"(?:['’]s)?(?:\s{_WORDS['sentence_openers']})*[\s.,;:]*$")


def speaker_of(scene: Scene, clause: Clause, start: int, metric: Metric, memory: Memory) -> str | None:
    """The name that a figure's sentence credits it to, or the one its paragraph has credited figures to before.

    Args:
        scene: the figure's sentence.
        clause: the figure's clause.
        start: the figure's offset.
        metric: its metric; the subject of "X expects" speaks only of the market's figures.
        memory: `speaker` holds the research house that the paragraph quoted last; it is brought up to date here.

    Returns:
        The name as printed, or None where the text credits no source.
    """
    if scene.cell:
        return scene.cell.source
    text, s, g = scene.text, scene.sentence, scene.grammar
    if scene.label and is_house(scene.label[0], g) and _NAMED.fullmatch(scene.label[0].strip()):
        return _tidy(scene.label[0].strip())  # "- Corvane Research: USD 1.1 billion"
    in_clause = _reporting(text, clause, start, metric, g) if clause.start > s.start else None
    named = in_clause or _credited(text, s.start, s.end, start, g, memory) or _reporting(text, clause, start, metric, g)
    if named and _is_with_article(named, scene.context.publisher):
        named = scene.context.publisher
    if named:
        memory.speaker = named if is_house(named, g) else None
        return named
    return memory.speaker if metric != "other_numeric" else None


def _is_with_article(name: str, publisher: str | None) -> bool:
    """ "El Observatorio X" under the name "Observatorio X"."""
    return bool(publisher and name.endswith(" " + publisher) and len(name) - len(publisher) <= _ARTICLE)


_ARTICLE = 4  # the longest article with its blank: "Das ", "Los "


def is_house(name: str, grammar: Grammar) -> bool:
    """The name is that of a research house by its words ("Insights", "Research")."""
    return bool(grammar.pattern("house_words").search(name))


@cache
def _credits(g: Grammar) -> tuple[re.Pattern[str], ...]:
    before = alternation(w for w in g.phrases("source_leads") if not _is_cjk(w))
    behind = g.source("source_tails")
    nouns = g.source("source_nouns")
    cjk = alternation(w for w in g.phrases("source_leads") if _is_cjk(w))
    return (
        re.compile(
            rf"(?i:{before})[\s:：]{{1,2}}(?i:(?:{_WORDS['credit_articles']}|{_WORDS['credit_articles_mul']})\s)?(?:(?:[a-z]+\s){{0,3}}(?i:{_WORDS['credited_nouns']}|{_WORDS['credited_nouns_mul']})\s(?:(?:{_WORDS['credit_prepositions']}|{_WORDS['credit_prepositions_mul']})\s)?)?{_NAME}"
        ),
        re.compile(rf"{_NAME}['’]s?\s(?:[a-z0-9-]+\s){{0,2}}(?i:{nouns})"),
        re.compile(
            rf"(?:^|(?<=[。、，,\s（(])){_CJK_NAME}(?:の(?:調査|推計|予測|最新(?:調査|レポート|予測)))?{behind}"
        ),
        re.compile(rf"{cjk}{_CJK_NAME}(?=的|数据|预测|報告|报告|统计|发布|研究|估计|显示|，|,)"),
    )


def _credited(text: str, start: int, end: int, figure: int, g: Grammar, memory: Memory) -> str | None:
    """A name behind "according to", nearest to the figure."""
    if memory.credits is None or memory.credits[0] != start:
        memory.credits = (start, _credits_in(text, start, end, g))
    near = [c for c in memory.credits[1] if not (c[0] > figure and _BEGINS_ANEW.search(text[start : c[0]]))]
    return min(near, key=lambda c: abs(c[0] - figure))[1] if near else None


# "... USD 5 billion and, according to X, prices fall": what X says begins behind the conjunction.
_BEGINS_ANEW = re.compile(
    rf"[\s,;](?:{_WORDS['clause_conjunctions']}|{_WORDS['clause_conjunctions_mul']}),?\s*\Z", re.IGNORECASE
)


def _credits_in(text: str, start: int, end: int, g: Grammar) -> list[tuple[int, str]]:
    """Every credit of a sentence: its offset and its name."""
    if g.is_cjk and not text[start:end].isascii():
        return [(at, tidy) for at, name in cjk_credits(text, start, end, g) if (tidy := _tidy(name))]
    before, owned, behind, cjk = _credits(g)
    credited = []
    for pattern in (before, behind, cjk):
        for m in pattern.finditer(text, start, end):
            if name := _tidy(m["name"]):
                credited.append((m.start(), name))
    if "'" in text[start:end] or "’" in text[start:end]:
        for m in owned.finditer(text, start, end):
            if (name := _tidy(m["name"])) and _is_work(text, m, name, g):
                credited.append((m.start(), name))
    return credited


def _is_work(text: str, owned: re.Match[str], name: str, g: Grammar) -> bool:
    """Whether "X's report", "X's data show" is research by X, and no thing of X's own as "X's data centers" is."""
    if _compound().match(text, owned.end()):
        return False
    noun = owned.group().rpartition(" ")[2].lower()
    if noun not in figure_words().weak_source_nouns or is_house(name, g):
        return True
    return bool(_statement_verb().match(text, owned.end()) or _verb(g).match(text, owned.end()))


@cache
def _compound() -> re.Pattern[str]:
    return re.compile(rf"[\s-](?i:{figure_source('compound_heads')})(?!\w)")


@cache
def _statement_verb() -> re.Pattern[str]:
    return re.compile(rf"\s(?i:{figure_source('statement_verbs')})(?!\w)")


def _reporting(text: str, clause: Clause, figure: int, metric: Metric, g: Grammar) -> str | None:
    """The subject of a reporting verb: "X values", "analysts at X expect"."""
    if clause.speaker:
        phrase = clause.speaker
    elif clause.subject and _verb(g).match(
        text, clause.subject_start if clause.subject_start > clause.start else figure
    ):
        phrase = clause.subject
    else:
        return None
    if (opened := _OPENED.match(phrase)) and _NAMED.match(phrase, opened.end()):
        phrase = phrase[opened.end() :]  # "Looking ahead, X expects": the name is behind the comma
    if called := _CALLED.fullmatch(phrase):
        return _tidy(called["name"])
    if (staff := _STAFF.match(phrase)) and not area_named(staff["name"]):
        return _tidy(staff["name"])
    at = _BEFORE_VERB.match(phrase)
    match = _NAMED.match(phrase, at.end() if at else 0)
    if match is None or (metric == "other_numeric" and not is_house(match["name"], g)):
        return None
    return _tidy(match["name"])


@cache
def _verb(g: Grammar) -> re.Pattern[str]:
    return re.compile(r"\s?" + g.source("reporting_verbs"), re.IGNORECASE)


def _tidy(printed: str) -> str | None:
    name = re.sub(r"^[Tt]he\s", "", _TRIM.sub("", printed))
    first = name.split()[0] if name else ""
    if len(name) < 2 or area_named(name) or _FIGURE.search(name) or first.lower() in _NO_FIRST:
        return None
    return name


def _is_cjk(word: str) -> bool:
    return ord(word[0]) > 0x2E7F


_FIGURE = re.compile(rf"\b(?:19|20)[0-9]{{2}}\b|[0-9][.,%]|^[0-9]+$|\b{_WORDS['currency_codes']}\b|[$€£¥₹]")
_NO_FIRST = frozenset((*_LISTS["no_first_words"], *_LISTS["no_first_words_mul"]))
