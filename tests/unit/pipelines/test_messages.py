"""No line of ours ends within a path, a name or a command: every message of the program, filled with short and long ones."""

from __future__ import annotations

import ast
import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.text import Text
from rich.tree import Tree

from pipelines.cli import app
from pipelines.cli.terminal.console import out
from pipelines.cli.terminal.errors import _FOR_PEOPLE
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.progress_bar import TerminalProgress
from pipelines.cli.terminal.tables import plain_table, show

ROOT = Path(app.__file__).parents[2]
ROOMS = ("pipelines", "release", "quality", "warehouse", "sources")
ERRORS = {"CommandError", "UsageError", "SelectionError", *(name for _, name in _FOR_PEOPLE)}
PLAIN = {"short": "/srv/" + "p" * 25, "long": "/srv/" + "q" * 145}  # 30 and 150 characters
SPACED = {"short": "/srv/my own " + "r" * 18, "long": "/srv/my " + "own and " * 17 + "ssssss"}
# What these write is no message: JSON lines, CSV, SQL results, or one sentence out of a signal's handler.
MACHINE = {
    "cli/operate/doctor_command.py", "cli/read/extract_command.py", "cli/read/fuse_command.py",
    "cli/read/scopes_command.py", "cli/sql/sql_command.py", "cli/terminal/messages.py",
    "cli/terminal/signals.py", "cli/terminal/stopping.py",
}  # fmt: skip
CONSOLES = {"cli/terminal/messages.py", "cli/terminal/tables.py", "cli/sql/sql_table.py"}
STYLES = re.compile(r"\x1b\[[0-9;]*m")
A_PLACE = re.compile(
    r"(?:\b|_)(?:path|folder|file|home|target|log|inbox|reports|parent|document\.name|market|where)$| / ('[^']*'|\w+)$"
)


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@dataclass(frozen=True)
class Message:
    """A message of the source: its words, with `None` for a value, `True` for one that is marked as a whole."""

    place: str
    parts: tuple[str | bool, ...]
    values: tuple[str, ...]

    def filled(self, size: str) -> tuple[str, list[str]]:
        """The message as it is given to the writer, and the values in it: with blanks wherever something keeps them together."""
        text, values = "", []
        for number, part in enumerate(self.parts):
            if isinstance(part, str):
                text += part
                continue
            values.append((SPACED if part or self.is_kept(number) else PLAIN)[size])
            text += whole(values[-1]) if part else values[-1]
        return text, values

    def is_kept(self, number: int) -> bool:
        """Whether a value is in backticks or quotes, or is the path that a line begins with."""
        line = "".join(part if isinstance(part, str) else "x" for part in self.parts[:number]).rpartition("\n")[2]
        after = next((part for part in self.parts[number + 1 :]), "")
        leads = not line.strip() and isinstance(after, str) and after.startswith(": ")
        quoted = line.endswith(("“", '"', "'")) and isinstance(after, str) and after.startswith(("”", '"', "'"))
        return leads or quoted or line.count("`") % 2 == 1


def messages() -> Iterator[Message]:
    """What is given to the writer, to progress and to the errors for people, with every `{value}` of an f-string."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call) or not node.args:
                    continue
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in ERRORS | {"whole"} or (room == "pipelines" and name in ("tell", "warn")):
                    parts, values = _parts(node.args[0])
                    if values and not (name == "whole" and isinstance(parts[0], bool)):
                        marked = tuple(part if isinstance(part, str) else True for part in parts)
                        yield Message(
                            f"{path.relative_to(ROOT)}:{node.lineno}", marked if name == "whole" else parts, values
                        )


def _parts(node: ast.expr) -> tuple[tuple[str | bool, ...], tuple[str, ...]]:
    if isinstance(node, ast.Constant):
        return (str(node.value),), ()
    if isinstance(node, ast.FormattedValue):
        return _parts(node.value)
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else ()
    if isinstance(node, ast.JoinedStr) or any(
        isinstance(side, ast.JoinedStr) or isinstance(getattr(side, "value", None), str) for side in sides
    ):
        pieces = [_parts(one) for one in (node.values if isinstance(node, ast.JoinedStr) else sides)]
        return sum((parts for parts, _ in pieces), ()), sum((values for _, values in pieces), ())
    is_whole = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "whole"
    return (is_whole,), (ast.unparse(node),)


MESSAGES = list(messages())


def told(capture: pytest.MonkeyPatch, width: int | None, text: Any, **more: Any) -> str:
    """What the writer writes on standard error: on a terminal of a width, or into a pipe (None)."""
    stream: io.StringIO = io.StringIO() if width is None else Terminal()
    capture.setattr("sys.stderr", stream)
    capture.setenv("COLUMNS", str(width or 40))  # in a pipe, it says nothing about messages
    capture.setenv("TERM", "xterm")
    tell(text, **more)
    return STYLES.sub("", stream.getvalue())


@pytest.mark.parametrize("size", ["short", "long"])
@pytest.mark.parametrize("width", [None, 40, 200])
def test_no_message_is_cut_within_a_path_a_name_or_a_command(
    width: int | None, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = []
    for message in MESSAGES:
        text, values = message.filled(size)
        lines = told(monkeypatch, width, text, word="error:").splitlines()
        n_whole = sum(line.count(value) for line in lines for value in {*values})
        if n_whole != len(values) or (width is None and len(lines) != len(text.splitlines())):
            cut.append((message.place, lines))
    assert cut == []


def test_the_table_of_messages_is_that_of_the_program() -> None:
    places = {message.place.rpartition(":")[0] for message in MESSAGES}
    assert len(MESSAGES) > 300
    assert {"pipelines/cli/publish/run_command.py", "pipelines/defs/core.py", "warehouse/ledger/store.py"} <= places


def test_a_place_in_a_message_of_a_command_is_kept_together() -> None:
    loose = [
        (message.place, value)
        for message in MESSAGES
        if message.place.startswith("pipelines/")
        for number, value in zip([n for n, part in enumerate(message.parts) if isinstance(part, bool)], message.values, strict=True)
        if A_PLACE.search(value) and not message.parts[number] and not message.is_kept(number)
    ]  # fmt: skip
    assert loose == []


def test_words_reach_people_by_the_writer_alone() -> None:
    """Streams are for machine formats, consoles for tables: this names every module that prints words in another way."""
    others = []
    for path in sorted((ROOT / "pipelines").rglob("*.py")):
        place = path.relative_to(ROOT / "pipelines").as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            is_stream = re.fullmatch(r"(sys\.std(out|err)(\.buffer)?|stream)\.write(lines)?|os\.write", called)
            is_print = re.fullmatch(r"(.*\.)?(print|echo|secho|print_json|log|rule|input)", called) and not re.match(
                r"(context|math|self)\.", called
            )
            is_console = re.search(r"\bConsole$|Guarded$", called) and place != "cli/terminal/console.py"
            if (is_stream and place not in MACHINE) or (is_print and place not in CONSOLES) or is_console:
                others.append(f"{place}:{node.lineno}: {called}")
    assert others == []


def test_a_message_on_a_terminal_wraps_at_words_under_its_own_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "the inbox holds no document yet\n  one two three four five six\n産業用 ロボット 市場 産業用 ロボット"
    assert told(monkeypatch, 24, text, word="warning:").splitlines() == [
        "warning: the inbox holds",
        "         no document yet",
        "  one two three four",
        "  five six",
        "産業用 ロボット 市場",
        "産業用 ロボット",
    ]


def test_a_passage_in_quotes_wraps_and_an_apostrophe_quotes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("it says “" + "so many words " * 30 + "”", "the reader's " + "many words " * 9 + "and others' words"):
        assert max(map(cell_len, told(monkeypatch, 40, text).splitlines())) <= 40


def test_nothing_in_a_message_is_markup_and_styles_are_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[red]a[/red] :smile: [link=x]b"
    for width in (None, 40):
        assert told(monkeypatch, width, text, style="bold") == f"{text}\n"
        assert told(monkeypatch, width, Text.assemble((text, "bold"))) == f"{text}\n"
    monkeypatch.setattr("sys.stderr", stream := io.StringIO())
    monkeypatch.setenv("FORCE_COLOR", "1")
    tell(text, word="error:", style="bold")
    assert stream.getvalue() == f"error: {text}\n"


@pytest.mark.parametrize("size", ["short", "long"])
@pytest.mark.parametrize("width", [40, 200])
def test_a_stage_says_what_came_of_it_without_cutting_a_name(
    width: int, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("COLUMNS", str(width))
    from pipelines.cli.terminal.console import err

    with TerminalProgress(err(), bar=False) as progress:
        progress.begin("publish")
        progress.warn(f"{PLAIN[size]} cannot be read")
        progress.end(f"made {PLAIN[size]}")
    assert stream.getvalue().count(PLAIN[size]) == 2


@pytest.mark.parametrize("width", [40, 200])
def test_a_table_and_a_tree_cut_no_word_and_break_no_path(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stdout", stream)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    table = plain_table(("[file]", "whole"), ("rows", "right"), ("why", "left"))
    table.add_row(SPACED["long"], "1,234,567", f"[b] {PLAIN['long']} {'and so on ' * 30}")
    show(table)
    tree = Tree(Text(f"claim {PLAIN['long']}"))
    tree.add(Text(f"{'some words ' * 30}{PLAIN['long']}")).add(Text(whole(SPACED["long"])))
    show(tree)
    shown = stream.getvalue()
    assert (shown.count(SPACED["long"]), shown.count(PLAIN["long"])) == (2, 3)
    assert "1,234,567" in shown and "[file]" in shown and "[b]" in shown
    assert out().width == width


def test_without_arguments_the_help_is_shown_and_the_call_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        app.main([])
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert said.out.startswith("Usage: parallax ") and "Start here:" in said.out and said.err == ""


def test_a_command_wraps_on_a_terminal_and_not_in_a_pipe(tmp_path: Path) -> None:
    """The program itself, with a terminal of 58 columns and without one."""
    inbox = tmp_path / f"{'no such folder ' * 9}{'x' * 20}"
    call = [sys.executable, "-c", "from pipelines.cli.app import main; main()", "run", "--inbox", str(inbox)]
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")}
    environment |= {"PARALLAX_HOME": str(tmp_path), "NO_COLOR": "1", "TERM": "xterm"}
    piped = subprocess.run(
        call, capture_output=True, text=True, env=environment | {"COLUMNS": "60"}, check=False, cwd=ROOT
    )
    sentence = f"error: {inbox}: no such folder; give the folder with your reports as --inbox\n"
    assert (piped.returncode, piped.stderr) == (2, sentence)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 58, 0, 0))
    drawn = subprocess.run(
        call, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, env=environment, check=False, cwd=ROOT
    )
    os.close(theirs)
    lines = STYLES.sub("", os.read(ours, 100_000).decode()).splitlines()
    os.close(ours)
    assert drawn.returncode == 2
    assert lines[0] == f"error: {inbox}:"
    assert lines[1:] == ["       no such folder; give the folder with your reports", "       as --inbox"]
