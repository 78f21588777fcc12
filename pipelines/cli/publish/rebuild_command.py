"""`parallax rebuild`: makes a lost or damaged release again from the ledger."""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli.terminal.errors import CommandError
from pipelines.cli.terminal.options import HomeOption

EXAMPLES = """\b
Examples:
  parallax rebuild                   the release that `latest` names
  parallax rebuild r000003
"""


def rebuild(
    release: Annotated[
        str | None, typer.Argument(metavar="[RELEASE]", help="Release id.  [default: the latest]", show_default=False)
    ] = None,
    home: HomeOption = None,
) -> None:
    """Make a release again from the ledger of its time, and prove that its marts are the same.

    Parallax uses the policy and the decisions recorded with the release, and compares every mart with the hash recorded at
    publishing. If all are equal, the release takes its place again. If one differs (another version of the program),
    nothing is replaced, and the differences are printed.
    """
    from pipelines.cli.terminal.console import err, out, warn
    from pipelines.home import data_home
    from release.making.rebuilding import last_release
    from release.making.rebuilding import rebuild as make_again
    from warehouse.ledger import open_ledger

    folder = data_home(home)
    release_id = release or last_release(folder)
    err().print(f"making {release_id} again from {folder / 'ledger'}", style="dim", markup=False)
    ledger = open_ledger(folder)
    with ledger.lock():
        made = make_again(folder, ledger, release_id)
    if made.release is None:
        because = _in_words(made.inputs) or "none of the recorded inputs"
        raise CommandError(
            f"{release_id}: {len(made.differing)} of {made.marts} marts are not those of then: "
            f"{', '.join(made.differing)}\nwhat differs in what it is made from: {because}\n"
            f"Nothing was changed. Use the version of the program that made it, or `parallax run`, which publishes what the "
            f"ledger holds now as a release of its own and leaves {release_id} as it is"
        )
    out().print(f"{release_id}: {made.marts} marts, all unchanged", markup=False)
    if made.inputs:
        warn(
            f"not all that it was made from is what it was: {_in_words(made.inputs)}; every mart is the same byte by byte, "
            "and release.json names what it is made from now"
        )
    out().print(f"in {made.release.path}", style="dim", markup=False)


_WORDS = {
    "code": "code (another version of the program)",
    "engines": "engines (other versions of libraries)",
    "documents": "documents (the ledger never held exactly these)",
}


def _in_words(inputs: tuple[str, ...]) -> str:
    return ", ".join(_WORDS.get(name, name) for name in inputs)
