"""Public ids of companies: the reviewed file is sound, a name has its own ids only, and a LEI proves itself."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from warehouse.resolve.companies.company_ids import CompanyIdFile, CompanyIds, _by_key, company_ids

REVIEWED = {"author": "Ada", "date": "2026-11-24"}
SOURCES = {"wikidata": "https://www.wikidata.org/wiki/", "lei": "https://search.gleif.org/#/record/"}


def test_the_packaged_file_is_sound() -> None:
    assert len(_by_key()) >= 30


@pytest.mark.parametrize("name", ["NVIDIA", "Nvidia Corp.", "nvidia corporation"])
def test_a_company_has_its_ids_however_it_is_written(name: str) -> None:
    assert company_ids(name) == CompanyIds("Q182477", "549300S4KLFTLO7GSQ80")


@pytest.mark.parametrize("name", ["Nvidia Foundation", "Microsoft Azure", "Kestrel Heat"])
def test_another_company_has_none(name: str) -> None:
    assert company_ids(name) == CompanyIds(None, None)


@pytest.mark.parametrize(
    ("companies", "said"),
    [
        ([{"names": ["Kite"], "lei": "549300S4KLFTLO7GSQ81"}], "its last two digits do not fit"),
        ([{"names": ["Kite"], "lei": "549300S4KLFTLO7GSQ8"}], "should match pattern"),
        ([{"names": ["Kite"], "wikidata": "182477"}], "should match pattern"),
        ([{"names": ["Kite"]}], "has no id"),
        ([{"names": ["Kite"], "wikidata": "Q1"}, {"names": ["Lamp"], "wikidata": "Q1"}], "'Q1' is of Kite and of Lamp"),
        (
            [{"names": ["Kite"], "wikidata": "Q1"}, {"names": ["KITE Inc."], "wikidata": "Q2"}],
            "'kite' is of Kite and of",
        ),
    ],
)
def test_a_faulty_file_is_refused(companies: list[dict[str, Any]], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        CompanyIdFile.model_validate({"reviewed": REVIEWED, "sources": SOURCES, "companies": companies})
