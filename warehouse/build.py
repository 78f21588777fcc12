"""The build: ledger, policy and decisions → one fresh DuckDB file with the schemas raw and core.

Belongs here: the runner of the steps; `steps.py` has their order, each step's own module what it does. A build is a
function of its inputs, so nothing here reads a clock but to report durations.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import polars as pl

from warehouse.aside import Aside
from warehouse.collecting import seldom_collected
from warehouse.connection import connect
from warehouse.decisions import Decisions
from warehouse.export import seal
from warehouse.grouping.files import in_file
from warehouse.ledger import Ledger
from warehouse.ledger.batches import verify
from warehouse.ledger.texts import texts_of
from warehouse.load.raw import load_raw
from warehouse.policy import Policy
from warehouse.rulings.holding import hold
from warehouse.schema import conformed, core_tables, raw_tables, table_of, work_tables
from warehouse.sql_steps import add_macros
from warehouse.step import BuildContext, BuildError, Step
from warehouse.table_writer import TableWriter

if TYPE_CHECKING:
    import duckdb

DATABASE = "warehouse.duckdb"
# DuckDB keeps what it has written until it has taken four fifths of the machine, and the build reads little of it again.
_MEMORY = "512MB"
_THREADS = 4  # of DuckDB; each needs a part of that
_READ_AT_ONCE = 122_880  # rows; one row group of DuckDB

_OF_HISTORY = frozenset({"raw.receipts", "raw.documents", "raw.unreadable"})  # they keep documents that were taken back


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build wrote.

    Attributes:
        database: the finished file; no connection is open on it.
        rows: rows by full table name, raw and core.
        seconds: wall time by step, "raw" for loading; for people, never stored. A thread writes the tables: a step's time includes
            only the waiting for earlier tables, and no step's time includes the tables that are unwritten after the last step.
        as_of_day: the day by which the expiry of decisions was judged; None where none is given.
    """

    database: Path
    rows: Mapping[str, int]
    seconds: Mapping[str, float]
    as_of_day: date | None = None


def build(
    ledger: Ledger,
    target: Path,
    policy: Policy,
    decisions: Decisions,
    steps: Sequence[Step] | None = None,
    as_of_day: date | None = None,
    aside: Sequence[Aside] = (),
) -> BuildReport:
    """Writes `target/warehouse.duckdb`.

    Args:
        ledger: what was received and read.
        target: folder of this build; made here, must not exist or be empty.
        policy: thresholds.
        decisions: human decisions.
        steps: another order of steps; by default those of this machine's engine.
        as_of_day: the day by which the expiry of decisions is judged; by default the latest one that decisions and
            documents name (`warehouse/rulings/day.py`).
        aside: claims that do not count, for a check failed on them in the build before (`release/making/settling.py`).

    Returns:
        What was written.

    Raises:
        BuildError: the target is in use, a step breaks a contract (named by table and column), or evidence is false.
        LedgerError: stored rows or texts are damaged.
    """
    if steps is None:
        from warehouse.engine import LocalEngine  # pulls in every room

        steps = LocalEngine().steps()
    check_order(steps)
    if target.exists() and any(target.iterdir()):
        raise BuildError(f"{target}: not empty; a build goes into a fresh folder")
    target.mkdir(parents=True, exist_ok=True)
    database = target / DATABASE
    batches = ledger.batches()
    rows: dict[str, int] = {}
    seconds: dict[str, float] = {}
    con = connect(database, read_only=False)
    try:
        con.execute(f"SET memory_limit = '{_MEMORY}'")
        n_threads = min(_THREADS, os.cpu_count() or 1)
        con.execute(f"SET threads = {n_threads}")
        started = perf_counter()
        verify(batches)
        rows.update(load_raw(con, ledger, batches))
        seconds["raw"] = perf_counter() - started
        text_of = texts_of(ledger)
        held, day = hold(decisions, as_of_day, lambda table: pl.concat(_read_parts(con, table)), text_of)
        context = BuildContext(policy, held, text_of, decisions, day, target, tuple(aside))
        con.execute("CREATE SCHEMA core; ATTACH ':memory:' AS work")
        add_macros(con)
        of_statements = {table for step in steps if step.sql for table in step.reads}
        frames: dict[str, pl.DataFrame] = {}
        with seldom_collected(), TableWriter(con) as writer:
            for number, step in enumerate(steps):
                started = perf_counter()
                if step.sql:
                    writer.flush()  # it reads what stands in the database
                    _outputs(step, {}, replace(context, con=con))
                    rows |= {table: len(con.table(table)) for table in step.writes if table in core_tables()}
                    seconds[step.name] = perf_counter() - started
                    continue
                for table in step.reads:
                    if table not in frames:
                        parts = (_in_force(part, table, context) for part in _read_parts(con, table))
                        frames[table] = in_file(parts, target)
                outputs = _outputs(step, frames, context)
                for table in step.writes:
                    frames[table] = in_file(_conformed(step, table, outputs.pop(table)), target)
                    if table in core_tables() or table in of_statements:
                        writer.write(table, frames[table])
                    if table in core_tables():
                        rows[table] = frames[table].height
                wanted_later = {table for later in steps[number + 1 :] for table in later.reads}
                frames = {table: frame for table, frame in frames.items() if table in wanted_later}
                seconds[step.name] = perf_counter() - started
    finally:
        con.close()
    seal(database)
    return BuildReport(database, rows, seconds, day)


def check_order(steps: Sequence[Step]) -> None:
    """Refuses steps that read what is not written yet, or write a table twice.

    Raises:
        BuildError: names step and table.
    """
    there = set(raw_tables())
    for step in steps:
        for table in step.reads:
            if table not in there:
                raise BuildError(f"step {step.name} reads {table}, which no step before it writes")
        for table in step.writes:
            if table in there or not (table in core_tables() or table in work_tables()):
                raise BuildError(
                    f"step {step.name} writes {table}: written before, or neither in warehouse/schema/core.yml nor work.py"
                )
            there.add(table)
    names = [step.name for step in steps]
    if len(set(names)) < len(names):
        raise BuildError(f"two steps share a name: {sorted(name for name in set(names) if names.count(name) > 1)}")


def run_step(step: Step, frames: Mapping[str, pl.DataFrame], context: BuildContext) -> dict[str, pl.DataFrame]:
    """Runs one step and holds it to its contract.

    Args:
        step: the step.
        frames: at least what it reads.
        context: what it may know.

    Returns:
        Its tables in the form of `warehouse/schema`, rows in key order.

    Raises:
        BuildError: it writes other tables than it says, or a table breaks its schema.
    """
    outputs = _outputs(step, frames, context)
    return {table: pl.concat(_conformed(step, table, outputs[table])) for table in step.writes}


def _outputs(step: Step, frames: Mapping[str, pl.DataFrame], context: BuildContext) -> dict[str, pl.DataFrame]:
    try:
        written = step.run({table: frames[table] for table in step.reads if context.con is None}, context)
        if context.con is None and set(written) != set(step.writes):
            raise BuildError(f"says it writes {sorted(step.writes)}, wrote {sorted(written)}; name them alike")
    except BuildError as error:
        raise BuildError(f"step {step.name}: {error}") from error
    except Exception as error:
        error.add_note(f"in step {step.name} of the build")
        raise
    return dict(written)


def _conformed(step: Step, table: str, frame: pl.DataFrame) -> Iterator[pl.DataFrame]:
    try:
        yield from conformed(table_of(table), frame)
    except BuildError as error:
        raise BuildError(f"step {step.name}: {error}") from error


def _read_parts(con: duckdb.DuckDBPyConnection, table: str) -> Iterator[pl.DataFrame]:
    """A table of an earlier step or of raw, in its stored order, in one part or more: a whole one would exist in three forms at once."""
    known = table_of(table)
    schema = known.polars_schema()
    is_empty = True
    for batch in con.execute(f"SELECT * FROM {known.sql_name}").fetch_record_batch(_READ_AT_ONCE):
        is_empty = False
        yield pl.DataFrame(pl.from_arrow(batch)).cast(schema)
    if is_empty:
        yield pl.DataFrame(schema=schema)


def _in_force(frame: pl.DataFrame, table: str, context: BuildContext) -> pl.DataFrame:
    """Without what was taken back: not even the name of a market may be left of it. Only its history remains."""
    taken_back = [decision.document_id for decision in context.decisions.retractions]
    if table not in raw_tables() or table in _OF_HISTORY or not taken_back:
        return frame
    return frame.filter(~pl.col("document_id").is_in(taken_back))
