"""Columns of a figure and one reading of its area."""

from __future__ import annotations

from sources.extract.candidates.areas import AREA_SOURCES, AreaCandidate, areas_in, sentence_areas
from sources.extract.candidates.page import Figure, Page
from sources.extract.candidates.tokens import BIT, VERBS
from sources.extract.features.beside import beside
from sources.extract.features.figures import BETWEEN, code_of
from sources.grammar.areas import WORLD_CODE, area_of_currency

COLUMNS = (
    "source", "distance", "order", "n_places", "is_world", "is_country", "is_vendors_region",
    "is_left", "gap", "figures_nearer", "areas_nearer", "before_1", "behind_1", "behind_2", "from_start", "verb_behind", "market_word_behind", "is_possessive", *BETWEEN,
    "in_title", "in_heading", "n_named", "share_named", "is_document_area", "n_areas", "title_names_areas", "heading_names_area", "other_in_sentence", "is_home_of_currency", "n_figures_in_sentences", "world_named",
)  # fmt: skip
_NAMING = 18


def area_columns(page: Page, figure: Figure, candidate: AreaCandidate) -> list[float]:
    """One value for each of COLUMNS."""
    code, name = candidate.area.code, candidate.area.name
    heading = {area.name for area in areas_in(page.context.headings.get(figure.scene.sentence.block, ""))}
    total = len(page.areas)
    inside = {mark.area.name for mark in sentence_areas(page, figure)}
    home = area_of_currency(figure.mention.unit or "")
    return [
        float(AREA_SOURCES.index(candidate.source)), float(candidate.distance), float(candidate.order), float(candidate.n_places), float(code == WORLD_CODE),
        float(code.isalpha() and len(code) == 3), float(code.startswith("vendor:")),
        *_place(page, figure, candidate),
        float(name in page.title_areas), float(name in heading), float(page.n_areas[name]), page.n_areas[name] / total if total else 0.0, float(page.context.area.name == name), float(len(page.n_areas)),
        float(len(page.title_areas)), float(bool(heading)), float(bool(inside - {name})), float(home is not None and home.name == name),
        float(len(figure.scene.live)), float(page.names_world),
    ]  # fmt: skip


def _place(page: Page, figure: Figure, candidate: AreaCandidate) -> list[float]:
    mark, tokens = candidate.mark, page.tokens
    if mark is None:
        return [-1.0] * (11 + len(BETWEEN))
    seen = beside(page, figure, mark.start, mark.end)
    behind = tokens.classes[seen.last] if seen.last < figure.last else 0
    after = behind | (tokens.classes[seen.last + 1] if seen.last + 1 < figure.last else 0)
    codes = (code_of(tokens, at, figure.first, figure.last) for at in (seen.first - 1, seen.last, seen.last + 1))
    return [
        float(seen.is_left), float(seen.gap), float(seen.n_nearer), float(candidate.order), *codes, float(seen.first - figure.first),
        float(bool(behind & VERBS)), float(bool(after & BIT["market_words"])), float(page.parsed.text[mark.end : mark.end + 2] in ("'s", "’s")), *seen.between,
    ]  # fmt: skip
