"""Files of forms: what a key may hold, how a form becomes a document, and errors that name file, line and key."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from sources.reviewed import ReviewedFileError
from tests.forms.forms import Form, all_forms, amount, read_forms

FILE = """about: Forms of pumps.
groups:
- says: a size has its year
  head: "# Pumps\\n\\n"
  judged: core
  forms:
  - text: Pumps sold for USD 2 billion in 2024.
    figures: [{metric: market_size, value: 2bn, year: [2024, null]}]
  - text: |
      Pumps sell.
    market: Pump
    known: nobody asked
"""


def _read(path: Path, text: str) -> tuple[Form, ...]:
    file = path / "pumps.yml"
    file.write_text(text, encoding="utf-8")
    return read_forms(file)


@pytest.mark.parametrize(
    ("printed", "value"),
    [("2.3bn", "2300000000"), ("640m", "640000000"), ("1.2tn", "1200000000000"), ("-2.4", "-2.4"), (1250, "1250")],
)
def test_an_amount_is_a_number_in_base_units(printed: str | int, value: str) -> None:
    assert amount(printed) == Decimal(value)


def test_a_form_is_a_document_with_the_place_where_its_own_text_begins(tmp_path: Path) -> None:
    sold, sell = _read(tmp_path, FILE)
    assert (sold.document[: sold.begins], sold.document[sold.begins :]) == (
        "# Pumps\n\n",
        "Pumps sold for USD 2 billion in 2024.",
    )
    assert sell.document == "# Pumps\n\nPump Market Report\n\nPumps sell.\n"
    assert (sold.file, sold.line, sell.line, sold.known, sell.known) == ("pumps.yml", 7, 9, None, "nobody asked")
    assert sold.figures[0].accepted() == {
        "metric": ("market_size",),
        "value": (Decimal(2_000_000_000),),
        "year": (2024, None),
    }


def test_only_keys_that_are_given_are_judged_and_a_null_is_given(tmp_path: Path) -> None:
    (form, _) = _read(tmp_path, FILE.replace("year: [2024, null]", "segment: null"))
    assert form.figures[0].accepted() == {
        "metric": ("market_size",),
        "value": (Decimal(2_000_000_000),),
        "segment": (None,),
    }


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("year: [2024, null]", "yaer: 2024", r"pumps\.yml:8: groups\.0\.forms\.0\.figures\.0\.yaer: unknown key"),
        ("value: 2bn", "value: 2.5", r"pumps\.yml:8: .*value"),
        ("value: 2bn", "value: two", r"pumps\.yml:8: .*'two' is no number"),
        ("metric: market_size", "metric: size", r"pumps\.yml:8: .*metric"),
        ("{metric: market_size, value: 2bn, year: [2024, null]}", "{}", r"pumps\.yml:8: .*at least one key"),
        ("judged: core", "judged: most", r"pumps\.yml:5: groups\.0\.judged"),
        ("known: nobody", "text: nobody", r"pumps\.yml:12: text: duplicate key"),
    ],
)
def test_a_wrong_key_is_refused_with_file_and_line(tmp_path: Path, right: str, wrong: str, says: str) -> None:
    with pytest.raises(ReviewedFileError, match=says):
        _read(tmp_path, FILE.replace(right, wrong))


def test_no_text_is_there_twice_under_one_sentence() -> None:
    places: dict[tuple[str, str, str], str] = {}
    for form in all_forms():
        key = (form.file, form.says, form.document)
        assert key not in places, f"{form.name} and {places[key]}"
        places[key] = form.name
