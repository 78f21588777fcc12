"""The step that turns printed publishers into core.publishers."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from warehouse.resolve.documents.core_publishers import STEP, publisher_id_of, publisher_id_of_url, publishers_by_id

Run = Callable[..., dict[str, pl.DataFrame]]
Doc = Callable[[str], str]


def test_spellings_of_one_publisher_are_one_and_its_profile_speaks(run: Run, doc: Doc) -> None:
    found = run(
        STEP,
        {
            "raw.metadata": [{"document_id": doc("a"), "publisher": "QY Research Inc."}],
            "raw.facts": [{"document_id": doc("b"), "name": "publisher", "value": "QYResearch"}],
            "raw.claims": [{"claim_id": "c", "document_id": doc("c"), "publisher": "qyresearch"}],
        },
    )["core.publishers"]
    (row,) = found.to_dicts()
    assert (row["publisher_id"], row["publisher"], row["profile"]) == ("qyresearch", "QYResearch", "qyresearch.yml")
    assert row["tier"] == "vendor"
    assert row["quote_limit_chars"] == 300  # the profile names none: the policy's


def test_an_unknown_publisher_stands_alone_without_its_legal_form(run: Run, doc: Doc) -> None:
    names = ["ZEPHYR STUDIES", "Zephyr Studies, Inc.", "Zephyr  Studies"]
    found = run(STEP, {"raw.metadata": [{"document_id": doc(name), "publisher": name} for name in names]})[
        "core.publishers"
    ]
    (row,) = found.to_dicts()
    assert row["publisher_id"] == row["publisher_group"] == "zephyr-studies"
    assert row["publisher"] == "Zephyr Studies"  # capitals throughout come last, then alphabet
    assert (row["tier"], row["licence"], row["profile"]) == ("unknown", None, None)


def test_two_names_of_one_group_are_two_publishers(run: Run, doc: Doc) -> None:
    found = run(
        STEP,
        {"raw.metadata": [{"document_id": doc(name), "publisher": name} for name in ("Dataintelo", "Market Intelo")]},
    )["core.publishers"]
    assert found["publisher_group"].to_list() == ["dataintelo", "dataintelo"]
    assert found["publisher_id"].n_unique() == 2


def test_an_address_alone_names_its_publisher_where_a_profile_claims_it(run: Run, doc: Doc) -> None:
    found = run(
        STEP,
        {
            "raw.metadata": [{"document_id": doc("a"), "url": "https://www.statista.com/outlook/x"}],
            "raw.facts": [{"document_id": doc("b"), "name": "report_url", "value": "https://nobody.example/r/1"}],
        },
    )["core.publishers"]
    assert found["publisher_id"].to_list() == ["statista"]
    assert publisher_id_of_url("https://nobody.example/r/1") is None
    assert publisher_id_of_url(None) is None


def test_what_a_profile_knows_reaches_the_table_and_what_it_does_not_stays_null(run: Run, doc: Doc) -> None:
    names = (
        "International Data Corporation (IDC)",
        "Grand View Research, Inc.",
        "Zephyr Studies (ZS)",
        "Canalys",
        "Omdia",
    )
    found = run(STEP, {"raw.metadata": [{"document_id": doc(name), "publisher": name} for name in names]})
    rows = {row["publisher_id"]: row for row in found["core.publishers"].to_dicts()}
    assert (rows["idc"]["cadence"], rows["idc"]["growth_convention"]) == ("quarterly", None)
    assert rows["grand-view-research"]["growth_convention"] == "from_first_forecast_year"
    assert rows["grand-view-research"]["licence"] == "all-rights-reserved"
    assert (rows["zephyr-studies"]["cadence"], rows["zephyr-studies"]["profile"]) == (None, None)
    assert {rows[publisher]["publisher_group"] for publisher in ("canalys", "omdia")} == {"omdia"}


def test_nothing_printed_is_no_publisher(run: Run, doc: Doc) -> None:
    found = run(STEP, {"raw.metadata": [{"document_id": doc("a"), "publisher": "???"}]})["core.publishers"]
    assert found.is_empty()
    assert publisher_id_of(None) is publisher_id_of("") is publisher_id_of("…") is None


def test_the_lookup_holds_what_documents_take(run: Run, doc: Doc) -> None:
    found = run(STEP, {"raw.metadata": [{"document_id": doc("a"), "publisher": "Tallowgate Newswire"}]})
    publisher = publishers_by_id(found["core.publishers"])["tallowgate-newswire"]
    assert (publisher.publisher, publisher.quote_limit_chars, publisher.licence) == (
        "Tallowgate Newswire",
        200,
        "all-rights-reserved",
    )
