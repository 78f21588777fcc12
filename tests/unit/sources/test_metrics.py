"""The file of metrics: what it accepts, what it refuses and where, and what holds of a name that it lacks."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from sources.metrics import PACKAGED, EstimatedMetricName, MetricName, facts_of, metrics, named, place_of, read_metrics
from sources.records import Metric
from sources.reviewed import ReviewedFileError


def test_every_metric_that_code_names_is_in_the_file() -> None:
    assert set(get_args(Metric)) <= {facts.name for facts in metrics()}


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        ("estimated", "market_size cagr growth_rate volume price margin share"),
        ("core", "market_size cagr growth_rate volume price margin share impact_on_cagr"),
        ("additive", "market_size volume"),
        ("positive", "market_size volume price"),
        ("is_money", "market_size price"),
        ("is_growth", "cagr growth_rate"),
        ("is_counted", "volume"),
        ("unique", "market_size cagr share"),
        ("headline", "market_size cagr"),
        ("interpolated", "market_size"),
        ("grows", "market_size volume"),
        ("watched", "market_size cagr volume"),
    ],
)
def test_what_holds_of_the_packaged_metrics(holds: str, expected: str) -> None:
    assert named(lambda facts: getattr(facts, holds)) == tuple(expected.split())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    kind: ratio\n", "    kind: quotient\n", r"metrics\.yml:\d+: metrics\.5\.kind: Input should be"),
        ("    kind: ratio\n", "", r"metrics\.yml:\d+: metrics\.5\.kind: this key is required"),
        ("    kind: ratio\n", "    kind: ratio\n    weight: 3\n", r"metrics\.yml:\d+: metrics\.5\.weight: unknown key"),
        ("  - name: margin", "  - name: share", r"two entries have the name share"),
        ("  - name: margin", "  - name: Gross margin", r"metrics\.5\.name: .*pattern"),
        ("    kind: effect\n", "    kind: effect\n    estimated: true\n", r"figures of kind effect are not"),
        ("    kind: ratio\n", "    kind: ratio\n    additive: true\n", r"additive is for levels"),
        ("    kind: ratio\n", "    kind: level\n", r"an estimated level must be positive"),
        ("    kind: ratio\n", "    kind: ratio\n    grows: true\n", r"grows are for additive metrics"),
        ("    highest: 100\n", "    highest: 0\n", r"lowest must be below highest"),
    ],
)
def test_a_wrong_entry_is_refused_with_its_file_and_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = PACKAGED.read_text()
    assert old in text
    path = tmp_path / "metrics.yml"
    path.write_text(text.replace(old, new))
    with pytest.raises(ReviewedFileError, match=message):
        read_metrics(path)


def test_the_line_of_an_error_is_that_of_the_key(tmp_path: Path) -> None:
    path = tmp_path / "metrics.yml"
    path.write_text("metrics:\n  - name: stock\n    label: Stock\n    definition: Units in use.\n    kind: heap\n")
    with pytest.raises(ReviewedFileError, match=r"metrics\.yml:5: metrics\.0\.kind"):
        read_metrics(path)


def test_a_metric_that_the_file_lacks_is_never_compared_and_comes_last() -> None:
    assert (facts_of("fleet_age").label, facts_of("fleet_age").estimated) == ("Fleet age", False)
    assert place_of("fleet_age") == len(metrics()) > place_of("other_numeric")
    with pytest.raises(ValueError, match="fleet_age: figures of kind other are not compared"):
        assert facts_of("fleet_age").compared_kind


@pytest.mark.parametrize(
    ("metric", "unit", "expected"),
    [("volume", "Units", "units"), ("market_size", "USD", "USD"), ("price", "USD", "USD")],
)
def test_a_noun_is_one_however_it_is_capitalised(metric: str, unit: str, expected: str) -> None:
    assert facts_of(metric).series_unit(unit) == expected


def test_a_field_takes_the_names_of_the_file_and_writes_them_into_its_schema() -> None:
    class Asked(BaseModel):
        any_of: MetricName
        estimated: EstimatedMetricName

    assert Asked.model_validate({"any_of": "other_numeric", "estimated": "share"}).any_of == "other_numeric"
    with pytest.raises(
        ValidationError, match=r"Input should be 'market_size', 'cagr', .* or 'other_numeric'"
    ) as caught:
        Asked.model_validate({"any_of": "sales", "estimated": "other_numeric"})
    assert [found["loc"] for found in caught.value.errors()] == [("any_of",), ("estimated",)]
    # in the order of the code, so that a schema that is hashed keeps its hash
    assert TypeAdapter(MetricName).json_schema() == {"type": "string", "enum": list(get_args(Metric))}
