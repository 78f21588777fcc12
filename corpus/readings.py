"""First readings as files: the reading of a text before a rule was changed because of it, one JSON line per text. No judging.

A line keeps the fields that judging and evidence need, where they are not at their usual value. `first_readings/README.md`
documents how to store one.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from sources.records import Claim, Mention

FIRST_READINGS = Path(__file__).with_name("first_readings")
# Values of fields that a line leaves out; None for all others.
_USUAL: Mapping[str, Any] = {
    "assertion": "asserted",
    "comparator": "=",
    "geography": "Global",
    "ref_area": "001",
    "period_inferred": False,
    "status": "historical",
    "n_mentions": 1,
    "claim_id": "",
    "document_id": "",
    "value_as_printed": "",
}
# Fields that neither judging nor evidence needs.
_NOT_KEPT: Mapping[type, frozenset[str]] = {
    Claim: frozenset(
        "document_id market comparator unit_per value_high time_period value_as_printed inference_basis publisher".split()
    ),
    Mention: frozenset("comparator unit_per time_period inference_basis subject ref_area rule".split()),
}
_DECIMALS = frozenset({"value", "value_high"})


@dataclass(frozen=True)
class FirstReading:
    """The reading of one text by one reader.

    Attributes:
        text: the file's name in the corpus.
        reader: commit or extractor version of the reader.
        language: as the reader gave it.
        publisher: of the whole page, where it is kept.
    """

    text: str
    reader: str
    language: str
    claims: tuple[Claim, ...]
    mentions: tuple[Mention, ...]
    publisher: str | None = None

    @property
    def family(self) -> str:
        """Part of the corpus: the letter that its texts' names begin with."""
        return self.text[0]


def first_readings(folder: Path = FIRST_READINGS, *, parts: Collection[str] | None = None) -> tuple[FirstReading, ...]:
    """First readings of a folder, in the order of the texts' names.

    Args:
        folder: holds one file per part.
        parts: letters of the parts; None takes all.

    Raises:
        ValueError: a line is no reading; the message names file and line.
    """
    found = []
    for path in sorted(p for p in folder.glob("*.jsonl") if parts is None or p.stem in parts):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                found.append(_reading(json.loads(line)))
            except (ValueError, TypeError, KeyError, ArithmeticError) as error:
                raise ValueError(f"{path.name}, line {number}: no first reading: {error}") from error
    return tuple(sorted(found, key=lambda reading: reading.text))


def line_of(reading: FirstReading) -> str:
    """The reading as one line of JSON, keys in the order of the records."""
    told = {
        "text": reading.text,
        "reader": reading.reader,
        "language": reading.language,
        **({} if reading.publisher is None else {"publisher": reading.publisher}),
        "claims": [_fields(claim) for claim in reading.claims],
        "mentions": [_fields(mention) for mention in reading.mentions],
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def add_first_readings(readings: Sequence[FirstReading], folder: Path = FIRST_READINGS) -> None:
    """Writes first readings beside those that are there.

    Raises:
        ValueError: a text has a first reading; there is only one.
    """
    families = {reading.family for reading in readings}
    known = {reading.text: reading for reading in first_readings(folder, parts=families)}
    if again := sorted({reading.text for reading in readings} & set(known)):
        raise ValueError(f"a first reading is there and stays: {', '.join(again)}")
    folder.mkdir(parents=True, exist_ok=True)
    for family in sorted(families):
        of_family = [r for r in (*known.values(), *readings) if r.family == family]
        lines = [line_of(reading) for reading in sorted(of_family, key=lambda reading: reading.text)]
        (folder / f"{family}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _reading(told: Mapping[str, Any]) -> FirstReading:
    claims = tuple(Claim(**_values(Claim, claim)) for claim in told["claims"])
    mentions = tuple(Mention(**_values(Mention, mention)) for mention in told["mentions"])
    return FirstReading(told["text"], told["reader"], told["language"], claims, mentions, told.get("publisher"))


def _fields(record: Claim | Mention) -> dict[str, Any]:
    told = {f.name: getattr(record, f.name) for f in dataclasses.fields(record)}
    told = {name: value for name, value in told.items() if name not in _NOT_KEPT[type(record)]}
    unusual = {name: value for name, value in told.items() if value != _USUAL.get(name)}
    return {name: format(value, "f") if isinstance(value, Decimal) else value for name, value in unusual.items()}


def _values(kind: type[Claim | Mention], told: Mapping[str, Any]) -> dict[str, Any]:
    names: Iterable[str] = (f.name for f in dataclasses.fields(kind))
    values = {name: told.get(name, _USUAL.get(name)) for name in names} | {
        name: Decimal(told[name]) for name in _DECIMALS & set(told)
    }
    if unknown := sorted(set(told) - set(values)):
        raise ValueError(f"unknown fields {', '.join(unknown)}")
    return values
