"""`parallax tidy`: deletes old releases and joins small batches of the ledger."""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli.terminal.messages import tell
from pipelines.cli.terminal.options import HomeOption

EXAMPLES = """\b
A release whose file `releases/<id>.pin` exists stays for ever; its text says who keeps it and why.

\b
Examples:
  parallax tidy
  parallax tidy --join
  echo "cited in the annual report, M. Muster" > data/releases/r000003.pin
"""


def tidy(
    home: HomeOption = None,
    join: Annotated[
        bool, typer.Option("--join", help="Join batches of the ledger even if there are few.", show_default=False)
    ] = False,
) -> None:
    """Delete releases past their age and number, and join small batches of the ledger. No figure changes.

    release/keep/upkeep.yml has the rules. Every publishing also tidies releases; only this command tidies the ledger.
    """
    from pipelines.home import data_home
    from release.keep.release_records import keep_missing
    from release.keep.retention import read_upkeep, retire
    from release.making.publishing import exclusive
    from warehouse.ledger import open_ledger

    folder, upkeep = data_home(home), read_upkeep()
    gone: list[str] = []
    if (folder / "releases").is_dir():
        with exclusive(folder / "releases"):
            keep_missing(folder)
            gone = retire(folder, upkeep.releases)
    tell(f"releases deleted: {', '.join(gone) or 'none'}", to="stdout")
    if not (folder / "ledger").is_dir():
        return
    ledger = open_ledger(folder)
    before = len(ledger.batches())
    if join or before >= upkeep.ledger.join_from_batches:
        rule = upkeep.ledger
        ledger.compact(small_rows=rule.small_batch_rows, rows_at_most=rule.joined_rows_at_most)
    tell(f"batches of the ledger: {before}, now {len(ledger.batches())}", to="stdout")
