"""What a document says of itself: windows, dates, pages, price, ids, basis and contact."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import read

TITLE = "Harbour Crane Market\n\n"


def told(text: str, name: str) -> list[str | None]:
    found = read(text).facts
    for fact in found:
        assert 0 <= fact.char_start < fact.char_end <= len(text)
    return [f.value for f in found if f.name == name]


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("Halden Ridge Research announces its report “Harbour Cranes: World Shipments and Prices 2026-2032”.", "report_title", "Harbour Cranes: World Shipments and Prices 2026-2032"),
        ("It rests on historical data (2020-2024) and forecasts (2026-2032).", "historical_window", "2020-2024"),
        ("Forecast period: 2026-2032", "forecast_window", "2026-2032"),
        ("Study period: 2019-2031", "study_period", "2019-2031"),
        ("Base year: 2025", "base_year", "2025"),
        ("The estimates use data as of March 2026.", "data_as_of", "March 2026"),
        ("Published on: 9 June 2026", "published_on", "9 June 2026"),
        ("Page last updated on: 12 May 2026", "last_updated", "12 May 2026"),
        ("4 min readLast updated April 2026Logistics", "last_updated", "April 2026"),
        ("4 min readLast updated April 2026Logistics", "category", "Logistics"),
        ("Report ID: HR-20417", "report_id", "HR-20417"),
        ("https://example.org/reports/20417/harbour-crane", "report_url", "https://example.org/reports/20417/harbour-crane"),
        ("Pages: 148", "pages", "148"),
        ("The report has 148 pages.", "pages", "148"),
        ("The report costs USD 3,900 for a single user.", "price", "USD 3,900"),
        ("Language: English", "report_language", "English"),
        ("All amounts are given in terms of value (USD).", "value_basis", "All amounts are given in terms of value (USD)."),
        ("E-mail: orders@example.org", "contact_email", "orders@example.org"),
        ("Tel: +44 20 5550 0142", "contact_phone", "+44 20 5550 0142"),
        ("Analysis by Halden Ridge Research", "publisher", "Halden Ridge Research"),
    ],
)  # fmt: skip
def test_a_field_of_the_report_is_a_fact(text: str, name: str, value: str) -> None:
    whole = TITLE + text
    assert value in told(whole, name)
    facts = [f for f in read(whole).facts if f.name == name and f.value == value]
    assert value in whole[facts[0].char_start : facts[0].char_end] or name.endswith("window") or name == "study_period"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The market was valued at USD 3,900 million in 2025.", "price"),
        ("Cranes cost USD 3.9 million each in 2025.", "price"),
        ("Ports ordered 148 cranes.", "pages"),
        ("Shipments grew from 2020 to 2024.", "historical_window"),
        ("Revenue is forecast to reach USD 4 billion by 2032.", "forecast_window"),
        ("The law was last changed in May 2026.", "last_updated"),
        ("Ports say “cranes are too slow for the ships of today”.", "report_title"),
        ("Crews speak the language of the port.", "report_language"),
        ("Published prices rose.", "published_on"),
        ("The market is large.", "report_id"),
    ],
)
def test_a_statement_about_the_market_is_no_fact_about_the_report(text: str, name: str) -> None:
    assert told(TITLE + text, name) == []


def test_an_empty_field_is_kept_without_a_value() -> None:
    assert told(TITLE + "Page last updated on:\n\n\n", "last_updated") == [None]


def test_an_unstated_field_is_not_there() -> None:
    found = {f.name for f in read(TITLE + "The market grows.").facts}
    assert not found & {"published_on", "last_updated", "data_as_of", "pages", "price"}


def test_every_place_of_the_publisher_is_kept() -> None:
    text = TITLE + "Analysis by Halden Ridge Research\n\nNote: Halden Ridge Research counts deliveries."
    assert told(text, "publisher") == ["Halden Ridge Research"] * 2
