"""`python -m chaos [--size quick|full] [--only FAMILY...]`: every fault, one table, exit 1 if a promise broke.

A family is a module of this folder with `TRIALS`; it is listed in `FAMILIES` and nowhere else.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from time import perf_counter

from chaos.trial import Outcome, Size, Trial, table_of

FAMILIES = ("steps", "killing", "readers", "together", "shortage", "order", "decisions", "parsing", "dagster")


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the trials and prints their table; exit code 1 where a promise broke, 2 where the command is wrong."""
    parser = argparse.ArgumentParser(prog="python -m chaos", description=__doc__)
    parser.add_argument("--size", choices=("quick", "full"), default="quick", help="how often (default: %(default)s)")
    parser.add_argument(
        "--only", nargs="+", choices=FAMILIES, default=FAMILIES, metavar="FAMILY", help=", ".join(FAMILIES)
    )
    chosen = parser.parse_args(arguments)
    rows = [_run(trial, chosen.size) for family in chosen.only for trial in trials_of(family)]
    print(table_of(rows, f"{chosen.size}, {datetime.now(UTC):%Y-%m-%d}"))
    sys.exit(0 if all(outcome.is_kept for _, outcome, _ in rows) else 1)


def trials_of(family: str) -> tuple[Trial, ...]:
    """The trials of a family, in order."""
    return tuple(import_module(f"chaos.{family}").TRIALS)


def _run(trial: Trial, size: Size) -> tuple[Trial, Outcome, float]:
    """One trial in a folder of its own. A trial that cannot be run has kept nothing."""
    started = perf_counter()
    with tempfile.TemporaryDirectory(prefix="parallax-chaos-", ignore_cleanup_errors=True) as folder:
        try:
            outcome = trial.run(Path(folder), size)
        except Exception as error:
            traceback.print_exc()
            outcome = Outcome(1, [f"could not be run: {type(error).__name__}: {error}"[:200]])
    seconds = perf_counter() - started
    print(
        f"{'kept' if outcome.is_kept else 'BROKEN':<7}{trial.name} ({seconds:.0f} s)",
        *outcome.faults,
        sep="\n  ",
        file=sys.stderr,
        flush=True,
    )
    return trial, outcome, seconds


if __name__ == "__main__":
    main()
