"""The schema of a label file, and the place of a labelled figure in its text. conventions.md defines the fields."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sources.metrics import MetricName

Status = Literal["historical", "forecast"]
Text = str | list[str]  # a list holds every accepted reading
OptionalText = str | list[str | None] | None


class Strict(BaseModel):
    """A record that refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ExpectedClaim(Strict):
    """One mention of one figure; keys at their usual value may be left out."""

    surface: str
    nth: int = Field(default=1, ge=1)
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


class ExpectedPlayer(Strict):
    """One company of the document's list of suppliers."""

    name: str
    status: Literal["stated", "quarantined"] = "stated"


class Decoy(Strict):
    """Digits that must not become a claim of a core metric."""

    surface: str
    nth: int = Field(default=1, ge=1)
    why: str


class Origin(Strict):
    """The public page that a text was reworded from: figures, layout and mistakes are kept, no sentence is."""

    host: str
    kind: Literal["vendor_page", "wire", "trade_press", "newspaper", "statistics_office", "blog", "company", "other"]
    translated: bool = False  # the page is in another language


class Labels(Strict):
    """The labels of one text."""

    document: str
    source: Origin | None = None
    density: Literal["plain", "dense"] | None = None
    publisher: Text
    market: Text
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
        return Labels.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
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
