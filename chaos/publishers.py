"""A small build to publish again and again, and the processes that publish it. No fault here.

The build is what the undisturbed job made, with most marts emptied, so that publishing takes well under a second of work. Every
number it is published under stands in three of its tables, in its fingerprint and so in every file that a reader may ask.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from trials.world import World

FULL_TABLES = ("claims", "documents", "evidence", "markets", "statement_evidence")
MARKS = {"claims": "rule", "documents": "name", "markets": "scope"}  # columns that say which number the release has


def fingerprint(number: int) -> str:
    """The fingerprint of a numbered build."""
    return f"{number:064x}"


def template(work: Path, made: World) -> Path:
    """Makes the build that `publish_numbered` copies.

    Returns:
        The folder of the build: database and check results.
    """
    from release.catalogue import find
    from warehouse.connection import connect
    from warehouse.schema.marts import marts

    source, folder = find(made.home, None), work / "template"
    folder.mkdir(parents=True)
    connection = connect(folder / "warehouse.duckdb", read_only=False)
    try:
        connection.execute(f"ATTACH '{source.database}' AS whole (READ_ONLY)")
        connection.execute("CREATE SCHEMA core")
        connection.execute("CREATE SCHEMA marts")
        for name in ("core.documents", "core.receipts"):
            connection.execute(f"CREATE TABLE {name} AS FROM whole.{name}")
        for name in marts():
            limit = "" if name in FULL_TABLES else " LIMIT 0"
            connection.execute(f"CREATE TABLE marts.{name} AS FROM whole.marts.{name}{limit}")
    finally:
        connection.close()
    shutil.copyfile(source.path / "checks.json", folder / "checks.json")
    return folder


def publish_numbered(home: str, source: str, ledger_home: str, number: int, name: str = "b") -> None:
    """Publishes the template under a number; to be given to `start`. Ends with 1 and a message where that is refused."""
    from pipelines.cli.terminal.errors import in_words
    from release.making.builds import sign
    from release.making.judgement import read_checks
    from release.making.publishing import publish
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of

    build = Path(home) / "builds" / name
    shutil.rmtree(build, ignore_errors=True)
    build.mkdir(parents=True)
    for name in ("warehouse.duckdb", "checks.json"):
        shutil.copyfile(Path(source) / name, build / name)
    mark(build / "warehouse.duckdb", number)
    sign(build, fingerprint(number))
    try:
        publish(Path(home), build, fingerprint(number), read_checks(build), texts_of(open_ledger(Path(ledger_home))))
    except Exception as error:
        message = in_words(error)
        if message is None:
            raise
        print(f"error: {message}")
        raise SystemExit(1) from error


def mark(database: Path, number: int) -> None:
    """Writes the number into the tables of `MARKS`."""
    from warehouse.connection import connect

    connection = connect(database, read_only=False)
    try:
        for table, column in MARKS.items():
            connection.execute(f"UPDATE marts.{table} SET {column} = '{fingerprint(number)}'")
    finally:
        connection.close()
