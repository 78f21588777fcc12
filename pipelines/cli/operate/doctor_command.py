"""`parallax doctor`: whether a data home is sound, and what to do if it is not. It repairs nothing."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from pipelines.cli.terminal.errors import UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption
from warehouse.values.wording import counted

EXAMPLES = """\b
Examples:
  parallax doctor
  parallax doctor --home /path/to/data --format json | jq -r '.findings[].to_do'
"""


def doctor(
    home: HomeOption = None,
    form: Annotated[Literal["table", "json"], typer.Option("--format", help="Form of the findings.")] = "table",
) -> None:
    """Verify the ledger, every release and Dagster's files of a data home: what is wrong, where, and what to do.

    Hashes every file again, so it takes as long as reading the home. Exit 0 without findings, 1 with findings.
    Notes (documents in no release, claims set aside) are not findings and do not change the exit code.
    """
    import json
    import sys
    from dataclasses import asdict

    from pipelines.home import data_home
    from pipelines.storage_health import storage_findings
    from release.health import release_findings
    from release.landed import notes
    from warehouse.ledger.formats import FORMAT_VERSION as LEDGER_FORMAT
    from warehouse.ledger.health import ledger_findings

    folder = data_home(home)
    if not folder.is_dir():
        raise UsageError(f"{whole(folder)}: no such data home; name it with --home")
    findings = [*ledger_findings(folder), *release_findings(folder), *storage_findings(folder)]
    told_too = notes(folder)
    versions = _versions(LEDGER_FORMAT)
    if form == "json":
        said = {
            "home": str(folder),
            "versions": versions,
            "findings": [asdict(finding) for finding in findings],
            "notes": [asdict(note) for note in told_too],
        }
        sys.stdout.write(json.dumps(said, indent=1) + "\n")
    else:
        for finding in findings:
            tell(f"{whole(finding.where)}: {finding.what}; {finding.to_do}", to="stdout")
        for note in told_too:
            tell(f"{whole(note.where)}: {note.what}; {note.to_do}", word="note:", to="stdout")
        told = ", ".join(f"{name} {version}" for name, version in versions.items())
        tell(f"{whole(folder)}: {counted(len(findings), 'finding') if findings else 'no finding'}")
        tell(told, style="dim")
    if findings:
        raise typer.Exit(1)


def _versions(ledger_format: int) -> dict[str, str]:
    from importlib.metadata import version

    from release.record import FORMAT_VERSION

    engines = {name: version(name) for name in ("parallax", "duckdb", "polars")}
    return {**engines, "ledger format": str(ledger_format), "release format": str(FORMAT_VERSION)}
