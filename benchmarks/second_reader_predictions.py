"""Readings and labels as the project's scorer reads them: one JSON line per figure, one gold file per text. No judging here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.second_reader import Case
from corpus.labels import Label, LabelledText
from pipelines.cli.read.extract_lines import Kind, lines_of
from sources.records import Extraction


def write_predictions(cases: Sequence[Case], readings: Mapping[str, Sequence[Extraction]], folder: Path) -> None:
    """Writes `gold/NAME.json` for each text and `READING.jsonl` for each reading.

    Args:
        cases: labelled texts; their files' names are unique.
        readings: extractions in the order of the cases, by name.
        folder: made where it is missing.
    """
    (folder / "gold").mkdir(parents=True, exist_ok=True)
    for case in cases:
        name = Path(case.text.name)
        (folder / "gold" / f"{name.name}.json").write_text(json.dumps(gold(case.text), ensure_ascii=False, indent=1))
    for reading, read in readings.items():
        lines = [
            json.dumps(line, ensure_ascii=False)
            for case, extraction in zip(cases, read, strict=True)
            for line in lines_of(Path(case.text.name).name, extraction, frozenset({Kind.figure}))
        ]
        (folder / f"{reading}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def gold(text: LabelledText) -> dict[str, Any]:
    """One labelled text in the gold format."""
    claims = [_claim(label, text.document.text) for label in text.labels]
    return {"document": Path(text.name).name, "claims": claims, "distractors": []}


def _claim(label: Label, text: str) -> dict[str, Any]:
    """A label's accepted readings: one as itself, several as a list; a null among years or starts has a key of its own."""
    return {
        "metric": label.metrics[0],
        "alt_metrics": list(label.metrics[1:]),
        "value": label.value,
        "value_high": label.value_high,
        "unit": label.unit,
        "year": _readings([year for year in label.years if year is not None]),
        "year_optional": None in label.years,
        "period_start": _readings([year for year in label.period_starts if year is not None]),
        "start_inferred": None in label.period_starts,
        "period_end": _readings(label.period_ends),
        "status": _readings(label.statuses),
        "segment": _readings(label.segments),
        "geography": _readings(label.areas),
        "market": _readings(label.markets),
        "surface": text[label.char_start : label.char_end],
        "offset": label.char_start,
    }


def _readings(accepted: Sequence[Any]) -> Any:
    return None if not accepted else accepted[0] if len(accepted) == 1 else list(accepted)
