"""The steps that make core.claims, core.segments, core.companies and core.areas."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.decisions import ConfirmedClaim, Decisions, Override, RejectedClaim
from warehouse.resolve.areas import core_areas
from warehouse.resolve.names.segment_keys import dimension_key, member_key, segment_key
from warehouse.resolve.statements import core_segments
from warehouse.step import BuildError

Run = Callable[..., dict[str, pl.DataFrame]]
Doc = Callable[[str], str]
Read = Callable[..., dict[str, dict[str, Any]]]

HEADLINE = {"metric": "market_size", "ref_area": "001", "market": "Smart locks"}


def test_a_claim_is_its_documents_unless_the_text_quotes_another(read_claims: Read) -> None:
    found = read_claims(
        [
            {"claim_id": "own"},
            {"claim_id": "quoted", "publisher": "HOUSE, Inc."},
            {"claim_id": "self", "publisher": "Wire"},
        ]
    )
    assert [(found[c]["publisher_id"], found[c]["attributed_through"]) for c in ("own", "quoted", "self")] == [
        ("wire", None),
        ("house", "Wire"),
        ("wire", None),
    ]


def test_printed_names_stay_beside_what_they_resolve_to(read_claims: Read) -> None:
    found = read_claims(
        [
            {
                "claim_id": "c",
                "market": "Smart locks",
                "dimension": "By Deployment Model",
                "segment": "Cloud-Based",
                "year_stated": 2025,
                "status": "forecast",
                "value": Decimal("1.5"),
                "unit": "percent",
            }
        ]
    )["c"]
    assert (found["market"], found["market_id"]) == ("Smart locks", "smart-lock")
    assert (found["dimension"], found["segment"], found["segment_key"]) == (
        "By Deployment Model",
        "Cloud-Based",
        "deployment:cloud",
    )
    assert (found["time_period_year"], found["time_period_inferred"], found["obs_status"]) == (2025, None, "F")
    assert (found["obs_value"], found["unit_measure"]) == (Decimal("1.5"), "percent")


def test_what_the_text_does_not_say_stays_null(read_claims: Read) -> None:
    found = read_claims([{"claim_id": "c", "year_inferred": 2032, "inference_basis": "window"}])["c"]
    for column in ("market", "market_id", "segment", "segment_key", "time_period_year", "confidence", "subject"):
        assert found[column] is None, column
    assert found["time_period_inferred"] == 2032


def test_the_area_of_a_markets_name_holds_where_the_figure_names_none(read_claims: Read) -> None:
    found = read_claims(
        [
            {"claim_id": "unsaid", "market": "India smart locks"},
            {"claim_id": "said", "market": "India smart locks", "geography": "Japan", "ref_area": "JPN"},
            {"claim_id": "none", "market": "Smart locks"},
        ]
    )
    assert [(found[c]["geography"], found[c]["ref_area"]) for c in ("unsaid", "said", "none")] == [
        ("India", "IND"),
        ("Japan", "JPN"),
        ("Global", "001"),
    ]
    assert {row["market_id"] for row in found.values()} == {"smart-lock"}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ({"claim_id": "plain"}, "stated"),
        ({"claim_id": "overridden"}, "overridden"),
        ({"claim_id": "rejected"}, "quarantined"),
        ({"claim_id": "plain", "confidence": 0.73} | HEADLINE, "unsure"),
        ({"claim_id": "plain", "confidence": 0.74} | HEADLINE, "stated"),
        ({"claim_id": "plain", "confidence": 0.94} | HEADLINE | {"segment": "Cloud"}, "unsure"),
        ({"claim_id": "plain", "confidence": 0.95} | HEADLINE | {"segment": "Cloud"}, "stated"),
        # the market's name carries an area, so the claim needs what a claim on an area needs
        ({"claim_id": "plain", "confidence": 0.73} | HEADLINE | {"market": "India smart locks"}, "unsure"),
        ({"claim_id": "overridden", "confidence": 0.1}, "overridden"),  # a person looked at it
        ({"claim_id": "confirmed", "confidence": 0.1}, "stated"),
    ],
)
def test_the_status_is_what_people_decided_then_what_the_reading_is_worth(
    read_claims: Read, claim: Any, status: Any
) -> None:
    assert read_claims([claim], _decisions())[claim["claim_id"]]["status"] == status


@pytest.mark.parametrize(
    ("claim_id", "status"),
    [("plain", "unsure"), ("confirmed", "stated"), ("overridden", "overridden"), ("rejected", "quarantined")],
)
def test_a_guard_holds_a_claim_back_until_a_person_decides_and_is_told_all_the_same(
    read_claims: Read, claim_id: str, status: str
) -> None:
    row = read_claims([{"claim_id": claim_id, "value": Decimal(260), "value_as_printed": "260"}], _decisions())[
        claim_id
    ]
    assert (row["status"], row["guard"]) == (status, "small_size")
    assert row["guard_words"] == "“260” is read as a size of USD 260"


def test_what_a_later_edition_states_again_is_superseded_even_where_it_was_overridden(
    read_claims: Read, doc: Doc
) -> None:
    found = read_claims(
        [{"claim_id": c, "document_id": doc("old")} for c in ("plain", "overridden", "rejected")]
        + [{"claim_id": "kept", "document_id": doc("old"), "metric": "volume"}, {"claim_id": "again"}]
        + [{"claim_id": "lost", "document_id": doc("retracted")}],
        _decisions(),
    )
    assert {c: row["status"] for c, row in found.items()} == {
        "plain": "superseded",
        "overridden": "superseded",
        "rejected": "quarantined",
        "kept": "stated",
        "again": "stated",
    }


def test_an_override_leaves_the_printed_value_in_the_claim(read_claims: Read) -> None:
    assert read_claims([{"claim_id": "overridden", "value": Decimal(7)}], _decisions())["overridden"]["obs_value"] == 7


def _decisions() -> Any:
    signed: dict[str, Any] = {"author": "a", "date": date(2026, 1, 1), "reason": "r"}
    return Decisions(
        overrides=(Override(kind="override", claim_id="overridden", obs_value=Decimal(9), **signed),),
        rejected_claims=(RejectedClaim(kind="rejected_claim", claim_id="rejected", **signed),),
        confirmed_claims=(ConfirmedClaim(kind="confirmed_claim", claim_id="confirmed", **signed),),
    )


def test_a_segment_without_dimension_takes_the_one_its_document_lists_it_under(read_claims: Read) -> None:
    listed = [
        {"dimension": "End User", "name": "Chemicals", "market": "Smart locks"},
        {"dimension": "Type", "name": "Others", "market": "Smart locks"},
        {"dimension": "End user", "name": "Others", "market": "Smart locks"},
    ]
    found = read_claims(
        [
            {"claim_id": "listed", "segment": "chemical", "market": "Smart locks"},
            {"claim_id": "twice", "segment": "Others", "market": "Smart locks"},
            {"claim_id": "never", "segment": "Bakeries", "market": "Smart locks"},
            {"claim_id": "elsewhere", "segment": "Chemicals", "market": "Door bolts"},
        ],
        raw_segments=listed,
    )
    assert {c: row["segment_key"] for c, row in found.items()} == {
        "listed": "end user:chemical",
        "twice": ":other",
        "never": ":bakery",
        "elsewhere": "end user:chemical",  # its own document lists it, on whatever market
    }
    assert all(row["dimension"] is None for row in found.values())


def test_a_segment_without_dimension_takes_the_one_other_documents_of_its_market_agree_on(
    read_claims: Read, doc: Doc
) -> None:
    claims = [
        {"claim_id": "here", "segment": "Farms", "market": "Smart locks"},
        {
            "claim_id": "there",
            "document_id": doc("old"),
            "segment": "farm",
            "dimension": "End-user",
            "market": "Smart locks",
        },
        {"claim_id": "other", "segment": "Farms", "market": "Door bolts"},
    ]
    found = read_claims(claims)
    assert [found[c]["segment_key"] for c in ("here", "there", "other")] == ["end user:farm", "end user:farm", ":farm"]


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (("End user", "Food and beverage plants"), ("End-User", "Food & Beverage"), True),
        (("Deployment Model", "Cloud-Based"), ("by deployment", "cloud segment"), True),
        (("Capacity", "Above 5 MW"), ("capacity", ">5 MW"), True),
        (("Capacity", "500 kW to 5 MW"), ("Capacity", "Between 500 kW and 5 MW"), True),
        (("Cluster size", "2,049-16,384 Accelerators"), ("Cluster Size", "2049–16384 accelerators"), True),
        (("Type", "Others"), ("Type", "Other"), True),
        (("Type", "Handheld systems"), ("Type", "Handheld devices"), True),
        (("Region", "Centres"), ("Geography", "centers"), True),
        (("Capacity", "Above 5 MW"), ("Capacity", "Below 5 MW"), False),
        (("Capacity", "2,049-16,384"), ("Capacity", "257-2,048"), False),
        (("Type", "Cloud"), ("Deployment", "Cloud"), False),
        (("Type", "Private cloud"), ("Type", "Cloud"), False),
        (("Type", "Onshore"), ("Type", "Offshore"), False),
    ],
)  # fmt: skip
def test_segments_are_compared_by_their_telling_words(left: Any, right: Any, same: Any) -> None:
    assert (segment_key(*left) == segment_key(*right)) is same


def test_what_a_market_ends_with_says_nothing_at_a_members_end() -> None:
    assert segment_key("Type", "Weather-based controllers", "smart-irrigation-controller") == "type:weather"
    assert segment_key("Type", "Weather-based controllers", "valve") == "type:weather controller"
    assert segment_key("Type", "Controllers", "smart-irrigation-controller") == "type:controller"
    assert segment_key("Type", None) is None
    assert segment_key(None, "Systems") == ":system"
    assert dimension_key("by") == ""
    assert member_key("and") == "and"


def test_a_node_listed_twice_is_one_row_with_its_first_words(run: Run, doc: Doc) -> None:
    listed = [
        {"dimension": "Deployment Model", "name": "Cloud-Based", "position": 4, "char_start": 50, "char_end": 61},
        {"dimension": "Deployment", "name": "Cloud", "position": 0, "char_start": 5, "char_end": 10, "repair": "glued"},
        {"dimension": "Region", "name": "Japan", "parent": "Asia", "char_start": 20, "char_end": 25},
        {"dimension": "Region", "name": "Japan", "char_start": 30, "char_end": 35},
        {"dimension": "Region", "name": "Japan", "char_start": 30, "char_end": 35, "document_id": doc("retracted")},
    ]
    tables = {
        "raw.segments": [{"document_id": doc("new"), "market": "Smart locks"} | row for row in listed],
        "core.documents": [{"document_id": doc("new"), "publisher_id": "wire"}],
        "core.markets": [{"market_id": "smart-lock", "market": "Smart lock", "names": "India smart locks|Smart locks"}],
    }
    found = run(core_segments.STEP, tables)["core.segments"].to_dicts()
    assert [(r["dimension"], r["segment"], r["parent"], r["n_mentions"], r["char_start"]) for r in found] == [
        ("Deployment", "Cloud", None, 2, 5),
        ("Region", "Japan", None, 1, 30),
        ("Region", "Japan", "Asia", 1, 20),
    ]
    assert (found[0]["position"], found[0]["repair"], found[0]["segment_key"], found[0]["market_id"]) == (
        0,
        "glued",
        "deployment:cloud",
        "smart-lock",
    )


def test_a_company_is_one_row_with_its_strongest_sound_role(make: Run, doc: Doc) -> None:
    off_topic: dict[str, Any] = {"role": "key_player", "status": "quarantined", "reason": "off_topic"}
    named: list[dict[str, Any]] = [
        {"name": "Kelvin Loop Systems", "role": "mentioned", "listing": -1},
        {"name": "KELVIN LOOP SYSTEMS, INC.", "product": "Loop 2"},
        {"name": "Petal Florists"} | off_topic,
        {"name": "Two Faces"} | off_topic,
        {"name": "Two Faces", "role": "mentioned"},
    ]
    named = [row | {"char_start": 10 * n + 1, "char_end": 10 * n + 2} for n, row in enumerate(named)]
    tables = {
        "raw.players": [{"document_id": doc("new")} | row for row in named],
        "core.documents": [{"document_id": doc("new"), "publisher_id": "wire", "market_id": "door-bolt"}],
    }
    found = make(("company names", "companies"), tables)["core.companies"].to_dicts()
    told = [
        (r["company"], r["role"], r["status"], r["reason"], r["product"], r["n_mentions"], r["rank"]) for r in found
    ]
    assert told == [
        ("KELVIN LOOP SYSTEMS, INC.", "key_player", "stated", None, "Loop 2", 2, None),
        ("Petal Florists", "key_player", "quarantined", "off_topic", None, 1, None),
        ("Two Faces", "mentioned", "stated", None, None, 2, None),
    ]
    assert found[0]["char_start"] == 1
    assert [(r["company_id"], r["n_neighbours"], r["method"]) for r in found] == [
        ("kelvin-loop-systems", 0, None),
        ("petal-florists", 0, "sector_words"),
        ("two-faces", 0, None),
    ]


def test_every_area_that_claims_name_has_a_kind_and_a_name(run: Run, doc: Doc) -> None:
    codes = [
        ("001", "Global"),
        ("150", "Europe"),
        ("IND", "India"),
        ("vendor:Asia-Pacific", "APAC"),
        ("003|150", "both"),
        ("XKX", "Kosovo-ish"),
    ]
    claims = [
        {"claim_id": f"c{n}", "document_id": doc("a"), "ref_area": code, "geography": name}
        for n, (code, name) in enumerate(codes)
    ]  # fmt: skip
    found = run(core_areas.STEP, {"core.claims": claims})["core.areas"]
    assert found.rows() == [
        ("001", "Global", "world", None),
        ("003|150", "North America and Europe", "vendor_region", None),
        ("150", "Europe", "region", None),
        ("IND", "India", "country", None),
        ("XKX", "Kosovo" if _lists_kosovo() else "Kosovo-ish", "country", None),
        ("vendor:Asia-Pacific", "Asia-Pacific", "vendor_region", None),
    ]


def test_regions_with_known_members_show_them_and_the_code_that_they_are_compared_under(run: Run, doc: Doc) -> None:
    claims = [
        {"claim_id": f"c{n}", "document_id": doc("a"), "ref_area": code, "geography": code}
        for n, code in enumerate(("NZL|AUS", "vendor:Nordic Countries", "JPN|CHN"))
    ]
    found = run(core_areas.STEP, {"core.claims": claims})["core.areas"]
    members = {code: known for code, _, _, known in found.iter_rows()}
    assert members == {
        "NZL|AUS": ["AUS", "NZL"],
        "vendor:ANZ": ["AUS", "NZL"],
        "vendor:Nordic Countries": ["DNK", "FIN", "ISL", "NOR", "SWE"],
        "vendor:Nordics": ["DNK", "FIN", "ISL", "NOR", "SWE"],
        "JPN|CHN": ["CHN", "JPN"],
        "CHN|JPN": ["CHN", "JPN"],
    }
    assert set(found["kind"]) == {"vendor_region"}


def _lists_kosovo() -> Any:
    from sources.grammar.areas import area_names

    return any(area.code == "XKX" for area in area_names().values())


@pytest.mark.parametrize("code", ["", "India", "vendor:", "ind", "12", "003|", "003|India"])
def test_a_code_that_is_none_stops_the_build_and_says_what_to_do(code: Any) -> None:
    with pytest.raises(BuildError, match=r"ref_area: .* is no M49 code.*areas\.yml"):
        core_areas.kind_of(code)
