"""`parallax migrate`: a data home of an earlier version of the program, brought to this one's format."""

from __future__ import annotations

from pipelines.cli.terminal.errors import CommandError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption

EXAMPLES = """\b
Examples:
  parallax migrate --home /path/to/data
"""


def migrate(home: HomeOption = None) -> None:
    """Migrate the ledger of an earlier version to the format of this one. Nothing received or read changes.

    A program of the earlier version refuses the ledger afterwards. Releases keep their format.
    """
    from pipelines.home import data_home
    from warehouse.ledger.formats import FORMAT_VERSION
    from warehouse.ledger.formats import migrate as bring_up

    root = data_home(home) / "ledger"
    if not root.is_dir():
        raise CommandError(f"{whole(root)}: no ledger here; name the data home with --home")
    steps = bring_up(root)
    for step in steps:
        tell(f"ledger format {step.old} to {step.old + 1}: {step.what}", to="stdout")
    tell(f"the ledger is of format {FORMAT_VERSION}{'' if steps else ' already'}", to="stdout")
