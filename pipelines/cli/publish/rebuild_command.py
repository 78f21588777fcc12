"""`parallax rebuild`: makes a lost or damaged release again from the ledger, or checks that a release equals what the ledger gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.terminal.errors import CommandError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = """\b
Examples:
  parallax rebuild                   the release that `latest` names
  parallax rebuild r000003
  parallax rebuild --check           compare only; nothing changes
"""


def rebuild(
    release: Annotated[
        str | None, typer.Argument(metavar="[RELEASE]", help="Release id.  [default: the latest]", show_default=False)
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Compare row by row in a scratch folder; the home does not change.")
    ] = False,
    home: HomeOption = None,
) -> None:
    """Make a release again from the ledger of its time, and prove that its marts are the same.

    Parallax uses the policy and the decisions recorded with the release, and compares every mart with the hash recorded at
    publishing. If all are equal, the release takes its place again. If one differs (another version of the program),
    nothing is replaced, and the differences are printed.

    With --check, Parallax computes every table of core and marts again without any stored result, in a scratch folder
    (TMPDIR), and compares it row by row with the release. It exits with 1 if a row differs.
    """
    from pipelines.home import data_home
    from release.making.rebuilding import last_release
    from release.making.rebuilding import rebuild as make_again
    from warehouse.ledger import open_ledger

    folder = data_home(home)
    release_id = release or last_release(folder)
    if check:
        _check(folder, release_id)
        return
    tell(f"making {release_id} again from {whole(folder / 'ledger')}", style="dim")
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
    tell(f"{release_id}: {made.marts} marts, all unchanged", to="stdout")
    if made.inputs:
        tell(
            f"not all that it was made from is what it was: {_in_words(made.inputs)}; every mart is the same byte by byte, "
            "and release.json names what it is made from now",
            word="warning:",
        )
    tell(whole(made.release.path), word="in", style="dim", to="stdout")


def _check(folder: Path, release_id: str) -> None:
    from release.making.rebuild_check import check_again, in_words
    from warehouse.ledger import open_ledger

    tell(f"computing {release_id} again from {whole(folder / 'ledger')}", style="dim")
    ledger = open_ledger(folder)
    with ledger.lock():
        found = check_again(folder, ledger, release_id)
    if found.inputs:
        tell(f"not all that it was made from is what it was: {_in_words(found.inputs)}", word="warning:")
    if found.differing:
        raise CommandError(f"{release_id}: not what its inputs give\n{in_words(found)}")
    tell(in_words(found), to="stdout")


_WORDS = {
    "code": "code (another version of the program)",
    "engines": "engines (other versions of libraries)",
    "documents": "documents (the ledger never held exactly these)",
}


def _in_words(inputs: tuple[str, ...]) -> str:
    return ", ".join(_WORDS.get(name, name) for name in inputs)
