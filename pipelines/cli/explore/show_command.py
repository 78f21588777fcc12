"""`parallax show`: one market, the vendors side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.explore.past_options import (
    AsOfOption,
    CertainOption,
    KnownByOption,
    asked_of,
)
from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption, ReleaseOption
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from release.landed import Landed
    from release.reading.market_search import Match

EXACT = 100.0  # score of a name that is the market's own

EXAMPLES = """\b
Examples:
  parallax show "industrial heat pump"
  parallax show "heat pumps" --all
  parallax show "heat pumps" --as-of 2026-05-06
  parallax sql "select market, n_publishers from marts.markets order by n_publishers desc"
"""


def show(
    market: Annotated[str, typer.Argument(metavar="MARKET", help="A market's name, words of it, or its id.")],
    home: HomeOption = None,
    release: ReleaseOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Every segment and area, however many there are.")] = False,
    as_of: AsOfOption = None,
    known_by: KnownByOption = None,
    certain: CertainOption = False,
) -> None:
    """Show one market: estimates with every vendor's figure beside them, conflicts, refusals and related scopes."""
    from rich.text import Text

    from pipelines.cli.explore.market_tables import market_tables, past_table
    from pipelines.cli.terminal.tables import show as show_table
    from pipelines.home import data_home
    from release.catalogue import find, latest
    from release.landed import speaking_of, unreleased
    from release.reading.market_reading import MARTS, documents_then, view_market
    from release.reading.market_search import find_markets
    from release.reading.past_database import database_as_of, past_words
    from warehouse.connection import held_open

    if not market.strip():
        raise UsageError('give a market\'s name; `parallax sql "select market from marts.markets"` lists them')
    asked = asked_of(as_of, known_by, certain)
    folder = data_home(home)
    waiting = unreleased(folder) if release is None and asked.is_present else ()
    waiting = speaking_of(waiting, market)
    if waiting and latest(folder) is None:
        raise CommandError(f"{whole(folder)}: no release published yet; {_in_no_release(waiting)}")
    chosen = find(folder, release)
    then = "" if asked.is_present else f" {past_words(asked)}"
    with database_as_of(chosen, data_home(home), asked, MARTS) as database, held_open(database):
        matches = find_markets(database, market)
        if not matches:
            later = [] if asked.is_present else find_markets(chosen.database, market)
            raise CommandError(
                f"{whole(market)}: no market of release {chosen.release_id}{then} has a similar name; "
                + (
                    f"no document of that day mentions {whole(later[0].market)}"
                    if later
                    else _in_no_release(waiting)
                    if waiting
                    else '`parallax sql "select market, scope from marts.markets"` lists them'
                )
            )
        view = view_market(database, matches[0].market_id)
        documents = [] if asked.is_present else documents_then(database, matches[0].market_id)
    guessed = _guessed(market, matches)
    if guessed:
        tell(guessed, word="warning:")
    for part in market_tables(view, everything, past_table(then.strip(), documents)):
        if isinstance(part, Text):
            tell(part, to="stdout")
        else:
            show_table(part)
    if waiting:
        tell(_in_no_release(waiting), style="dim")
    tell(f"release {chosen.release_id}{then} · `parallax explain ID` follows a figure down to its words", style="dim")


def _guessed(asked: str, matches: Sequence[Match]) -> str | None:
    """What to say where no market has the name that was asked for: which one is shown, and what else it may be."""
    found, *others = matches
    if found.score == EXACT:
        return None
    told = f"no market is named “{asked.strip()}”; this is {whole(found.market)} ({found.market_id}), the nearest name"
    listed = "".join(f"\n  {whole(match.market)} ({match.market_id})" for match in others)
    return f"{told}; others:{listed}" if listed else told


def _in_no_release(waiting: Sequence[Landed]) -> str:
    """Documents of the ledger that speak of the market and are not published."""
    from release.landed import ID_CHARS, TAKE_BACK

    named = ", ".join(f"{whole(one.name)} ({one.document_id[:ID_CHARS]})" for one in waiting[:5])
    return (
        f"{counted(len(waiting), 'document')} on this market landed but are in no release: {named}; `parallax run` publishes them, "
        f"{TAKE_BACK.format('DOCUMENT')}"
    )
