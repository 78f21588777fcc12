"""Columns of a figure, the same for all its candidates: its kind, its place, and how near the words are that name markets and parts."""

from __future__ import annotations

from math import log10

from sources.extract.candidates.page import METRICS, Figure, Page
from sources.extract.candidates.tokens import AREA, BIT, FIGURE, FUNCTION, LINK, VERBS, WIDE, YEAR, Tokens

KINDS = ("money", "percent", "points", "basis_points", "times", "count")
FAR = 60.0  # tokens: further away is no nearer to anything
_NEAR = ("market_words", "segment_words", "share_words", "metrics.share_of", "region_words", "company_verbs", "agent_nouns", "rest_words", "contrast_words")  # fmt: skip

# Words beside a name, as one code: the first class that holds.
CODED_WORDS = (
    "FIGURE", "YEAR", "AREA", "of_words", "place_leads", "per_words", "articles", "and_words", "contrast_words", "possessives", "market_words", "segment_words", "metrics.share", "metrics.cagr",
    "metrics.growth", "measure_nouns", "copulas", "subject_verbs", "reporting_verbs", "motion_verbs", "rank_adjectives", "company_verbs", "agent_nouns", "people_nouns", "kind_words", "product_words",
    "with_words", "LINK", "FUNCTION", "WIDE",
)  # fmt: skip
_MARKS = {"FIGURE": FIGURE, "YEAR": YEAR, "AREA": AREA, "LINK": LINK, "FUNCTION": FUNCTION, "WIDE": WIDE}
_CODES = tuple((BIT | _MARKS)[name] for name in CODED_WORDS)
START, END, PLAIN, FIRST_CLASS = (
    0.0,
    1.0,
    19.0,
    20.0,
)  # codes of the sentence's edges, of a plain word, of the first class; signs are in between
_SIGNS = {",": 1, ";": 2, ":": 3, "(": 4, ")": 5, "-": 6, "–": 6, "—": 6, "|": 7, ".": 8, "\n": 9, "、": 1, "，": 1, "；": 2, "：": 3, "（": 4, "）": 5, "。": 8, "/": 10, "%": 11, "'": 12, "’": 12, '"': 12, "“": 12, "”": 12}  # fmt: skip

COLUMNS = (
    "metric", "kind", "figures_in_sentence", "figure_number", "is_cell", "has_header", "has_row_label", "has_label", "has_above", "n_listed_parts", "is_list_item", "is_heading", "opens_block",
    "adds_up_to_whole", "magnitude", "tokens_before", "tokens_behind", "word_before", "word_behind", "is_wide", "has_heading", "areas_in_sentence",
    *(f"{side}_to_{name}" for name in _NEAR for side in ("left", "right")),
)  # fmt: skip


def code_of(tokens: Tokens, at: int, first: int, last: int) -> float:
    """What stands at a token, as a number: a sign, the first class that holds, a plain word, or the sentence's edge."""
    if at < first:
        return START
    if at >= last:
        return END
    if sign := _SIGNS.get(tokens.low[at]):
        return END + sign
    bits = tokens.classes[at]
    return next((FIRST_CLASS + n for n, bit in enumerate(_CODES) if bits & bit), PLAIN)


def figure_columns(page: Page, figure: Figure) -> list[float]:
    """One value for each of COLUMNS."""
    tokens, scene, q = page.tokens, figure.scene, figure.quantity
    block = scene.block
    values = [
        float(METRICS.index(figure.mention.metric)), float(KINDS.index(q.kind)), float(len(scene.live)), float(figure.number), float(scene.cell is not None), float(bool(block.header_path)),
        float(bool(block.row_label)), float(bool(scene.label and scene.label[0])), float(bool(scene.above)), float(len(page.part_keys)), float(block.kind == "list_item"), float(block.kind == "heading"),
        float(scene.sentence.first), float(_adds_up(figure)), log10(abs(float(q.value)) + 1.0), float(figure.left - figure.first), float(figure.last - figure.right),
        code_of(tokens, figure.left - 1, figure.first, figure.last), code_of(tokens, figure.right, figure.first, figure.last), float(scene.is_wide),
        float(bool(page.context.headings.get(scene.sentence.block))), float(len(page.areas_between(scene.sentence.start, scene.sentence.end))),
    ]  # fmt: skip
    for name in _NEAR:
        bit = BIT[name]
        values.append(next((float(figure.left - i) for i in range(figure.left - 1, figure.first - 1, -1) if tokens.classes[i] & bit), FAR))  # fmt: skip
        values.append(next((float(i - figure.right) for i in range(figure.right, figure.last) if tokens.classes[i] & bit), FAR))  # fmt: skip
    return values


def between_columns(tokens: Tokens, first: int, last: int) -> list[float]:
    """Counts of what stands between two places: BETWEEN."""
    signs = [_SIGNS.get(word, 0) for word in tokens.low[first:last]]
    classes = tokens.classes[first:last]
    return [
        float(sum(bool(bits & FIGURE) for bits in classes)),
        float(sum(bool(bits & YEAR) for bits in classes)),
        float(sum(bool(bits & VERBS) for bits in classes)),
        float(sum(bool(bits & BIT["and_words"]) for bits in classes)),
        float(sum(bool(bits & BIT["contrast_words"]) for bits in classes)),
        float(signs.count(1)),
        float(signs.count(2) + signs.count(3) + signs.count(8)),
        float(signs.count(4) + signs.count(5)),
        float(signs.count(6) + signs.count(7) + signs.count(9)),
    ]


BETWEEN = ("figures_between", "years_between", "verbs_between", "ands_between", "contrasts_between", "commas_between", "stops_between", "brackets_between", "bars_between")  # fmt: skip


def _adds_up(figure: Figure) -> bool:
    parts = [q.value for q in figure.scene.live if q.kind == "percent" and q.value_high is None]
    return len(parts) >= 3 and 97 <= sum(parts) <= 103
