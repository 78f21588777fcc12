"""`python -m chaos --size quick|full [--only NAME...] [--at-once N] [--write PAGE]`: every fault, one table, exit 1 where a promise broke.

A family is a module of this folder with `TRIALS`; it is listed in `FAMILIES` and nowhere else.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import traceback
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from time import perf_counter

from chaos.table import Row, is_kept, page_with, table_of
from chaos.trial import Outcome, Size, Trial

FAMILIES: tuple[str, ...] = (
    "killing",
    "publishing",
    "readers",
    "together",
    "resources",
    "order",
    "retraction",
    "parsing",
    "damage",
    "upkeep",
    "poison",
    "patterns",
    "fuzz",
    "dagster",
    "feeds",
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
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="trials at a time (default: %(default)s)")
    chosen = parser.parse_args(arguments)
    trials = _chosen(chosen.only)
    if not trials:
        parser.error(f"no trial is called {', '.join(chosen.only or ['that'])}; families are {', '.join(FAMILIES)}")
    names = [listed.trial.name for listed in _chosen(None)]
    rows: list[Row] = []
    with ThreadPoolExecutor(chosen.at_once) as pool:
        for row in pool.map(lambda listed: _run(listed, chosen.size), trials):
            rows.append(row)
            if chosen.write is not None:  # at once: who is stopped keeps what was run
                page = chosen.write.read_text(encoding="utf-8")
                chosen.write.write_text(page_with(page, rows, names), encoding="utf-8")
    print(table_of(rows))
    sys.exit(0 if all(map(is_kept, rows)) else 1)


def _chosen(names: Iterable[str] | None) -> list[Listed]:
    """The trials of the families that are named, or whose own names hold one of the words."""
    every = [Listed(family, trial) for family in FAMILIES for trial in import_module(f"chaos.{family}").TRIALS]
    wanted = set(names or FAMILIES)
    return [one for one in every if one.family in wanted or any(name in one.trial.name for name in wanted)]


def _run(listed: Listed, size: Size) -> Row:
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
    return row


if __name__ == "__main__":
    main()
