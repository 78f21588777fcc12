"""`parallax rebuild`: a lost or damaged release, made again from the ledger."""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli.errors import CommandError
from pipelines.cli.options import HomeOption

EXAMPLES = """\b
Examples:
  parallax rebuild                   the release that `latest` names
  parallax rebuild r000003
"""


def rebuild(
    release: Annotated[
        str | None, typer.Argument(metavar="[RELEASE]", help="Its id.  [default: the latest]", show_default=False)
    ] = None,
    home: HomeOption = None,
) -> None:
    """Make a release again from the ledger as it stood then, and prove that its marts are the same.

    Every mart is compared with the hash kept at publishing. Where all are the same, the release takes its place again.
    Where one is not (another version of the program, other decisions), nothing is put there, and what differs is said.
    """
    from pipelines.cli.console import err, out
    from pipelines.home import data_home
    from release.rebuilding import last_release
    from release.rebuilding import rebuild as make_again
    from warehouse.ledger import open_ledger

    folder = data_home(home)
    release_id = release or last_release(folder)
    err().print(f"making {release_id} again from {folder / 'ledger'}", style="dim", markup=False)
    ledger = open_ledger(folder)
    with ledger.lock():
        made = make_again(folder, ledger, release_id)
    if made.release is None:
        because = ", ".join(made.inputs) or "none of the inputs that are kept track of"
        raise CommandError(
            f"{release_id}: {len(made.differing)} of {made.marts} marts are not those of then: "
            f"{', '.join(made.differing)}\nwhat differs in what it is made from: {because}\n"
            f"Nothing was changed. Use the program and the decisions of then, or move {folder / 'releases' / release_id} "
            "away and run `parallax run` to publish what the ledger holds now"
        )
    out().print(f"{release_id}: {made.marts} marts, all as they were", markup=False)
    out().print(f"in {made.release.path}", style="dim", markup=False)
