"""Groups of a step as grouped Arrow maps of Spark. `warehouse/grouping/` defines groups and their work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

import polars as pl
import pyarrow as pa

from warehouse.grouping.groups import RunGroups, Split, bare, cuts, dealt_out, groups_wanted, together, whole
from warehouse.step import BuildContext, Frames, Step

if TYPE_CHECKING:
    from pyspark import Broadcast
    from pyspark.sql import SparkSession

Packed: TypeAlias = dict[str, bytes]
ROWS = pa.schema([("bucket", pa.int32()), ("table_name", pa.string()), ("rows", pa.binary())])
_SQL = "bucket int, table_name string, rows binary"


def on_spark(step: Step, split: Split, spark: SparkSession) -> Step:
    """The same step, its groups run on a cluster, and the rows that no group can make in this process."""
    run_groups = groups_on_spark(spark)

    def run(frames: Frames, context: BuildContext) -> Frames:
        shared = split.shared(frames, context)
        parts = (run_groups(split, frames, cut, shared, context) for cut in cuts(split, frames, context))
        outputs = chain.from_iterable(parts)
        return together([*outputs, whole(split, frames, bare(context))], step.writes)

    return replace(step, run=run)


def groups_on_spark(spark: SparkSession) -> RunGroups:
    """Runs groups of a step on a cluster: one row for each group and table. Where no row is dealt, nothing is asked of it."""

    def run(split: Split, frames: Frames, cut: Frames, shared: Frames, context: BuildContext) -> Iterator[Frames]:
        if not any(rows.height for rows in cut.values()):
            return
        n_groups = groups_wanted(cut, max(1, spark.sparkContext.defaultParallelism))
        held = spark.sparkContext.broadcast((_packed_all(shared), bare(context)))
        try:
            dealt = (_batch(number, _packed_all(group)) for number, group in dealt_out(cut, n_groups))
            rows = spark.createDataFrame(pa.Table.from_batches(dealt, schema=ROWS))
            grouped = rows.repartition(n_groups, "bucket").groupBy("bucket")
            table = grouped.applyInArrow(_of_group(split, held), _SQL).toArrow()
        finally:
            held.destroy()
        for name, packed_rows in _named(table):
            yield {name: unpacked(packed_rows)}

    return run


def packed(frame: pl.DataFrame) -> bytes:
    """A frame as the bytes of an Arrow stream: types and values to the last digit."""
    out = BytesIO()
    frame.write_ipc_stream(out)
    return out.getvalue()


def unpacked(rows: bytes) -> pl.DataFrame:
    """What `packed` packed."""
    return pl.read_ipc_stream(BytesIO(rows))


def _packed_all(frames: Frames) -> Packed:
    return {name: packed(frame) for name, frame in frames.items()}


def _of_group(split: Split, held: Broadcast[tuple[Packed, BuildContext]]) -> Callable[[pa.Table], pa.Table]:
    def run(table: pa.Table) -> pa.Table:  # Spark looks at this very signature
        shared, context = held.value
        given = {**shared, **dict(_named(table))}
        outputs = split.run({name: unpacked(rows) for name, rows in given.items()}, context)
        return pa.Table.from_batches([_batch(table["bucket"][0].as_py(), _packed_all(outputs))], schema=ROWS)

    return run


def _batch(number: int, rows: Packed) -> pa.RecordBatch:
    columns = [[number] * len(rows), list(rows), list(rows.values())]
    return pa.RecordBatch.from_arrays(
        [pa.array(values, field.type) for values, field in zip(columns, ROWS, strict=True)], schema=ROWS
    )


def _named(table: pa.Table) -> list[tuple[str, bytes]]:
    return list(zip(table["table_name"].to_pylist(), table["rows"].to_pylist(), strict=True))
