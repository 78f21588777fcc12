"""What the header of a column of claims may stand for, by the names of `column_names.yml`, and the unit it prints. What the column holds is not looked at here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter

from sources.extract.columns.claim_map import metric_named
from sources.grammar.language import grammar
from sources.grammar.table_words import table_words
from sources.grammar.unit_expressions import Unit, unit_in, unit_of
from sources.metrics import facts_of
from sources.records import Metric
from sources.reviewed import read_reviewed

_FILE = Path(__file__).parent / "column_names.yml"
_BRACKETS = re.compile(r"[(\[（][^()\[\]（）]{0,60}[)\]）]")
_YEARS = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?:\s?[-–/]\s?(?:19|20)?[0-9]{2})?(?![0-9])")
_PARTS = re.compile(r"[\s_/,:;|–—-]+")
_FILLERS = frozenset(("in", "en", "m", "b", "k", "%", "$", "€", "£", "¥", "₹", "us"))

Role = Literal[
    "publisher", "published", "link", "market", "area", "segment", "dimension", "year", "metric", "unit", "currency", "scale", "status",
]  # fmt: skip
End = Literal["low", "high", "first", "last"]


class ColumnNames(BaseModel):
    """`column_names.yml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    columns: dict[Role, tuple[str, ...]]
    metrics: dict[Metric, tuple[str, ...]]
    ends: dict[End, tuple[str, ...]]
    others: tuple[str, ...]


class Named(NamedTuple):
    """What a header may stand for.

    Attributes:
        roles: attributes of a claim whose names it has; a column of `unit` may hold currencies or scales alone.
        metric: of the figures below it; None where it names none.
        is_size: it names a sum of money that may be a market's, such as "value".
        is_division: it names what a market is divided by.
        is_other: the rows of such a column are about something else than a market.
        end: which end of a range or of a forecast it is.
    """

    roles: tuple[Role, ...]
    metric: Metric | None
    is_size: bool
    is_division: bool
    is_other: bool
    end: End | None


def read_column_names(path: Path = _FILE) -> ColumnNames:
    """Reads the file of names.

    Raises:
        ReviewedFileError: it does not fit the schema; the message names file and line.
    """
    return read_reviewed(path, TypeAdapter(ColumnNames))


@cache
def metric_words() -> dict[str, Metric]:
    """Plain name → metric, of the file."""
    return {plain_name(word): metric for metric, words in _names().metrics.items() for word in words}


def metric_of(words: str) -> Metric | None:
    """The metric of a cell or header: by its name, its label, or a word of the file."""
    return metric_named(words) or metric_words().get(plain_name(words))


def printed_unit(header: str, line: str | None, metric: Metric, language: str) -> Unit | None:
    """Unit and scale of bare figures of a metric, as their header prints them, else the line above their table."""
    spelt = header.replace("_", " ").upper() if "_" in header else ""  # "size_usd_mn"
    printed = (unit_in(text, language) for text in (header, spelt, line or "") if text)
    return next((unit for unit in printed if unit is not None and unit.kind in facts_of(metric).figures), None)


def plain_name(header: str) -> str:
    """A header in the form in which names are compared: no brackets, years and units, one blank between words."""
    text = _BRACKETS.sub(" ", unicodedata.normalize("NFKC", header).replace("_", " ").replace("’", "'"))
    words = [word.strip(".'\"*#") for word in _PARTS.split(_YEARS.sub(" ", text))]
    words = [word for word in words if word]
    while len(words) > 1 and _is_unit(words[-1]):
        words.pop()
    return " ".join(words).casefold()


def named(header: str) -> Named:
    """What a header may stand for, by its name alone."""
    name = plain_name(header)
    end: End | None = None
    if not _is_known(name):
        name, end = _without_end(name)
    words = table_words()
    roles = [role for role, names in _role_names().items() if name in names]
    return Named(
        tuple(roles),
        metric_words().get(name),
        name in _plain(words.sizes),
        name in _plain(table_words().divisions),
        name in _others(),
        end,
    )


def _is_unit(word: str) -> bool:
    lower = word.casefold()
    return lower in _FILLERS or lower in grammar("en").scales or unit_of(word.upper(), "en") is not None


def _is_known(name: str) -> bool:
    known = (
        metric_words(),
        _plain(table_words().sizes),
        _plain(table_words().divisions),
        _others(),
        *_role_names().values(),
    )
    return any(name in names for names in known)


def _without_end(name: str) -> tuple[str, End | None]:
    """A name without the words at one of its ends that say which end of a range it is."""
    for end, words in _names().ends.items():
        for word in sorted(_plain(words), key=len, reverse=True):
            rest = name.removeprefix(f"{word} ") if name.startswith(f"{word} ") else name.removesuffix(f" {word}")
            if rest != name and _is_known(rest):
                return rest, end
    return name, next((end for end, words in _names().ends.items() if name in _plain(words)), None)


@cache
def _names() -> ColumnNames:
    return read_column_names()


@cache
def _role_names() -> dict[Role, frozenset[str]]:
    words, named_in_file = table_words(), _names().columns
    shared: dict[Role, tuple[str, ...]] = {"publisher": words.sources, "unit": words.unit_columns}
    roles = dict.fromkeys((*named_in_file, *shared))
    return {role: frozenset(_plain((*named_in_file.get(role, ()), *shared.get(role, ())))) for role in roles}


@cache
def _others() -> frozenset[str]:
    words = table_words()
    about = frozenset(_plain((*_names().others, *words.companies, *words.not_sizes)))
    return about - _role_names()["publisher"]


@cache
def _plain(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(plain_name, words))
