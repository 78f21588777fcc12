"""The warehouse as of a day: a published database and a question → a small database of the same tables, made anew.

Belongs here: which documents' rows go in, which steps run again over them, and the views on top. Read-only on the
published database; names (publishers, markets, areas), rates and clusters are today's knowledge and stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from warehouse.build import run_step
from warehouse.connection import connect
from warehouse.decisions import Decisions
from warehouse.policy import Policy
from warehouse.schema import core_tables, raw_tables
from warehouse.schema.marts import marts
from warehouse.schema.table import Table, literal, quoted
from warehouse.step import BuildContext, BuildError, Step
from warehouse.steps import all_steps
from warehouse.vintages.clocks import Asked, Vintage
from warehouse.vintages.models import Model, models
from warehouse.vintages.present import documents_at, vintages

if TYPE_CHECKING:
    import duckdb

# Steps whose tables are taken from the published database, without the rows of documents that were not there: their rows
# are of one document each, or names, or rates. Every other step runs again; those that ask for a text cannot.
CARRIED = frozenset(
    {
        "publishers",
        "markets",
        "documents",
        "receipts",
        "evidence",
        "rejections",
        "segments",
        "areas",
        "fx",
        "statements",
        "definitions",
        "drivers",
        "technical figures",
    }
)
# Tables of names by the column that other tables refer to them with.
_NAMES = {"core.publishers": "publisher_id", "core.markets": "market_id", "core.areas": "ref_area"}
_STATUS_OF_CLAIM = frozenset({"core.drivers"})  # theirs is the claim's, where they have one
_CARRIED_STATUS = frozenset({"core.definitions", "core.drivers", "core.technical_claims"})
_CITED = re.compile(r"(?:.*_)?claim_ids?(?:_[ab])?")
VINTAGES = "vintages"
_PUBLISHED = "published"  # under this name the published database is attached


def rebuild(
    published: Path,
    target: Path,
    asked: Asked,
    policy: Policy,
    decisions: Decisions,
    wanted: Collection[str] | None = None,
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
        decisions: human decisions in force; with `asked.known_by`, those taken later do not count.
        wanted: names of the marts that will be read; None for all.

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
        world = _World(con, asked, BuildContext(policy, _in_force(decisions, asked), _no_text))
        world.fill({table for model in chosen for table in model.tables} if wanted is not None else None)
        con.execute(f"DETACH {_PUBLISHED}")
        _add_views(con, chosen)
    finally:
        con.close()
    return target


class _World:
    """The database that is being written, with the published one attached."""

    def __init__(self, con: duckdb.DuckDBPyConnection, asked: Asked, context: BuildContext) -> None:
        self.con, self.asked, self.context = con, asked, context
        self.frames: dict[str, pl.DataFrame] = {}

    def fill(self, wanted: Collection[str] | None) -> None:
        """Writes the wanted core tables (None: all), and `core.vintages`."""
        steps = _steps_for(wanted)
        wanted = set(core_tables()) if wanted is None else wanted
        self.con.execute("CREATE SCHEMA core")
        self._documents()
        read = {table for step in steps if step.name not in CARRIED for table in step.reads}
        for step in steps:
            if step.name in CARRIED:
                for table in step.writes:
                    if table in wanted or table in read:
                        self._carry(table)
                    if table in read and table not in self.frames:
                        self.frames[table] = self._frame(f"FROM {core_tables()[table].sql_name}", table)
                continue
            for table in step.reads:
                if table.startswith("raw."):
                    self.frames[table] = self._raw(table)
            for table, frame in run_step(step, self.frames, self.context).items():
                self.frames[table] = frame
                if table in wanted or table in _needed_by_carried(steps):
                    self._write(core_tables()[table], frame)

    def _documents(self) -> None:
        """The documents that were there, with their editions; everything else hangs on them."""
        published = self._frame(_all("core.documents"), "core.documents")
        metadata = self._frame(_all("raw.metadata"), "raw.metadata")
        facts = self._frame(_all("raw.facts"), "raw.facts")
        receipts = self._frame(_all("core.receipts"), "core.receipts")
        found = vintages(published, metadata, facts, receipts, self.asked)
        included = frozenset(found.filter("is_included")["document_id"])
        documents = documents_at(published, metadata, facts, included, self.asked)
        self._store("core.vintages", found)
        self._write(core_tables()["core.documents"], documents)
        self.frames["core.documents"] = documents

    def _carry(self, name: str) -> None:
        """Copies a table of the published database without the rows of what was not there."""
        table = core_tables()[name]
        if name == "core.documents":
            return
        self._check(table)
        columns = ", ".join(f"t.{quoted(column)}" for column in table.column_names)
        joins = ""
        if name in _CARRIED_STATUS:
            # What was superseded then is superseded still among those that were there, or is current again.
            columns = columns.replace('t."status"', _status(name))
            joins = " LEFT JOIN core.documents AS d USING (document_id)"
            joins += ' LEFT JOIN core.claims AS c ON t."claim_id" = c.claim_id' if name in _STATUS_OF_CLAIM else ""
        where = self._there(name, table)
        self.con.execute(table.ddl())
        self.con.execute(
            f"INSERT INTO {table.sql_name} SELECT {columns} FROM {_published(name)} AS t{joins} WHERE {where}"
        )

    def _there(self, name: str, table: Table) -> str:
        """The condition on the rows of a carried table."""
        if name in _NAMES:
            return f"t.{quoted(_NAMES[name])} NOT IN ({_gone(_NAMES[name])})"
        if name == "core.market_relations":
            return " AND ".join(
                f"t.{quoted(side)} NOT IN ({_gone('market_id')})" for side in ("market_id", "other_market_id")
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
        too_late = self.asked.received_before
        if too_late is None:
            return there
        moment = f"TIMESTAMP {literal(too_late.isoformat(sep=' '))}"
        clock = {"core.receipts": "t.received_at", "core.document_history": "t.known_from"}.get(name)
        if clock:
            return f"{there} AND {clock} < {moment}"
        received = f"SELECT document_id FROM {_published('core.receipts')} WHERE received_at < {moment}"
        return f"{there} AND t.document_id IN ({received})"

    def _raw(self, name: str) -> pl.DataFrame:
        if "document_id" not in raw_tables()[name].column_names:
            return self._frame(_all(name), name)
        there = "SELECT document_id FROM core.documents"
        return self._frame(f"{_all(name)} WHERE document_id IN ({there})", name)

    def _frame(self, sql: str, name: str) -> pl.DataFrame:
        table = (raw_tables() if name in raw_tables() else core_tables())[name]
        if _PUBLISHED in sql:
            self._check(table)
        columns = ", ".join(map(quoted, table.column_names))
        return self.con.execute(f"SELECT {columns} {sql}").pl().cast(table.polars_schema())

    def _check(self, table: Table) -> None:
        """Whether the published table has the columns and types that this program's steps were written for."""
        given = dict(
            self.con.execute(
                "SELECT column_name, data_type FROM duckdb_columns() "
                "WHERE database_name = ? AND schema_name = ? AND table_name = ?",
                [_PUBLISHED, table.schema, table.bare_name],
            ).fetchall()
        )
        wanted = {column.name: column.sql_type.replace(" ", "") for column in table.columns}
        if given != wanted:
            differing = sorted(name for name in given.keys() | wanted.keys() if given.get(name) != wanted.get(name))
            raise BuildError(
                f"this release was made by another version of Parallax: {table.name} differs in {', '.join(differing)}; "
                "run `parallax run` to publish a release of this version, then ask it again"
            )

    def _write(self, table: Table, frame: pl.DataFrame) -> None:
        self.con.execute(table.ddl())
        self.con.register("written_rows", frame.to_arrow())
        try:
            self.con.execute(f"INSERT INTO {table.sql_name} SELECT * FROM written_rows")
        finally:
            self.con.unregister("written_rows")

    def _store(self, name: str, frame: pl.DataFrame) -> None:
        self.con.register("written_rows", frame.to_arrow())
        try:
            self.con.execute(f"CREATE TABLE {name} AS FROM written_rows")
        finally:
            self.con.unregister("written_rows")


def _steps_for(wanted: Collection[str] | None) -> Sequence[Step]:
    """The steps that make these core tables, with the steps that those need, in order; all of them for None."""
    steps = all_steps()
    if wanted is None:
        return steps
    left = set(wanted) | {"core.documents"}
    chosen = []
    for step in reversed(steps):
        if left & set(step.writes):
            chosen.append(step)
            if step.name not in CARRIED:
                left |= set(step.reads)
            elif _STATUS_OF_CLAIM & left & set(step.writes):
                left.add("core.claims")
    return chosen[::-1]


def _needed_by_carried(steps: Iterable[Step]) -> frozenset[str]:
    writes = {table for step in steps for table in step.writes}
    return frozenset({"core.claims"} if _STATUS_OF_CLAIM & writes else ())


def _in_force(decisions: Decisions, asked: Asked) -> Decisions:
    """The decisions that had been taken by then."""
    if asked.known_by is None:
        return decisions
    day = asked.known_by
    taken = {
        name: tuple(decision for decision in getattr(decisions, name) if decision.date <= day)
        for name in type(decisions).model_fields
    }
    return decisions.model_copy(update=taken)


def _no_text(document_id: str) -> str:
    raise BuildError(
        f"asks for the text of {document_id}, which a release does not carry; name the step in "
        "warehouse/vintages/rebuild.py among those that are carried"
    )


def _published(name: str) -> str:
    schema, _, table = name.partition(".")
    return f"{_PUBLISHED}.{quoted(schema)}.{quoted(table)}"


def _all(name: str) -> str:
    return f"FROM {_published(name)}"


def _gone(column: str) -> str:
    """Query of the names that somebody's rows used and nobody's do any more."""
    users = [
        name
        for name, table in core_tables().items()
        if {"document_id", column} <= set(table.column_names) and name not in ("core.vintages", "core.review_queue")
    ]
    used = " UNION ALL ".join(f"SELECT {quoted(column)} AS used, document_id FROM {_published(name)}" for name in users)
    return (
        f"SELECT used FROM ({used}) WHERE used IS NOT NULL GROUP BY used "
        "HAVING bool_and(document_id NOT IN (SELECT document_id FROM core.documents))"
    )


def _status(name: str) -> str:
    again = "coalesce(c.status, 'stated')" if name in _STATUS_OF_CLAIM else "'stated'"
    return f"CASE WHEN t.\"status\" = 'superseded' AND d.status <> 'superseded' THEN {again} ELSE t.\"status\" END"


def _add_views(con: duckdb.DuckDBPyConnection, chosen: Sequence[Model]) -> None:
    for schema in ("staging", "marts"):
        con.execute(f"CREATE SCHEMA {schema}")
    con.execute(f"CREATE VIEW marts.{VINTAGES} AS FROM core.vintages ORDER BY name, document_id")
    for model in chosen:
        sql = model.sql if model.schema == "staging" else _with_vintage(model)
        con.execute(f"CREATE VIEW {model.sql_name} AS {sql}")


def _with_vintage(model: Model) -> str:
    """The mart's query with the vintage of the weakest document that a row rests on, where it rests on any."""
    mart = marts()[model.name]
    columns = [column.name for column in mart.columns]
    unknown = literal(Vintage.unknown.value)
    if model.name != "documents" and "document_id" not in columns:
        cited = [column for column in columns if _CITED.fullmatch(column)]
        return _with_vintage_of_claims(model.sql, mart.key, cited) if cited else model.sql
    return (
        f"SELECT rows_then.*, coalesce(seen.vintage, {unknown}) AS vintage FROM (\n{model.sql}\n) AS rows_then "
        "LEFT JOIN core.vintages AS seen ON rows_then.document_id = seen.document_id"
    )


def _with_vintage_of_claims(sql: str, key: Sequence[str], cited: Sequence[str]) -> str:
    keys = ", ".join(f"rows_then.{quoted(name)}" for name in key)
    joined = " AND ".join(f"rows_then.{quoted(name)} = weakest.{quoted(name)}" for name in key)
    members = ", ".join(f"rows_then.{quoted(name)}" for name in cited)
    return (
        f"WITH rows_then AS (\n{sql}\n), cited AS ("
        f"SELECT {keys}, unnest(string_split(concat_ws('|', {members}), '|')) AS claim_id FROM rows_then"
        f"), weakest AS (SELECT {', '.join('cited.' + quoted(name) for name in key)}, max(seen.vintage) AS vintage "
        "FROM cited JOIN core.claims AS c USING (claim_id) JOIN core.vintages AS seen USING (document_id) GROUP BY ALL"
        f") SELECT rows_then.*, coalesce(weakest.vintage, {literal(Vintage.unknown.value)}) AS vintage "
        f"FROM rows_then LEFT JOIN weakest ON {joined}"
    )


__all__ = ["rebuild"]
