"""The two streams as consoles of rich: what `messages` and `tables` print through.

Colour only on a terminal. Whatever is printed here may hold words of documents and names of files: none of them steers the
terminal, and none is read as markup.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, TextIO

from pipelines.visible import visible

if TYPE_CHECKING:
    from rich.console import Console

PIPED_WIDTH = 10_000  # into a file or pipe nothing is cut or wrapped


def out() -> Console:
    """Standard output; into a pipe COLUMNS is the width of tables."""
    has_width = sys.stdout.isatty() or bool(os.environ.get("COLUMNS"))
    return _guarded()(file=sys.stdout, width=None if has_width else PIPED_WIDTH)


def err() -> Console:
    """Standard error."""
    return _guarded()(stderr=True)


def to_file(file: TextIO) -> Console:
    """What `out` prints, into a file."""
    return _guarded()(file=file, width=PIPED_WIDTH)


@cache
def _guarded() -> type[Console]:
    """A console that lets no text of others through that would steer the terminal; its own styles are no text."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class Guarded(Console):
        def __init__(self, **options: Any) -> None:
            super().__init__(markup=False, emoji=False, highlight=False, **options)

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
            """Every text that becomes output comes through here, whatever it is a part of."""
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(visible(segment.text), segment.style)

    return Guarded
