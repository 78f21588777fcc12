"""Splits the frames of a step into groups by key, runs the step's function on each, and joins the results.

Belongs here: what a split is, dealing, putting together, and the plainest way to run groups, one after another, which others are held
against. Which steps fall apart, and by what, is said in `splits.py`; processes run groups in `here.py`, a cluster in `warehouse/spark/`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import polars as pl

from warehouse.step import BuildContext, Frames, Step

KEY = "__group__"
GROUPS_PER_CORE = 4  # several even out what groups take
ROWS_PER_GROUP = 60_000  # about: a process holds the rows of one group as objects of Python, kilobytes each
Run: TypeAlias = Callable[[Frames, BuildContext], Frames]
RunGroups: TypeAlias = Callable[["Split", Frames, Frames, Frames, BuildContext], Iterable[Frames]]


@dataclass(frozen=True)
class Through:
    """Says whose group made a row through a frame that is dealt out: the group that was dealt the row's value.

    Attributes:
        dealt: name of the frame; each value of the column is in one group.
        column: a column of the table and of that frame.
    """

    dealt: str
    column: str


Owner: TypeAlias = "str | pl.Expr | Through"


@dataclass(frozen=True)
class Split:
    """How a step falls apart. Applied to any dealing of its keys to groups, the rows of all groups are those of the step.

    Attributes:
        cut: frames of the step and the context → the frames that are dealt out, each with a text column KEY; rows of one key
            stay together, those without a key are one group.
        shared: frames of the step and the context → frames that every group is given whole, made once. What is global belongs
            here, and it should be small.
        run: frames of one group, those of `shared` among them → its rows of the step's tables.
        whole: frames of the step and the context → rows that no group can make; none by default.
        owners: what says of each table's rows whose group made them: the column or expression that is the key, or the frame through
            which the key is found; without it results cannot be stored by group.
        portions: frames of the step → the same frames in portions of whole keys, where to cut all of them at once would take too much
            memory; by default they are cut at once.
    """

    cut: Run
    shared: Run
    run: Run
    whole: Run | None = None
    owners: Mapping[str, Owner] | None = None
    portions: Callable[[Frames], Iterator[Frames]] | None = None

    def __post_init__(self) -> None:
        if self.portions and self.whole:
            raise ValueError("a step that is cut in portions has no rows that all of them make: leave out `whole`")


def in_groups(step: Step, split: Split, n_groups: int) -> Step:
    """The same step, its groups run one after another in this process."""

    def run(frames: Frames, context: BuildContext) -> Frames:
        shared, alone = split.shared(frames, context), bare(context)
        results = [
            split.run({**shared, **group}, alone)
            for cut in cuts(split, frames, context)
            for _, group in dealt_out(cut, n_groups)
        ]
        return together([*results, whole(split, frames, alone)], step.writes)

    return replace(step, run=run)


def cuts(split: Split, frames: Frames, context: BuildContext) -> Iterator[Frames]:
    """The frames that are dealt out, portion by portion; no key is in two of them."""
    for portion in split.portions(frames) if split.portions else [frames]:
        yield split.cut(portion, context)


def groups_wanted(frames: Frames, n_workers: int) -> int:
    """Into how many groups frames are dealt: some for each worker, and more where groups would hold too many rows."""
    n_rows = sum(frame.height for frame in frames.values())
    return max(GROUPS_PER_CORE * n_workers, -(-n_rows // ROWS_PER_GROUP))


def dealt_out(frames: Frames, n_groups: int) -> Iterator[tuple[int, Frames]]:
    """Frames cut into groups of whole keys, about equally many rows each: the largest key goes first, to the emptiest group.

    Args:
        frames: each with a column KEY.
        n_groups: how many groups at most.

    Yields:
        Number and rows of each group that has any, without KEY and without tables of which it has none.
    """
    if not frames:
        return
    counts = (
        pl.concat([frame.select(pl.col(KEY).fill_null("")) for frame in frames.values()])
        .group_by(KEY)
        .len()
        .sort(["len", KEY], descending=[True, False])
    )
    loads = [(0, number) for number in range(n_groups)]
    numbers: dict[str, int] = {}
    for key, n_rows in counts.iter_rows():
        load, number = heapq.heappop(loads)
        numbers[key] = number
        heapq.heappush(loads, (load + n_rows, number))
    of = pl.DataFrame(
        {KEY: list(numbers), "number": list(numbers.values())}, schema={KEY: pl.String, "number": pl.Int32}
    )
    rows_of = {name: _rows_by_number(frame, of) for name, frame in frames.items()}
    for number in sorted(set(numbers.values())):
        chosen = {name: rows[number] for name, rows in rows_of.items() if number in rows}
        yield number, {name: frames[name][rows].drop(KEY) for name, rows in chosen.items()}


def _rows_by_number(frame: pl.DataFrame, of: pl.DataFrame) -> dict[int, pl.Series]:
    """Places of the rows of each group, in their order: picking them costs what a group has, filtering for each group what all have."""
    placed = (
        frame.select(pl.col(KEY).fill_null(""))
        .with_row_index("row")
        .join(of, on=KEY, how="left", maintain_order="left")
        .group_by("number")
        .agg(pl.col("row").sort())
    )
    return dict(zip(placed["number"], placed["row"], strict=True))


def whole(split: Split, frames: Frames, context: BuildContext) -> Frames:
    """The rows that no group can make."""
    return {} if split.whole is None else split.whole(frames, context)


def together(results: Iterable[Frames], tables: Sequence[str]) -> Frames:
    """The rows of all groups by table. The build puts them into key order."""
    parts: dict[str, list[pl.DataFrame]] = {name: [] for name in tables}
    for frames in results:
        for name, rows in frames.items():
            parts[name].append(rows)
    return {name: pl.concat(frames) if frames else empty(name) for name, frames in parts.items()}


def keys_of(rows: pl.DataFrame, owner: Owner, cut: Frames) -> pl.Series:
    """The key of the group that made each row; text without nulls, but where a group was not dealt the row's value.

    Args:
        rows: rows of a table.
        owner: of this table.
        cut: frames that were dealt out.
    """
    if isinstance(owner, Through):
        dealt = cut[owner.dealt].select(pl.col(KEY).fill_null(""), owner.column).unique()
        return rows.select(owner.column).join(dealt, on=owner.column, how="left", maintain_order="left")[KEY]
    key = pl.col(owner) if isinstance(owner, str) else owner
    return rows.select(key.fill_null("").alias(KEY))[KEY]


def empty(table: str) -> pl.DataFrame:
    """A table without rows, for a step without groups."""
    from warehouse.schema import table_of

    return pl.DataFrame(schema=table_of(table).polars_schema())


def bare(context: BuildContext) -> BuildContext:
    """The context as it goes to other processes: texts stay where they are, no step that falls apart reads one."""
    return replace(context, text_of=no_text, scratch=None)


def no_text(document_id: str) -> str:
    """There are no texts in a group. Raises KeyError."""
    raise KeyError(document_id)
