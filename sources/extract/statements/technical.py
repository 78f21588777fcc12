"""Figures of hardware and technology: the figures and rejected tokens among which they are, with measure, unit, basis and products.

Whether they are right is not said here: see `warehouse/sql/20_technical_claims.sql`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from sources.extract.statements.technical_names import claimant_in, names_in, names_of_figure
from sources.extract.statements.technical_wholes import Whole, whole_drawing, whole_holding
from sources.extract.text.search_text import SearchText
from sources.extract.text.sentences import Sentence
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.grammar.technical import symbols, technical_words, unit_behind
from sources.records import Block, Comparator, Mention, Rejection, Technical

_WORDS = pattern_words("statements")
_ABOUT = word_lists("statements")["approximate_words"]

_PLAIN = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?$")
_REFUSED = frozenset({"attributive_size", "name_with_number", "no_counted_noun", "example", "no_unit", "small_count", "year_or_date"})  # fmt: skip
_PERCENT = frozenset({"percent", "percentage points", "basis_points", "times"})
_MODEL_BEFORE = re.compile(r"(?<![\w-])[A-Z][A-Za-z]{0,9}-?[0-9]{1,5}[A-Za-z]{0,3}\s\((?:[^()\n]{0,40},\s)?$")
_PRECISION = re.compile(rf"{_WORDS['number_formats']}$")
_SUBJECT_TAIL = re.compile(rf"(?:,?\s{_WORDS['subject_tails']})+$")
RANGES_IN_WORDS = tuple(f" to {word} " for word in technical_words().number_words)
_NEAR_LEFT, _NEAR_RIGHT = 90, 60
_LEAD = 320  # characters of the paragraph above a list in which its products may be named


@dataclass(frozen=True, slots=True)
class _Figure:
    """A candidate: span, value and what is behind it."""

    start: int
    end: int
    value: Decimal
    value_high: Decimal | None
    comparator: Comparator
    kind: str  # percent, times, count, year or bits; "unit" where a measured unit is behind
    unit: str  # symbol, or the noun counted
    year: int | None
    subject: str | None
    rule: str


def technical_of(
    search: SearchText, blocks: Sequence[Block], mentions: Sequence[Mention], rejections: Sequence[Rejection]
) -> tuple[Technical, ...]:
    """Technical figures in order of the text, each span once.

    Args:
        search: the document's text.
        blocks: its blocks.
        mentions: its figures; those of other metrics than other_numeric measure markets.
        rejections: its refused tokens; some are figures of hardware all the same (8-GPU systems, 400G links).
    """
    text = search.text
    figures = [f for m in mentions if m.metric == "other_numeric" and (f := _of_mention(text, m))]
    figures += [f for r in rejections if r.rule in _REFUSED and (f := _of_rejection(search, r))]
    figures += _in_words(search)
    figures.sort(key=lambda f: (f.start, f.end))
    apart = [f for f in figures if f.kind not in ("year", "bits")]  # a year in brackets parts no names from a figure
    starts = [f.start for f in apart]
    technical: list[Technical] = []
    for figure in figures:
        sentence = search.sentence_at(figure.start)
        if sentence is None or (technical and technical[-1].char_end > figure.start):
            continue
        before, behind = bisect_left(starts, figure.start) - 1, bisect_right(starts, figure.start)
        previous = max(apart[before].end, sentence.start) if before >= 0 else sentence.start
        following = min(apart[behind].start, sentence.end) if behind < len(apart) else sentence.end
        if one := _technical(search, blocks, figure, sentence, previous, following):
            technical.append(one)
    return tuple(technical)


def _of_mention(text: str, m: Mention) -> _Figure | None:
    if m.char_start and text[m.char_start - 1].isalpha():
        return None  # the digits of a product's name

    def figure(kind: str, unit: str, factor: Decimal = Decimal(1), end: int | None = None) -> _Figure:
        high = m.value_high / factor if m.value_high is not None else None
        return _Figure(m.char_start, end or m.char_end, m.value / factor, high, m.comparator, kind, unit, m.year, m.subject, "technical.figure")  # fmt: skip

    if m.unit in _PERCENT:
        return figure("times" if m.unit == "times" else "percent", "times" if m.unit == "times" else "percent")
    surface = m.surface
    for name in (m.unit or "", surface.split()[-1] if surface else ""):
        if name in symbols():
            return figure("unit", symbols()[name])
    behind = unit_behind().match(text, m.char_end)
    if behind:
        return figure("unit", symbols()[behind[1]], end=behind.end())
    glued = re.search(r"[0-9]\s?([A-Za-z/°]+)$", surface)
    if glued and glued[1] in symbols():
        return figure("unit", symbols()[glued[1]])
    if m.unit == "G" or surface.endswith("G"):
        return figure("rate", "Gb/s")
    noun = _noun(text, m.char_end) or _noun_of(m.unit)
    return figure("count", noun) if noun else None


def _of_rejection(search: SearchText, r: Rejection) -> _Figure | None:
    text = search.text

    def figure(kind: str, unit: str, rule: str, start: int = r.char_start, end: int = r.char_end, comparator: Comparator = "=") -> _Figure:  # fmt: skip
        return _Figure(start, end, Decimal(r.surface.replace(",", "")), None, comparator, kind, unit, None, None, rule)

    if not _PLAIN.match(r.surface):
        return None
    if r.rule == "year_or_date":
        return figure("year", "year", "technical.release_year") if _is_release(search, r) else None
    if text[r.char_start - 1 : r.char_start].isalpha():
        m = _PRECISION.search(text, max(0, r.char_start - 4), r.char_start)
        known = m is not None and r.surface in ("4", "6", "8", "16", "32", "64")
        return figure("bits", "bit", "technical.precision", start=m.start()) if m and known else None
    if behind := unit_behind().match(text, r.char_end):
        return figure("unit", symbols()[behind[1]], "technical.unit", end=behind.end(1))
    if text[r.char_end : r.char_end + 1] == "G" and not text[r.char_end + 1 : r.char_end + 2].isalnum():
        return figure("rate", "Gb/s", "technical.rate", end=r.char_end + 1)
    noun = _noun(text, r.char_end)
    hedge: Comparator = "~" if search.lower[max(0, r.char_start - 16) : r.char_start].rstrip().endswith(_ABOUT) else "="  # fmt: skip
    return figure("count", noun, "technical.count", comparator=hedge) if noun else None


def _is_release(search: SearchText, r: Rejection) -> bool:
    """A year that is behind "released in", or alone in brackets behind a product's name."""
    if len(r.surface) != 4:
        return False
    lead = search.lower[max(0, r.char_start - 18) : r.char_start].rstrip()
    if lead.endswith(technical_words().released):
        sentence = search.sentence_at(r.char_start)
        return sentence is not None and any(any(c.isdigit() for c in n) for _, n in names_in(search.text, search.lead_of(sentence, r.char_start), r.char_start))  # fmt: skip
    return search.text[r.char_end : r.char_end + 1] == ")" and bool(_MODEL_BEFORE.search(search.text[max(0, r.char_start - 60) : r.char_start]))  # fmt: skip


def _in_words(search: SearchText) -> Iterator[_Figure]:
    """Ranges in words: "one to eight GPUs"."""
    numbers = technical_words().number_words
    for cue in search.cues(RANGES_IN_WORDS):
        left = re.search(r"([a-z]+)$", search.lower[max(0, cue.start - 8) : cue.start])
        noun = _noun(search.text, cue.end - 1)
        if left and left[1] in numbers and noun and noun.lower().rstrip("s") in {c.lower().rstrip("s") for c in technical_words().counted}:  # fmt: skip
            low, high = numbers[left[1]], numbers[cue.phrase.split()[1]]
            yield _Figure(cue.start - len(left[1]), cue.end - 1, Decimal(low), Decimal(high), "=", "count", noun, None, None, "technical.words")  # fmt: skip


@cache
def _counted() -> re.Pattern[str]:
    nouns = "|".join(re.escape(n) for n in sorted(technical_words().counted, key=len, reverse=True))
    return re.compile(rf"\+?[\s-](?:(?:{_WORDS['counted_words']}|[A-Z][\w.-]{{0,20}}|[\w-]{{2,20}}-{_WORDS['compound_tails']})[\s-]){{0,3}}({nouns})(?![\w])")  # fmt: skip


def _noun(text: str, end: int) -> str | None:
    m = _counted().match(text, end)
    return m[1] if m else None


def _noun_of(unit: str | None) -> str | None:
    first = (unit or "").split()
    known = {n.lower() for n in technical_words().counted}
    return next((w for w in first[:2] if w.lower() in known), None)


def _technical(
    search: SearchText, blocks: Sequence[Block], f: _Figure, sentence: Sentence, previous: int, following: int
) -> Technical | None:
    text, words = search.text, technical_words()
    if f.kind == "rate" and not (int(f.value) in words.shorthand_rates and _cued(search, sentence.start, sentence.end, words.shorthand_cues)):  # fmt: skip
        return None
    measure = _measure(search, f, sentence, previous, following)
    if measure is None:
        return None
    begin = search.lead_of(sentence, f.start)
    if f.kind == "year":
        named = reversed(names_in(text, search.lead_of(sentence, f.start), f.start))
        of_figure = tuple(dict.fromkeys(name for _, name in named if any(c.isdigit() for c in name)))[:1]
    else:
        of_figure = names_of_figure(
            text, begin, min(sentence.end, f.end + 300), max(previous, begin), (f.start, f.end), following
        )
    context = _context(search, blocks, sentence, of_figure)
    basis = _basis(search, f, min(sentence.end, following if f.kind != "count" else sentence.end))
    claimant = claimant_in(text, begin, f.start)
    subject = _SUBJECT_TAIL.sub("", f.subject) if f.subject else None
    if whole := _whole(text, sentence, f):
        subject = text[whole.start : whole.end]
        of_figure, context = _of_whole(text, whole, f), ()
        basis = whole.basis or basis
    of_figure = tuple(name for name in of_figure if name != claimant) if f.kind == "count" else of_figure
    return Technical(
        f.start, f.end, text[f.start : f.end], measure, subject, of_figure, context, f.value, f.value_high,
        f.comparator, f.unit, basis, f.year, claimant, f.rule,
    )  # fmt: skip


def _whole(text: str, sentence: Sentence, f: _Figure) -> Whole | None:
    """What a count of pieces is part of, or how many pieces a quantity is of."""
    if f.kind == "count":
        return whole_holding(text, sentence.start, f.start)
    return whole_drawing(text, sentence.start, f.start) if f.kind in ("unit", "rate") else None


def _of_whole(text: str, whole: Whole, f: _Figure) -> tuple[str, ...]:
    """Products of a whole: those in its name before its number of pieces, and the kind of the pieces that are counted."""
    named = names_in(text, whole.start, whole.head_end)
    if f.kind == "count" and (counted := _counted().match(text, f.end)):
        named += names_in(text, f.end, counted.end())
    return tuple(dict.fromkeys(name for _, name in named))


def _measure(search: SearchText, f: _Figure, sentence: Sentence, previous: int, following: int) -> str | None:
    """The first measure of the figure's dimension that has a cue in the figure's own part of the sentence."""
    words = technical_words()
    of = {"percent": "percent", "times": "times", "count": "count", "year": "year", "bits": "bits", "rate": "bit_rate"}.get(f.kind) or words.units[f.unit].of  # fmt: skip
    near = max(sentence.start, f.start - _NEAR_LEFT)
    cut = max(near, search.text.rfind(";", near, f.start))
    right = min(sentence.end, f.end + _NEAR_RIGHT)
    if f.kind in ("percent", "times") and _cued(search, cut, right, words.business):
        return None
    fitting = [(name, m) for name, m in words.measures.items() if m.of == of and (not m.units or f.unit in m.units)]
    for start, end in ((max(cut, previous), min(right, following)), (cut, right)):
        for name, measure in fitting:
            if measure.cues and _cued(search, start, end, measure.cues):
                return name
    return next((name for name, measure in fitting if not measure.cues), None)


def _cued(search: SearchText, start: int, end: int, cues: tuple[str, ...]) -> bool:
    return bool(_any_of(cues).search(search.lower, start, end))


@cache
def _any_of(cues: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        r"(?<![^\W_])(?:" + "|".join(re.escape(c) for c in sorted(cues, key=len, reverse=True)) + r")(?![^\W_])"
    )


@cache
def _bases() -> re.Pattern[str]:
    return re.compile(r"(?<![\w-])(?:" + "|".join(re.escape(b) for b in sorted(technical_words().bases, key=len, reverse=True)) + r")(?![\w-])", re.IGNORECASE)  # fmt: skip


def _basis(search: SearchText, f: _Figure, end: int) -> str | None:
    m = _bases().search(search.text, f.end, min(end, f.end + 70)) or _bases().search(
        search.text, max(0, f.start - 24), f.start
    )
    return m.group() if m else None


def _context(search: SearchText, blocks: Sequence[Block], sentence: Sentence, its: tuple[str, ...]) -> tuple[str, ...]:
    """Names of the paragraph above a list, or of the sentence before: what "these" refers to, nearest first."""
    block = blocks[sentence.block]
    start, end = max(block.char_start, sentence.start - _LEAD), sentence.start
    if block.kind == "list_item":
        at = sentence.block
        while at >= 0 and blocks[at].kind == "list_item":
            at -= 1
        if at < 0 or blocks[at].kind != "paragraph":
            return ()
        lead = blocks[at]
        start, end = max(lead.char_start, lead.char_end - _LEAD), lead.char_end
    names = dict.fromkeys(name for _, name in reversed(names_in(search.text, start, end)))
    return tuple(name for name in names if name not in its)[:8]
