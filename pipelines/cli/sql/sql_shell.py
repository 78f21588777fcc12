"""The shell of `parallax sql`: a prompt with completion and history over one locked-down session.

Belongs here: the loop, its keys and its commands. Results are printed by `sql.py`, SQL is judged by `warehouse.analyst`.
"""

from __future__ import annotations

import difflib
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from pipelines.cli.sql.sql_completion import COMMANDS, SqlCompleter, first_sentence
from pipelines.cli.sql.sql_table import print_table
from pipelines.cli.terminal.errors import in_words
from pipelines.cli.terminal.messages import tell
from pipelines.cli.terminal.tables import plain_table, show
from warehouse.analyst import Analyst, Cancelled
from warehouse.analyst.words import is_complete
from warehouse.export import TableInfo, list_tables

if TYPE_CHECKING:
    import polars as pl

HISTORY = "sql_history"
SHOWN_ROWS = 200


def shell(analyst: Analyst, database: Path, home: Path, said_of: str) -> None:
    """Asks and answers until Ctrl-D or `.quit`.

    Args:
        analyst: the session.
        database: its file, for the names to complete.
        home: data home; holds the history.
        said_of: the release, in words.
    """
    tables = list_tables(database, "marts")
    session: PromptSession[str] = PromptSession(
        history=_history(home / HISTORY),
        completer=SqlCompleter(tables),
        complete_while_typing=False,  # with Tab; a menu that opens by itself would take Enter away
        multiline=True,
        prompt_continuation="     ...> ",
        key_bindings=_keys(),
    )
    tell(f"release {said_of} · {len(tables)} tables in schema marts · end with ; · .help", style="dim")
    while True:
        try:
            text = session.prompt("parallax> ")
        except KeyboardInterrupt:  # what was begun is dropped
            continue
        except EOFError:
            return
        if text.strip() in (".quit", ".exit"):
            return
        if text.strip().startswith("."):
            _command(text.split(), tables)
        elif text.strip():
            _answer(analyst, text, said_of)


def is_ready(text: str) -> bool:
    """Whether Enter sends the text off: nothing, a command, or SQL up to its semicolon."""
    return not text.strip() or text.lstrip().startswith(".") or is_complete(text)


def run_cancellable(analyst: Analyst, text: str) -> list[pl.DataFrame] | None:
    """Runs statements; Ctrl-C cancels them.

    Args:
        analyst: the session.
        text: the statements.

    Returns:
        The results; None where the run was cancelled.

    Raises:
        Exception: what the run raised.
    """
    with _told_of_ctrl_c() as cancelled:
        try:
            return list(analyst.ask(text, cancelled))
        except Cancelled:
            return None


@contextmanager
def _told_of_ctrl_c() -> Iterator[Event]:
    """Ctrl-C meanwhile sets an event and interrupts nothing."""
    pressed = Event()
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.set())
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _say_what_is_gone(analyst: Analyst) -> None:
    if not analyst.is_open:
        tell("the query process was stopped; temporary tables are gone", style="dim")


def _answer(analyst: Analyst, text: str, said_of: str) -> None:
    try:
        frames = run_cancellable(analyst, text)
    except Exception as error:
        message = in_words(error)
        if message is None:
            raise
        tell(message, word="error:")
        _say_what_is_gone(analyst)
        return
    if frames is None:
        tell("cancelled", style="dim")
        _say_what_is_gone(analyst)
        return
    for frame in frames:
        print_table(frame, said_of, most=SHOWN_ROWS)
    if not frames:
        tell("done", style="dim")


def _command(words: Sequence[str], tables: Sequence[TableInfo]) -> None:
    if words[0] == ".tables":
        table = plain_table(("table", "left"), ("rows", "right"), ("one row per", "left"))
        for each in tables:
            table.add_row(f"marts.{each.name}", f"{each.n_rows:,}", first_sentence(each.doc))
        show(table)
    elif words[0] == ".schema" and len(words) > 1:
        _schema(words[1].removeprefix("marts.").rstrip(";"), tables)
    elif words[0] == ".help":
        table = plain_table(("type", "left"), ("for", "left"))
        for text, meaning in COMMANDS.items():
            table.add_row(text, meaning)
        table.add_row("SQL ... ;", "an answer; Tab completes, Ctrl-C cancels, arrows recall earlier lines")
        show(table)
    else:
        needs = (
            "needs a table, such as .schema market_estimates"
            if words[0] == ".schema"
            else "is not a command; see .help"
        )
        tell(f"{words[0]} {needs}")


def _schema(name: str, tables: Sequence[TableInfo]) -> None:
    chosen = next((table for table in tables if table.name == name.lower()), None)
    if chosen is None:
        near = difflib.get_close_matches(name, [table.name for table in tables], n=1)
        tell(f"{name}: no such table{f'; did you mean {near[0]}?' if near else '; see .tables'}")
        return
    table = plain_table(("column", "left"), ("type", "left"), ("holds", "left"))
    for column in chosen.columns:
        table.add_row(column.name, column.type, " ".join((column.doc or "").split()))
    show(table)


def _history(file: Path) -> History:
    """Kept in the data home for its owner alone; where nothing can be written, for this session only."""
    with suppress(OSError):
        file.touch(mode=0o600)
        with file.open("ab"):
            return FileHistory(str(file))
    return InMemoryHistory()


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter")
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state and buffer.complete_state.current_completion:
            buffer.complete_state = None  # takes what is chosen in the menu
        elif is_ready(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n")

    return keys
