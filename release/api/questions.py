"""The parameters of the questions: types, limits and words, the same for both faces.

No control character passes (a NUL ends a string elsewhere); any other sign, in any script, is a name that may not exist.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter, WithJsonSchema

from release.reading.full_text import Kind
from sources.metrics import EstimatedMetricName

LONGEST_NAME = 200
LONGEST_ID = 80
MOST_ROWS = 200
ROWS = 50
LARGEST_OFFSET = 1_000_000
ID_PATTERN = r"^[0-9A-Za-z_.:-]+$"
_NO_CONTROL = r"^[^\x00-\x1f\x7f]*$"

Verdict: TypeAlias = Literal[
    "agree", "compatible", "conflict_proven", "conflict_likely", "not_comparable", "insufficient", "single_source"
]

MarketName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_NAME,
        pattern=_NO_CONTROL,
        description="A market's name or id. A name that is only similar is refused with candidates.",
        examples=["industrial heat pump"],
    ),
]
Words = Annotated[
    str,
    Field(
        max_length=LONGEST_NAME,
        pattern=_NO_CONTROL,
        description="A name, words of it, or an id; similar names are found.",
        examples=["heat pump"],
    ),
]
Year = Annotated[
    int, Field(ge=1900, le=2200, description="Calendar year; for a cagr, the last year of its period.", examples=[2025])
]
_MEASURED = "The metric."
MetricName = Annotated[
    EstimatedMetricName,
    Field(description=_MEASURED, examples=["market_size"]),
    # a union with None drops what a field says of a type that writes its own schema
    WithJsonSchema(
        TypeAdapter(EstimatedMetricName).json_schema() | {"description": _MEASURED, "examples": ["market_size"]}
    ),
]
AreaName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_NAME,
        pattern=_NO_CONTROL,
        description="A name (World, North America, Japan) or a code (001, 021, JPN).",
        examples=["World"],
    ),
]
SegmentName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_NAME,
        pattern=_NO_CONTROL,
        description="A segment's name or key; the whole market without it.",
    ),
]
UnitName = Annotated[
    str,
    Field(min_length=1, max_length=40, pattern=_NO_CONTROL, description="Only figures in this unit, such as USD."),
]
SearchWords = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_NAME,
        pattern=_NO_CONTROL,
        description="Words in any order; a slip, case and accents do not matter.",
        examples=["heat pmup"],
    ),
]
KindOfText = Annotated[Kind, Field(description="Only things of this kind.")]
VerdictName = Annotated[Verdict, Field(description="Only conflicts with this verdict.")]
Id = Annotated[
    str,
    Field(
        min_length=4,
        max_length=LONGEST_ID,
        pattern=ID_PATTERN,
        description="Id of an estimate, vendor figure, conflict, bridge, claim or decision, or its first characters.",
    ),
]
Limit = Annotated[int, Field(ge=1, le=MOST_ROWS, description="Maximum number of rows.")]
Offset = Annotated[int, Field(ge=0, le=LARGEST_OFFSET, description="Number of rows to skip.")]
AsOf = Annotated[
    date,
    Field(description="Answer as of this day, by the dates of the texts.", examples=["2026-02-01"]),
]
KnownBy = Annotated[date, Field(description="Answer from what this home had received by this day (UTC).")]
Certain = Annotated[
    bool, Field(description="With as_of: leave out documents that are undated or only possibly of that day.")
]
