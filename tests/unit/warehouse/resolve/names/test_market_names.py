"""One printed market name: what it names, where, and which acronyms it explains."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warehouse.resolve.names.market_names import market_in_title, read_name

_PIECES = (
    """
global|the|AI|GPU|training|clusters|market|markets|industry|size|and|share|report|for|in|of|India|Indian|North America
US|Asia-Pacific|(US)|(EVSE)|electric|vehicle|supply|equipment|smart|locks|2025-2032|mercado|de|telemedicina|worldwide|ride
turkey|meat|software|data|centre|(SaaS)|as a service|by|type|capital|plug-in|row|介護ロボット市場|世界の
""".strip()
    .replace("\n", "|")
    .split("|")
)
BESS = "battery energy storage system"
LIMS = "laboratory information management system"


@pytest.mark.parametrize(
    ("printed", "tokens", "area"),
    [
        ("AI Training GPU Cluster Market Size and Share", "ai training gpu cluster", None),
        ("the global AI training GPU clusters industry", "ai training gpu cluster", None),
        ("Global Smart Lock Market Report 2026-2032", "smart lock", None),
        ("India battery recycling", "battery recycling", "IND"),
        ("Indian cold chain", "cold chain", "IND"),
        ("Smart Lock Market in India by Type", "smart lock", "IND"),
        ("smart lock market, North America", "smart lock", "003"),
        ("Asia-Pacific smart lock", "smart lock", "vendor:Asia-Pacific"),
        ("Smart locks (U.S.)", "smart lock", "USA"),
        ("Cloud Gaming - Worldwide", "cloud gaming", None),
        ("Smart locks in the world", "smart lock", None),  # the world is no area to be kept
        ("El mercado de bioinsumos agrícolas en América Latina", "bioinsumo agricola", "419"),
        ("Der deutsche Markt für Agri-Photovoltaik", "agrivoltaic", "DEU"),
        ("世界の介護ロボット市場規模", "介護ロボット", None),
        ("Artificial Intelligence in Healthcare", "healthcare ai", None),
        ("liquid cooling for data centres", "data center liquid cooling", None),
        ("Batteries (lead-acid)", "lead acid battery", None),
        ("GPU as a Service (GPUaaS)", "gpu as a service", None),
        # words that only look like an area, a market word or boilerplate
        ("turkey meat", "turkey meat", None),
        ("row crop planters", "row crop planter", None),
        ("capital market software", "capital market software", None),
        ("ride share market", "ride share", None),
        ("market research services", "market research service", None),
        ("grenade launchers", "grenade launcher", None),
        ("Industry 4.0", "industry 4.0", None),
        # several areas are no one area: they stay in the name
        ("US and Canada smart locks", "us and canada smart lock", None),
        # nothing that names a market
        ("Market", "", None),
        ("Global", "", None),
        ("", "", None),
        ("2025", "", None),
    ],
)
def test_a_name_is_read_without_what_says_nothing_of_its_scope(printed: Any, tokens: Any, area: Any) -> None:
    found = read_name(printed)
    assert " ".join(found.tokens) == tokens
    assert (found.area.code if found.area else None) == area


@pytest.mark.parametrize(
    ("printed", "tokens", "acronyms"),
    [
        ("Battery Energy Storage System (BESS) Market", BESS, [("bess", BESS)]),
        ("BESS (Battery Energy Storage System)", BESS, [("bess", BESS)]),
        ("Laboratory Information Management System (LIMS) software", f"{LIMS} software",
         [("lims", LIMS)]),
        ("Battery Energy Storage (SiC)", "sic battery energy storage", []),  # no initials: a qualifier, not an acronym
    ],
)  # fmt: skip
def test_an_acronym_in_brackets_is_explained_by_the_words_whose_initials_it_is(
    printed: Any, tokens: Any, acronyms: Any
) -> None:
    found = read_name(printed)
    assert " ".join(found.tokens) == tokens
    assert [(acronym, " ".join(phrase)) for acronym, phrase in found.acronyms] == acronyms


@settings(deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=8).map(" ".join))
def test_reading_a_name_twice_changes_nothing(printed: Any) -> None:
    once = read_name(printed).tokens
    assert read_name(" ".join(once)).tokens == once


@settings(deadline=None)
@given(st.text(max_size=40))
def test_any_text_can_be_read(printed: Any) -> None:
    once = read_name(printed).tokens
    assert read_name(" ".join(once)).tokens == once


@pytest.mark.parametrize(
    ("title", "market"),
    [
        (
            "Smart Lock – World Market Share, Ranking and Sales Outlook 2026-2032",
            "smart lock",
        ),
        ("What Is the Smart Lock Market?", "smart lock"),
        ("Industrial Heat Pump Market | Quayside Analytics", "industrial heat pump"),
        ("Smart Lock Market Grows to New Heights: A Report", "smart lock"),
        ("介護ロボットの世界市場:2032年までの予測", "介護ロボット"),
        ("Factories turn to heat pumps as steam budgets tighten", None),
        ("Smart Irrigation Controllers", None),
        ("", None),
    ],
)
def test_a_title_names_a_market_only_beside_a_market_word(title: Any, market: Any) -> None:
    found = market_in_title(title)
    assert (" ".join(read_name(found).tokens) if found else None) == market
