"""`parallax releases`: which releases there are, and whether their files are still as published."""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli.errors import CommandError
from pipelines.cli.options import HomeOption

EXAMPLES = """\b
Examples:
  parallax releases
  parallax releases --verify
  cd data/releases/latest && sha256sum -c manifest.sha256
"""


def releases(
    home: HomeOption = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Hash every file again and compare with the manifests.")
    ] = False,
) -> None:
    """List the releases of a data home, newest first."""
    from pipelines.cli.console import err, out, plain_table
    from pipelines.home import data_home
    from release.catalogue import latest
    from release.catalogue import releases as all_releases
    from release.manifest import verify_files

    folder = data_home(home)
    found = all_releases(folder)
    if not found:
        raise CommandError(f"{folder / 'releases'}: no release yet; run `parallax run` to publish one")
    current = latest(folder)
    table = plain_table(
        ("release", "left"), ("published (UTC)", "left"), ("documents", "right"), ("claims", "right"),
        ("estimates", "right"), ("conflicts", "right"), ("warnings", "right"), ("", "left"),
    )  # fmt: skip
    damaged: list[str] = []
    for release in reversed(found):
        record, notes = release.record, []
        if current is not None and release.release_id == current.release_id:
            notes.append("latest")
        if verify:
            findings = verify_files(release.path)
            damaged += [f"{release.release_id}: {finding}" for finding in findings]
            notes.append("damaged" if findings else "verified")
        table.add_row(
            release.release_id,
            f"{record.published_at:%Y-%m-%d %H:%M}",
            *(f"{record.rows.get(mart, 0):,}" for mart in ("documents", "claims", "market_estimates", "conflicts")),
            str(len(record.warnings)),
            ", ".join(notes),
        )
    out().print(table)
    err().print(f"in {folder / 'releases'}", style="dim", markup=False)
    if damaged:
        raise CommandError(
            "files differ from what was published:\n  "
            + "\n  ".join(damaged)
            + "\nDelete the folder and publish again, "
            "or point `latest` at a verified release"
        )
