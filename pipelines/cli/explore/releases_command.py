"""`parallax releases`: lists the releases, and whether their files are still as published."""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli.terminal.errors import CommandError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption

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
    from pipelines.cli.terminal.tables import plain_table, show
    from pipelines.home import data_home
    from release.catalogue import FOLDER, POINTER, release_ids
    from release.manifest import verify_files
    from release.record import ReleaseError
    from release.trust import trusted_record

    folder = data_home(home)
    ids = release_ids(folder)
    if not ids:
        raise CommandError(f"{whole(folder / FOLDER)}: no release yet; run `parallax run` to publish one")
    pointer = folder / FOLDER / POINTER
    current = pointer.readlink().name if pointer.is_symlink() else None
    table = plain_table(
        ("release", "left"), ("published (UTC)", "left"), ("documents", "right"), ("claims", "right"),
        ("estimates", "right"), ("conflicts", "right"), ("warnings", "right"), ("", "left"),
    )  # fmt: skip
    damaged: list[str] = []
    for release_id in reversed(ids):
        notes = ["latest"] if release_id == current else []
        try:
            release = trusted_record(folder / FOLDER / release_id)
        except ReleaseError as error:
            damaged.append(str(error))
            table.add_row(release_id, *[""] * 6, ", ".join([*notes, "damaged"]))
            continue
        record = release.record
        if verify:
            try:
                findings = verify_files(release.path)
            except ReleaseError as error:
                findings = [str(error)]
            damaged += [f"{release.release_id}: {finding}" for finding in findings]
            notes.append("damaged" if findings else "verified")
        table.add_row(
            release.release_id,
            f"{record.published_at:%Y-%m-%d %H:%M}",
            *(f"{record.rows.get(mart, 0):,}" for mart in ("documents", "claims", "market_estimates", "conflicts")),
            str(len(record.warnings)),
            ", ".join(notes),
        )
    show(table)
    tell(whole(folder / "releases"), word="in", style="dim")
    if damaged:
        raise CommandError(
            "files differ from what was published:\n  "
            + "\n  ".join(damaged)
            + "\n`parallax doctor` says what to do; `parallax rebuild` makes a release again from the ledger"
        )
