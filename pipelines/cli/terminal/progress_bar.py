"""Progress on a terminal: finished stages as lines, the current one as a bar.

Where standard error is no terminal, lines only.
"""

from __future__ import annotations

from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pipelines.cli.terminal.messages import tell

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

STAGE_WIDTH = 11
MAX_ITEM = 44


class TerminalProgress:
    """A `Progress` for people. Use it as a context manager: the bar is taken down however the work ends."""

    def __init__(self, console: Console, *, bar: bool = True) -> None:
        """Draws on `console`, which should be standard error; `bar=False` leaves the lines alone."""
        self._console = console
        self._draws = bar and console.is_terminal
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._stage = ""
        self._started = 0.0

    def __enter__(self) -> Self:
        """Nothing is drawn until a stage begins."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Takes the bar down; a stage that did not end is marked as stopped."""
        unfinished = self._bar is not None
        self._clear()
        if unfinished and kind is not None and not issubclass(kind, GeneratorExit):
            self._line("✘", "red", "stopped")

    def begin(self, stage: str, total: int | None = None) -> None:
        """Draws a bar, or a spinner where the total is not known."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        self._clear()
        self._stage, self._started = stage, perf_counter()
        counted = (BarColumn(bar_width=24), MofNCompleteColumn()) if total else ()
        self._bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            *counted,
            TimeElapsedColumn(),
            TextColumn("[dim]{task.fields[item]}"),
            console=self._console,
            transient=True,
            disable=not self._draws,
        )
        self._bar.start()
        self._task = self._bar.add_task(f"{stage:<{STAGE_WIDTH}}", total=total or None, item="")

    def advance(self, item: str = "") -> None:
        """Moves the bar by one and names the item."""
        if self._bar is not None and self._task is not None:
            from rich.markup import escape

            shown = item if len(item) <= MAX_ITEM else item[: MAX_ITEM - 1] + "…"
            self._bar.update(self._task, advance=1, item=escape(shown))

    def end(self, note: str) -> None:
        """Replaces the bar by one line with what came of the stage and how long it took."""
        self._clear()
        self._line("✔", "green", note)

    def warn(self, message: str) -> None:
        """A warning above the bar."""
        self.tell(message, word="warning:")

    def tell(self, message: str, *, word: str = "") -> None:
        """A message above the bar."""
        tell(message, word=word, to=self._console)

    def _clear(self) -> None:
        if self._bar is not None:
            self._bar.stop()
        self._bar = self._task = None

    def _line(self, mark: str, style: str, note: str) -> None:
        from rich.text import Text

        word = Text.assemble((mark, style), f" {self._stage:<{STAGE_WIDTH}}")
        seconds = (f"  {perf_counter() - self._started:.1f} s", "dim")
        tell(Text.assemble(note, seconds), word=word, to=self._console)
