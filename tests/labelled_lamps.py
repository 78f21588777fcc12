"""One short labelled report, and correct answers about any labelled text. No tests here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from corpus.labels import Label, LabelledText
from sources.ask.questions import Question, page_of, questions

NAME = "lamps.txt"
TEXT = """Desk Lamp Market

The global desk lamp market was worth USD 4.2 billion in 2024 and will reach USD 6.3 billion by 2030, at a CAGR of 7.0% from 2024 to 2030.

Europe held 31% of the market in 2024. Lamps with a clamp made up 12% of revenue in that year.

Price of this report: USD 3,500
"""
_PLAIN = {
    "value_high": None, "unit": "USD", "comparator": "=", "year": None, "period_start": None, "period_end": None,
    "dimension": None, "segment": None, "geography": "Global", "market": "Desk Lamp",
}  # fmt: skip
CLAIMS: tuple[dict[str, Any], ...] = (
    {"surface": "USD 4.2 billion", "metric": "market_size", "value": 4200000000, "year": 2024, "status": "historical"},
    {"surface": "USD 6.3 billion", "metric": "market_size", "value": 6300000000, "year": 2030, "status": "forecast"},
    {"surface": "7.0%", "metric": "cagr", "value": 7.0, "unit": "percent", "period_start": 2024, "period_end": 2030, "status": "forecast"},
    {"surface": "31%", "metric": "share", "value": 31, "unit": "percent", "year": 2024, "status": "historical", "geography": "Europe"},
    {"surface": "12%", "metric": "share", "value": 12, "unit": "percent", "year": 2024, "year_optional": True, "status": ["historical", "forecast"], "segment": ["Lamps with a clamp", None]},
)  # fmt: skip


def write_gold(folder: Path) -> None:
    """The report with gold labels `lamps.json` beside it."""
    claims = [{**_PLAIN, **claim, "offset": TEXT.index(claim["surface"])} for claim in CLAIMS]
    (folder / NAME).write_text(TEXT, encoding="utf-8")
    said = {"document": NAME, "claims": claims, "distractors": []}
    (folder / "lamps.json").write_text(json.dumps(said), encoding="utf-8")


def write_yaml(folder: Path) -> None:
    """The report with labels of the corpus `lamps.yml` beside it."""
    claims = [{**_PLAIN, "nth": 1, **claim} for claim in CLAIMS]
    (folder / NAME).write_text(TEXT, encoding="utf-8")
    said: dict[str, Any] = {
        "document": NAME,
        "publisher": "Lumen Desk",
        "market": "Desk Lamp",
        "language": "en",
        "claims": claims,
    }
    said |= {"players": [], "segments": {}, "decoys": []}
    (folder / "lamps.yml").write_text(json.dumps(said), encoding="utf-8")


def write_answers(texts: Sequence[LabelledText], folder: Path) -> None:
    """An answer file for every question about labelled texts, made of the labels."""
    folder.mkdir(parents=True, exist_ok=True)
    for text in texts:
        for number, question in enumerate(questions(page_of(text.document)), 1):
            name = f"{Path(text.name).stem}.{number}.json"
            (folder / name).write_text(json.dumps({"figures": _figures(text.labels, question)}), encoding="utf-8")


def _figures(labels: Sequence[Label], question: Question) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = []
    for figure in question.figures:
        start, end = question.char_start + figure.char_start, question.char_start + figure.char_end
        label = next((one for one in labels if one.char_start < end and start < one.char_end), None)
        found.append({"figure": figure.number, **(_said(label, question.passage) if label else {"none": "no label"})})
    return found


def _said(label: Label, passage: str) -> dict[str, Any]:
    """A label in an answer's keys. A name that the passage does not print stays out: it could not be pointed to."""
    times = {"year": label.years, "period_start": label.period_starts, "period_end": label.period_ends}
    names = {"part": label.segments, "area": label.areas, "market": label.markets}
    told: dict[str, Any] = {"metric": label.metrics[0], "status": next(iter(label.statuses), None)}
    for key, accepted in (times | names).items():
        told[key] = next((str(one) for one in accepted if one and str(one) in passage), None)
    return {key: value for key, value in told.items() if value is not None}
