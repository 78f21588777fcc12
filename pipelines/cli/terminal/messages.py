"""Messages for people: the one way of every sentence to standard error and standard output, and where its lines end.

Into a pipe or a file a line stays one line, whatever COLUMNS says. On a terminal lines wrap at blanks, and no path, name or command is
cut: a word that is longer than the line stays whole, and so does what holds blanks and is in backticks, in quotes, the path that a line
begins with (`PATH: what is wrong`), or marked by `whole`. The terminal breaks such a line itself, and copying gives it back in one piece.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from pipelines.cli.terminal.console import err, out
from pipelines.visible import shown_path, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Target: TypeAlias = "Literal['stderr', 'stdout'] | Console"

_STYLES = {"error:": "bold red", "warning:": "bold yellow"}
_KEPT = "\ufdd0"  # a blank at which no line ends; Unicode keeps this code point out of texts
# What is quoted and longer than the name of a file can be is a passage, and wraps.
_ATOM = re.compile(
    r"^[ ]*[^\s`]*/.*?(?=:[ ])|`[^`\n]+`|“[^”\n]{1,255}”|(?<!\w)\"[^\"\n]{1,255}\"(?!\w)|(?<!\w)'[^'\n]{1,255}'(?!\w)",
    re.MULTILINE,
)


def tell(message: str | Text = "", *, word: str | Text = "", style: str = "", to: Target = "stderr") -> None:
    """Writes a message. Nothing in it is read as markup, and nothing in it steers a terminal.

    Args:
        message: any number of lines; styles within it show on a terminal only.
        word: precedes it, such as `error:`; on a terminal further lines are indented by its width.
        style: of the whole message.
        to: the stream; or the console that draws a bar there meanwhile.
    """
    stream = getattr(sys, to) if isinstance(to, str) else to.file
    head = f"{word} " if str(word) else ""
    if not stream.isatty():
        stream.write(f"{visible(restored(f'{head}{message}'))}\n")
        stream.flush()
        return
    from rich.text import Text

    console = to if not isinstance(to, str) else out() if to == "stdout" else err()
    first = Text.assemble((word, _STYLES.get(word, "")) if isinstance(word, str) else word, " " if head else "")
    console.print(wrapped(Text.assemble(first, message, style=style), console.width, len(head)), soft_wrap=True)


def whole(value: object) -> str:
    """A path, a name or a command for a message, in which no line ends."""
    return (shown_path(value) if isinstance(value, Path) else str(value)).replace(" ", _KEPT)


def restored(text: str) -> str:
    """A message as it is read, without the marks of `whole`."""
    return text.replace(_KEPT, " ")


def wrapped(text: Text, width: int, head: int = 0) -> Text:
    """A text in lines of at most so many cells, as far as its words allow; a line goes on under its own beginning.

    Args:
        text: any number of lines.
        width: of the terminal, in cells.
        head: characters of a word in front of the first line.
    """
    from rich.text import Text

    plain = visible(text.plain)
    marked = plain[:head] + _ATOM.sub(lambda found: whole(found[0]), plain[head:])
    text = text.copy()
    text.plain = restored(plain)  # of the same length: styles stay where they are
    lines: list[Text] = []
    start = 0
    for line in marked.split("\n"):
        begins = max(head, len(line) - len(line.lstrip(" ")))
        for number, (first, last) in enumerate(_pieces(line, text.plain[start : start + len(line)], begins, width)):
            indent = Text(" " * (begins if number else 0))
            lines.append(indent + text[start + first : start + last])
        start, head = start + len(line) + 1, 0
    return Text("\n", style=text.style).join(lines)


def _pieces(marked: str, shown: str, begins: int, width: int) -> Iterator[tuple[int, int]]:
    """Where the pieces of one line begin and end; all but the first are indented by `begins`, before which nothing ends."""
    from rich.cells import cell_len

    marked = marked.rstrip(" ")
    gaps = [found.span() for found in re.finditer(" +", marked) if found.start() >= begins]
    start, indent, last = 0, 0, None
    for gap in [*gaps, (len(marked), len(marked))]:
        if last is not None and indent + cell_len(shown[start : gap[0]]) > width:
            yield start, last[0]
            start, indent = last[1], begins
        last = gap
    yield start, len(marked)
