"""The unit that headers, labels, a unit column, the corner of a table or the line above it give to the bare figures of a cell.

Whose money a currency word means is decided in `local_money`; what a cell's figure measures, in `scenes`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sources.extract.scan.captions import TableFacts
from sources.extract.scan.figure import Giver
from sources.grammar.language import Grammar
from sources.grammar.table_words import table_pattern
from sources.grammar.unit_expressions import Unit, unit_in, unit_of, units_of
from sources.records import Block, ParsedDocument

ROW_REACH = 12  # blocks: cells of a row that are looked at from one of them
_PLAIN_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass(frozen=True, slots=True)
class CellUnit:
    """A unit that a cell does not print itself, who gives it, and the words that print it."""

    unit: Unit
    by: Giver
    words: str


def cell_unit(parsed: ParsedDocument, index: int, facts: TableFacts, g: Grammar) -> CellUnit | None:
    """The unit of the column, else of the row, else of the table where the column is one that it holds for.

    Args:
        parsed: the document.
        index: of the cell's block.
        facts: of its table.
        g: of the document's language.
    """
    block = parsed.blocks[index]
    if is_header(block, facts):
        return None
    own = _own_unit(parsed, index, facts, g)
    if own and not (own.unit.kind == "count" and own.unit.unit and own.unit.multiplier == 1):
        return own
    names = (*block.header_path[::-1], *block.row_labels[::-1])
    words = " ".join(name for name in names if not is_part_noun(name, block, facts, g))
    of_table = table_unit(facts, block.unit_line, words, g)
    if own:  # "Shipments" under a line that ends in "millions of units"
        return of_table if of_table and _is_scaled(own.unit, of_table.unit, g) else own
    if of_table is None or not block.column:
        return None
    unit = of_table.unit
    if table_pattern("unitless").search(words) and not (unit.kind == "percent" and names_rate(words)):
        return None
    is_price = bool(g.pattern("metrics.price").search(words)) and not unit.per
    if unit.kind == "count":
        return None if is_price else of_table
    counts = not g.is_cjk and g.pattern("counted_nouns").search(
        words
    )  # a noun of one letter is in half of all words there
    return None if counts and not table_pattern("sizes").search(words) else of_table


def _own_unit(parsed: ParsedDocument, index: int, facts: TableFacts, g: Grammar) -> CellUnit | None:
    """The unit that the headers of a cell give, the unit column of its row or its row labels."""
    block = parsed.blocks[index]
    return (
        _first_unit(block.header_path[::-1], "header", block, facts, g)
        or _row_unit(parsed, index, g)
        or _first_unit(block.row_labels[::-1], "row", block, facts, g)
    )


def _first_unit(names: Sequence[str], by: Giver, block: Block, facts: TableFacts, g: Grammar) -> CellUnit | None:
    for name in names:
        if not is_part_noun(name, block, facts, g) and (unit := unit_in(name.strip(" *_"), g.language)):
            return CellUnit(unit, by, name)
    return None


def _row_unit(parsed: ParsedDocument, index: int, g: Grammar) -> CellUnit | None:
    """The unit that the row's own unit column gives."""
    block = parsed.blocks[index]
    for near in parsed.blocks[max(0, index - ROW_REACH) : index]:
        same_row = near.kind == "table_cell" and near.table == block.table and near.row == block.row
        if same_row and near.header_path and table_pattern("unit_columns").fullmatch(near.header_path[-1].strip(" *")):
            words = parsed.text[near.char_start : near.char_end]
            unit = unit_of(words, g.language)
            return CellUnit(unit, "unit_column", words) if unit else None
    return None


def _is_scaled(own: Unit, given: Unit, g: Grammar) -> bool:
    """The table's unit is that of the cell with a scale; what is shipped or sold is counted in the table's unit."""
    is_of_sales = bool(g.pattern("metrics.volume").fullmatch(own.unit or ""))
    return given.kind == "count" and (is_of_sales or given.unit in (None, own.unit))


def is_header(block: Block, facts: TableFacts) -> bool:
    """The cell is a header itself."""
    return facts.has_header and not block.header_path and not block.row_labels


def is_part_noun(name: str, block: Block, facts: TableFacts, g: Grammar) -> bool:
    """ "Devices", "Systems": a noun that counts in other tables names a part where another header or the caption gives the unit."""
    if not _PLAIN_WORD.fullmatch(name.strip()) or not (unit := unit_in(name, g.language)) or unit.kind != "count":
        return False
    others = [other for other in (*block.header_path, *block.row_labels) if other != name]
    given = [unit_in(words, g.language) for words in (*others, *facts.lines, block.unit_line) if words]
    return any(u is not None and u.kind != "count" for u in given)


def table_unit(facts: TableFacts, unit_line: str | None, words: str, grammar: Grammar) -> CellUnit | None:
    """The unit that the corner of a table or its unit line gives to its bare figures.

    Args:
        facts: of the table.
        unit_line: of the table.
        words: of row and column; they choose where the line says a unit for values and one for volumes.
        grammar: of the document's language.
    """
    lines: tuple[tuple[Giver, str | None], ...] = (
        ("corner", facts.corner if facts.has_header else ""),
        ("unit_line", unit_line),
    )
    for by, line in lines:
        if line and (unit := unit_in(line.strip(" *_"), grammar.language)):
            return CellUnit(_chosen(unit, line, words, grammar), by, line)
    return None


def _chosen(unit: Unit, line: str, words: str, grammar: Grammar) -> Unit:
    """Which of the units of a line the words of row and column ask for."""
    said = units_of(line, grammar.language)
    rate = next((u for u in said if u.kind == "percent"), None)
    if rate and names_rate(words):
        return rate  # "(USD million, %)": the rates are those that their own headers name
    several = [u for u in said if u.kind in ("money", "count")]
    counted = next((u for u in several if u.kind == "count" and u.multiplier != 1), None)
    is_volume = table_pattern("sold").search(words) or grammar.pattern("metrics.volume").search(words)
    if counted and unit.kind == "money" and is_volume and not table_pattern("sizes").search(words):
        return counted
    return several[0] if unit.kind == "percent" and several else unit


def names_rate(words: str) -> bool:
    """The words of a row and a column name a share or a change."""
    return any(table_pattern(name).search(words) for name in ("shares", "changes"))
