"""Sidecars: `<file>.meta.yml` beside a document, with metadata that its bytes do not hold.

The schema, and errors that name file, line and key. Reading the file is `reading`'s.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from sources.extract.columns.claim_map import Attributes, ClaimMap, ClaimMaps, Constants, as_text
from sources.records import Metadata

SUFFIX = ".meta.yml"
_MISSPELT = (".meta.yml", ".meta.yaml")  # compared without case
MAX_BYTES = 65_536

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_EDTF = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d{2})(?:-(?P<day>\d{2}))?)?")
_WEB_ADDRESS = re.compile(r"https?://[^\s/?#]+\S*", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
_FIELDS = {"columns": Attributes.model_fields, "constants": Constants.model_fields}
_NESTED = "claims"  # the one key that holds more than a text
_MOST_DEPTH = 4  # claims, entry, columns or constants, attribute
_EMPTY = ("", "~", "null", "Null", "NULL")
# User and password in an address. A password may hold an "@" that nobody escaped: the last one counts.
_LOGIN = re.compile(r"\b(https?:[/\\]{2})[^/?#\s'\"<>]{1,2048}@", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")
YEARS = (1900, 2099)  # what the build reads as the year of a document's date


def _text(value: Any) -> str:
    text = unicodedata.normalize("NFC", str(value).strip())
    if _SURROGATE.search(text):
        raise ValueError(r"half of a character (\ud800 to \udfff) is no text: write the character itself")
    return text


def _day(value: Any) -> str:
    text = _text(value)
    if not _ISO_DATE.fullmatch(text):
        raise ValueError("give the date as YYYY-MM-DD")
    return text


def _vague_day(value: Any) -> str:
    text = _text(value)
    match = _EDTF.fullmatch(text)
    if not match:
        raise ValueError("give the date as YYYY, YYYY-MM or YYYY-MM-DD")
    date(int(match["year"]), int(match["month"] or 1), int(match["day"] or 1))
    return text


def _web_address(value: Any) -> str:
    text = _text(value)
    if not _WEB_ADDRESS.fullmatch(text):
        raise ValueError("give an address that begins with http:// or https://")
    try:
        urlsplit(text).port  # noqa: B018  # asked for its error: "user:pass/word@host" is no host with a port
    except ValueError as error:
        raise ValueError("give an address of a host, without user and password") from error
    return text


def _language(value: Any) -> str:
    text = _text(value)
    if not _LANGUAGE.fullmatch(text):
        raise ValueError("give the language as a code such as en, de or pt-BR")
    return text


def _yes_or_no(value: Any) -> bool:
    text = _text(value).casefold()
    if text not in _TRUTHS:
        raise ValueError("give true or false")
    return _TRUTHS[text]


_Text = Annotated[str, BeforeValidator(_text), Field(max_length=1_000)]


class Sidecar(BaseModel):
    """What a sidecar may say; every field may be left out or empty, no other is allowed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    publisher: _Text | None = None
    title: _Text | None = None
    url: Annotated[str, BeforeValidator(_web_address), Field(max_length=2_000)] | None = None
    report_id: _Text | None = None
    published_on: Annotated[date, BeforeValidator(_day)] | None = None
    data_as_of: Annotated[str, BeforeValidator(_vague_day)] | None = None
    licence: _Text | None = None
    quote_limit_chars: Annotated[int, BeforeValidator(_text), Field(ge=0, le=100_000)] | None = None
    language: Annotated[str, BeforeValidator(_language)] | None = None
    no_external: Annotated[bool, BeforeValidator(_yes_or_no)] | None = None
    claims: ClaimMaps | None = None


class ReadSidecar(NamedTuple):
    """What a sidecar says, and what people should look at in it, each with file, line and key."""

    sidecar: Sidecar
    warnings: tuple[str, ...]


class SidecarError(ValueError):
    """A sidecar that cannot be used. The message names file, line and key, and says what to do."""


def is_sidecar(path: Path) -> bool:
    """True for `<file>.meta.yml`."""
    return path.name.endswith(SUFFIX)


def looks_like_sidecar(path: Path) -> bool:
    """True where somebody meant a sidecar and spelt its ending differently: another case, or `.yaml`."""
    return path.name.casefold().endswith(_MISSPELT)


def sidecar_path(document: Path) -> Path:
    """Where a document's sidecar would be."""
    return document.with_name(document.name + SUFFIX)


def document_of(sidecar: Path) -> Path:
    """The document that a sidecar would be of."""
    return sidecar.with_name(sidecar.name.removesuffix(SUFFIX) or ".")


def read_sidecar(content: bytes, name: str) -> ReadSidecar:
    """Check the text of a sidecar.

    Every value is taken as the characters written, so that a report id 007 and a date 2026-01 stay what they are. User
    and password are taken out of addresses, dates of a year that no report is of are left out; a warning says so.

    Args:
        content: the file's bytes.
        name: what to call the file in errors.

    Raises:
        SidecarError: no valid YAML mapping, an unknown or repeated key, or a value out of its form.
    """
    values: dict[str, Any] = {}
    lines: _Lines = {}
    for key, value in _pairs(content, name, lines):
        values[key] = None if isinstance(value, str) and value in _EMPTY else value
    warnings = [f"{name}, line {lines[(key,)]}: key {key}: {message}" for key, message in _mended(values)]
    try:
        return ReadSidecar(Sidecar.model_validate(values), tuple(warnings))
    except ValidationError as error:
        raise SidecarError("; ".join(_problems(error, name, lines))) from error


def metadata_of(sidecar: Sidecar, document_id: str, origin: str) -> Metadata:
    """The record of what a sidecar says of a document."""
    said = sidecar.model_dump(exclude={_NESTED})
    column_map = as_text(sidecar.claims) if sidecar.claims else None
    return Metadata(document_id=document_id, origin=origin, **said, column_map=column_map)


def _mended(values: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Takes out of the values what must not be published or is no date of a report; keys with a message each."""
    for key, value in values.items():
        if not isinstance(value, str):
            continue
        if _LOGIN.search(value):
            values[key] = _LOGIN.sub(r"\1", value)
            yield (
                key,
                "user and password were removed from the address; remove them from the file, and change the password",
            )
        elif key in ("published_on", "data_as_of") and (match := _EDTF.fullmatch(value.strip())):
            if not YEARS[0] <= int(match["year"]) <= YEARS[1]:
                values[key] = None
                yield key, f"{value.strip()} is not between {YEARS[0]} and {YEARS[1]}: left out; correct the date"


_Nested: TypeAlias = "str | list[_Nested] | dict[str, _Nested] | None"
_Lines: TypeAlias = dict[tuple[str | int, ...], int]  # path of keys and places → line


def _pairs(content: bytes, name: str, lines: _Lines) -> Iterator[tuple[str, _Nested]]:
    """Keys and values of a mapping, read event by event: nothing nested is ever built but below the one key that may hold it."""
    try:
        events = yaml.parse(content.decode("utf-8-sig"), Loader=yaml.BaseLoader)
        event = next((e for e in events if not isinstance(e, (yaml.StreamStartEvent, yaml.DocumentStartEvent))), None)
        if event is None or isinstance(event, yaml.StreamEndEvent):
            return
        if not isinstance(event, yaml.MappingStartEvent):
            line = _line(event)
            raise SidecarError(f"{name}, line {line}: the file is no mapping: write one `key: value` per line")
        yield from _mapping(events, (), name, lines)
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                line = _line(event)
                raise SidecarError(f"{name}, line {line}: a second document begins: keep one")
    except UnicodeDecodeError as error:
        raise SidecarError(f"{name}: the file is not UTF-8 (byte {error.start}): save it as UTF-8") from error
    except yaml.MarkedYAMLError as error:
        where = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise SidecarError(f"{name}{where}: no valid YAML, {error.problem}: write one `key: value` per line") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise SidecarError(
            f"{name}: no valid YAML ({type(error).__name__}): write one `key: value` per line"
        ) from error


def _mapping(
    events: Iterator[yaml.Event], path: tuple[str | int, ...], name: str, lines: _Lines
) -> Iterator[tuple[str, _Nested]]:
    """Keys and values of the mapping that has begun."""
    for key in events:
        if isinstance(key, yaml.MappingEndEvent):
            return
        value = next(events)
        line = _line(key)
        if not isinstance(key, yaml.ScalarEvent):
            raise SidecarError(f"{name}, line {line}: give a single text, no list, mapping or reference")
        shown = _shown_key(key.value)
        here = (*path, shown)
        if here in lines:
            raise SidecarError(f"{name}, line {line}: duplicate key {shown}, first in line {lines[here]}; keep one")
        lines[here] = line
        yield shown, _value(value, events, here, name, lines)


def _value(
    event: yaml.Event, events: Iterator[yaml.Event], path: tuple[str | int, ...], name: str, lines: _Lines
) -> _Nested:
    """A text; below the one key that may hold more, also a list or a mapping."""
    if isinstance(event, yaml.ScalarEvent):
        return str(event.value)
    if path[0] == _NESTED and len(path) < _MOST_DEPTH:
        if isinstance(event, yaml.MappingStartEvent):
            return dict(_mapping(events, path, name, lines))
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[_Nested] = []
            for item in events:
                if isinstance(item, yaml.SequenceEndEvent):
                    break
                here = (*path, len(items))
                lines[here] = _line(item)
                items.append(_value(item, events, here, name, lines))
            return items
    key = next(part for part in reversed(path) if isinstance(part, str))
    raise SidecarError(f"{name}, line {lines[path]}: key {key}: give a single text, no list, mapping or reference")


def _problems(error: ValidationError, name: str, lines: _Lines) -> list[str]:
    problems = []
    for item in error.errors(include_url=False, include_input=False, include_context=False):
        path = item["loc"]
        message = item["msg"].removeprefix("Value error, ")
        if item["type"] == "extra_forbidden":
            known = Sidecar.model_fields if len(path) == 1 else _FIELDS.get(str(path[-2]), ClaimMap.model_fields)
            message = f"unknown key, known are {', '.join(known)}"
        line = next((lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in lines), 1)
        problems.append(f"{name}, line {line}: key {_written(path)}: {message}")
    return problems


def _written(path: tuple[str | int, ...]) -> str:
    """A path as people say it: `claims 1, columns, value`."""
    words = ""
    for part in path:
        words += f" {part + 1}" if isinstance(part, int) else f", {part}" if words else str(part)
    return words


def _shown_key(key: str) -> str:
    """A key as errors may name it: short, one line, without login and without halves of characters."""
    return _SURROGATE.sub("\ufffd", " ".join(_LOGIN.sub(r"\1", key).split()))[:80]


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
