"""The counted cost of reading the current document; `limits.yml` has the bounds.

Counts do not depend on the machine or on what else it does, so a document that goes beyond a bound does so everywhere. Parsers say what
they do as they do it (`spend`); outside of `counted` nothing is bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sources.records import Unreadable

_FILE = Path(__file__).parent / "limits.yml"
_PLACE = "sources/parse/limits.yml"

Kind = Literal[
    "characters",
    "pages",
    "unpacked_bytes",
    "parsed_bytes",
    "drawn_objects",
    "drawn_objects_on_a_page",
    "drawn_comparisons",
    "style_matches",
    "xml_bytes",
    "cells",
    "recognised_pages",
    "pixels",
]
Count = Annotated[int, Field(ge=1)]
_WORDS: dict[Kind, str] = {
    "characters": "characters of text",
    "pages": "pages",
    "unpacked_bytes": "bytes when unpacked",
    "parsed_bytes": "bytes of objects and drawings to take apart",
    "drawn_objects": "characters and shapes to place one by one",
    "drawn_objects_on_a_page": "characters and shapes on one page",
    "drawn_comparisons": "comparisons of text with what lies below it",
    "style_matches": "comparisons of style rules with elements",
    "xml_bytes": "bytes of XML when unpacked",
    "cells": "cells of tables",
    "recognised_pages": "scanned pages",
    "pixels": "pixels",
}


class WorkLimits(BaseModel):
    """`limits.yml`; each number is explained there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seconds: Annotated[float, Field(gt=0)]
    characters: Count
    pages: Count
    unpacked_bytes: Count
    parsed_bytes: Count
    drawn_objects: Count
    drawn_objects_on_a_page: Count
    drawn_comparisons: Count
    style_matches: Count
    xml_bytes: Count
    cells: Count
    recognised_pages: Count
    pixels: Count


class _Work:
    def __init__(self, limits: WorkLimits) -> None:
        self.limits = limits
        self.spent: Counter[Kind] = Counter()


_AT_HAND: ContextVar[_Work | None] = ContextVar("parallax_parse_work", default=None)


@cache
def work_limits(path: Path = _FILE) -> WorkLimits:
    """Reads the bounds.

    Args:
        path: a file like `limits.yml`; that one by default.

    Raises:
        ValueError: the file does not fit; the message names it and the key.
    """
    try:
        return WorkLimits.model_validate(yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader))
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{path}: {'.'.join(map(str, first['loc'])) or 'the file'}: {first['msg']}") from error


@contextmanager
def counted(limits: WorkLimits | None = None) -> Iterator[Counter[Kind]]:
    """Counts what is spent inside for one document; gives the counts.

    Args:
        limits: the bounds; those of `limits.yml` by default.
    """
    work = _Work(limits or work_limits())
    token = _AT_HAND.set(work)
    try:
        yield work.spent
    finally:
        _AT_HAND.reset(token)


def spend(kind: Kind, amount: int) -> None:
    """Notes that so much has been done, or is about to be.

    Raises:
        Unreadable: `too_much_work`; at every further call again, so that no library passes over it.
    """
    work = _AT_HAND.get()
    if work is None:
        return
    work.spent[kind] += amount
    bound = getattr(work.limits, kind)
    if work.spent[kind] > bound:
        raise Unreadable(
            "too_much_work",
            f"it has more than {bound:,} {_WORDS[kind]}: split it, or raise `{kind}` in {_PLACE}",
        )


def begin_page() -> None:
    """A further page: what is bounded page by page begins anew."""
    work = _AT_HAND.get()
    if work is not None:
        work.spent["drawn_objects_on_a_page"] = 0
