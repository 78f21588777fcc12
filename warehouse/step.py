"""What a step of the build is: named frames in, named frames out. The runner is `warehouse/build.py`.

Belongs here: the shape of a step and what it may know. No I/O, no step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import polars as pl

from warehouse.aside import Aside
from warehouse.decisions import Decisions
from warehouse.policy import Policy

if TYPE_CHECKING:
    import duckdb

Frames: TypeAlias = Mapping[str, pl.DataFrame]


class BuildError(RuntimeError):
    """A build cannot go on. The message says which table or document, what is wrong and what to do."""


@dataclass(frozen=True)
class BuildContext:
    """All that a step may know beside its frames.

    Attributes:
        policy: thresholds.
        decisions: reviewed human decisions that hold; steps apply them.
        text_of: canonical text by document_id, read from the ledger when asked for and verified there; raises KeyError
            for a document without text.
        taken: all decisions, including expired and overtaken ones; None if all of them are in force.
        as_of_day: the day by which expiry was judged; None where none is given.
        aside: claims that must not count because a check failed on them in a build before this one.
        con: the open connection of the build, for a step that is a statement; None where it works on its frames.
        scratch: a folder of the build for files that go with the step; None where the system's temporary folder has to do.
    """

    policy: Policy
    decisions: Decisions
    text_of: Callable[[str], str]
    taken: Decisions | None = None
    as_of_day: date | None = None
    scratch: Path | None = None
    aside: tuple[Aside, ...] = ()
    con: duckdb.DuckDBPyConnection | None = None


@dataclass(frozen=True)
class Step:
    """One pure function of the build.

    Attributes:
        name: for people and reports, unique within a build.
        reads: tables it is given, as `schema.table` ("raw.claims", "core.documents", "work.judgements").
        writes: tables it returns, all of schema `core` or `work`, all of them on every run (empty frames where there is
            nothing). Those of `work` are for later steps only: no database holds them.
        run: frames of `reads` and the context → frames of `writes`. Row order does not matter (the runner orders by
            key); types may be narrower than in `warehouse/schema` (the runner casts, strictly).
        sql: the statement of a step that is a file of `warehouse/sql`. Given the connection of a build, `run` makes its table there and
            returns nothing.
    """

    name: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    run: Callable[[Frames, BuildContext], Frames]
    sql: str = ""
