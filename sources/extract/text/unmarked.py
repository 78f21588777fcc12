"""The text that is read: without markup and without withdrawn text, wrapped lines joined. Offsets lead back to the source."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any, TypeVar

from sources.parse.shown import Shown, joined, shown, trimmed, without
from sources.records import Extraction, ParsedDocument, Rejection

_SPANS = ("char", "amount", "supports", "impact", "figure")  # fields `<name>_start` and `<name>_end` hold offsets
_TEXTS = ("text/plain", "text/markdown")
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
Record = TypeVar("Record")


def unmarked(parsed: ParsedDocument) -> tuple[ParsedDocument, Shown | None]:
    """The document as it is read, and the map back to its source; the document itself and None where nothing has to change."""
    plain: Shown | None = None
    is_text = parsed.media_type in _TEXTS
    for step in (_without_markup, _joined, _without_withdrawn):
        seen = step(parsed, is_text)
        if seen is not None:
            parsed, plain = _moved(parsed, seen), seen if plain is None else seen.within(plain)
    return parsed, plain


def _without_markup(parsed: ParsedDocument, is_text: bool) -> Shown | None:
    return shown(parsed.text, is_markdown=is_text)


def _joined(parsed: ParsedDocument, is_text: bool) -> Shown | None:
    return joined(parsed.text, parsed.blocks) if is_text else None


def _without_withdrawn(parsed: ParsedDocument, is_text: bool) -> Shown | None:
    return without(parsed.text, parsed.withdrawn) if parsed.withdrawn else None


def _moved(parsed: ParsedDocument, plain: Shown) -> ParsedDocument:
    blocks = []
    for block in parsed.blocks:
        start, end = trimmed(plain.text, *plain.of_source(block.char_start, block.char_end))
        if start < end:  # else nothing of it is left
            blocks.append(dataclasses.replace(block, char_start=start, char_end=end))
    withdrawn = tuple(plain.of_source(start, end) for start, end in parsed.withdrawn)
    return dataclasses.replace(parsed, text=plain.text, blocks=tuple(blocks), withdrawn=withdrawn)


def as_marked(extraction: Extraction, plain: Shown, text: str) -> Extraction:
    """The extraction with every offset and surface as the source has them; figures within markup are set aside by that name."""
    changed: dict[str, Any] = {}
    for field in dataclasses.fields(extraction):
        value = getattr(extraction, field.name)
        if isinstance(value, tuple) and value and dataclasses.is_dataclass(value[0]):
            changed[field.name] = tuple(marked(record, plain, text) for record in value)
    aside = [*changed.get("rejections", ()), *_within_markup(plain, text)]
    changed["rejections"] = tuple(sorted(aside, key=lambda r: (r.char_start, r.char_end)))
    return dataclasses.replace(extraction, **changed)


def _within_markup(plain: Shown, text: str) -> Iterator[Rejection]:
    """Numbers that no reader sees: of an address, an attribute, a character's code."""
    for number in _NUMBER.finditer(text):
        first, last = plain.of_source(*number.span())
        if first == last:
            yield Rejection(number.start(), number.end(), number.group(), "markup")


def marked(record: Record, plain: Shown, text: str) -> Record:
    """One record with its offsets and its surface as the source has them."""
    moved: dict[str, Any] = {}
    for name in _SPANS:
        start, end = getattr(record, f"{name}_start", None), getattr(record, f"{name}_end", None)
        if start is None:
            continue
        first, last = plain.in_source(start, start + 1 if end is None else end)
        moved[f"{name}_start"] = first
        if end is not None:
            moved[f"{name}_end"] = last
    if not moved:
        return record
    if hasattr(record, "surface"):
        moved["surface"] = text[moved["char_start"] : moved["char_end"]]
    return dataclasses.replace(record, **moved)  # type: ignore[type-var]
