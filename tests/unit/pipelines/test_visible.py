"""What a terminal and a log are given holds nothing that steers them, whoever wrote it; what programs read keeps its meaning."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from pipelines.cli.terminal import console, messages, tables
from pipelines.visible import escaped, json_text, shown_path, visible

STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
ANY = st.text(st.characters(codec=None), max_size=60)
RED = "\x1b[31mred\x1b[0m \x9b2J \u202eback\u2066 \r over \x07 end"


@given(ANY)
def test_any_text_can_be_shown_and_none_steers(text: str) -> None:
    for shown in (visible(text), escaped(text)):
        assert not STEERING.search(shown)
        shown.encode("utf-8")
    assert len(visible(text)) == len(text)
    assert visible(visible(text)) == visible(text)


@given(st.binary(max_size=60))
def test_any_path_can_be_shown_in_one_line(name: bytes) -> None:
    shown = shown_path(Path(os.fsdecode(name.replace(b"\0", b""))))
    assert not STEERING.search(shown)
    assert len(shown.splitlines()) <= 1
    shown.encode("utf-8")


@given(st.recursive(ANY, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY, inner, max_size=3)))
def test_json_reads_back_the_same_and_none_of_it_steers(value: object) -> None:
    written = json_text(value)
    assert not STEERING.search(written)
    assert json.loads(written) == value
    assert len(written.splitlines()) == 1


def test_text_in_other_scripts_stays_as_it_is() -> None:
    for text in ("Wärmepumpen 1.234,5 €\tEnde\n", "産業用ロボット市場", "سوق الطاقة", "👩‍🔬 report", "a\u200fb"):
        assert visible(text) == escaped(text) == text


@pytest.mark.parametrize("wrapped", [str, Text, lambda text: [text], Path])
def test_whatever_is_printed_reaches_no_terminal_with_its_orders(wrapped, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, where colours of our own are written as orders and those of others must not be."""
    drawn = io.StringIO()
    monkeypatch.setattr(drawn, "isatty", lambda: True)
    made = console.to_file(drawn)
    made.print(wrapped(RED))
    table = tables.plain_table((RED, "left"), ("n", "right"))
    table.add_row(wrapped(RED) if wrapped in (str, Text) else Text(RED), "1")
    made.print(table)
    made.rule(RED)
    ours = re.compile(r"\x1b\[(?:0|1|1;[0-9]+|[0-9]+)m")  # bold headers, and lines of rules; RED is none of them
    assert "\x1b[31mred" not in drawn.getvalue()
    assert not STEERING.search(ours.sub("", drawn.getvalue()))
    assert "red" in drawn.getvalue()


def test_styles_of_our_own_still_reach_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = io.StringIO()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(drawn, "isatty", lambda: True)
    console.to_file(drawn).print("ours", style="bold")
    assert "\x1b[1mours" in drawn.getvalue()


def test_messages_come_without_orders_too(capsys: pytest.CaptureFixture[str]) -> None:
    messages.tell(f"line\n{RED}", to="stdout")
    assert not STEERING.search(capsys.readouterr().out)
