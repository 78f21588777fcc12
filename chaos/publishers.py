"""A small build to publish again and again, and the process that publishes it. No fault here.

The build is what the undisturbed job made, with most marts emptied, so that publishing takes well under a second of work. The
number it is published under stands in three of its tables, in its fingerprint and so in every file that a reader may ask.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from chaos.world import World

FULL_TABLES = ("claims", "documents", "evidence", "markets", "statement_evidence")
MARKS = {"claims": "rule", "documents": "name", "markets": "scope"}  # columns that say which number the release has


def fingerprint(number: int) -> str:
    """The fingerprint of a numbered build."""
    return f"{number:064x}"


def home_to_publish(home: Path, made: World) -> Path:
    """A home with the ledger of the undisturbed run and, beside its builds, the template that `publish_numbered` copies."""
    from release.catalogue import find
    from warehouse.connection import connect
    from warehouse.schema.marts import marts

    source, folder = find(made.home, None), home / "template"
    folder.mkdir(parents=True)
    shutil.copytree(made.home / "ledger", home / "ledger")
    connection = connect(folder / "warehouse.duckdb", read_only=False)
    connection.execute(f"ATTACH '{source.database}' AS whole (READ_ONLY)")
    connection.execute("CREATE SCHEMA core; CREATE SCHEMA marts")
    for name in ("core.documents", "core.receipts", *(f"marts.{name}" for name in marts())):
        limit = " LIMIT 0" if name.startswith("marts.") and name.removeprefix("marts.") not in FULL_TABLES else ""
        connection.execute(f"CREATE TABLE {name} AS FROM whole.{name}{limit}")
    connection.close()
    shutil.copyfile(source.path / "checks.json", folder / "checks.json")
    return home


def publish_numbered(home: Path | str, number: int, name: str = "b") -> None:
    """Publishes the template under a number. Ends with 1 and a message where that is refused."""
    from pipelines.cli.terminal.errors import in_words
    from release.making.builds import sign
    from release.making.judgement import read_checks
    from release.making.publishing import publish
    from warehouse.connection import connect
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of

    home = Path(home)
    build = home / "builds" / name
    shutil.rmtree(build, ignore_errors=True)
    shutil.copytree(home / "template", build)
    connection = connect(build / "warehouse.duckdb", read_only=False)
    for table, column in MARKS.items():
        connection.execute(f"UPDATE marts.{table} SET {column} = '{fingerprint(number)}'")
    connection.close()
    sign(build, fingerprint(number))
    try:
        publish(home, build, fingerprint(number), read_checks(build), texts_of(open_ledger(home)))
    except Exception as error:
        message = in_words(error)
        if message is None:
            raise
        print(f"error: {message}")
        raise SystemExit(1) from error
