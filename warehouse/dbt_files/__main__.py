"""Command line: `python -m warehouse.dbt_files` writes the generated files of the dbt project, `--check` only compares them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from warehouse.dbt_files.entries import ENTRIES
from warehouse.dbt_files.generate import COMMAND, stale, write
from warehouse.dbt_files.inheritance import ContractError
from warehouse.reviewed import ReviewedFileError
from warehouse.schema.marts import PROJECT
from warehouse.step import BuildError


def main(arguments: Sequence[str] | None = None, project: Path = PROJECT, entries: Path = ENTRIES) -> int:
    """0 where all is up to date or was written, 1 where `--check` finds a difference, 2 where entries and queries do not fit."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="sources and contracts of the dbt project")
    parser.add_argument("--check", action="store_true", help="write nothing; say which files are out of date")
    asked = parser.parse_args(arguments)
    try:
        paths = stale(project, entries) if asked.check else write(project, entries)
    except (ContractError, ReviewedFileError, BuildError) as error:
        print(error, file=sys.stderr)
        return 2
    for path in paths:
        print(path)
    if asked.check and paths:
        print(f"out of date: run {COMMAND}", file=sys.stderr)
    return 1 if asked.check and paths else 0


if __name__ == "__main__":
    sys.exit(main())
