"""Columns of a figure and one reading of its part."""

from __future__ import annotations

from functools import lru_cache

from sources.extract.candidates.page import Figure, Page
from sources.extract.candidates.parts import SOURCES, PartCandidate
from sources.extract.candidates.tokens import AREA, BIT, FUNCTION, VERBS, marked, tokens_of
from sources.extract.features.figures import BETWEEN, between_columns, code_of
from sources.extract.named_subjects import part_words
from sources.grammar.areas import area_marks

_HELD = (
    "metrics.share", "metrics.cagr", "metrics.growth", "metrics.volume", "metrics.price", "metrics.market_size", "metrics.other_money", "market_words", "segment_words", "generic_subjects",
    "rise_nouns", "fall_nouns", "agent_nouns", "measure_nouns", "generic_words", "no_part_words", "reporters", "firm_heads", "weak_heads", "measure_heads", "measure_qualifiers", "rank_adjectives",
    "growth_nouns", "people_nouns", "own_accounts", "other_subjects", "house_words", "house_nouns", "report_words", "value_nouns", "region_words", "counted_nouns", "superlatives", "rest_words",
    "product_words", "kind_words", "company_words", "periods.now", "status.forecast", "world_words",
)  # fmt: skip
_LAST = (
    "metrics.share", "metrics.growth", "metrics.volume", "market_words", "segment_words", "generic_subjects", "agent_nouns", "measure_nouns", "generic_words", "no_part_words", "firm_heads",
    "weak_heads", "rank_adjectives", "people_nouns", "region_words", "kind_words", "company_words", "product_words",
)  # fmt: skip

COLUMNS = (
    "source", "distance", "is_left", "gap", "nearer_names", "from_start", "to_end", "n_words", "before_2", "before_1", "behind_1", "behind_2", *BETWEEN,
    "listed", "n_printed", "in_title", "beyond_title", "in_market", "beyond_market", "n_key", "n_letters", "is_capital", "is_upper", "n_capitals", "is_lower_elsewhere", "rarest_word",
    "holds_area", "is_area", "holds_verb", "holds_function_word", "is_whole_run", "same_as_row", "same_as_header", "same_as_heading",
    *(f"holds_{name}" for name in _HELD), *(f"ends_{name}" for name in _LAST),
)  # fmt: skip
_WINDOW = 20_000  # characters: names of a long page are counted near the figure, so that time grows with the page
_HELD_BITS = tuple(BIT[name] for name in _HELD)
_LAST_BITS = tuple(BIT[name] for name in _LAST)


def part_columns(page: Page, figure: Figure, candidate: PartCandidate, nearer: int) -> list[float]:
    """One value for each of COLUMNS.

    Args:
        page: with the figure.
        figure: one of its figures.
        candidate: one reading of its part.
        nearer: how many other names stand between it and the figure, or nearer on its side.
    """
    return [
        float(SOURCES.index(candidate.source)),
        float(candidate.distance),
        *_place(page, figure, candidate, nearer),
        *_name(page, figure, candidate),
    ]


def _place(page: Page, figure: Figure, candidate: PartCandidate, nearer: int) -> list[float]:
    first, last, tokens = candidate.first, candidate.last, page.tokens
    if first < 0:
        return [-1.0] * (10 + len(BETWEEN))
    start, end = (figure.first, figure.last) if candidate.source == "sentence" else page.spans[figure.sentence - 1 - candidate.distance]  # fmt: skip
    is_left = last <= figure.left
    gap = figure.left - last if is_left else first - figure.right
    around = (last, figure.left) if is_left else (figure.right, first)
    return [
        float(is_left), float(gap), float(nearer), float(first - start), float(end - last), float(last - first),
        code_of(tokens, first - 2, start, end), code_of(tokens, first - 1, start, end), code_of(tokens, last, start, end), code_of(tokens, last + 1, start, end),
        *(between_columns(tokens, *around) if candidate.source == "sentence" else [-1.0] * len(BETWEEN)),
    ]  # fmt: skip


def _name(page: Page, figure: Figure, candidate: PartCandidate) -> list[float]:
    if candidate.name is None:
        return [-1.0] * (len(COLUMNS) - 12 - len(BETWEEN))
    name, key, block = candidate.name, candidate.key, figure.scene.block
    if candidate.first >= 0:
        low = page.tokens.low[candidate.first : candidate.last]
        classes = page.tokens.classes[candidate.first : candidate.last]
    else:
        low, classes = _classed(name, page.context.grammar.language)
    held = 0
    for bits in classes:
        held |= bits
    closing = classes[-1] if classes else 0
    listed = 2.0 if key in page.part_keys else float(_is_near_listed(page.part_keys, key))
    n_printed, is_in_lower_case = _printed(page.parsed.text, name, figure.mention.char_start // _WINDOW)
    words = name.split()
    heading = page.context.headings.get(figure.scene.sentence.block, "")
    return [
        listed, float(n_printed), float(len(key & page.title)), float(len(key - page.title)), float(len(key & page.market)), float(len(key - page.market)), float(len(key)), float(len(name)),
        float(name[0].isupper()), float(name.isupper()), float(sum(word[0].isupper() for word in words)), float(is_in_lower_case),
        float(min((page.n_words[word] for word in low if word), default=0)),
        float(bool(held & AREA)), float(bool(classes) and all(bits & AREA for bits in classes)), float(bool(held & VERBS)), float(bool(held & FUNCTION)), float(_is_whole_run(page, candidate)),
        float(bool(block.row_label) and key == part_words(block.row_label)), float(any(key == part_words(h) for h in block.header_path)), float(bool(heading) and key <= part_words(heading)),
        *(float(bool(held & bit)) for bit in _HELD_BITS), *(float(bool(closing & bit)) for bit in _LAST_BITS),
    ]  # fmt: skip


def _is_whole_run(page: Page, candidate: PartCandidate) -> bool:
    if candidate.first < 0:
        return True
    classes, low = page.tokens.classes, page.tokens.low
    return all(
        not 0 <= i < len(low) or bool(classes[i] & FUNCTION) or not low[i][:1].isalpha()
        for i in (candidate.first - 1, candidate.last)
    )


def is_similar(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether two names are likely the same: one holds the other and at most two words more, or they share half of their words."""
    if not a or not b:
        return a == b
    return ((a <= b or b <= a) and len(a ^ b) <= 2) or 2 * len(a & b) >= len(a | b)


@lru_cache(maxsize=4096)
def _is_near_listed(parts: frozenset[frozenset[str]], key: frozenset[str]) -> bool:
    by_word = _by_word(parts)
    return any(is_similar(key, part) for word in key for part in by_word.get(word, ()))


@lru_cache(maxsize=1)
def _by_word(parts: frozenset[frozenset[str]]) -> dict[str, list[frozenset[str]]]:
    """Similar names share a word: what is listed, by its words."""
    found: dict[str, list[frozenset[str]]] = {}
    for part in parts:
        for word in part:
            found.setdefault(word, []).append(part)
    return found


@lru_cache(maxsize=4096)
def _printed(text: str, name: str, window: int) -> tuple[int, bool]:
    """How often a name is printed in its window and the two beside it, and whether it is there in lower case while it is not so itself."""
    start, end = max(0, (window - 1) * _WINDOW), (window + 2) * _WINDOW
    low = name.lower()
    return text.count(name, start, end), low != name and text.find(low, start, end) >= 0


def classes_of(words: str, language: str) -> tuple[int, ...]:
    """Classes of the tokens of a heading, a header or a name."""
    return _classed(words, language)[1] if words else ()


@lru_cache(maxsize=4096)
def _classed(name: str, language: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    areas = [(mark.start, mark.end) for mark in area_marks(name, 0, len(name))]
    tokens = marked(tokens_of(name, language), areas, AREA)
    return tokens.low, tokens.classes
