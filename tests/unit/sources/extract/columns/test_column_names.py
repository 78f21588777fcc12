"""What headers may stand for, and what a fault in the file of names says."""

from __future__ import annotations

from pathlib import Path

import pytest

from sources.extract.columns import column_names
from sources.extract.columns.column_names import metric_of, named, plain_name, printed_unit, read_column_names
from sources.reviewed import ReviewedFileError


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Market Size (USD bn)", "market size"),
        ("market_size_usd_mn", "market size"),
        ("CAGR 2025-2031 (%)", "cagr"),
        ("Marktgröße [Mio. €]", "marktgrösse"),
        ("Base Year", "base year"),
        ("2025", ""),
        ("USD", "usd"),  # a unit alone is all that the name is
    ],
)
def test_names_are_compared_without_brackets_years_and_units(header: str, name: str) -> None:
    assert plain_name(header) == name


@pytest.mark.parametrize(
    ("header", "roles", "metric", "end"),
    [
        ("Publisher", ("publisher",), None, None),
        ("Source", ("publisher", "link"), None, None),
        ("Quelle", ("publisher", "link"), None, None),
        ("Currency", ("currency",), None, None),
        ("Base year", ("year",), None, "first"),
        ("Forecast value", (), None, "last"),
        ("Low estimate", (), "market_size", "low"),
        ("Market size 2025", (), "market_size", None),
        ("市場規模", (), "market_size", None),
        ("Wingspan", (), None, None),
    ],
)
def test_what_a_header_may_stand_for(header: str, roles: tuple[str, ...], metric: str | None, end: str | None) -> None:
    found = named(header)
    assert (set(found.roles), found.metric, found.end) == (set(roles), metric, end)


@pytest.mark.parametrize(
    ("header", "kind"),
    [("Application", "is_division"), ("Share price", "is_other"), ("Value", "is_size"), ("Company", "is_other")],
)
def test_what_else_a_header_may_be_about(header: str, kind: str) -> None:
    assert getattr(named(header), kind)
    assert not getattr(named("Wingspan"), kind)


def test_a_metric_has_its_name_its_label_and_its_words() -> None:
    assert {metric_of(words) for words in ("market_size", "Market size", "Mkt Size", "Marktgröße")} == {"market_size"}
    assert metric_of("wingspan") is None


@pytest.mark.parametrize(
    ("header", "line", "unit", "scale"),
    [
        ("Size (USD bn)", None, "USD", 9),
        ("size_eur_mn", None, "EUR", 6),
        ("Size", "in USD million", "USD", 6),
        ("Size (EUR million)", "in USD billion", "EUR", 6),  # the nearest print counts
        ("Size (%)", None, None, 0),  # no unit of a sum of money
        ("Size", None, None, 0),
    ],
)
def test_the_unit_is_in_the_header_or_else_in_the_line_above_the_table(
    header: str, line: str | None, unit: str | None, scale: int
) -> None:
    found = printed_unit(header, line, "market_size", "en")
    assert (found and found.unit, found.multiplier if found else 1) == (unit, 10**scale)


@pytest.mark.parametrize(
    ("wrong", "line", "told"),
    [
        (lambda text: text.replace("  area:", "  aera:"), 9, "columns.aera"),
        (lambda text: text.replace("\nmetrics:", "\nmetric:"), 18, "metric: unknown key"),
        (lambda text: text.replace("  low: [", "  low: {"), None, "not valid YAML"),
        (lambda text: text + "others: [again]\n", 32, "duplicate key"),
    ],
)  # fmt: skip
def test_a_fault_in_the_file_of_names_is_told_with_file_and_line(
    tmp_path: Path, wrong: object, line: int | None, told: str
) -> None:
    good = Path(column_names.__file__).with_suffix(".yml").read_text(encoding="utf-8")
    assert callable(wrong)
    broken = tmp_path / "column_names.yml"
    broken.write_text(wrong(good), encoding="utf-8")
    assert broken.read_text(encoding="utf-8") != good
    with pytest.raises(ReviewedFileError) as caught:
        read_column_names(broken)
    assert told in str(caught.value) and f"{broken}:{line if line is not None else ''}" in str(caught.value)
