"""Steps of the build as grouped Arrow maps: rows of one key come together on one executor, and the step's own function runs there.

Belongs here: how frames are dealt out to groups and come back. Which steps fall apart, and by what, is said in `splits.py`. All but
`on_spark` runs without Spark.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from warehouse.step import BuildContext, Frames, Step

if TYPE_CHECKING:
    from pyspark import Broadcast
    from pyspark.sql import SparkSession

KEY = "__group__"
GROUPS_PER_CORE = 4
PACKED = pa.schema([("bucket", pa.int32()), ("table_name", pa.string()), ("rows", pa.binary())])
_SQL = "bucket int, table_name string, rows binary"

Run = Callable[[Frames, BuildContext], Frames]


@dataclass(frozen=True)
class Split:
    """How a step falls apart. Applied to any dealing of its keys to groups, the rows of all groups are those of the whole.

    Attributes:
        cut: frames of the step → the frames that are dealt out, each with a text column KEY; rows of one key stay together,
            those without a key are one group.
        shared: frames of the step and the context → frames that every group is given whole. The driver makes them once: what is
            global belongs here, and it should be small.
        run: frames of one group, those of `shared` among them → its rows of the step's tables.
        driver: frames of the step and the context → rows that no group can make; none by default.
    """

    cut: Callable[[Frames], Frames]
    shared: Callable[[Frames, BuildContext], Frames]
    run: Run
    driver: Run | None = None


def on_spark(step: Step, split: Split, spark: SparkSession) -> Step:
    """The same step, its groups run on a cluster."""

    def run(frames: Frames, context: BuildContext) -> Frames:
        n_groups = GROUPS_PER_CORE * max(1, spark.sparkContext.defaultParallelism)
        shared = {name: packed(frame) for name, frame in split.shared(frames, context).items()}
        held = spark.sparkContext.broadcast((shared, replace(context, text_of=no_text)))
        try:
            dealt = pa.Table.from_batches(dealt_out(split.cut(frames), n_groups), schema=PACKED)
            grouped = spark.createDataFrame(dealt).repartition(n_groups, "bucket").groupBy("bucket")
            found = grouped.applyInArrow(_of_group(split, held), _SQL).toArrow()
        finally:
            held.destroy()
        made = zip(found["table_name"].to_pylist(), found["rows"].to_pylist(), strict=True)
        return together([*made, *_of_driver(split, frames, context)], step.writes)

    return replace(step, run=run)


def in_groups(step: Step, split: Split, n_groups: int) -> Step:
    """The same step, its groups run one after another in this process: what `on_spark` does, without a cluster."""

    def run(frames: Frames, context: BuildContext) -> Frames:
        shared = {name: packed(frame) for name, frame in split.shared(frames, context).items()}
        bare = replace(context, text_of=no_text)
        batches = list(dealt_out(split.cut(frames), n_groups))
        buckets = sorted({number for batch in batches for number in batch["bucket"].to_pylist()})
        table = pa.Table.from_batches(batches, schema=PACKED)
        found: list[tuple[str, bytes]] = []
        for bucket in buckets:
            ours = table.filter(pc.equal(table["bucket"], bucket))
            made = run_group(ours, split, shared, bare)
            found += zip(made["table_name"].to_pylist(), made["rows"].to_pylist(), strict=True)
        return together([*found, *_of_driver(split, frames, context)], step.writes)

    return replace(step, run=run)


def _of_driver(split: Split, frames: Frames, context: BuildContext) -> list[tuple[str, bytes]]:
    made = {} if split.driver is None else split.driver(frames, context)
    return [(name, packed(frame)) for name, frame in made.items()]


def dealt_out(frames: Frames, n_groups: int) -> Iterator[pa.RecordBatch]:
    """Frames cut into groups of whole keys, about equally many rows each: the largest key goes first, to the emptiest group.

    Args:
        frames: each with a column KEY.
        n_groups: how many groups at most.

    Yields:
        One row per group and table with rows: the table's rows of that group, without KEY.
    """
    counts = (
        pl.concat([frame.select(pl.col(KEY).fill_null("")) for frame in frames.values()])
        .group_by(KEY)
        .len()
        .sort(["len", KEY], descending=[True, False])
    )
    loads = [(0, bucket) for bucket in range(n_groups)]
    buckets: dict[str, int] = {}
    for key, n_rows in counts.iter_rows():
        load, bucket = heapq.heappop(loads)
        buckets[key] = bucket
        heapq.heappush(loads, (load + n_rows, bucket))
    of = pl.DataFrame(
        {KEY: list(buckets), "bucket": list(buckets.values())}, schema={KEY: pl.String, "bucket": pl.Int32}
    )
    for name, frame in frames.items():
        dealt = frame.with_columns(pl.col(KEY).fill_null("")).join(of, on=KEY, how="left").drop(KEY)
        for (bucket,), rows in dealt.partition_by("bucket", as_dict=True, include_key=False).items():
            yield _batch([(int(bucket), name, packed(rows))])


def run_group(table: pa.Table, split: Split, shared: Mapping[str, bytes], context: BuildContext) -> pa.Table:
    """What is done with one group.

    Args:
        table: rows of PACKED, all of one bucket.
        split: how the step falls apart.
        shared: packed frames that every group is given.
        context: of the build, without texts.

    Returns:
        Rows of PACKED: the group's rows of each table that the step writes.
    """
    frames = {name: unpacked(rows) for name, rows in shared.items()}
    for name, rows in zip(table["table_name"].to_pylist(), table["rows"].to_pylist(), strict=True):
        frames[name] = unpacked(rows)
    bucket = table["bucket"][0].as_py()
    made = split.run(frames, context)
    return pa.Table.from_batches(
        [_batch([(bucket, name, packed(frame)) for name, frame in made.items()])], schema=PACKED
    )


def together(found: Iterable[tuple[str, bytes]], tables: Sequence[str]) -> Frames:
    """The rows of all groups by table. The build puts them into key order."""
    parts: dict[str, list[pl.DataFrame]] = {name: [] for name in tables}
    for name, rows in found:
        parts[name].append(unpacked(rows))
    return {name: pl.concat(frames) if frames else empty(name) for name, frames in parts.items()}


def empty(table: str) -> pl.DataFrame:
    """No rows of a core table: where there is no group, nobody has made any."""
    from warehouse.schema import core_tables

    return pl.DataFrame(schema=core_tables()[table].polars_schema())


def packed(frame: pl.DataFrame) -> bytes:
    """A frame as the bytes of an Arrow stream: types and values to the last digit."""
    out = BytesIO()
    frame.write_ipc_stream(out)
    return out.getvalue()


def unpacked(rows: bytes) -> pl.DataFrame:
    """What `packed` packed."""
    return pl.read_ipc_stream(BytesIO(rows))


def no_text(document_id: str) -> str:
    """Texts stay where they are: no step that falls apart reads one. Raises KeyError."""
    raise KeyError(document_id)


def _of_group(split: Split, held: Broadcast[tuple[dict[str, bytes], BuildContext]]) -> Callable[[pa.Table], pa.Table]:
    def run(table: pa.Table) -> pa.Table:  # Spark looks at this very signature
        shared, context = held.value
        return run_group(table, split, shared, context)

    return run


def _batch(rows: Sequence[tuple[int, str, bytes]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist([dict(zip(PACKED.names, row, strict=True)) for row in rows], schema=PACKED)
