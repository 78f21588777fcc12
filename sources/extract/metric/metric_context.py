"""The words and figures around a figure, gathered from its scene. `metrics` decides the metric."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.extract.figures.surroundings import Surroundings
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.clauses import Clause
from sources.extract.scan.figure import Figure
from sources.extract.scenes.memory import Memory
from sources.extract.scenes.scene import LINK, Scene
from sources.extract.subjects.cjk_subjects import CJK_LINK
from sources.extract.text.name_keys import market_key
from sources.grammar.areas import WORLD
from sources.grammar.pattern_words import pattern_words
from sources.records import Metric

_WORDS = pattern_words("metric")

_YEAR_LEAD = re.compile(r"(?:\bin|\bby|\bfor)\s?$")
_MARKET_WORD = re.compile(rf"\b{_WORDS['market_or_industry']}\b", re.IGNORECASE)
_LABEL_REACH = 30
_ROW = re.compile(r"\s*[^\s0-9][^\n0-9]{0,30}?(?:\s{2,}|\t)\s*")  # a table's row that blanks divide
_BULLET = re.compile(r"\s*[・•●○■*-]?\s?[^\s0-9:：]{1,20}\s?[:：]\s*")  # "・タイ:20.4%" under a heading


def surroundings_of(
    scene: Scene,
    q: Figure,
    before: Figure | None,
    clause: Clause,
    subject: Subject | None,
    memory: Memory,
    metrics: Sequence[Metric | None],
    *,
    is_listed: bool,
    is_firm: bool = False,
) -> Surroundings:
    """The words and the company that decide what a quantity measures."""
    text, g, s = scene.text, scene.grammar, scene.sentence
    gap = _without_years(scene, before.end, q.hedge_start) if before else ""
    linked = before is not None and bool(LINK.fullmatch(gap) or (g.is_cjk and CJK_LINK.fullmatch(gap)))
    heading = scene.cell.header if scene.cell else ""
    if scene.label and not heading and 0 <= q.start - scene.label[1] < _LABEL_REACH:
        heading = scene.label[0]
    heading = (scene.listing.under if scene.listing else heading) or scene.above
    if g.is_cjk and not heading and (_ROW.fullmatch(lead := text[s.start : q.hedge_start]) or _BULLET.fullmatch(lead)):
        heading = scene.context.headings.get(s.block, "")
    is_generic = subject is None or subject.generic
    under = scene.context.headings.get(s.block, "") if scene.block.kind == "list_item" else ""
    return Surroundings(
        left=text[before.end if before else s.start : q.hedge_start],
        right=scene.right_of(q),
        sentence=scene.words,
        at=q.start - s.start,
        clause=text[clause.start : q.hedge_start],
        heading=heading,
        has_growth_rate=bool(g.pattern("metrics.cagr").search(text, s.start, s.end)),
        previous=metrics[-1] if linked and metrics else None,
        previous_in_sentence=_last_metric(metrics, is_listed=is_listed and g.is_non_english),
        previous_rate=next((m for m in reversed(metrics) if m in ("share", "cagr", "growth_rate", "margin")), None),
        carried=memory.metric,
        is_alone=len(scene.live) == 1,
        is_listed=is_listed,
        subject=clause.subject or "",
        subject_is_generic=is_generic or (clause.subject or "").lower() in g.phrases("generic_subjects"),
        subject_is_part=bool(subject and ((subject.area and subject.area is not WORLD) or subject.segment)),
        subject_is_known=bool(subject and (subject.known or subject.area)),
        speaks_of_deals=_speaks_of_deals(scene, q, clause, subject),
        n_years=len({m.first for m in scene.marks if m.kind == "point" and m.first}),
        subject_is_company=bool(subject and subject.company),
        subject_is_firm=is_firm,
        subject_is_market=bool(subject and subject.market is not None),
        row_is_whole=scene.is_whole,
        clause_is_parallel=bool(before and before.end <= clause.start),
        is_spent_on_market=_is_spent_on_market(text, q, clause, scene),
        clause_is_sized=bool(_MARKET_WORD.search(text, clause.start, q.start)),
        context_is_sized=memory.sized
        or bool(subject and is_generic and memory.metric == "market_size")
        or bool(under and g.pattern("metrics.market_size").search(under)),
    )


def _last_metric(metrics: Sequence[Metric | None], *, is_listed: bool) -> Metric | None:
    """The metric of the figure before; a member of a list skips figures of other rows."""
    known = [m for m in metrics if m]
    row = [m for m in known if m != "other_numeric"] if is_listed else []
    return (row or known or [None])[-1]


_SPENT = re.compile(rf"\b{_WORDS['purchase_verbs']}\b", re.IGNORECASE)
_SPENT_ON = re.compile(r"\s?on\s(?P<what>[^.,;]{3,60})")


def _is_spent_on_market(text: str, q: Figure, clause: Clause, scene: Scene) -> bool:
    """ "Airlines will spend USD 2 billion on X", "yards ordered X for USD 2 billion": the buyer is no part of the market."""
    spent = _SPENT.search(text, clause.start, q.start)
    market_words = market_key(scene.context.market or "")
    if not spent or not market_words:
        return False
    on = _SPENT_ON.match(text, q.end, scene.sentence.end)
    what = on["what"] if on else text[spent.end() : q.start]
    return len(market_words & market_key(what)) * 2 >= len(market_words)


def _speaks_of_deals(scene: Scene, q: Figure, clause: Clause, subject: Subject | None) -> bool:
    """ "Pawline closed a round of USD 42 million", or any amount under "Deals", unless the clause speaks of the market."""
    if subject and (subject.market is not None or subject.known or subject.area):
        return False
    heading = scene.context.headings.get(scene.sentence.block, "")
    if heading and scene.grammar.pattern("deal_words").search(heading):
        return True
    if not clause.subject or not clause.subject[0].isupper() or (subject and subject.generic):
        return False
    behind = clause.subject_start + len(clause.subject)
    verb = scene.grammar.pattern("company_verbs").search(scene.text, behind, min(q.start, behind + 30))
    return bool(verb and not scene.text[behind : verb.start()].strip())


def _without_years(scene: Scene, start: int, end: int) -> str:
    """The words between two figures with the years between them left out."""
    out, at = [], start
    for m in scene.marks:
        if start <= m.start and m.end <= end:
            out.append(_YEAR_LEAD.sub("", scene.text[at : m.start]))
            at = m.end
    return "".join([*out, scene.text[at:end]])
