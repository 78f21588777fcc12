"""Classes of NAICS, ISIC and HS: the reviewed file is sound, and a market has those of its own name only."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from warehouse.resolve.markets.market_codes import MarketCodes, _by_key, market_codes
from warehouse.resolve.names.market_names import read_name

REVIEWED = {"author": "Ada", "date": "2026-11-24"}
SYSTEMS = [{"system": "HS 2022", "source": "World Customs Organization"}]
CLASS = {"system": "HS 2022", "code": "8418.61", "relation": "overlaps", "title": "Heat pumps"}


def _codes(name: str) -> str | None:
    return market_codes(read_name(name).tokens)["industry_codes"]


def test_the_packaged_file_is_sound() -> None:
    assert len(_by_key()) >= 20


@pytest.mark.parametrize(
    "name", ["Industrial Heat Pump", "industrial heat pumps", "Global Industrial Heat Pump Market"]
)
def test_a_market_has_the_classes_of_its_name_however_it_is_written(name: str) -> None:
    assert market_codes(read_name(name).tokens) == {
        "industry_codes": "HS 2022 8418.61|ISIC Rev.4 2819|NAICS 2022 333415",
        "industry_titles": "Heat pumps other than air conditioning machines of heading 84.15|Manufacture of other general-purpose machinery|"
        "Air-Conditioning and Warm Air Heating Equipment and Commercial and Industrial Refrigeration Equipment Manufacturing",
        "industry_relations": "overlaps|contained_in|contained_in",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["Heat Pump", "Residential Heat Pump", "Industrial Heat Pump Services", "Steel Kite"])
def test_a_market_of_another_scope_has_none(name: str) -> None:
    assert _codes(name) is None


@pytest.mark.parametrize(
    ("markets", "said"),
    [
        ([{"names": ["Kite"], "codes": [{**CLASS, "code": "84.18"}]}], "is no code of HS 2022"),
        ([{"names": ["Kite"], "codes": [{**CLASS, "system": "NAICS 2022", "code": "333415"}]}], "has no source"),
        ([{"names": ["Kite"], "codes": [CLASS]}, {"names": ["Kites"], "codes": []}], "are names of one market"),
        ([{"names": ["Kite", "Lamp"], "codes": [CLASS, {**CLASS, "title": "Pumps"}]}], "is called"),
        ([{"names": ["Kite"], "codes": [{**CLASS, "title": "Pumps|Heat"}]}], "joins titles"),
        ([{"names": ["Kite"], "codes": [{**CLASS, "relation": "near"}]}], "Input should be"),
    ],
)
def test_a_faulty_file_is_refused(markets: list[dict[str, Any]], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        MarketCodes.model_validate({"reviewed": REVIEWED, "systems": SYSTEMS, "markets": markets})
