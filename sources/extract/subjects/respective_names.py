"""Rows of figures that "respectively" gives to a row of names, the first to the first. Other lists are read in `enumerations`."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from sources.extract.document.context import Context
from sources.extract.names.phrase_subjects import subject_in
from sources.extract.parts.named_subjects import Subject
from sources.extract.scenes.scene import LINK, Scene
from sources.extract.subjects.cjk_subjects import WIDE_LINK, cjk_names
from sources.grammar.areas import WORLD, area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("subjects")

_LIST_NAMES = re.compile(
    rf",\s*(?:{_WORDS['and_words']}\s)?|\s(?:{_WORDS['list_joints']}|{_WORDS['list_joints_mul']})\s"
)
_COPULA = re.compile(rf"\b{_WORDS['copulas']}\b")
_CUT = re.compile(rf"\b{_WORDS['row_ends']}\b")
_NO_NAMES = re.compile(rf"\b{_WORDS['no_row_words']}\b")
_VERBAL = re.compile(rf",?\s{_WORDS['row_verbs']}\b")


def respective_subjects(scene: Scene) -> dict[int, Subject]:
    """Subjects by index into `live`, where "respectively" gives the i-th figure of a row to the i-th name before it."""
    if not scene.grammar.pattern("respectively").search(scene.words):
        return {}
    run = _first_row(scene)
    if len(run) < 2:
        return {}
    if scene.grammar.is_cjk:
        lead = scene.text[scene.sentence.start : scene.live[run[0]].hedge_start]
        wide = cjk_names(lead, len(run), scene.context.market, scene.context.parts, scene.grammar)
        return dict(zip(run, wide, strict=True)) if len(wide) == len(run) else {}
    lead = _BRACKETS.sub(" ", scene.text[scene.sentence.start : scene.live[run[0]].start])
    areas = [m for m in area_marks(lead, 0, len(lead)) if m.area is not WORLD] if scene.grammar.is_non_english else []
    if len(areas) == len(run):
        return _listed(run, [Subject(lead[m.start : m.end], area=m.area) for m in areas])
    cuts = [*_COPULA.finditer(lead), *scene.grammar.pattern("subject_verbs").finditer(lead), *_CUT.finditer(lead)]
    pieces = [lead[m.end() :] for m in _COPULA.finditer(lead)] + [lead[: m.start()] for m in cuts] + [lead]
    if scene.grammar.is_non_english:
        verbs = list(scene.grammar.pattern("subject_verbs").finditer(lead))
        shares = scene.grammar.pattern("share_words")
        pieces = [
            shares.split(re.split(rf"\s[0-9]|,\s{_WORDS['relative_pronouns_mul']}\s", lead[m.end() :])[0])[0]
            for m in verbs
        ] + pieces
    for piece in pieces:
        names = _names_in(piece, scene.context)
        if len(names) == len(run):
            return _listed(run, names)
    for opener in reversed(list(_OF_NAMES.finditer(lead))):
        names = _names_in(lead[opener.end() :], scene.context)
        if len(names) == len(run):
            return _listed(run, names)
    return {}


def _listed(run: list[int], names: list[Subject]) -> dict[int, Subject]:
    return {i: replace(name, known=True) if name.segment else name for i, name in zip(run, names, strict=True)}


_BRACKETS = re.compile(r"\s?\([^()]{0,60}\)")
_OF_NAMES = re.compile(rf"\b{_WORDS['name_prepositions']}\s")


def _first_row(scene: Scene) -> list[int]:
    """Indices of the first figures of one kind that only commas and "and" separate."""
    run: list[int] = []
    for i, q in enumerate(scene.live):
        last = scene.live[run[-1]] if run else None
        gap = scene.text[last.end : q.hedge_start] if last else ""
        if (
            last
            and q.kind == last.kind
            and (
                LINK.fullmatch(gap)
                or _non_english_link(scene.grammar).fullmatch(gap)
                or (scene.grammar.is_cjk and WIDE_LINK.fullmatch(gap))
            )
        ):
            run.append(i)
        elif len(run) < 2:
            run = [i]
    return run


@cache
def _non_english_link(g: Grammar) -> re.Pattern[str]:
    """ "22 % y el 13 %"."""
    if not g.is_non_english:
        return LINK
    return re.compile(rf"[\s,]*{g.source('and_words')}?\s?(?:{g.source('articles')}\s?)?", re.IGNORECASE)


@cache
def _list_names(g: Grammar) -> re.Pattern[str]:
    if not g.is_non_english:
        return _LIST_NAMES
    ands = g.source("and_words")
    return re.compile(rf"{_LIST_NAMES.pattern}|,\s*(?:{ands}\s)?|\s{ands}\s", re.IGNORECASE)


def _names_in(phrase: str, context: Context) -> list[Subject]:
    names = []
    for piece in _list_names(context.grammar).split(_VERBAL.split(_NO_NAMES.split(phrase)[0])[0].strip(" ,")):
        if not re.search(r"[0-9]", piece):
            subject = subject_in(piece, context)
            if subject.area or subject.segment:
                names.append(subject)
    return names
