"""One sentence with all that its figures share: quantities, years, label, table headers. What they mean is read elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sources.extract.document.context import Context
from sources.extract.layout.entries import Listing
from sources.extract.layout.leaders import leader
from sources.extract.scan.figure import Figure
from sources.extract.scan.years import YearMark
from sources.extract.scenes.tables import CellContext
from sources.extract.text.sentences import Sentence
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.table_words import table_pattern
from sources.records import Block, ParsedDocument

_WORDS = pattern_words("scenes")
_CJK = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
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
    live: tuple[Figure, ...]
    label: (
        tuple[str, int] | None
    )  # "Cloud-based:" at the start of the block ("" for a dateline), and where the rest begins
    cell: CellContext | None  # where the sentence is a table cell
    above: str = ""  # the label on a line of its own above a bare value

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
        return self.grammar.is_cjk and bool(_CJK.search(self.text, self.sentence.start, self.sentence.end))

    @property
    def is_whole(self) -> bool:
        """Three or more percentages that add up to about a hundred in a sentence that speaks of no growth."""
        parts = [q.value for q in self.live if q.kind == "percent" and q.value_high is None]
        if len(parts) < 3 or not 97 <= sum(parts) <= 103:
            return False
        return not (
            self.grammar.pattern("metrics.growth").search(self.words) or table_pattern("not_shares").search(self.words)
        )

    def begin(self, q: Figure) -> int:
        """Where the words that may speak of the quantity begin: behind the block's label, if it has one."""
        if self.label and self.label[1] <= q.start:
            return self.label[1]
        mark = _GLUED_MARK.match(self.text, self.sentence.start, q.start)
        return mark.end() if mark else self.sentence.start

    def right_of(self, q: Figure) -> str:
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
