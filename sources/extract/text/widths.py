"""Full-width digits as plain ones: a text is read in plain print, and readings keep the print of the text."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, TypeVar

from sources.records import Extraction, ParsedDocument

_FULL = "０１２３４５６７８９％"
_PLAIN = str.maketrans(_FULL, "0123456789%")
_ANY = re.compile(f"[{_FULL}]")
_MARK = re.compile("(?<=[0-9])[．，](?=[0-9])")  # a point or comma of full width counts between digits only
_CAGR = "ＣＡＧＲ"
Record = TypeVar("Record")


def narrowed(parsed: ParsedDocument) -> ParsedDocument:
    """The document with digits, percent signs and "CAGR" in plain print; every offset stays what it was."""
    if not _ANY.search(parsed.text):
        return parsed
    plain = parsed.text.translate(_PLAIN).replace(_CAGR, "CAGR")
    plain = _MARK.sub(lambda m: "." if m.group() == "．" else ",", plain)
    return dataclasses.replace(parsed, text=plain)


def as_printed(found: Extraction, plain: str, text: str) -> Extraction:
    """The extraction with every quoted slice of `plain` as `text` prints it."""
    if plain == text:
        return found
    changed: dict[str, Any] = {}
    for field in dataclasses.fields(found):
        value = getattr(found, field.name)
        if isinstance(value, tuple) and value and dataclasses.is_dataclass(value[0]):
            changed[field.name] = tuple(_record(r, plain, text) for r in value)
    return dataclasses.replace(found, **changed)


def _record(record: Record, plain: str, text: str) -> Record:
    start, end = getattr(record, "char_start", None), getattr(record, "char_end", None)
    if start is None or end is None or plain[start:end] == text[start:end]:
        return record
    quotes = {
        f.name: text[start:end]
        for f in dataclasses.fields(record)  # type: ignore[arg-type]
        if getattr(record, f.name) == plain[start:end]
    }
    return dataclasses.replace(record, **quotes) if quotes else record  # type: ignore[type-var]
