"""Paragraphs that address their reader instead of describing a market. They are data: no answer may rest on them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from sources.reviewed import read_reviewed


@cache
def _forms() -> re.Pattern[str]:
    file = read_reviewed(Path(__file__).with_name("instructions.yml"), TypeAdapter(dict[str, tuple[str, ...]]))
    return re.compile("|".join(f"(?:{form})" for form in file["forms"]), re.IGNORECASE)


def instructions(text: str) -> tuple[tuple[int, int], ...]:
    """Paragraphs that hold an instruction to a reader, as spans of the text; paragraphs end at empty lines."""
    out: list[tuple[int, int]] = []
    for match in _forms().finditer(text):
        if out and match.end() <= out[-1][1]:
            continue
        start, end = text.rfind("\n\n", 0, match.start()), text.find("\n\n", match.end())
        out.append((start + 2 if start >= 0 else 0, len(text) if end < 0 else end))
    return tuple(out)
