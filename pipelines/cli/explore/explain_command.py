"""`parallax explain`: one figure down to the words that state it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.terminal.errors import CommandError
from pipelines.cli.terminal.messages import whole
from pipelines.cli.terminal.options import HomeOption, ReleaseOption

EXAMPLES = """\b
Examples:
  parallax explain 3f9c2ab41d
  parallax explain 3f9c2ab41d --why
  parallax sql "select estimate_id, market, time_period from marts.market_estimates"
"""


def explain(
    wanted: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="Id of an estimate, vendor figure, conflict, bridge, claim or decision, or its first characters.",
        ),
    ],
    why: Annotated[
        bool,
        typer.Option(
            "--why",
            help="Read the documents again and add to each mention why it is read so: for each attribute the choice, the runner-up, and what decided.",
        ),
    ] = False,
    home: HomeOption = None,
    release: ReleaseOption = None,
) -> None:
    """Follow one figure down to its quotes: every mention with its document, its offsets and the sentence around it.

    Each quote is compared with the stored text: text[char_start:char_end] == quote.
    """
    from pipelines.cli.explore.trace_tree import trace_tree
    from pipelines.cli.terminal.tables import show
    from pipelines.home import data_home
    from release.catalogue import find
    from release.reading.trace import trace
    from release.record import ReleaseError

    folder = data_home(home)
    chosen = find(folder, release)
    try:
        found = trace(chosen.database, wanted.strip(), _texts(folder))
    except ReleaseError as error:
        raise CommandError(f"{error}{_as_market(chosen.database, wanted)}") from error
    if why:
        from pipelines.cli.explore.reason_lines import reasons_behind

        found = replace(found, reasons=reasons_behind(found, chosen.database, folder))
    show(trace_tree(found))
    mentions = [mention for claim in found.claims for mention in claim.mentions]
    false = [mention for mention in mentions if mention.holds is False]
    if false:
        raise CommandError(
            f"{len(false)} of {len(mentions)} quote(s) differ from the stored text; `parallax doctor` says "
            "what is damaged"
        )


def _as_market(database: Path, wanted: str) -> str:
    """What to do where the words are a market's name and no id."""
    from release.reading.id_search import SHORTEST_PREFIX
    from release.reading.market_search import find_markets

    names = find_markets(database, wanted) if len(wanted.strip()) >= SHORTEST_PREFIX else []
    if not names:
        return ""
    listed = "".join("\n  " + whole(f"parallax show {shlex.quote(match.market)}") for match in names)
    return f"\nmarkets of a similar name, whose figures have ids:{listed}"


def _texts(home: Path) -> Callable[[str], str] | None:
    """Texts of the home's ledger; None where a release was copied here without one."""
    if not (home / "ledger").is_dir():
        return None
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of

    return texts_of(open_ledger(home))
