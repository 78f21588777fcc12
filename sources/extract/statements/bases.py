"""The basis of money in a text: retail or manufacturers' prices, constant or current money, and the figures that it holds for.

Belongs here: the words, their place, and the figures that they describe. What a claim takes from them is decided in
`warehouse/resolve/claims/stated_bases.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sources.extract.scan.captions import TableFacts
from sources.extract.text.sentences import Sentence
from sources.grammar.bases import BasisGrammar, BasisPattern, basis_grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.metrics import facts_of
from sources.records import Basis, BasisKind, Block, Mention, ParsedDocument

_WORDS = pattern_words("statements")
_ANY = words_of_languages("statements")

_YEAR_BEHIND = re.compile(
    rf"(?:\s{_ANY['base_year_leads']}\s|[\s,]{{0,2}}\((?:{_ANY['base_year_labels']}\s)?|,\s{_ANY['base_year_marks']}\s)"
    r"(?P<year>(?:19|20)[0-9]{2})(?:\s?=\s?100)?(?=[\s,.;:)]|$)",
    re.IGNORECASE,
)
_REACH_BEFORE = 60  # characters before a phrase in which it is denied
_CLOSING = re.compile(rf"\s*(?:[.,;:)\]|]|$|{_ANY['closing_words']}\b)")
_BARE_YEAR = re.compile(
    rf"(?:(?P<led>{_WORDS['price_leads']})\s)?(?:19|20)[0-9]{{2}}\s{_WORDS['price_nouns']}", re.IGNORECASE
)
_OTHER_THINGS = re.compile(
    rf"\s*-?{_WORDS['other_basis_nouns']}\b",
    re.IGNORECASE,
)
_DIGIT_NEXT = re.compile(r"\s?[0-9]")
_CODE = re.compile("[A-Z]{3}")
_ROW_AT_MOST = 2_000  # cells of a table that are looked at for the words above a cell


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase and its place."""

    start: int
    end: int
    kind: BasisKind
    basis: str
    year: int | None

    @property
    def says(self) -> tuple[str, int | None]:
        return self.basis, self.year


def bases_of(
    parsed: ParsedDocument,
    sentences: Sequence[Sentence],
    words: Sequence[frozenset[str]],
    mentions: Sequence[Mention],
    tables: Mapping[int, TableFacts],
    language: str,
) -> tuple[Basis, ...]:
    """Every statement of a basis, once for each figure that it speaks of, in order of the text.

    A phrase in a figure's own sentence speaks of figures there; one in the row, column, caption or note of a table of its
    cells; a sentence without figures that says so of all figures, and a note, of the document. Where a document says two
    things of all its figures, neither counts.

    Args:
        parsed: the document.
        sentences: its sentences.
        words: the words of each sentence, lower case.
        mentions: its figures.
        tables: the text around its tables, by number.
        language: its language; nothing is read in one without phrases.
    """
    grammar = basis_grammar(language)
    if grammar is None or not any(not grammar.anchors.isdisjoint(tokens) for tokens in words):
        return ()
    reader = _Reader(parsed, sentences, words, mentions, grammar)
    bases = [*reader.of_sentences(), *reader.of_tables(tables), *reader.of_document()]
    return tuple(sorted(bases, key=lambda one: (one.char_start, one.char_end, one.figure_start or -1, one.tells)))


class _Reader:
    """One document's phrases, with the figures of each sentence and table."""

    def __init__(
        self,
        parsed: ParsedDocument,
        sentences: Sequence[Sentence],
        words: Sequence[frozenset[str]],
        mentions: Sequence[Mention],
        grammar: BasisGrammar,
    ) -> None:
        self.text, self.blocks, self.grammar = parsed.text, parsed.blocks, grammar
        self.sentences = [(s, list(_phrases(self.text, s.start, s.end, tokens, grammar))) for s, tokens in zip(sentences, words, strict=True)]  # fmt: skip
        counted = sorted(
            (m for m in mentions if facts_of(m.metric).is_money or facts_of(m.metric).is_growth or _is_sum(m)),
            key=lambda m: m.char_start,
        )
        self.figures: dict[int, list[Mention]] = {}  # by the start of their sentence; sums of firms are among them
        at = 0
        for sentence, _ in self.sentences:
            while at < len(counted) and counted[at].char_start < sentence.start:
                at += 1
            while at < len(counted) and counted[at].char_start < sentence.end:
                self.figures.setdefault(sentence.start, []).append(counted[at])
                at += 1
        self.used: set[int] = set()  # phrases that speak of a figure or a table

    def of_sentences(self) -> Iterator[Basis]:
        """Phrases of a figure's own sentence."""
        for sentence, phrases in self.sentences:
            figures = self.figures.get(sentence.start, [])
            for kind in ("value", "price"):
                of_kind = [phrase for phrase in phrases if phrase.kind == kind]
                for phrase, figure in _assigned(self.text, sentence, of_kind, figures, self.grammar):
                    self.used.add(phrase.start)
                    yield _basis(self.text, phrase, "figure", figure.char_start, f"basis.{kind}.sentence")

    def of_tables(self, tables: Mapping[int, TableFacts]) -> Iterator[Basis]:
        """Phrases of a cell's row, column, caption or note, the nearest of each kind."""
        by_table: dict[int, list[int]] = {}
        for index, block in enumerate(self.blocks):
            if block.table is not None:
                by_table.setdefault(block.table, []).append(index)
        phrases = {sentence.block: hits for sentence, hits in self.sentences if hits}
        if not phrases:
            return
        around = {
            table: [phrases[i] for i in _around(self.text, self.blocks, indices, tables.get(table)) if i in phrases]
            for table, indices in by_table.items()
        }
        for sentence, _ in self.sentences:
            block = self.blocks[sentence.block]
            figures = self.figures.get(sentence.start)
            if block.kind != "table_cell" or block.table is None or not figures:
                continue
            beside = by_table[block.table][:_ROW_AT_MOST]
            heads = [i for i in beside if i in phrases and _is_head(self.blocks[i], block)]
            places = [*(phrases[i] for i in heads), *around[block.table]]
            for kind in ("value", "price"):
                phrase = next((one for place in places for one in place if one.kind == kind), None)
                for figure in figures if phrase else ():
                    if phrase and (kind == "price" or facts_of(figure.metric).is_money):
                        self.used.add(phrase.start)
                        yield _basis(self.text, phrase, "table", figure.char_start, f"basis.{kind}.table")

    def of_document(self) -> Iterator[Basis]:
        """Statements of all figures: one per kind and document, or none where two contradict each other."""
        stated: dict[BasisKind, list[_Phrase]] = {"value": [], "price": []}
        for sentence, phrases in self.sentences:
            if self.figures.get(sentence.start) or self.blocks[sentence.block].kind == "table_cell":
                continue
            for phrase in phrases:
                if phrase.start not in self.used and self._is_statement(sentence, phrase):
                    stated[phrase.kind].append(phrase)
        for kind, candidates in stated.items():
            fullest = [phrase for phrase in candidates if phrase.year is not None] or candidates
            if len({phrase.says for phrase in fullest}) == 1 and len({phrase.basis for phrase in candidates}) == 1:
                yield _basis(self.text, fullest[0], "document", None, f"basis.{kind}.document")

    def _is_statement(self, sentence: Sentence, phrase: _Phrase) -> bool:
        grammar = self.grammar
        block = self.blocks[sentence.block]
        lead, tail = self.text[sentence.start : phrase.start], self.text[phrase.end : sentence.end]
        if (
            sentence.first
            and grammar.note.match(self.text, block.char_start, phrase.start + 1)
            and len(lead) <= _REACH_BEFORE
        ):
            return True
        return bool(grammar.states.search(lead) or grammar.measured.search(lead) or grammar.used.match(tail))


def _phrases(text: str, start: int, end: int, words: frozenset[str], grammar: BasisGrammar) -> Iterator[_Phrase]:
    """Phrases of a sentence that are not denied, none inside another."""
    hits: dict[int, BasisPattern] = {
        id(phrase): phrase for word in words & grammar.anchors for phrase in grammar.by_anchor[word]
    }
    matches = [
        (match.start(), match.end(), phrase, match.groupdict().get("year"))
        for phrase in hits.values()
        for match in phrase.pattern.finditer(text, start, end)
    ]
    free: dict[BasisKind, int] = {"value": start, "price": start}
    for first, last, phrase, year in sorted(matches, key=lambda hit: (hit[0], -hit[1], hit[3] is None, hit[2].basis)):
        if first < free[phrase.kind]:
            continue
        free[phrase.kind] = last
        lead = text[max(start, first - _REACH_BEFORE) : first]
        if grammar.denied.search(lead) or _OTHER_THINGS.match(text, last, end):
            continue
        if not _is_closed(text, first, last, end) or (year and _DIGIT_NEXT.match(text, last, end)):
            continue  # "In 2015 US dollars 5 million were spent"
        if (
            year is None
            and phrase.kind == "price"
            and phrase.basis == "constant"
            and (tail := _YEAR_BEHIND.match(text, last, end))
        ):
            year, last = tail["year"], tail.end("year")
        yield _Phrase(first, last, phrase.kind, phrase.basis, int(year) if year else None)


def _is_closed(text: str, first: int, last: int, end: int) -> bool:
    """ "(2015 prices)" and "at 2015 prices." state a basis; "In 2015 prices fell" states a fall."""
    bare = _BARE_YEAR.fullmatch(text, first, last)
    return bare is None or bool(_CLOSING.match(text, last, end) and (bare["led"] or text[first - 1 : first] == "("))


def _assigned(
    text: str, sentence: Sentence, phrases: Sequence[_Phrase], figures: Sequence[Mention], grammar: BasisGrammar
) -> Iterator[tuple[_Phrase, Mention]]:
    """Which phrase speaks of which figure of a sentence.

    Words that set figures against each other ("while", "against", brackets with a figure) part a sentence; a phrase speaks of
    the figures of its own part, of several phrases the nearest. A phrase in front of all figures speaks of parts without a
    phrase of their own as well. One of growth ("in real terms", nearest to a rate) speaks of rates alone.
    """
    if not phrases or not figures:
        return
    cuts = [sentence.start, *_cuts(text, sentence, phrases, figures, grammar), sentence.end]
    parts = [(a, b) for a, b in pairwise(cuts) if a < b]
    phrases = [phrase for phrase in phrases if phrase.kind == "price" or not _is_sum(_nearest(phrase, figures))]
    of_growth = {phrase for phrase in phrases if _is_of_growth(text, phrase, figures, grammar)}
    for figure in figures:
        part = next((p for p in parts if p[0] <= figure.char_start < p[1]), (sentence.start, sentence.end))
        in_part = [phrase for phrase in phrases if part[0] <= phrase.start < part[1]]
        if not in_part:
            in_part = [phrase for phrase in phrases if phrase.end <= figures[0].char_start][-1:]
        in_part = [phrase for phrase in in_part if phrase not in of_growth or facts_of(figure.metric).is_growth]
        in_part = [phrase for phrase in in_part if phrase.kind == "price" or facts_of(figure.metric).is_money]
        if in_part and not _is_sum(figure):
            yield min(in_part, key=lambda phrase: (_gap(phrase, figure, figures), phrase.start)), figure


def _cuts(
    text: str, sentence: Sentence, phrases: Sequence[_Phrase], figures: Sequence[Mention], grammar: BasisGrammar
) -> Iterator[int]:
    """Where words set figures against each other; brackets do where they hold a figure."""
    for mark in grammar.breaks.finditer(text, sentence.start, sentence.end):
        at = mark.start()
        if any(phrase.start <= at < phrase.end for phrase in phrases):
            continue
        if text[at] in "()":
            opened = at if text[at] == "(" else text.rfind("(", sentence.start, at)
            closed = text.find(")", at, sentence.end)
            if not any(opened < figure.char_start < closed for figure in figures):
                continue
        yield at


def _is_of_growth(text: str, phrase: _Phrase, figures: Sequence[Mention], grammar: BasisGrammar) -> bool:
    """Whether a phrase without a year's money says of growth, and not of a level, that inflation is in it or out of it."""
    if phrase.kind != "price" or phrase.year is not None:
        return False
    nearest = _nearest(phrase, figures)
    if not facts_of(nearest.metric).is_growth:
        return False
    between = text[min(phrase.start, nearest.char_start) : max(phrase.end, nearest.char_end)]
    lead = text[max(0, phrase.start - 30) : phrase.start]
    return len(between) <= 120 and (nearest.char_end <= phrase.start or bool(grammar.growth.search(lead + between)))


def _is_sum(figure: Mention) -> bool:
    """Money that is no market's: a firm's revenue, an investment."""
    return figure.metric == "other_numeric" and bool(_CODE.fullmatch(figure.unit or ""))


def _nearest(phrase: _Phrase, figures: Sequence[Mention]) -> Mention:
    return min(figures, key=lambda figure: _distance(phrase, figure))


def _gap(phrase: _Phrase, figure: Mention, figures: Sequence[Mention]) -> tuple[bool, int]:
    """Whether another figure is between the two, then how far apart they are."""
    low, high = min(phrase.end, figure.char_end), max(phrase.start, figure.char_start)
    return any(low <= other.char_start < high for other in figures if other is not figure), _distance(phrase, figure)


def _distance(phrase: _Phrase, figure: Mention) -> int:
    return max(phrase.start - figure.char_end, figure.char_start - phrase.end, 0)


def _around(text: str, blocks: Sequence[Block], indices: Sequence[int], facts: TableFacts | None) -> Iterator[int]:
    """Blocks of the lines around a table that speak of all of it: captions above, nearest first, then the note below."""
    lines = {facts.caption, *facts.lines} if facts else set()
    first, last = indices[0], indices[-1]
    for index in (first - 1, first - 2, last + 1):
        if 0 <= index < len(blocks) and blocks[index].table is None:
            block = blocks[index]
            plain = text[block.char_start : block.char_end].strip()
            if plain.strip(" *_:|") in lines or plain in lines:
                yield index


def _is_head(head: Block, cell: Block) -> bool:
    """Whether a cell names the row or the column of another."""
    if head.kind != "table_cell" or head.row is None or cell.row is None:
        return False
    if head.row == cell.row:
        return head.column is not None and cell.column is not None and head.column < cell.column
    return head.column == cell.column and head.row < cell.row and not head.row_labels


def _basis(text: str, phrase: _Phrase, reach: str, figure_start: int | None, rule: str) -> Basis:
    return Basis(
        char_start=phrase.start,
        char_end=phrase.end,
        surface=text[phrase.start : phrase.end],
        tells=phrase.kind,
        basis=phrase.basis,
        base_year=phrase.year,
        reach=reach,  # type: ignore[arg-type]
        figure_start=figure_start,
        rule=rule,
    )
