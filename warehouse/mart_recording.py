"""What dbt sent to the database when it built the marts, kept so that the next build of the same shape needs no dbt.

Belongs here: which statements are kept, which builds they hold for, and their file in the cache. Running them again:
`mart_replay.py`. dbt owns every statement; none is written here.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from warehouse import mart_docs, mart_nodes
from warehouse.connection import connect
from warehouse.manifest_cache import cache_file, load_members, store_members
from warehouse.mart_docs import PAGE
from warehouse.mart_nodes import NodeResult

_SUFFIX = ".marts.zip"
_NODES = "nodes.json"
_SETTINGS = ("PARALLAX_MARTS_MEMORY",)  # what the profile takes from the environment beside the build's place
# All that names, types and comments of a build are, so that dbt would send the same statements and find the same contracts met.
_SHAPE = (
    "SELECT schema_name FROM duckdb_schemas() WHERE NOT internal ORDER BY ALL",
    "SELECT schema_name, view_name, sql FROM duckdb_views() WHERE NOT internal ORDER BY ALL",
    "SELECT schema_name, table_name, comment FROM duckdb_tables() ORDER BY ALL",
    "SELECT schema_name, table_name, column_index, column_name, data_type, is_nullable, column_default, comment "
    "FROM duckdb_columns() WHERE NOT internal ORDER BY ALL",
)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_OF_A_TRANSACTION = re.compile(r"(?i)(begin|commit|rollback)\b")
_QUESTION = re.compile(r"(?i)(select|with|describe|from|show|pragma)\b")
# What dbt asks the catalogue of a database by itself. Its answers follow from the shape.
_OF_THE_CATALOGUE = re.compile(r"(?i)duckdb_\w+\(\)|information_schema\.|^describe \(select|from \(describe ")


@dataclass(frozen=True, slots=True)
class RecordedNode:
    """One node with what it sent: statements that change the build, or the one question of a data test."""

    result: NodeResult
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole run of dbt in which every model was built and every data test passed.

    Attributes:
        settings: DuckDB settings by name, as the profile gives them.
        schemas: the schemas that dbt filled.
        before: statements ahead of all nodes: they create the schemas.
        nodes: in the order in which they ran.
        page: dbt's documentation (`mart_docs.PAGE`), as bytes.
    """

    settings: Mapping[str, str]
    schemas: tuple[str, ...]
    before: tuple[str, ...]
    nodes: tuple[RecordedNode, ...]
    page: bytes


class Listener:
    """Hears dbt's events, and keeps the statements of each node in order."""

    def __init__(self) -> None:
        """Nothing is heard yet."""
        self.statements: dict[str, list[str]] = {}

    def __call__(self, event: Any) -> None:
        """Takes one event of dbt; only `SQLQuery` counts."""
        if event.info.name == "SQLQuery":
            self.statements.setdefault(event.data.node_info.unique_id, []).append(event.data.sql)


def recording_file(project: Path, database: Path) -> Path:
    """Where the recording for a project and a build of this shape is kept, whether or not it is there.

    Args:
        project: dbt project.
        database: the build's file before its marts are built.
    """
    connection = connect(database)
    try:
        shape = [repr(connection.execute(question).fetchall()) for question in _SHAPE]
    finally:
        connection.close()
    sources = (Path(str(module.__file__)).read_bytes() for module in (mart_docs, mart_nodes))
    code = hashlib.sha256(b"".join([*sources, Path(__file__).read_bytes()])).hexdigest()
    settings = [f"{name}={os.environ.get(name)}" for name in _SETTINGS]
    return cache_file(project, database, _SUFFIX, code, *settings, *shape)


def recorded(
    heard: Listener,
    results: Mapping[str, NodeResult],
    schemas: Sequence[str],
    settings: Mapping[str, object],
    page: bytes,
) -> Recording | None:
    """The recording of a run; None where another build of this shape could need other statements, or a test did not pass.

    Args:
        heard: what dbt sent.
        results: what became of each node, by its unique id.
        schemas: the schemas that dbt filled.
        settings: DuckDB settings of the profile.
        page: dbt's documentation of this build.
    """
    if any(result.status not in ("success", "pass") for result in results.values()):
        return None
    said = {name: [_COMMENT.sub("", sql, count=1).strip() for sql in sent] for name, sent in heard.statements.items()}
    said = {name: [sql for sql in sent if sql and not _OF_A_TRANSACTION.match(sql)] for name, sent in said.items()}
    nodes = []
    for name, sent in said.items():
        asked = [sql for sql in sent if _QUESTION.match(sql) and not _OF_THE_CATALOGUE.search(sql)]
        changes = [sql for sql in sent if not _QUESTION.match(sql)]
        is_test = name in results and results[name].kind == "test"
        # A model that asks for rows writes its statements from them; a test asks once and changes nothing.
        if (len(asked) != 1 or changes) if is_test else asked:
            return None
        if name in results:
            nodes.append(RecordedNode(results[name], tuple(asked if is_test else changes)))
    if len(nodes) != len(results):
        return None
    before = tuple(
        sql for name, sent in said.items() if name not in results for sql in sent if not _QUESTION.match(sql)
    )
    told = {name: str(value) for name, value in settings.items()}
    return Recording(told, tuple(schemas), before, tuple(nodes), page)


def store_recording(path: Path, recording: Recording) -> None:
    """Keeps a recording under the name that `recording_file` gave before dbt ran."""
    content = {
        "settings": dict(recording.settings),
        "schemas": recording.schemas,
        "before": recording.before,
        "nodes": [{"result": asdict(node.result), "statements": node.statements} for node in recording.nodes],
    }
    store_members(path, {_NODES: json.dumps(content).encode(), PAGE: recording.page})


def load_recording(path: Path) -> Recording | None:
    """The recording in a file of the cache; None where it is not kept, or cannot be read."""
    members = load_members(path)
    if members is None:
        return None
    try:
        content = json.loads(members[_NODES])
        return Recording(
            content["settings"],
            tuple(content["schemas"]),
            tuple(content["before"]),
            tuple(RecordedNode(NodeResult(**node["result"]), tuple(node["statements"])) for node in content["nodes"]),
            members[PAGE],
        )
    except (KeyError, TypeError, ValueError):  # of another form than expected; no cache stops a run
        return None
