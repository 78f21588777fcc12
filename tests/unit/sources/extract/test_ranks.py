"""Ranks: who is said to be largest, fastest or second, within what; and superlatives that rank nobody."""

from __future__ import annotations

import pytest

from sources.records import Rank
from tests.unit.sources.extract.reading import read

TITLE = (
    "Harbour Crane Market\n\n"
    "The harbour crane market is segmented by drive into Electric Cranes, Diesel Cranes, and Hybrid Cranes.\n\n"
    "The harbour crane market is segmented by end user into Container Ports, Bulk Terminals, and Shipyards.\n\n"
)
DE = "Marktbericht\n\nDer Markt für Hafenkräne ist in den vergangenen Jahren gewachsen, und die Betreiber sehen sich nach der Lieferung um.\n\n"  # fmt: skip
FR = "Le marché des grues portuaires est en croissance dans les ports du pays et pour les opérateurs de la région.\n\n"
ES = "El mercado de las grúas portuarias crece en los puertos del país y para los operadores de la región.\n\n"
JA = "港湾クレーンの市場は拡大している。これは主に港の更新によるものである。\n\n"
ZH = "港口起重机市场正在增长，主要原因是港口更新。\n\n"


def ranks(text: str, before: str = TITLE) -> list[Rank]:
    found = read(before + text).ranks
    for rank in found:
        assert (before + text)[rank.char_start : rank.char_end] == rank.surface
        assert rank.position in rank.surface or rank.position in (before + text)
    return list(found)


@pytest.mark.parametrize(
    ("text", "subject", "kind", "dimension", "criterion", "ordinal", "period"),
    [
        ("Europe is the largest region.", "Europe", "area", "Geography", "size", 1, None),
        ("Europe held the largest share in 2025.", "Europe", "area", "Geography", "size", 1, "2025"),
        ("Electric cranes dominated the market in 2025.", "Electric Cranes", "segment", "Drive", "size", 1, "2025"),
        ("Hybrid cranes are the fastest-growing segment.", "Hybrid Cranes", "segment", "Drive", "growth", 1, None),
        ("Asia-Pacific is set to register the highest CAGR through 2032.", "Asia-Pacific", "area", "Geography", "growth", 1, "2032"),
        ("Electric cranes took 61% of sales in 2025, which keeps them the largest drive category.", "Electric Cranes", "segment", "Drive", "size", 1, "2025"),
        ("Bulk terminals remained the second-largest group.", "Bulk Terminals", "segment", "End user", "size", 2, None),
        ("North America is the third-largest market.", "North America", "area", "Geography", "size", 3, None),
        ("Container Ports: The largest end-user segment, with 48% of revenue.", "Container Ports", "segment", "End user", "size", 1, None),
        ("The largest region is Europe.", "Europe", "area", "Geography", "size", 1, None),
        ("The market is dominated by Europe.", "Europe", "area", "Geography", "size", 1, None),
        ("By drive, the hybrid cranes segment is expected to grow the fastest.", "Hybrid Cranes", "segment", "Drive", "growth", 1, None),
        ("Liftholm is the largest vendor in the market.", "Liftholm", "company", None, "size", 1, None),
        ("Shipyards, the second-largest end-user group, order in cycles.", "Shipyards", "segment", "End user", "size", 2, None),
        ("India is the second fastest-growing country.", "India", "area", "Geography", "growth", 2, None),
        ("Europe ranked second with 24.1%.", "Europe", "area", "Geography", "size", 2, None),
        ("Europe held the dominant share in 2024 and is to stay ahead until 2032.", "Europe", "area", "Geography", "size", 1, "2024"),
        ("Dock crews rented lifting hours as ports grew, at a scale that made electric cranes the clearly largest segment of revenue.", "Electric Cranes", "segment", "Drive", "size", 1, None),
        ("Low fares left Europe the second-largest region.", "Europe", "area", "Geography", "size", 2, None),
        ("Africa remained a smaller market.", "Africa", "area", "Geography", "size", None, None),
        ("Shipyards accounted for the smallest share in 2024.", "Shipyards", "segment", "End user", "size", None, "2024"),
    ],
)  # fmt: skip
def test_a_cue_ranks_the_part_the_area_or_the_company_it_is_said_of(
    text: str, subject: str, kind: str, dimension: str | None, criterion: str, ordinal: int | None, period: str | None
) -> None:
    found = ranks(text)
    assert [(r.subject, r.subject_kind, r.criterion, r.ordinal, r.time_period) for r in found] == [
        (subject, kind, criterion, ordinal, period)
    ]
    assert (found[0].dimension or "").lower() == (dimension or "").lower()


@pytest.mark.parametrize(
    ("text", "subject", "criterion", "ordinal"),
    [
        (DE + "Europa ist die größte Region.", "Europe", "size", 1),
        (DE + "Asien-Pazifik ist die am schnellsten wachsende Region.", "Asia-Pacific", "growth", 1),
        (
            DE + "Europa ist die größte Region, während Asien-Pazifik das höchste Wachstum verzeichnet.",
            "Asia-Pacific",
            "growth",
            1,
        ),
        (DE + "Frankreich war der zweitgrößte Markt.", "France", "size", 2),
        (FR + "L'Europe est la région la plus importante ; la France est le deuxième marché.", "France", "size", 2),
        (ES + "España es el mayor mercado.", "Spain", "size", 1),
        (JA + "欧州は最大の地域である。", "Europe", "size", 1),
        (ZH + "中国是最大的市场。", "China", "size", 1),
    ],
)
def test_ranks_are_read_in_the_other_languages(text: str, subject: str, criterion: str, ordinal: int) -> None:
    assert (subject, criterion, ordinal) in [(r.subject, r.criterion, r.ordinal) for r in read(text).ranks]


@pytest.mark.parametrize(
    "text",
    [
        "Europe is one of the largest regions.",
        "Liftholm is one of the leading vendors in the market.",
        "Which region is the largest?",
        "The largest challenge is the shortage of welders.",
        "The leading companies in the market include Liftholm, Portlift and Nordkai AG.",
        "Key players are Liftholm, Portlift and Nordkai AG.",
        "The market is dominated by a handful of vendors.",
        "Ports want the fastest delivery.",
        "The report lists the top 20 vendors.",
        "Demand is growing fast in Europe.",
        "Operators buy the largest cranes first.",
        "It is the largest market.",
        "The market is expected to grow at the highest pace in its history.",
        "These are the fastest-growing segments.",
        "Leading ports have begun to replace diesel cranes.",
        "Container ports rented hours at a scale that made night work the structurally largest revenue segment.",
        "Yard planning teams are the fastest-growing group.",
    ],
)
def test_superlatives_of_nobody_in_the_market_rank_nobody(text: str) -> None:
    assert ranks(text) == []


def test_two_areas_joined_by_and_are_both_ranked() -> None:
    found = ranks("Europe and North America remained smaller markets.")
    assert [r.subject for r in found] == ["Europe", "North America"]


def test_one_sentence_says_it_once_and_other_dimensions_may_have_a_largest_of_their_own() -> None:
    found = ranks("Electric cranes dominated the market in 2025 and remain the dominant segment.")
    assert [(r.subject, r.ordinal) for r in found] == [("Electric Cranes", 1)]
    two = ranks("Electric cranes are the largest segment. Container ports are the largest segment.")
    assert [(r.subject, (r.dimension or "").lower()) for r in two] == [("Electric Cranes", "drive"), ("Container Ports", "end user")]  # fmt: skip


def test_a_rank_within_an_area_says_which() -> None:
    (rank,) = ranks("China is the largest single country in Asia-Pacific.")
    assert (rank.subject, rank.geography) == ("China", "Asia-Pacific")
