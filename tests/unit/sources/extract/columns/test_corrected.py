"""Corrections of recognised and of stored maps, worked out by hand."""

from __future__ import annotations

import pytest

from sources.extract.columns.claim_map import ClaimMap
from sources.extract.columns.corrected import Correction, CorrectionError, corrected
from sources.parse import parse

TABLE = (
    b"Source,Market,Where,Year,Jahr,Size (USD bn),CAGR,Notes\n"
    b"Bexley,Kelp,Asia,2025,2024,4.1,5%,a\nCorvane,Kelp,Asia,2025,2024,3.8,4.2%,b\n"
)
SIZE = {"publisher": "Source", "market": "Market", "year": "Year", "value": "Size (USD bn)"}
RATE = {"publisher": "Source", "market": "Market", "value": "CAGR"}
Said = list[tuple[dict[str, str], dict[str, str]]]


def after(correction: Correction, maps: tuple[ClaimMap, ...] = (), table: bytes = TABLE) -> Said:
    """Columns and constants of the maps as corrected."""
    return [(one.columns.named(), one.constants.named()) for one in corrected(parse(table), maps, correction)]


MONEY = {"metric": "market_size", "unit": "USD", "scale": "billion"}
CAGR = {"metric": "cagr"}


@pytest.mark.parametrize(
    ("correction", "maps"),
    [
        (Correction({}), [(SIZE, MONEY), (RATE, CAGR)]),
        (Correction({"area": "Where"}), [(SIZE | {"area": "Where"}, MONEY), (RATE | {"area": "Where"}, CAGR)]),
        (Correction({"year": "jahr"}), [(SIZE | {"year": "jahr"}, MONEY), (RATE, CAGR)]),  # a rate has a period
        (Correction({}, (), {"unit": "EUR"}), [(SIZE, MONEY | {"unit": "EUR"}), (RATE, CAGR)]),  # and no currency
        (Correction({}, (), {}, ("CAGR",)), [(SIZE, MONEY)]),
        (
            Correction({}, (), {}, ("Source",)),
            [({k: v for k, v in one.items() if k != "publisher"}, c) for one, c in ((SIZE, MONEY), (RATE, CAGR))],
        ),
        (Correction({}, ("CAGR",), {"metric": "growth_rate"}), [(SIZE, MONEY), (RATE, {"metric": "growth_rate"})]),
        (Correction({}, ("CAGR",), {"year": "2031"}), [(SIZE, MONEY), (RATE, CAGR | {"year": "2031"})]),
        (  # a column that held one attribute and is said to hold another
            Correction({"segment": "Market"}),
            [({k: v for k, v in one.items() if k != "market"} | {"segment": "Market"}, c) for one, c in ((SIZE, MONEY), (RATE, CAGR))],
        ),
    ],
)  # fmt: skip
def test_a_correction_changes_what_it_names_and_nothing_else(correction: Correction, maps: Said) -> None:
    assert after(correction) == maps


def test_a_stored_map_is_corrected_before_one_is_recognised() -> None:
    stored = ClaimMap.model_validate(
        {"columns": {"value": "Size (USD bn)"}, "constants": {"metric": "volume", "unit": "t"}}
    )
    assert after(Correction({"year": "Jahr"}), (stored,)) == [
        ({"value": "Size (USD bn)", "year": "Jahr"}, {"metric": "volume", "unit": "t"})
    ]


def test_a_column_of_figures_without_a_map_gets_one_beside_the_others() -> None:
    table = b"Source,Market,Year,Size (USD bn),Sold\nBexley,Kelp,2025,4.1,70\nCorvane,Kelp,2025,3.8,90\n"
    assert after(Correction({}, ("Sold",), {"metric": "volume", "unit": "t"}), table=table) == [
        (SIZE, MONEY),
        (SIZE | {"value": "Sold"}, {"metric": "volume", "unit": "t"}),
    ]


@pytest.mark.parametrize(
    ("correction", "told"),
    [
        (Correction({"yaer": "Year"}), "yaer is no attribute of a claim; known are value, "),
        (Correction({"year": "Yaer"}), "no table of it has the column “Yaer”; there are “Source”, “Market”"),
        (Correction({}, (), {}, ("Yaer",)), "no table of it has the column “Yaer”"),
        (Correction({}, (), {"scale": "heaps"}), "scale: give one of thousand, "),
        (Correction({}, (), {"metric": "share"}), "metric is of one column of figures: name it as value, one of “Size"),
        (Correction({}, (), {}, ("CAGR", "Size (USD bn)")), "no column of figures is known"),
    ],
)
def test_a_correction_that_cannot_be_made_is_told_with_what_there_is(correction: Correction, told: str) -> None:
    with pytest.raises(CorrectionError) as caught:
        after(correction)
    assert told in str(caught.value)


def test_prose_has_no_columns_to_correct() -> None:
    with pytest.raises(CorrectionError, match="no table with a header row"):
        after(Correction({"year": "Year"}), table=b"The kelp market reached USD 4 billion in 2025.\n")
