"""Builds and publishes a fixed ledger by the program of a commit, by its command line alone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from trials.baseline.hashing import check
from trials.baseline.ledgers import Hashes
from trials.baseline.programs import Program

# Stands beside a data home whose ledger was still the fixed one after the run; a release without it is compared with nothing.
CHECKED = "checked"
# The setting by which a home keeps the readings of another version of the reader, and the value that a commit's packaged file gives it.
_READ_AGAIN, _KEEP = "on_new_extractor: all", "on_new_extractor: new_documents"


def release_of(program: Program, ledger: Path, reviewed: Hashes, home: Path, day: str) -> Path:
    """The release that a commit makes of a ledger in a fresh home; one that was made before is returned as it is.

    Args:
        program: of the commit.
        ledger: the fixed ledger, checked; it is copied.
        reviewed: its hashes; after the run the copy still has them, so nothing was read again.
        home: the data home of this ledger and commit.
        day: the day by which the release judges what expires.

    Returns:
        Its database.

    Raises:
        ProgramError: the program failed, or refused the release; what it said is on standard error.
        ChangedLedger: the program read documents again, or took others in.
    """
    data = home / "home"
    if not (home / CHECKED).is_file():
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(ledger, data / "ledger")
        (home / "inbox").mkdir()
        _keep_readings(program, data)
        program.parallax("run", "--inbox", home / "inbox", "--home", data, "--no-feeds", "--as-of-day", day)
        check(data / "ledger", reviewed)
        (home / CHECKED).touch()
    return database_of(home)


def database_of(home: Path) -> Path:
    """The database of a release that was made here."""
    return (home / "home" / "releases" / "latest").resolve() / "warehouse.duckdb"


def _keep_readings(program: Program, home: Path) -> None:
    """Gives the home the commit's own settings with one changed. A commit without this setting is judged by its ledger afterwards."""
    found = subprocess.run(
        ["git", "grep", "--files-with-matches", _READ_AGAIN, "--", "*.yml", ":!tests"],
        cwd=program.folder, capture_output=True, text=True, check=False,
    ).stdout.split()  # fmt: skip
    for name in found[:1]:
        settings = (program.folder / name).read_text(encoding="utf-8")
        (home / Path(name).name).write_text(settings.replace(_READ_AGAIN, _KEEP), encoding="utf-8")
