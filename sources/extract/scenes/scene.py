"""One sentence with all that its figures share: quantities, years, label, table headers. What they mean is read elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from sources.extract.document.context import Context
from sources.extract.figures.beyond_range import BEYOND_RANGE, is_beyond_range
from sources.extract.figures.decoys import address_spans, decoy_rule
from sources.extract.figures.local_money import in_local_money
from sources.extract.figures.number_words import worded
from sources.extract.figures.numerals import numerals, numeric_value
from sources.extract.figures.quantities import quantities
from sources.extract.figures.quantity import Quantity
from sources.extract.figures.years import YearMark, year_marks
from sources.extract.layout.entries import Listing
from sources.extract.layout.header_units import in_noted_unit, is_bare_value
from sources.extract.layout.leaders import leader
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.clauses import label_of
from sources.extract.phrases.non_english_phrases import is_own
from sources.extract.scenes.tables import CellContext, cell_context, cell_decoy, in_header_unit, stacked_cell
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import Area
from sources.grammar.currencies import currency_after, currency_before
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.table_words import table_pattern
from sources.records import Block, Metric, ParsedDocument, Rejection

_WORDS = pattern_words("scenes")
_WIDE = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_NO_DIGITS = re.compile(r"[^0-9]+")
LINK = re.compile(
    rf"[\s,&/(\[·]*+(?:and|or|to|{_WORDS['and_words_mul']}|{_WORDS['or_words_mul']})?[\s,]*+(?:{_WORDS['link_abbreviations']}[.:]?\s?)?[~≈]?\s?$"
)


@dataclass(frozen=True, slots=True)
class Scene:
    """A sentence and its figures. `live` holds the quantities that may be claims, in order."""

    parsed: ParsedDocument
    context: Context
    sentence: Sentence
    block: Block
    marks: tuple[YearMark, ...]
    live: tuple[Quantity, ...]
    label: (
        tuple[str, int] | None
    )  # "Cloud-based:" at the start of the block ("" for a dateline), and where the rest begins
    cell: CellContext | None  # where the sentence is a table cell
    above: str = ""  # the label that stands alone on the line above a bare value

    @property
    def text(self) -> str:
        """The whole canonical text."""
        return self.parsed.text

    @property
    def grammar(self) -> Grammar:
        """The document's words."""
        return self.context.grammar

    @property
    def listing(self) -> Listing | None:
        """The list that the sentence is an entry of, where it is one."""
        if self.cell:
            return leader(self.text, self.block.char_start, self.block.char_end, self.block.row_label or "")
        return self.context.listings.get(self.sentence.block)

    @property
    def words(self) -> str:
        """The sentence itself."""
        return self.text[self.sentence.start : self.sentence.end]

    @property
    def is_wide(self) -> bool:
        """The sentence is in a script without blanks; an English line on a Japanese page is not."""
        return self.grammar.is_wide and bool(_WIDE.search(self.text, self.sentence.start, self.sentence.end))

    @property
    def is_whole(self) -> bool:
        """Three or more percentages that add up to about a hundred in a sentence that speaks of no growth."""
        parts = [q.value for q in self.live if q.kind == "percent" and q.value_high is None]
        if len(parts) < 3 or not 97 <= sum(parts) <= 103:
            return False
        return not (
            self.grammar.pattern("metrics.growth").search(self.words) or table_pattern("not_shares").search(self.words)
        )

    def begin(self, q: Quantity) -> int:
        """Where the words that may speak of the quantity begin: behind the block's label, if it has one."""
        if self.label and self.label[1] <= q.start:
            return self.label[1]
        mark = _GLUED_MARK.match(self.text, self.sentence.start, q.start)
        return mark.end() if mark else self.sentence.start

    def right_of(self, q: Quantity) -> str:
        """The words behind a figure up to its neighbour; in "17 %, 15 % and 13 % of revenue" those behind the last of the row."""
        last = q
        for other in self.live:
            if other.start < q.end:
                continue
            if other.kind == last.kind and LINK.fullmatch(self.text[last.end : other.hedge_start]):
                last = other
                continue
            return self.text[last.end : other.start]
        return self.text[last.end : self.sentence.end]


_GLUED_MARK = re.compile(r"[0-9]{1,3}(?=[A-ZÀ-Þ][a-zà-þ]+\s)")  # "2By 2030": an item's number that lost its blank


@dataclass(slots=True)
class Memory:
    """What carries over from one sentence of a document to the next."""

    block: int = -1
    subject: Subject | None = None  # whom the sentence before spoke of
    sized: bool = False  # it spoke of a market's size
    metric: Metric | None = None  # metric of its last figure
    headed: bool = False  # a heading of this document has named a segment ("this segment" stood under it)
    speaker: str | None = None  # the research house that this paragraph quoted last
    area_at: tuple[int, bool] = (-1, False)  # the sentence that named it, and whether it named no other
    area: Area | None = None  # the area that this block spoke of last, in scripts without blanks
    credits: tuple[int, list[tuple[int, str]]] | None = None  # the sentence's start and whom it credits
    parts: set[str] = field(default_factory=set)  # unlisted phrases that have carried a share or a growth rate

    has_parts: bool = False  # a figure has been said of a part or an area already
    whole: set[frozenset[str]] = field(default_factory=set)  # words of names that the document's market goes by, too

    def enter(self, block: int, *, keeps_metric: bool) -> None:
        """Forget what does not reach across blocks; items of one list keep the metric they tell of."""
        if block != self.block:
            self.block, self.subject, self.speaker, self.area = block, None, None, None
            self.metric = self.metric if keeps_metric else None


def survey(
    parsed: ParsedDocument,
    sentence: Sentence,
    context: Context,
    cuts: frozenset[int],
    bounds: Sequence[tuple[int, int]],
    before: Sentence | None = None,
) -> tuple[Scene, list[Rejection]]:
    """Find a sentence's quantities and set aside the tokens that are no figures.

    Args:
        parsed: the document.
        sentence: the sentence.
        context: the document's own facts.
        cuts: offsets behind glued list numbers.
        bounds: spans of segment names that hold numbers.
        before: the sentence before, which may be the label of a bare value.

    Returns:
        The scene, and a rejection for each year, list number and decoy.
    """
    text, g = parsed.text, context.grammar
    seen = quantities_of(parsed, sentence, context, cuts)
    sentence, cell, found, rejections = seen.sentence, seen.cell, seen.found, list(seen.rejections)
    start, end, block = sentence.start, sentence.end, parsed.blocks[sentence.block]
    addresses = address_spans(text, start, end)
    near = [b for b in bounds if b[0] < end and start < b[1]] if found else []
    live = []
    for q in found:
        rule = (cell_decoy(q, cell) if cell else None) or decoy_rule(
            text, q, start, end, block, addresses, [*near, *_part_span(text, q, context)], g
        )
        rule = rule or (BEYOND_RANGE if is_beyond_range(q.value, q.value_high) else None)
        if rule:
            rejections.append(rejection(text, q, rule))
        else:
            live.append(q)
    opens = sentence.first and block.kind in ("list_item", "paragraph", "heading")
    label = _after_dateline(text, block) or label_of(text, block.char_start, block.char_end, g) if opens else None
    above = _label_above(text, live, sentence, before, g) if live and before and not cell and not label else ""
    return Scene(parsed, context, sentence, block, tuple(seen.marks), tuple(live), label, cell, above), rejections


@dataclass(frozen=True, slots=True)
class Seen:
    """All quantities of a sentence, in order, before anybody asks which of them are claims."""

    sentence: Sentence  # without a list number that is glued to its first word
    cell: CellContext | None
    marks: Sequence[YearMark]
    found: tuple[Quantity, ...]
    rejections: tuple[Rejection, ...]  # years, list numbers, inexact fractions: no quantities


def quantities_of(parsed: ParsedDocument, sentence: Sentence, context: Context, cuts: frozenset[int]) -> Seen:
    """Find a sentence's quantities, with the units that a header, a row or the document gives them.

    Args:
        parsed: the document.
        sentence: the sentence.
        context: the document's own facts.
        cuts: offsets behind glued list numbers.
    """
    text, g = parsed.text, context.grammar
    rejections: list[Rejection] = []
    opening = range(sentence.start + 1, sentence.start + 4) if cuts and sentence.first else ()
    glued = next((c for c in opening if c in cuts), None)
    if glued is not None:
        rejections.append(Rejection(sentence.start, glued, text[sentence.start : glued], "list_number"))
        sentence = Sentence(glued, sentence.end, sentence.block, sentence.first)
    start, end, block = sentence.start, sentence.end, parsed.blocks[sentence.block]
    cell = cell_context(parsed, sentence.block, context) if block.kind == "table_cell" else None
    marks = [] if cell and is_bare_value(text[start:end], cell.unit) else year_marks(text, start, end)
    rejections += [Rejection(m.start, m.end, text[m.start : m.end], "year_or_date") for m in marks]
    words = worded(text, start, end, g)
    digits = [
        n for n in numerals(text, start, end, g, cuts) if not any(f.start <= n.start < f.end for f in words.fractions)
    ]
    rejections += [Rejection(a, b, text[a:b], "inexact_fraction") for a, b in words.inexact]
    digits = [n for n in digits if not any(a <= n.start < b for a, b in words.inexact)]
    found = quantities(text, start, end, sorted([*digits, *words.numerals], key=lambda n: n.start), marks, g)
    found = [_in_base_units(_as_weight(q, text), g) for q in _with_shared_units(text, found, g)]
    found = [in_local_money(q, text, context.money) for q in found]
    is_told_once = g.is_wide or is_own(g)
    currency = context.currency or (nearby_currency(text, block.char_start, start, found) if is_told_once else None)
    if currency:
        found = _with_understood_currency(found, text[start:end], currency, g)
    if words.fractions:
        found = sorted([*found, *words.fractions], key=lambda q: q.start)
    listed = context.listings.get(sentence.block)  # its name stands above, whatever stands below
    if cell is None and not (listed and listed.is_whole) and (stack := context.stacks.get(sentence.block)):
        cell = stacked_cell(stack, context)
    if cell:
        found = [in_header_unit(q, text, cell) for q in found]
    if g.is_wide:
        found = _in_one_yuan(found, text)
        found = in_noted_unit(found, text, block.char_start, block.char_end, g)
    return Seen(sentence, cell, marks, tuple(found), tuple(rejections))


# "MUMBAI, 18 August 2025: ", "HAMBURG - ": where a news text was written.
_DATELINE = re.compile(
    r"\s*(?:[A-ZÀ-Þ]{4}[A-ZÀ-Þ .,-]{0,30}\s?[-–—]{1,2}|(?:[A-ZÀ-Þ][\w.-]+[ ,]{1,2}){1,4}(?:[0-9]{1,2}\.?\s)?(?:[A-Z][a-zà-ÿ]{2,9}\.?\s)?(?:[0-9]{1,2},?\s)?(?:19|20)[0-9]{2}(?:\s?\([^)]{2,30}\)|\s?/[^/\s]{2,30}/)?\s?(?:[-–—]{1,2}|:))\s+(?=\S)"
)


def _after_dateline(text: str, block: Block) -> tuple[str, int] | None:
    match = _DATELINE.match(text, block.char_start, min(block.char_end, block.char_start + 90))
    for mark in year_marks(text, block.char_start, min(block.char_end, block.char_start + 60)) if match is None else ():
        behind = _DASH.match(text, mark.end)
        if mark.kind == "date" and behind and _PLACE.fullmatch(text[block.char_start : mark.start]):
            return ("", behind.end())
    return ("", match.end()) if match else None


def _as_weight(q: Quantity, text: str) -> Quantity:
    """ "1.46 billion pounds" in a text in dollars are weight."""
    if (
        q.unit != "GBP"
        or not text[q.start : q.end].lower().endswith("pounds")
        or "£" in text
        or not _OTHER_MONEY.search(text)
    ):
        return q
    return replace(q, kind="count", unit=None, noun="pounds")


_OTHER_MONEY = re.compile(rf"[$€₹]|\b{_WORDS['other_currency_codes']}\b")
_COMMA = re.compile(rf",\s|,?\s(?:and|{_WORDS['and_words_mul']})\s")


def _with_shared_units(text: str, found: list[Quantity], g: Grammar) -> list[Quantity]:
    """ "21, 6 and 3 percent", "from 73 to 107 billion": bare numbers have the unit of the figure that they lead to."""
    out = list(found)
    for i in range(len(out) - 2, -1, -1):
        q, behind = out[i], out[i + 1]
        if q.kind != "count" or q.noun or q.scaled or q.value_high is not None:
            continue
        gap = text[q.end : behind.start]
        from_to = bool(_LEVEL.fullmatch(gap)) and bool(_ORIGIN.search(text, max(0, q.hedge_start - 8), q.start))
        linked = behind.kind == "percent" and behind.start == behind.hedge_start
        if q.value <= 100 and linked and (_COMMA.fullmatch(gap) or _EACH.fullmatch(gap) or from_to):
            out[i] = replace(q, kind="percent", unit="percent")
        elif from_to and behind.scaled and behind.value_high is None and (value := _scaled_as(q, behind, text, g)):
            out[i] = replace(q, kind=behind.kind, unit=behind.unit, noun=behind.noun, value=value, scaled=True)
    return out


# "10,5 bzw. 10,1 Prozent"; "from 28 to 29%", "von 73 auf 107 Milliarden", "de 600 para 700 milhões".
_EACH = re.compile(rf",?\s(?:{_WORDS['respectively_words']}|{_WORDS['respectively_words_mul']})\s")
_LEVEL = re.compile(r"\s(?:to|auf|para)\s")
_ORIGIN = re.compile(r"(?<![^\W_])(?:from|von|de)\s\Z", re.IGNORECASE)
_MOST_STEP = 5  # times that a measure grows from one end of such a step to the other


def _scaled_as(q: Quantity, behind: Quantity, text: str, g: Grammar) -> Decimal | None:
    """A bare number with the scale of the amount that it moves to; None where the two would lie too far apart."""
    printed = text[behind.numerals[0][0] : behind.numerals[0][1]]
    if not printed[0].isdigit() or not (number := numeric_value(printed, g)) or not q.value:
        return None
    value = q.value * (behind.value / number)
    return value if 1 <= _MOST_STEP * value / behind.value <= _MOST_STEP**2 else None


def _in_base_units(q: Quantity, g: Grammar) -> Quantity:
    """ "9.7 kilotons" are 9,700 tonnes."""
    words = q.noun.split() if q.kind == "count" else []
    word = next((w for n in (2, 1) if (w := " ".join(words[:n]).rstrip(".")) in g.unit_scales), None)
    if word is None:
        return q
    power, noun = g.unit_scales[word]
    factor = Decimal(10) ** power
    high = q.value_high * factor if q.value_high is not None else None
    return replace(q, value=q.value * factor, value_high=high, noun=noun, unit=noun, scaled=True)


_DASH = re.compile(r"\s?(?:\([^()]{2,30}\))?\s?\.?\s?[-–—]{1,2}\s+(?=\S)|\s?[.:]\s+(?=\S)")
_PLACE = re.compile(rf"\s*[A-ZÀ-Þ][\w’'.-]*(?:[ /][\w’'.-]+){{0,3}},?\s(?:{_WORDS['date_articles_mul']}\s)?")

_BARE_LEAD = re.compile(rf"[\s*•·\-–—|:~≈]*(?:{_WORDS['bare_hedges']}\s)?$", re.IGNORECASE)
_LONGEST_LABEL = 70


def _label_above(text: str, live: list[Quantity], sentence: Sentence, before: Sentence, g: Grammar) -> str:
    """ "Market size in 2025" on a line of its own, above a line that opens with the value or lists names and values."""
    listed = len(live) > 2 and not g.pattern("subject_verbs").search(text, sentence.start, sentence.end)
    if not listed and not _BARE_LEAD.fullmatch(text[sentence.start : live[0].start]):
        return ""
    words = text[before.start : before.end].strip(" \n*•|:")
    gap = text[before.end : sentence.start].strip()
    short = 2 < len(words) <= _LONGEST_LABEL and words[-1] not in ".!;,"
    return (
        words
        if short and not gap and not re.search(r"[0-9]", re.sub(r"(?:19|20)[0-9]{2}|['’][0-9]{2}\b", "", words))
        else ""
    )


_OTHER_YUAN = frozenset({"TWD", "HKD", "SGD"})


def _in_one_yuan(found: list[Quantity], text: str) -> list[Quantity]:
    """ "新台幣12億元增至31億元": 元 is money of whichever country the sentence has named before."""
    out: list[Quantity] = []
    other: str | None = None
    for q in found:
        if q.unit == "CNY" and other and text[q.start].isdigit() and text[q.end - 1] == "元":
            out.append(replace(q, unit=other))
            continue
        other = q.unit if q.unit in _OTHER_YUAN else other
        out.append(q)
    return out


_AN_AMOUNT = 1_000_000


def _is_counted(q: Quantity, g: Grammar) -> bool:
    """The words behind a number are what it counts: a listed noun or unit, or any noun behind a scale word."""
    if q.kind != "count" or not q.noun:
        return False
    return q.scaled or bool(g.starting("counted_nouns", "measured_units").match(q.noun))


def nearby_currency(text: str, begin: int, start: int, found: Sequence[Quantity]) -> str | None:
    """The one currency of the sentence's other amounts, else that of its block so far."""
    printed = {q.unit for q in found if q.kind == "money"}
    if not printed:
        bare = [q for q in found if q.kind == "count" and q.scaled and not q.noun]
        printed = set(_printed_currencies(text, begin, start)) if bare else set()
    return next(iter(printed)) if len(printed) == 1 else None


_SCALED = re.compile(rf"[0-9][0-9.,]*(?:\s{_WORDS['scale_words_mul']}){{0,2}}")


def _printed_currencies(text: str, begin: int, start: int) -> Iterator[str]:
    for m in _SCALED.finditer(text, begin, start):
        mark = currency_before(text[max(begin, m.start() - 12) : m.start()]) or currency_after(text, m.end(), start)
        if mark:
            yield mark.code


def _with_understood_currency(found: list[Quantity], sentence: str, currency: str, g: Grammar) -> list[Quantity]:
    """ "2,84 miliardi di euro ... (2,73 mld)": an amount whose currency the text has named once and leaves out."""
    if g.pattern("metrics.volume").search(sentence) or any(_is_counted(q, g) for q in found):
        return found
    return [
        replace(q, kind="money", unit=currency)
        if q.kind == "count" and q.scaled and not q.noun and q.value >= _AN_AMOUNT
        else q
        for q in found
    ]


def rejection(text: str, q: Quantity, rule: str) -> Rejection:
    """A quantity set aside by a named rule."""
    first, last = q.numerals[0][0], q.numerals[-1][1]
    return Rejection(first, last, text[first:last], rule)


def _part_span(text: str, q: Quantity, context: Context) -> list[tuple[int, int]]:
    """The number's own span where it is part of a listed member's name ("above 16,384 units")."""
    if q.kind != "count" or not context.part_digits:
        return []
    span = (q.numerals[0][0], q.numerals[-1][1])
    digits = _NO_DIGITS.sub("", text[span[0] : span[1]])
    return [span] if len(digits) > 1 and any(digits in other for other in context.part_digits) else []
