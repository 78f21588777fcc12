"""`parallax export`: marts of a release as CSV or Parquet, or the rows that changed since another release."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption, ReleaseOption

if TYPE_CHECKING:
    from release.making.table_export import Exported
    from release.record import Release

EXAMPLES = """\b
Examples:
  parallax export --out tables                              every mart as CSV, with datapackage.json
  parallax export market_estimates vendor_figures --out tables
  parallax export --since r000003 --format parquet --out delta
                                                            rows added, removed and changed since r000003
"""


def export(
    marts: Annotated[
        list[str] | None, typer.Argument(metavar="[MART]...", help="Marts.  [default: all]", show_default=False)
    ] = None,
    out_folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Folder to write; new or empty.", show_default=False)
    ] = ...,  # type: ignore[assignment]
    form: Annotated[Literal["csv", "parquet"], typer.Option("--format", help="Form of the files.")] = "csv",
    since: Annotated[
        str | None,
        typer.Option(
            "--since",
            metavar="ID",
            help="Write only the rows that differ from this earlier release.",
            show_default=False,
        ),
    ] = None,
    home: HomeOption = None,
    release: ReleaseOption = None,
) -> None:
    """Write marts of a release as files, one per mart, with a Frictionless data package beside them.

    A release already holds Parquet files of all its marts. With --since a row has columns in front: change (added, removed,
    changed), release_id and changed_columns; a changed row is written twice, as each release has it.
    """
    from pipelines.home import data_home
    from release.catalogue import find
    from release.making.table_export import export as export_marts

    folder = data_home(home)
    chosen = find(folder, release)
    earlier = find(folder, since) if since is not None else None
    written = export_marts(chosen, out_folder, [name.removeprefix("marts.") for name in marts or ()], form, earlier)
    _print(written, chosen, earlier)
    tell(f"{whole(out_folder)}, described by datapackage.json", word="in", style="dim")


def _print(written: tuple[Exported, ...], chosen: Release, earlier: Release | None) -> None:
    from pipelines.cli.terminal.tables import plain_table, show

    if not written:
        assert earlier is not None
        tell(f"no row differs between {earlier.release_id} and {chosen.release_id}", to="stdout")
        return
    table = plain_table(("file", "whole"), ("rows", "right"), ("of which" if earlier else "", "left"))
    for one in written:
        table.add_row(one.file, f"{one.rows:,}", one.what)
    show(table)
