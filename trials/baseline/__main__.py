"""`python -m trials.baseline LEDGER [COMMIT]`: the release that a commit makes of a fixed ledger, for `same_rows.py`.

Prints the database, and the command that compares it with another commit's. `--hashes` makes the ledger anew in a temporary folder and
prints what `ledgers.yml` has to say of it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import yaml

from trials.baseline.hashing import ChangedLedger
from trials.baseline.ledgers import read_ledgers
from trials.baseline.making import fixed_ledger, made_hashes
from trials.baseline.programs import ProgramError, program_of
from trials.baseline.releasing import CHECKED, database_of, release_of
from trials.processes import ROOT


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes what is missing; returns the exit code: 0, or 1 with the reason on standard error."""
    file = read_ledgers()
    parser = argparse.ArgumentParser(prog="python -m trials.baseline", description=__doc__)
    parser.add_argument("ledger", choices=list(file.ledgers))
    parser.add_argument("commit", nargs="?", default="HEAD", help="what git takes for a commit (default: %(default)s)")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / ".baseline", help="for all that is made (default: .baseline)"
    )
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", help="with seeds (default: ../shared)")
    parser.add_argument("--hashes", action="store_true", help="print the hashes of the ledger, made anew")
    chosen = parser.parse_args(arguments)
    folder, name = chosen.folder.absolute(), chosen.ledger
    try:
        if chosen.hashes:
            with tempfile.TemporaryDirectory(prefix="parallax-baseline-") as work:
                hashes = made_hashes(name, file, Path(work), folder / "programs", chosen.shared)
            print(yaml.safe_dump({"hashes": hashes.model_dump()}, sort_keys=False), end="")
            return 0
        started = perf_counter()
        ledger = fixed_ledger(name, file, folder, chosen.shared)
        between = perf_counter()
        program, reviewed = program_of(chosen.commit, folder / "programs"), file.ledgers[name].hashes
        assert reviewed is not None
        home = folder / "releases" / name / program.commit[:12]
        database = release_of(program, ledger, reviewed, home, file.day.isoformat())
    except (ChangedLedger, ProgramError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"ledger {between - started:.0f} s, release {perf_counter() - between:.0f} s", file=sys.stderr)
    print(database)
    print(_compare(database, home, chosen.shared))
    return 0


def _compare(database: Path, home: Path, shared: Path) -> str:
    """The command to type next, with the release of the commit that was built before this one."""
    others = [path.parent for path in home.parent.glob(f"*/{CHECKED}") if path.parent != home]
    before = max(others, key=lambda path: (path / CHECKED).stat().st_mtime, default=None)
    other = "OTHER/warehouse.duckdb" if before is None else database_of(before)
    words = f"{sys.executable} {shared / 'score' / 'same_rows.py'} {other} {database}"
    return f"for schema in marts core; do {words} --schema $schema; done"


if __name__ == "__main__":
    sys.exit(main())
