"""What a metric is, and the text form that Prometheus reads. Pure.

Source of the form: Prometheus' text exposition format 0.0.4.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")


@dataclass(frozen=True, slots=True)
class Sample:
    """One value with its labels."""

    value: float
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Family:
    """All values of one metric; a gauge, since each is what is the case now.

    Attributes:
        name: with its unit at the end.
        meaning: in words.
        samples: no two with the same labels.
    """

    name: str
    meaning: str
    samples: tuple[Sample, ...]


def by_label(name: str, meaning: str, label: str, values: Mapping[str, float]) -> Family:
    """A family of one label."""
    return Family(name, meaning, tuple(Sample(value, {label: key}) for key, value in sorted(values.items())))


def single(name: str, meaning: str, value: float | None) -> Family:
    """A family of one value; of none where it is not known."""
    return Family(name, meaning, () if value is None else (Sample(value),))


def as_text(families: Iterable[Family]) -> str:
    """Families as Prometheus reads them; those without a value are left out.

    Raises:
        ValueError: a name that is none.
    """
    lines: list[str] = []
    for family in families:
        if not _NAME.match(family.name):
            raise ValueError(f"{family.name!r} is no name of a metric")
        if not family.samples:
            continue
        lines.append(f"# HELP {family.name} {_escaped(family.meaning)}")
        lines.append(f"# TYPE {family.name} gauge")
        for sample in family.samples:
            labels = ",".join(f'{name}="{_quoted(value)}"' for name, value in sorted(sample.labels.items()))
            lines.append(
                f"{family.name}{{{labels}}} {_number(sample.value)}"
                if labels
                else f"{family.name} {_number(sample.value)}"
            )
    return "".join(f"{line}\n" for line in lines)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _quoted(text: str) -> str:
    return _escaped(text).replace('"', '\\"')


def _number(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))
