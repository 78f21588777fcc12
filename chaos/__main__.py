"""`python -m chaos --size quick|full [--only NAME...] [--at-once N] [--write PAGE]`: every fault, one table, exit 1 if a promise broke.

A family is a module of this folder with `TRIALS`; it is listed in `FAMILIES` and nowhere else. Trials change their own process
(they break what a library finds, they run dbt in it): at the same time, families run in processes of their own.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

from chaos.table import Row, is_kept, page_with, table_of
from chaos.trial import Outcome, Size, Trial

FAMILIES: tuple[str, ...] = (
    "killing",
    "publishing",
    "readers",
    "together",
    "resources",
    "inbox",
    "order",
    "retraction",
    "decisions",
    "parsing",
    "markup",
    "damage",
    "upkeep",
    "poison",
    "patterns",
    "fuzz",
    "dagster",
    "feeds",
    "lies",
)
# Families that share what takes longer to make than most of their trials: an undisturbed run of the job, a small home.
SHARING = (
    ("killing", "publishing", "readers", "together", "resources", "order", "retraction"),
    ("damage", "upkeep"),
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A trial and the family it belongs to."""

    family: str
    trial: Trial


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the trials and prints their table; exit code 1 where a promise broke, 2 where the command is wrong."""
    parser = argparse.ArgumentParser(prog="python -m chaos", description=__doc__)
    parser.add_argument("--size", choices=("quick", "full"), default="quick", help="how often (default: %(default)s)")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="families, or words of the names of trials")
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help="put the rows into the table between the markers of this page"
    )
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="families at a time (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print rows for a program, not a table")
    chosen = parser.parse_args(arguments)
    trials = _chosen(chosen.only)
    if not trials:
        parser.error(f"no trial is called {', '.join(chosen.only or ['that'])}; families are {', '.join(FAMILIES)}")
    if chosen.at_once > 1:
        rows = _beside(trials, chosen.size, chosen.write, chosen.at_once)
    else:
        rows = [_run(listed, chosen.size, chosen.write) for listed in trials]
    if chosen.json:
        print(json.dumps([[row.trial.name, asdict(row.outcome), row.seconds, row.when] for row in rows]))
    else:
        print(table_of(rows))
    sys.exit(0 if all(map(is_kept, rows)) else 1)


def _beside(trials: Sequence[Listed], size: Size, page: Path | None, at_once: int) -> list[Row]:
    """The trials, families at the same time in interpreters of their own; rows in the order of the trials."""
    groups: dict[str, list[str]] = {}
    for listed in trials:
        first = next((families[0] for families in SHARING if listed.family in families), listed.family)
        groups.setdefault(first, []).append(listed.trial.name)

    def group(names: list[str]) -> list[tuple[str, dict[str, Any], float, str]]:
        words = [sys.executable, "-m", "chaos", "--json", "--size", size, *(["--write", str(page)] if page else [])]
        done = subprocess.run([*words, "--only", *names], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{', '.join(names)}: exit code {done.returncode}")
        found: list[tuple[str, dict[str, Any], float, str]] = json.loads(done.stdout)
        return found

    with ThreadPoolExecutor(at_once) as pool:
        found = {row[0]: row for rows in pool.map(group, groups.values()) for row in rows}
    return [
        Row(listed.trial, Outcome(**found[name][1]), found[name][2], found[name][3])
        for listed in trials
        for name in [listed.trial.name]
    ]


def _write(page: Path, row: Row) -> None:
    """Adds a row to the page at once, so that an interrupted run keeps its results. Other processes also write there."""
    names = [listed.trial.name for listed in _chosen(None)]
    with page.open("r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        text = page_with(file.read(), [row], names)
        file.seek(0)
        file.write(text)
        file.truncate()


def _chosen(names: Iterable[str] | None) -> list[Listed]:
    """The trials of the families that are named, or whose own names hold one of the words."""
    every = [Listed(family, trial) for family in FAMILIES for trial in import_module(f"chaos.{family}").TRIALS]
    wanted = set(names or FAMILIES)
    exact = [one for one in every if one.trial.name in wanted]
    return exact or [one for one in every if one.family in wanted or any(name in one.trial.name for name in wanted)]


def _run(listed: Listed, size: Size, page: Path | None = None) -> Row:
    """One trial in a folder of its own. A trial that cannot be run has kept nothing."""
    started = perf_counter()
    with tempfile.TemporaryDirectory(prefix="parallax-chaos-", ignore_cleanup_errors=True) as folder:
        try:
            outcome = listed.trial.run(Path(folder), size)
        except Exception as error:
            traceback.print_exc()
            outcome = Outcome(trials=0, failures=1, note=f"could not be run: {type(error).__name__}: {error}"[:200])
    row = Row(listed.trial, outcome, perf_counter() - started, f"{size}, {datetime.now(UTC):%Y-%m-%d}")
    told = f"{'kept' if is_kept(row) else 'BROKEN':<7}{listed.family}: {listed.trial.name} ({row.seconds:.0f} s)"
    print(told, file=sys.stderr, flush=True)
    if page is not None:
        _write(page, row)
    return row


if __name__ == "__main__":
    main()
