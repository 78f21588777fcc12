"""The schema of a label file, and the place of a labelled figure in its text. conventions.md defines the fields."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from sources.metrics import MetricName

Status = Literal["historical", "forecast"]
Text = str | list[str]  # a list holds every accepted reading
OptionalText = str | list[str | None] | None
ValueBasis = Literal["retail", "wholesale", "manufacturer", "spending", "shipments", "gross_merchandise"]
PriceBasis = Annotated[str, Field(pattern=r"^(?:current|constant(?:-\d{4})?)$")]
Unstated = Literal["unstated"]  # that of the page does not hold
Position = Annotated[int, Field(ge=1)]
# A sheet and an address, or numbers of table, row and column from 1.
CellName = (
    Annotated[str, Field(pattern=r"^.+![A-Z]{1,3}[1-9]\d{0,6}$")]
    | Annotated[list[Position], Field(min_length=3, max_length=3)]
)

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Strict(BaseModel):
    """A record that refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Place(Strict):
    """Where a figure stands: at the nth place of its surface, or in a cell of a table."""

    surface: str = ""  # empty where `cell` is given
    nth: int = Field(default=1, ge=1)
    cell: CellName | None = None

    @model_validator(mode="after")
    def _is_one_place(self) -> Place:
        if bool(self.surface) == (self.cell is not None) or (self.cell is not None and "nth" in self.model_fields_set):
            raise ValueError("give surface (and nth) or cell, and not both")
        return self


class ExpectedClaim(Place):
    """One mention of one figure; keys at their usual value may be left out."""

    metric: MetricName
    value: int | float
    value_high: int | float | None = None
    unit: str
    comparator: Literal["=", "~", ">", "<", ">=", "<="] = "="
    year: int | None = Field(default=None, ge=1900, le=2100)
    period_start: int | None = Field(default=None, ge=1900, le=2100)
    period_end: int | None = Field(default=None, ge=1900, le=2100)
    status: Status | list[Status] | None = None
    dimension: str | None = None
    segment: OptionalText = None
    geography: Text = "Global"
    market: Text | None = None  # None: that of the document

    period_inferred: bool = False  # the period is not stated beside the figure
    start_inferred: bool = False  # a null start is right as well
    year_inferred: bool = False  # the text states no year; `year` is the right inference
    year_optional: bool = False  # a null year is right as well
    alt_metrics: list[MetricName] = []  # other metrics that are right as well
    subject: str | None = None  # the driver of an impact, or what an other_numeric is about
    speaker: OptionalText = None  # None: the page itself
    assertion: Literal["withdrawn", "not_asserted"] | None = None  # None: asserted
    value_basis: ValueBasis | Unstated | None = None  # None: that of the page
    price_basis: PriceBasis | Unstated | None = None


class ExpectedPlayer(Strict):
    """One company of the document's list of suppliers."""

    name: str
    status: Literal["stated", "quarantined"] = "stated"


class Decoy(Place):
    """Digits that must not become a claim of a core metric."""

    why: str


class Origin(Strict):
    """The public page that a text was reworded from: figures, layout and mistakes are kept, no sentence is."""

    host: str
    address: str | None = None
    kind: Literal["vendor_page", "wire", "trade_press", "newspaper", "statistics_office", "blog", "company", "other"]
    translated: bool = False  # the page is in another language


class Labels(Strict):
    """The labels of one text."""

    document: str
    source: Origin | None = None
    density: Literal["plain", "dense"] | None = None
    publisher: str | list[str | None]  # the page's own; an empty list, or a null in it, where it names none
    market: Text
    value_basis: ValueBasis | None = None  # of every figure whose label does not say
    price_basis: PriceBasis | None = None
    language: Literal["en", "de", "fr", "es", "ja", "zh", "pt", "it", "ko"]
    facts: dict[str, str | None] = {}
    claims: list[ExpectedClaim]
    players: list[ExpectedPlayer] = []
    segments: dict[str, list[str]] = {}
    decoys: list[Decoy] = []


def read_labels(path: Path) -> Labels:
    """The labels of one file.

    Raises:
        ValueError: the file is no such record; the message names the file and every wrong key.
    """
    try:
        return Labels.model_validate(yaml.load(path.read_text(encoding="utf-8"), _LOADER))
    except (yaml.YAMLError, ValidationError) as error:
        raise ValueError(f"{path.name}: {error}") from error


def places(text: str, surface: str) -> list[tuple[int, int]]:
    """Every span at which `surface` is a figure of its own, in text order.

    "4%" is none in "34%", nor is "12" in "1,234" or "0.12"; a digit behind a letter or a sign ("billion1",
    "23%2") is a footnote mark and does not matter.
    """
    before = r"(?<!\d)(?<!\d[.,])" if surface[0].isdigit() else ""
    behind = r"(?!\d)(?![.,]\d)" if surface[-1].isdigit() else ""
    return [match.span() for match in re.finditer(before + re.escape(surface) + behind, text)]


def locate(text: str, surface: str, nth: int) -> tuple[int, int]:
    """The span of the nth place (from 1) at which `surface` is a figure of the canonical text.

    Raises:
        LookupError: it has fewer such places.
    """
    found = places(text, surface)
    if nth > len(found):
        raise LookupError(f"{surface!r} stands {len(found)} times, not {nth}")
    return found[nth - 1]
