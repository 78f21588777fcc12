"""The unit line of each table: the nearest line above it that says in which unit its figures are, "in million GBP", "Table 4, USD BILLION".

Whether its words say a unit is read in `grammar.unit_expressions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from sources.grammar.table_words import table_words
from sources.grammar.unit_expressions import says_unit
from sources.records import Block

_LONGEST = 200  # characters of a line that is a title and no paragraph
_LARGEST = 400  # cells of a table whose rows are held against those of the table before
_REACH = 12  # blocks above a table within which its unit line stands
_NUMBERED = re.compile(
    r"^\W{0,3}(?![A-Z]{3}\s?[0-9])[^\W\d_]{0,12}\.?\s?[A-Z]?[0-9]{1,3}(?:[.-][0-9]{1,2}){0,3}[.:)]?(?=\s|$)"
)

_EMPHASIS = re.compile(r"[*_]{1,3}")
_SIZE = re.compile(r"(?<![\w.,])[0-9]{1,4}-(?=[^\W\d_]{2})")  # within a name: "48-volt"


def with_unit_lines(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks, each cell of a table's body with the unit line of its table.

    Args:
        text: canonical text.
        blocks: its blocks in reading order.
    """
    units: dict[int, str | None] = {}
    last = {block.table: index for index, block in enumerate(blocks) if block.table is not None}
    for index, block in enumerate(blocks):
        if block.table is not None and block.table not in units:
            before = blocks[index - 1].table if index else None
            units[block.table] = (
                next(_lines_above(text, blocks, index), None)
                or _line_below(text, blocks, last[block.table])
                or (units[before] if before is not None else None)  # nothing stands between the two tables
                or _of_twin(blocks, index, units)
            )
    if not any(units.values()):
        return tuple(blocks)
    return tuple(
        replace(block, unit_line=units[block.table])
        if block.table is not None and (block.row_labels or block.header_path) and units[block.table]
        else block
        for block in blocks
    )


def _lines_above(text: str, blocks: Sequence[Block], index: int) -> Iterator[str]:
    """Unit lines above block `index`, nearest first."""
    for block in reversed(blocks[max(0, index - _REACH) : index]):
        if block.table is not None:
            if block.row_labels or block.header_path:
                return  # the lines above belong to another table
            continue
        for line in reversed(text[block.char_start : block.char_end].split("\n")):
            if is_unit_line(line):
                yield line.strip()


def _of_twin(blocks: Sequence[Block], index: int, units: Mapping[int, str | None]) -> str | None:
    """The unit line of the table before, where headings alone part the two and their rows have the same names."""
    above = index
    while above and blocks[above - 1].table is None and blocks[above - 1].kind == "heading":
        above -= 1
    before, table = blocks[above - 1].table if above else None, blocks[index].table
    if before is None or above == index:
        return None
    around = blocks[max(0, index - _LARGEST) : index + _LARGEST]
    names, others = (
        [b.row_labels for b in around if b.table == number and b.row_labels and b.column == 1]
        for number in (before, table)
    )
    return units[before] if len(names) > 1 and names == others else None


def _line_below(text: str, blocks: Sequence[Block], last: int) -> str | None:
    """A note right behind the table that ends at block `last`: "Values in USD million."."""
    if last + 1 == len(blocks) or blocks[last + 1].table is not None or blocks[last + 1].kind == "heading":
        return None
    line = text[blocks[last + 1].char_start : blocks[last + 1].char_end]
    return line if is_unit_line(line) else None


def is_unit_line(line: str) -> bool:
    """The line names a unit for figures, and holds no figure of its own."""
    if len(line) > _LONGEST:
        return False
    plain = _NUMBERED.sub(" ", _EMPHASIS.sub("", line).strip(" #|.\t"))
    plain = _exceptions().sub("", _SIZE.sub(" ", plain))
    return says_unit(plain)


@cache
def _exceptions() -> re.Pattern[str]:
    words = "|".join(map(re.escape, table_words().unit_exceptions))
    return re.compile(rf"\s(?:{words})\b.*$", re.IGNORECASE)
