"""The warehouse as of a day: a published database and a question → a small database of the same tables.

Belongs here: which documents' rows go in, which steps run again over them, and the views on top. Read-only on the
published database; names (publishers, markets, areas), rates and clusters are today's knowledge and stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import fields, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from warehouse.aside import Aside
from warehouse.build import run_step
from warehouse.connection import connect
from warehouse.decisions import Decisions
from warehouse.policy import Policy
from warehouse.resolve.claims.core_claims import status_among
from warehouse.schema import core_tables, raw_tables, table_of, work_tables
from warehouse.schema.table import Table, literal, quoted
from warehouse.step import BuildContext, BuildError, Step
from warehouse.steps import all_steps
from warehouse.vintages.clocks import Asked
from warehouse.vintages.models import models
from warehouse.vintages.present import documents_at, vintages
from warehouse.vintages.ruled import context_of
from warehouse.vintages.views import add_views

if TYPE_CHECKING:
    import duckdb

# Steps whose tables are taken from the published database, without the rows of documents that were not there: their rows
# are of one document each, or names, or rates. Every other step runs again; one that asks for a text cannot.
CARRIED = frozenset(
    {
        "metrics",
        "publishers",
        "markets",
        "documents",
        "receipts",
        "quarantine",
        "document_history",
        "claims",
        "set aside",
        "evidence",
        "rejections",
        "reading_choices",
        "segments",
        "areas",
        "fx",
        "events",
        "rankings",
        "citations",
        "document_facts",
        "statement_evidence",
        "definitions",
        "drivers",
        "technical_claims",
        "qualities",
        "figure contexts",
    }
)
# Tables of names by the column that other tables refer to them with.
_NAMES = {"core.publishers": "publisher_id", "core.markets": "market_id", "core.areas": "ref_area"}
# Carried tables whose rows are superseded with their document; a driver with an impact has the status of its claim.
_SUPERSEDED_TOO = frozenset({"core.definitions", "core.drivers", "core.technical_claims", "core.qualities"})
_STATUS_OF_CLAIM = "core.drivers"
# The date of a text's figures is about its market; what it tells in numbers of companies and events is of its words.
_CLAIM_VINTAGES = """
CREATE VIEW core.claim_vintages AS
SELECT c.claim_id, CASE c.metric WHEN 'other_numeric' THEN v.text_vintage ELSE v.vintage END AS vintage
FROM core.claims AS c INNER JOIN core.vintages AS v ON c.document_id = v.document_id
"""
_THERE = "WHERE document_id IN (SELECT document_id FROM core.documents)"
_DATED = ("core.documents", "raw.metadata", "raw.facts", "core.receipts")  # what tells a document's clocks
_PUBLISHED = "published"  # under this name the published database is attached


def rebuild(
    published: Path,
    target: Path,
    asked: Asked,
    policy: Policy,
    decisions: Decisions,
    wanted: Collection[str] | None = None,
    as_of_day: date | None = None,
) -> Path:
    """Writes the database as it would have been.

    Every mart is there as a view of the same columns; where its rows rest on documents or claims, a last column
    `vintage` says how certainly they were there: `known`, `possible` or `unknown`, that of the weakest document.
    `marts.vintages` lists every document of the release with its dates and why it is in or out.

    Args:
        published: a release's `warehouse.duckdb`, with its schemas raw and core.
        target: the file to write; must not exist.
        asked: the question.
        policy: thresholds in force.
        decisions: all human decisions; those that have ended or whose source says something else are not applied, as in
            a build, and with `asked.known_by` those taken later do not count.
        wanted: names of the marts that will be read; None for all.
        as_of_day: the day by which the release judged the end of decisions; `asked.known_by` goes before it.

    Returns:
        `target`, closed.

    Raises:
        BuildError: the database was made by another version of the program, or a step or model cannot be run again.
        FileNotFoundError: there is no such database.
    """
    if not published.is_file():
        raise FileNotFoundError(f"{published}: no such database; build a release first (parallax run)")
    chosen = models(wanted)
    con = connect(target, read_only=False)
    try:
        con.execute(f"ATTACH {literal(str(published))} AS {_PUBLISHED} (READ_ONLY)")
        context = context_of(_reader(con), asked, policy, decisions, as_of_day)
        world = _World(con, target, asked, replace(context, scratch=target.parent))
        world.fill({table for model in chosen for table in model.tables} if wanted is not None else None)
        con.execute(f"DETACH {_PUBLISHED}")
        add_views(con, chosen)
    finally:
        con.close()
    return target


class _World:
    """The database that is being written, with the published one attached."""

    def __init__(self, con: duckdb.DuckDBPyConnection, target: Path, asked: Asked, context: BuildContext) -> None:
        self.con, self.target, self.asked, self.context = con, target, asked, context
        self.frames: dict[str, pl.DataFrame] = {}
        self.temporary: set[str] = set()

    def fill(self, wanted: Collection[str] | None) -> None:
        """Writes the wanted core tables (None: all), and `core.vintages`."""
        wanted = set(core_tables()) if wanted is None else {*wanted, "core.documents", "core.claims"}
        steps = _steps_for(wanted)
        read = {table for step in steps if step.name not in CARRIED for table in step.reads} - set(work_tables())
        self._check(
            read
            | {*wanted, "core.set_aside", *_DATED, *_users("publisher_id"), *_users("market_id"), *_users("ref_area")}
        )
        self.con.execute("CREATE SCHEMA core")
        aside = self._published_rows("core.set_aside", "").select(field.name for field in fields(Aside))
        self.context = replace(self.context, aside=tuple(Aside(**row) for row in aside.iter_rows(named=True)))
        self._documents()
        for step in steps:
            if step.name in CARRIED:
                for table in step.writes:
                    if table in wanted | read and table not in self.frames:
                        self._carry(core_tables()[table])
                        if table in read:
                            self.frames[table] = self._frame(table, f"FROM {core_tables()[table].sql_name}")
            else:
                self.frames |= {table: self._raw(table) for table in step.reads if table.startswith("raw.")}
                for table, frame in run_step(step, self.frames, self.context).items():
                    self.frames[table] = frame
                    if table in wanted:
                        self._write(core_tables()[table], frame)

    def _documents(self) -> None:
        """The documents that were there with their editions, and their claims; everything else hangs on them."""
        published, metadata, facts, receipts = (self._frame(name, f"FROM {_published(name)}") for name in _DATED)
        dated = vintages(published, metadata, facts, receipts, self.asked)
        self._store("core.vintages", dated)
        included = frozenset(dated.filter("is_included")["document_id"])
        documents = documents_at(published, metadata, facts, included, self.asked)
        self._keep("core.documents", documents)
        claims = self._published_rows("core.claims", _THERE)
        self._keep("core.claims", status_among(claims, documents, self.context))
        self.con.execute(_CLAIM_VINTAGES)

    def _keep(self, name: str, frame: pl.DataFrame) -> None:
        self.frames[name] = frame
        self._write(core_tables()[name], frame)

    def _published_rows(self, name: str, where: str) -> pl.DataFrame:
        return self._frame(name, f"FROM {_published(name)} {where}")

    def _carry(self, table: Table) -> None:
        """Copies a table of the published database without the rows of what was not there."""
        columns = ", ".join(f"t.{quoted(column)}" for column in table.column_names)
        joins = ""
        if table.name in _SUPERSEDED_TOO:
            again = "'stated'"
            joins = " LEFT JOIN core.documents AS d ON t.document_id = d.document_id"
            if table.name == _STATUS_OF_CLAIM:
                again = "coalesce(c.status, 'stated')"
                joins += " LEFT JOIN core.claims AS c ON t.claim_id = c.claim_id"
            is_current_again = "t.status = 'superseded' AND d.status <> 'superseded'"
            columns = columns.replace('t."status"', f"CASE WHEN {is_current_again} THEN {again} ELSE t.status END")
        too_late = self._too_late
        if table.name == "core.document_history" and too_late:
            columns = columns.replace('t."known_to"', f"CASE WHEN t.known_to < {too_late} THEN t.known_to END")
        self.con.execute(table.ddl())
        self.con.execute(
            f"INSERT INTO {table.sql_name} SELECT {columns} FROM {_published(table.name)} AS t{joins} "
            f"WHERE {self._there(table)}"
        )

    def _there(self, table: Table) -> str:
        """The condition on the rows of a carried table."""
        name = table.name
        if name in _NAMES:
            return f"t.{quoted(_NAMES[name])} NOT IN (FROM {self._gone(_NAMES[name])})"
        if name == "core.market_relations":
            return " AND ".join(
                f"t.{quoted(side)} NOT IN (FROM {self._gone('market_id')})" for side in ("market_id", "other_market_id")
            )
        if "document_id" not in table.column_names:
            return "true"
        held = "t.document_id IN (SELECT document_id FROM core.documents)"
        if name not in ("core.receipts", "core.document_history", "core.quarantine"):
            return held
        return self._of_our_clock(name, held)

    def _of_our_clock(self, name: str, held: str) -> str:
        """Receipts and history end at `known_by`; a document that could not be read has no date of its own."""
        unread = f"t.document_id NOT IN (SELECT document_id FROM {_published('core.documents')})"
        if self.asked.only_known and self.asked.as_of is not None:
            unread = "false"
        there = f"({held} OR {unread})"
        too_late = self._too_late
        if too_late is None:
            return there
        clock = {"core.receipts": "t.received_at", "core.document_history": "t.known_from"}.get(name)
        if clock:
            return f"{there} AND {clock} < {too_late}"
        received = f"SELECT document_id FROM {_published('core.receipts')} WHERE received_at < {too_late}"
        return f"{there} AND t.document_id IN ({received})"

    def _gone(self, column: str) -> str:
        """A temporary table of the names that somebody's rows used and nobody's do any more."""
        table = f"gone_{column}"
        if table not in self.temporary:
            self.temporary.add(table)
            used = " UNION ALL ".join(
                f"SELECT {quoted(column)} AS used, document_id FROM {_published(name)}" for name in _users(column)
            )
            self.con.execute(
                f"CREATE TEMP TABLE {table} AS SELECT used FROM ({used}) WHERE used IS NOT NULL GROUP BY used "
                "HAVING bool_and(document_id NOT IN (SELECT document_id FROM core.documents))"
            )
        return table

    @property
    def _too_late(self) -> str | None:
        """The first moment of our clock that was too late, as SQL."""
        moment = self.asked.received_before
        return None if moment is None else f"TIMESTAMP {literal(moment.isoformat(sep=' '))}"

    def _raw(self, name: str) -> pl.DataFrame:
        has_document = "document_id" in raw_tables()[name].column_names
        return self._published_rows(name, _THERE if has_document else "")

    def _frame(self, name: str, source: str) -> pl.DataFrame:
        table = _table(name)
        columns = ", ".join(map(quoted, table.column_names))
        return self.con.execute(f"SELECT {columns} {source}").pl().cast(table.polars_schema())

    def _check(self, names: Collection[str]) -> None:
        """Refuses a database whose tables have not the columns and types that this program's steps are written for."""
        given: dict[str, dict[str, str]] = {}
        for name, column, type_ in self.con.execute(
            "SELECT schema_name || '.' || table_name, column_name, data_type FROM duckdb_columns() "
            f"WHERE database_name = '{_PUBLISHED}' AND schema_name IN ('raw', 'core')"
        ).fetchall():
            given.setdefault(name, {})[column] = type_
        for name in sorted(names):
            wanted = {column.name: column.sql_type.replace(" ", "") for column in _table(name).columns}
            columns = given.get(name, {})
            differing = sorted(
                column for column in columns.keys() | wanted.keys() if columns.get(column) != wanted.get(column)
            )
            if differing:
                raise BuildError(
                    f"this release was made by another version of Parallax ({name} differs in {', '.join(differing)}); "
                    "run `parallax run` to publish one of this version, then ask it again"
                )

    def _write(self, table: Table, frame: pl.DataFrame) -> None:
        self.con.execute(table.ddl())
        self._hand_over(frame, table.name, f"INSERT INTO {table.sql_name}")

    def _store(self, name: str, frame: pl.DataFrame) -> None:
        self._hand_over(frame, name, f"CREATE TABLE {name} AS")

    def _hand_over(self, frame: pl.DataFrame, name: str, verb: str) -> None:
        """Rows to DuckDB by a file: given as an object of Python, they make it import pandas (measured: 0.3 s).

        Each table has a file name of its own: DuckDB keeps what it has read of a path.
        """
        file = self.target.with_name(f"{self.target.name}.{name}.parquet")
        frame.write_parquet(file)
        self.con.execute(f"{verb} SELECT * FROM read_parquet({literal(str(file))})")
        file.unlink()


def _steps_for(wanted: Collection[str]) -> Sequence[Step]:
    """The steps that make these core tables, with the steps that those need, in order."""
    left = set(wanted)
    chosen = []
    for step in reversed(all_steps()):
        if left & set(step.writes):
            chosen.append(step)
            left |= set() if step.name in CARRIED else set(step.reads)
    return chosen[::-1]


def _reader(con: duckdb.DuckDBPyConnection) -> Callable[[str], pl.DataFrame]:
    """Reads tables of the published database by name."""

    def read(name: str) -> pl.DataFrame:
        return con.execute(f"FROM {_published(name)}").pl().cast(_table(name).polars_schema())

    return read


def _published(name: str) -> str:
    schema, _, table = name.partition(".")
    return f"{_PUBLISHED}.{quoted(schema)}.{quoted(table)}"


def _table(name: str) -> Table:
    return table_of(name)


def _users(column: str) -> list[str]:
    """Core tables whose rows are of a document and name a publisher, market or area."""
    return [name for name, table in core_tables().items() if {"document_id", column} <= set(table.column_names)]
