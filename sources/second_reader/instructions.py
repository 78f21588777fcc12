"""Passages that address their reader instead of describing a market. They are data: no answer may rest on them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from sources.reviewed import read_reviewed

_FILE = Path(__file__).with_name("instructions.yml")


class InstructionFile(BaseModel):
    """`instructions.yml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    forms: tuple[str, ...]


@cache
def _forms() -> re.Pattern[str]:
    file = read_reviewed(_FILE, TypeAdapter(InstructionFile))
    return re.compile("|".join(f"(?:{form})" for form in file.forms), re.IGNORECASE)


def instructions(text: str) -> tuple[tuple[int, int], ...]:
    """Paragraphs that hold an instruction to a reader, as spans of the text, in order and disjoint.

    Args:
        text: any stretch of canonical text; its paragraphs end at empty lines.
    """
    out: list[tuple[int, int]] = []
    for match in _forms().finditer(text):
        start = text.rfind("\n\n", 0, match.start()) + 2 if "\n\n" in text[: match.start()] else 0
        end = text.find("\n\n", match.end())
        end = len(text) if end < 0 else end
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return tuple(out)
