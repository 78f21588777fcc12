"""What is wrong with Dagster's own files of a home, and putting a damaged database aside. Reads them with SQLite alone, not with Dagster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from pipelines.home import POSTGRES_VARIABLE, dagster_home
from warehouse.finding import Finding

SETTINGS = "dagster.yaml"
# Each with a table that Dagster cannot do without; a file without any table is new.
MAIN = {"history/runs.db": "runs", "history/runs/index.db": "event_logs", "schedules/schedules.db": "jobs"}
ASIDE = ".damaged"
_RUN = "event_logs"
_MEMORY = "it holds Dagster's history of runs, but no document and no figure"


def storage_findings(home: Path) -> list[Finding]:
    """Everything that is wrong with Dagster's settings and databases; empty where there are none yet.

    Args:
        home: the data home.
    """
    folder = dagster_home(home)
    found = [] if (what := wrong_settings(folder)) is None else [_of_settings(folder, what)]
    if os.environ.get(POSTGRES_VARIABLE):
        return found
    for file, what in damaged(folder):
        found.append(Finding(str(file), what, f"`parallax run` moves it aside and starts a new one: {_MEMORY}"))
    runs = folder / "history" / "runs"
    for file in sorted(runs.glob("*.db")) if runs.is_dir() else ():
        if file.name != "index.db" and (what := damage(file, _RUN)) is not None:
            found.append(Finding(str(file), what, "remove it: it holds the events of one run"))
    return found


def wrong_settings(folder: Path) -> str | None:
    """Why `dagster.yaml` cannot be read; None where it can, or is not there.

    Args:
        folder: Dagster's folder of a home.
    """
    import yaml

    try:
        said = yaml.safe_load((folder / SETTINGS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        return "is not UTF-8 text"
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return f"is not YAML{'' if mark is None else f' (line {mark.line + 1})'}"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return None if isinstance(said, dict) else "holds no settings"


def what_to_do(folder: Path) -> str:
    """What a person does about settings that cannot be used; they may be somebody's own, so no program moves them."""
    return f"correct {folder / SETTINGS}, or move it away: the next run writes the packaged one"


def damaged(folder: Path) -> Iterator[tuple[Path, str]]:
    """The databases of all runs that Dagster could not open or read through, each with what is wrong.

    Args:
        folder: Dagster's folder of a home.
    """
    for name, table in MAIN.items():
        what = damage(folder / name, table)
        if what is not None:
            yield folder / name, what


def damage(file: Path, table: str) -> str | None:
    """What is wrong with a SQLite database; None where nothing is, or where there is none.

    Args:
        file: the database.
        table: it has to have, where it has any.
    """
    import sqlite3

    if not file.exists():
        return None
    if not file.is_file():
        return "is not a file"
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as con:
            (said,) = con.execute("PRAGMA quick_check(1)").fetchone()
            tables = {name for (name,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.OperationalError:
        return None  # locked, or no right to read: no damage; reported where it matters
    except sqlite3.DatabaseError as error:
        return f"damaged ({error})"
    if said != "ok":
        return f"damaged ({str(said).splitlines()[0][:200]})"
    return f"is not a database of Dagster: it has no table {table}" if tables and table not in tables else None


def put_aside(file: Path) -> Path:
    """Renames a database with what belongs to it, and returns its new place.

    Args:
        file: the database; no process may have it open.
    """
    number = 1
    while (target := file.with_name(f"{file.name}{ASIDE}-{number}")).exists():
        number += 1
    file.rename(target)
    for ending in ("-wal", "-shm", "-journal"):  # they would be read into the new one
        beside = file.with_name(file.name + ending)
        if beside.exists():
            beside.rename(target.with_name(target.name + ending))
    return target


def _of_settings(folder: Path, what: str) -> Finding:
    return Finding(str(folder / SETTINGS), what, what_to_do(folder))
