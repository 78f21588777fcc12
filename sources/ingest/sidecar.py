"""Sidecars: `<file>.meta.yml` beside a document, with metadata that its bytes do not hold.

The schema, and errors that name file, line and key. Reading the file is `reading`'s.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from sources.records import Metadata

SUFFIX = ".meta.yml"
_MISSPELT = (".meta.yml", ".meta.yaml")  # compared without case
MAX_BYTES = 65_536

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_EDTF = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d{2})(?:-(?P<day>\d{2}))?)?")
_WEB_ADDRESS = re.compile(r"https?://[^\s/?#]+\S*", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
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
    values: dict[str, str | None] = {}
    lines: dict[str, int] = {}
    for key, value, line in _pairs(content, name):
        if key in lines:
            raise SidecarError(f"{name}, line {line}: duplicate key {key}, first in line {lines[key]}; keep one")
        lines[key] = line
        values[key] = None if value in _EMPTY else value
    warnings = [f"{name}, line {lines[key]}: key {key}: {message}" for key, message in _mended(values)]
    try:
        return ReadSidecar(Sidecar.model_validate(values), tuple(warnings))
    except ValidationError as error:
        raise SidecarError("; ".join(_problems(error, name, lines))) from error


def metadata_of(sidecar: Sidecar, document_id: str, origin: str) -> Metadata:
    """The record of what a sidecar says of a document."""
    return Metadata(document_id=document_id, origin=origin, **sidecar.model_dump())


def _mended(values: dict[str, str | None]) -> Iterator[tuple[str, str]]:
    """Takes out of the values what must not be published or is no date of a report; keys with a message each."""
    for key, value in values.items():
        if value is None:
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


def _pairs(content: bytes, name: str) -> Iterator[tuple[str, str, int]]:
    """Keys and values of a flat mapping with their lines, read event by event: nothing nested is ever built."""
    try:
        events = yaml.parse(content.decode("utf-8-sig"), Loader=yaml.BaseLoader)
        event = next((e for e in events if not isinstance(e, (yaml.StreamStartEvent, yaml.DocumentStartEvent))), None)
        if event is None or isinstance(event, yaml.StreamEndEvent):
            return
        if not isinstance(event, yaml.MappingStartEvent):
            line = _line(event)
            raise SidecarError(f"{name}, line {line}: the file is no mapping: write one `key: value` per line")
        for key in events:
            if isinstance(key, yaml.MappingEndEvent):
                break
            value = next(events)
            line = _line(key)
            if not isinstance(key, yaml.ScalarEvent) or not isinstance(value, yaml.ScalarEvent):
                shown = f": key {_shown_key(key.value)}" if isinstance(key, yaml.ScalarEvent) else ""
                raise SidecarError(f"{name}, line {line}{shown}: give a single text, no list, mapping or reference")
            yield _shown_key(key.value), str(value.value), line
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


def _problems(error: ValidationError, name: str, lines: dict[str, int]) -> list[str]:
    problems = []
    for item in error.errors(include_url=False, include_input=False, include_context=False):
        key = str(item["loc"][0]) if item["loc"] else ""
        message = item["msg"].removeprefix("Value error, ")
        if item["type"] == "extra_forbidden":
            message = f"unknown key, known are {', '.join(Sidecar.model_fields)}"
        problems.append(f"{name}, line {lines.get(key, 1)}: key {key}: {message}")
    return problems


def _shown_key(key: str) -> str:
    """A key as errors may name it: short, one line, without login and without halves of characters."""
    return _SURROGATE.sub("\ufffd", " ".join(_LOGIN.sub(r"\1", key).split()))[:80]


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
