"""The metrics: the schema of `metrics.yml`, and the one interface to a metric's properties.

Belongs here: facts of metrics. Thresholds do not (`warehouse/policy.yml`), nor how a figure is read (`sources/extract`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    TypeAdapter,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

from sources.records import Metric
from sources.reviewed import read_reviewed

PACKAGED = Path(__file__).with_name("metrics.yml")
DEFINITIONS_VARIABLE = "PARALLAX_METRIC_DEFINITIONS"

ComparedKind = Literal["level", "rate", "share", "ratio"]
MetricKind = Literal[ComparedKind, "effect", "other"]
FigureKind = Literal["money", "percent", "points", "basis_points", "times", "count"]
_MONEY, _MONEY_PER_NOUN, _NOUN = "ISO 4217 currency", "ISO 4217 currency per noun", "noun counted"
_Unit = Literal["ISO 4217 currency", "ISO 4217 currency per noun", "noun counted", "percent", "percentage points", "as stated"]  # fmt: skip
_Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{1,39}$")]
_Words = Annotated[str, StringConstraints(min_length=2, strip_whitespace=True)]


class MetricFacts(BaseModel):
    """One entry of the file; what each key means is said at its head."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: _Name
    label: Annotated[str, StringConstraints(min_length=1)]
    definition: Annotated[str, StringConstraints(min_length=10)]
    kind: MetricKind
    unit: _Unit
    figures: tuple[FigureKind, ...] = Field(min_length=1)
    estimated: bool = False
    core: bool = False
    additive: bool = False
    positive: bool = False
    unique: bool = False
    headline: bool = False
    interpolated: bool = False
    grows: bool = False
    watched: bool = False
    lowest: float | None = None
    highest: float | None = None
    words: dict[str, tuple[_Words, ...]] = {}

    @property
    def is_money(self) -> bool:
        """Its unit is a currency, also where it is per something: figures are converted and have a value basis."""
        return self.unit in (_MONEY, _MONEY_PER_NOUN)

    @property
    def is_per_noun(self) -> bool:
        """Figures are per something, which is part of their series."""
        return self.unit == _MONEY_PER_NOUN

    @property
    def is_counted(self) -> bool:
        """Its unit is the noun counted."""
        return self.unit == _NOUN

    def series_unit(self, unit: str) -> str:
        """The unit as series and sums know it: "Units" and "units" are one noun counted; a currency stays as it is."""
        return unit.casefold() if self.is_counted else unit

    @property
    def is_growth(self) -> bool:
        """Growth over a period; it is with or without inflation."""
        return self.kind == "rate"

    @property
    def is_share(self) -> bool:
        """Percent that a part has of a whole: shares of one dimension add up to at most 100."""
        return self.kind == "share"

    @property
    def compared_kind(self) -> ComparedKind:
        """The kind by which the policy says how far figures may lie apart.

        Raises:
            ValueError: figures of the metric are never compared.
        """
        if self.kind == "effect" or self.kind == "other":
            raise ValueError(f"{self.name}: figures of kind {self.kind} are not compared")
        return self.kind

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        faults = {
            f"estimated is for metrics that are compared, and figures of kind {self.kind} are not": (
                self.estimated and self.kind in ("effect", "other")
            ),
            "levels are compared by ratio: an estimated level must be positive": (
                self.estimated and self.kind == "level" and not self.positive
            ),
            "additive is for levels": self.additive and self.kind != "level",
            "interpolated and grows are for additive metrics": (self.interpolated or self.grows) and not self.additive,
            "lowest must be below highest": (
                self.lowest is not None and self.highest is not None and self.lowest >= self.highest
            ),
        }
        broken = [fault for fault, holds in faults.items() if holds]
        if broken:
            raise ValueError("; ".join(broken))
        return self


class MetricFile(BaseModel):
    """The whole file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    metrics: tuple[MetricFacts, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _names_each_once(self) -> Self:
        names = [one.name for one in self.metrics]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two entries have the name {', '.join(twice)}")
        return self


def read_metrics(path: Path) -> tuple[MetricFacts, ...]:
    """The metrics of a file in its order.

    Args:
        path: the file.

    Raises:
        ReviewedFileError: an unknown or missing key, or a value that contradicts another; names file and line.
    """
    return read_reviewed(path, TypeAdapter(MetricFile)).metrics


def metrics() -> tuple[MetricFacts, ...]:
    """All metrics in the order of pages: of the file that PARALLAX_METRIC_DEFINITIONS names, else of the packaged one.

    Raises:
        ReviewedFileError: as in `read_metrics`.
    """
    return tuple(_in_use().values())


def named(which: Callable[[MetricFacts], bool]) -> tuple[str, ...]:
    """The names of the metrics of which something holds, in the order of the file."""
    return tuple(facts.name for facts in _in_use().values() if which(facts))


def reading_facts() -> str:
    """What the file in use says to readers, as one text: a label or a flag of estimates makes no document be read again."""
    return json.dumps(
        [facts.model_dump(include={"name", "unit", "figures", "lowest", "highest", "words"}) for facts in metrics()]
    )


def growing() -> tuple[str, ...]:
    """The names of the metrics that a stated CAGR is recomputed from; the first one with two fitting figures counts."""
    return named(lambda facts: facts.grows)


def facts_of(metric: str) -> MetricFacts:
    """The facts of a metric; of a name that the file in use lacks, those of a metric that is never compared."""
    return _in_use().get(metric) or _unknown(metric)


def place_of(metric: str) -> int:
    """Position of a metric on pages, from 0; a metric that the file lacks comes last."""
    names = list(_in_use())
    return names.index(metric) if metric in names else len(names)


@cache
def _in_use() -> Mapping[str, MetricFacts]:
    path = Path(os.environ.get(DEFINITIONS_VARIABLE) or PACKAGED)
    return {facts.name: facts for facts in read_metrics(path)}


@cache
def _unknown(metric: str) -> MetricFacts:
    words = metric.replace("_", " ").capitalize()
    return MetricFacts.model_construct(
        name=metric, label=words, definition="Not in the file of metrics in use.", kind="other", unit="as stated", figures=()
    )  # fmt: skip


class _OneOf:
    """Lets pydantic accept the names of the file in use of which something holds, and write them into a JSON schema."""

    def __init__(self, which: Callable[[MetricFacts], bool]) -> None:
        self._which = which

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._known)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        names = named(self._which)
        in_code = [name for name in get_args(Metric) if name in names]  # first: schemas that are hashed keep their hash
        added = [name for name in names if name not in in_code]
        more = {"description": "; ".join(f"{name}: {facts_of(name).definition}" for name in added)} if added else {}
        return {"type": "string", "enum": [*in_code, *added], **more}

    def _known(self, value: object) -> str:
        names = named(self._which)
        if not isinstance(value, str) or value not in names:
            quoted = [repr(name) for name in names]
            expected = " or ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1])))
            raise PydanticKnownError("literal_error", {"expected": expected})
        return value


# The type of a field that names a metric: mypy takes it for `Metric`, pydantic accepts the names of the file in use.
MetricName = Annotated[Metric, _OneOf(lambda facts: True)]
EstimatedMetricName = Annotated[str, _OneOf(lambda facts: facts.estimated)]
