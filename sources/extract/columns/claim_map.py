"""The schema of `claims` in a sidecar: which column, or which constant, gives which attribute of the claims of a table.

Belongs here: the names of attributes, the forms of constants, and the text in which a map is kept. No table is looked at.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Self, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationInfo,
    field_validator,
    model_validator,
)

from sources.metrics import metrics
from sources.records import Metric

RECOGNISED = "recognised "  # before the text of maps that no sidecar gives: the names and the content of the columns do
MAX_MAPS = 40
MAX_NAME = 300  # characters of a header or of a constant
SCALES = {
    "thousand": 3, "lakh": 5, "million": 6, "crore": 7, "billion": 9, "trillion": 12,
}  # fmt: skip
STATUSES = {"historical": "historical", "actual": "historical", "forecast": "forecast", "projected": "forecast"}
_NUMERIC = ("year", "period_start", "period_end", "base_year")


def _text(value: Any) -> str:
    return " ".join(unicodedata.normalize("NFC", str(value)).split())


_Text = Annotated[str, BeforeValidator(_text), Field(min_length=1, max_length=MAX_NAME)]


class Attributes(BaseModel):
    """Attributes of a claim; every one may be left out, no other is allowed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: _Text | None = None
    value_high: _Text | None = None
    metric: _Text | None = None
    market: _Text | None = None
    publisher: _Text | None = None
    unit: _Text | None = None
    unit_per: _Text | None = None
    scale: _Text | None = None
    year: _Text | None = None
    period_start: _Text | None = None
    period_end: _Text | None = None
    status: _Text | None = None
    dimension: _Text | None = None
    segment: _Text | None = None
    area: _Text | None = None
    subject: _Text | None = None
    published: _Text | None = None  # the day of the row's source: figures of later years are forecasts
    link: _Text | None = None  # the address of the row's source, for people: nothing is read from it

    def named(self) -> dict[str, str]:
        """What is given, by attribute."""
        return self.model_dump(exclude_none=True)


class Constants(Attributes):
    """Attributes that all rows share. Their forms are checked here; those of cells are checked when a table is read."""

    base_year: _Text | None = None  # figures of later years are forecasts

    @field_validator("*")
    @classmethod
    def _has_its_form(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is None:
            return None
        name = str(info.field_name)
        if name in ("value", "value_high"):
            raise ValueError("a value is in a column: name it under columns")
        if name in ("published", "link"):
            raise ValueError("all rows share it: give it as published_on or url of the sidecar")
        if name in _NUMERIC and name != "year" and not (value.isascii() and value.isdigit() and len(value) == 4):
            raise ValueError("give a year of four digits")
        if name == "metric" and metric_named(value) is None:
            raise ValueError(f"unknown metric, known are {', '.join(one.name for one in metrics())}")
        if name == "scale" and scale_of(value) is None:
            raise ValueError(f"give one of {', '.join(SCALES)} or a power of ten such as 1000000")
        if name == "status" and value.casefold() not in STATUSES:
            raise ValueError("give historical or forecast")
        return value


class ClaimMap(BaseModel):
    """How one column of values becomes claims, one for each row whose cell holds a figure."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    columns: Attributes
    constants: Constants = Constants()

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.columns.value is None:
            raise ValueError("name the column of the figures: columns, value")
        if self.columns.metric is None and self.constants.metric is None:
            raise ValueError("say what the figures measure: metric, under columns or constants")
        twice = sorted(set(self.columns.named()) & set(self.constants.named()))
        if twice:
            raise ValueError(f"{', '.join(twice)}: both a column and a constant; keep one")
        return self


ClaimMaps = Annotated[tuple[ClaimMap, ...], Field(min_length=1, max_length=MAX_MAPS)]
_MAPS: TypeAdapter[tuple[ClaimMap, ...]] = TypeAdapter(ClaimMaps)


def as_text(maps: Sequence[ClaimMap]) -> str:
    """The one text of maps, in which they are stored and compared."""
    said = [{"columns": one.columns.named(), "constants": one.constants.named()} for one in maps]
    return json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def from_text(text: str) -> tuple[ClaimMap, ...]:
    """Maps of a text that `as_text` wrote, with or without the mark of recognised ones.

    Raises:
        ValidationError: it is another text, or names a metric that the file of metrics in use no longer has.
    """
    return _MAPS.validate_json(text.removeprefix(RECOGNISED))


def metric_named(words: str) -> Metric | None:
    """The metric of a name (`market_size`), a label ("Market size"), whatever its case."""
    plain = _plain(words)
    known = {_plain(name): one.name for one in metrics() for name in (one.label, one.label.split("(")[0], one.name)}
    return cast("Metric | None", known.get(plain))


def scale_of(words: str) -> Decimal | None:
    """A factor: a scale word, alone or in the plural, or a power of ten."""
    plain = words.casefold().strip(" .")
    power = SCALES.get(plain, SCALES.get(plain.removesuffix("s")))
    if power is not None:
        return Decimal(10) ** power
    try:
        factor = Decimal(plain.replace(",", "").replace(" ", ""))
    except InvalidOperation:
        return None
    is_power = factor.is_finite() and 1 <= factor <= 10**15 and str(factor.to_integral_value()).strip("0") == "1"
    return factor if is_power else None


def _plain(words: str) -> str:
    return " ".join(words.replace("_", " ").casefold().split())
