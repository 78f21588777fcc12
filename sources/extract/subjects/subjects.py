"""The subject of a figure: in its clause, in the label or heading above, or in the sentence before.

Names right beside a figure are read in `names_beside`, the meaning of a phrase in `phrase_subjects`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from sources.extract.names.phrase_subjects import subject_in
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.area_subjects import areas_around
from sources.extract.phrases.clauses import Clause
from sources.extract.phrases.non_english_clauses import non_english_clause
from sources.extract.phrases.noun_phrases import measured_name
from sources.extract.scan.figure import Figure
from sources.extract.scenes.memory import Memory
from sources.extract.scenes.scene import Scene
from sources.extract.subjects.agents import agent_of, moves_market
from sources.extract.subjects.cjk_subjects import cjk_heading, cjk_subject, with_area
from sources.extract.subjects.introductions import headed, introduced, labelled
from sources.extract.text.name_keys import market_key
from sources.grammar.areas import WORLD, area_marks


def subject_of(scene: Scene, q: Figure, clause: Clause, memory: Memory) -> Subject | None:
    """The first of clause, introduction, label, sentence before and heading that names someone; else the generic one."""
    if scene.cell:
        return scene.cell.subject
    if scene.is_wide:
        return _without_blanks(scene, q, memory)
    if clause.subject and clause.subject.lower() in scene.grammar.phrases("source_subjects"):
        return Subject(clause.subject, market="")
    if whole := agent_of(scene.text, clause, q.start, scene.grammar):
        return whole
    row = [o.hedge_start for o in scene.live if clause.start <= o.start < q.start and o.kind == q.kind][-1:]
    if any(moves_market(scene.text, clause, at, scene.grammar) for at in (q.hedge_start, *row)):
        return Subject(clause.subject or "", market="")
    chain = [subject_in(clause.subject, scene.context)] if clause.subject else []
    if clause.start > scene.begin(q) and chain and chain[0].generic:
        head = non_english_clause(scene.text, scene.begin(q), clause.start, scene.grammar)
        chain += [subject_in(head.subject, scene.context)] if head.subject else []
    if not chain or chain[0].generic:
        chain += [s for piece in clause.intro.split("; ") if (s := introduced(piece, scene.context))]
        chain += labelled(scene, q)
        if (
            scene.grammar.is_non_english and clause.start > scene.begin(q) + 3
        ):  # "mais leur poids": the subject before it
            earlier = non_english_clause(scene.text, scene.begin(q), clause.start - 1, scene.grammar).subject
            chain += [subject_in(earlier, scene.context)] if earlier else []
        has_area = clause.subject is None and bool(area_marks(scene.text, clause.start, q.start))
        earlier_subject = memory.subject if not (has_area and scene.grammar.is_non_english) else None
        if (
            earlier_subject
            and earlier_subject.area
            and scene.grammar.language == "en"
            and _is_located(scene, clause, q)
        ):
            earlier_subject = None  # "In Asia growth of 9 % is foreseen" says where by itself
        chain += [earlier_subject] if earlier_subject and not (has_area and earlier_subject.segment) else []
        chain += headed(scene, memory, chain)
    subject = next((c for c in chain if not c.generic), chain[0] if chain else None)
    return _or_whole(subject, q, scene, clause, memory)


def _or_whole(subject: Subject | None, q: Figure, scene: Scene, clause: Clause, memory: Memory) -> Subject | None:
    """The market itself where a text's first amount is said of X, or of "sales of X", and its opening lines speak of X."""
    if subject is None or not subject.segment or subject.known or scene.grammar.language != "en" or scene.cell:
        return subject
    words = market_key(subject.segment)
    is_said = bool(clause.subject and subject.segment.lower() in clause.subject.lower())
    if words and is_said and clause.subject and not memory.has_parts and words not in memory.whole:
        key, titled = market_key(scene.context.market or ""), _opening_words(scene)
        of = measured_name(clause.subject, scene.grammar)
        alike = bool(key and key <= words) or words <= titled | key or len(words & titled) >= _SHARED
        if (of or q.kind == "money") and (alike if of else words <= titled):
            memory.whole.add(words)
    return replace(subject, segment=None, market="") if words in memory.whole else subject


def _is_located(scene: Scene, clause: Clause, q: Figure) -> bool:
    """An area with its preposition is before the figure in its own clause."""
    return areas_around(scene.text, clause, q.start, q.end, q.end, q.end, scene.grammar)[0] is not None


_SHARED = 2  # words of a longer name that the opening lines hold
_OPENING = 500
_LONGEST_LINE = 140


def _opening_words(scene: Scene) -> frozenset[str]:
    """Words of the lines that open a text: title, breadcrumbs, kicker."""
    stop = min(_OPENING, max(scene.sentence.start, len(scene.context.title or "")))
    lines = scene.text[:stop].split("\n")
    return market_key(" ".join([scene.context.title or "", *(line for line in lines if len(line) <= _LONGEST_LINE)]))


def _without_blanks(scene: Scene, q: Figure, memory: Memory) -> Subject | None:
    """The subject in Japanese and Chinese: from the clauses before the figure, the sentence before, the heading."""
    context, g = scene.context, scene.grammar
    args = (context.market, context.parts, g)
    taken = [(o.start, o.end) for o in scene.live if o.end <= q.hedge_start and (o.kind != "count" or o.scaled)]
    subject = cjk_subject(scene.text, scene.sentence.start, q.hedge_start, *args, taken=taken)
    carried = memory.subject
    if carried and carried.segment and _TOPIC.search(scene.text, scene.sentence.start, q.hedge_start):
        carried = None  # "年間出荷量は": a topic of its own, the whole market's
    if subject is None and (subject := carried) is None:
        heading = scene.above or context.headings.get(scene.sentence.block, "")
        subject = cjk_heading(heading, *args) if heading else None
    if subject and subject.area:
        memory.area = subject.area if subject.area is not WORLD else None
        named = {m.area for m in area_marks(scene.text, scene.sentence.start, scene.sentence.end)}
        memory.area_at = (scene.sentence.start, len(named) == 1)
    alone = memory.area_at[1] or memory.area_at[0] == scene.sentence.start
    return with_area(subject, memory.area if alone else None) if subject else None


_TOPIC = re.compile(r"[^、。，0-9ぁ-ん年度]は")
