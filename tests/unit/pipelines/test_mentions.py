"""The lines of `parallax extract` are an interface: these names, these types, this order."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal

from pipelines.cli.read.extract_lines import Kind, json_number, lines_of
from sources.extract.decide.settle import settle
from sources.records import (
    Basis,
    Definition,
    Driver,
    Extraction,
    Fact,
    Mention,
    Player,
    Quality,
    Rejection,
    Segment,
    Technical,
)

MENTION = Mention(
    char_start=30,
    char_end=46,
    surface="USD 65.28 billion",
    metric="market_size",
    value=Decimal("65280000000.00"),
    value_high=None,
    unit="USD",
    unit_per=None,
    comparator="~",
    year=2026,
    time_period="2026",
    period_start=None,
    period_end=None,
    period_inferred=False,
    inference_basis=None,
    status="forecast",
    publisher=None,
    market="Widgets",
    dimension=None,
    segment=None,
    geography="Global",
    ref_area="001",
    subject=None,
    rule="money.market",
    claim_id="abc",
)
EXTRACTION = Extraction(
    document_id="d",
    extractor_version="v",
    language="en",
    claims=(),
    mentions=(MENTION, replace(MENTION, char_start=5, char_end=8, publisher="Borealis", value=Decimal("16.87"))),
    rejections=(Rejection(1, 3, "42", "page_number"),),
    players=(Player(60, 63, "Foo", "Foo", None, "key_player", 0, 0, "stated", None),),
    segments=(Segment(50, 55, "Cloud", "Widgets", "Deployment", "Cloud", None, 0, None, None, None),),
    facts=(Fact("publisher", "Acme", 0, 4),),
    definitions=(
        Definition(6, 9, "all", "market", "Widgets", "all of it", ("bolts",), (), "Widgets", "definition.is"),
    ),
    drivers=(
        Driver(
            70, 73, "Tax", "restraint", "Tax", "Widgets", None, ("Japan",), ("JPN",), None, None, 2, 74, 77, 0, 0, "d"
        ),
    ),
    technical=(
        Technical(80, 84, "5 kW", "power", None, ("W9",), (), Decimal(5), None, "=", "kW", None, None, None, "t"),
    ),
    qualities=(
        Quality(90, 94, "wear", "wear", ("belt",), "wear", "slight", "minimal", None, ("belt slip",), None, "q"),
    ),
    bases=(Basis(95, 99, "MSPs", "value", "manufacturer", None, "document", None, "b"),),
)
# the names that DESIGN.md promises for every figure
PROMISED = {
    "document", "char_start", "char_end", "surface", "metric", "value", "value_high", "unit", "comparator", "year",
    "period_start", "period_end", "period_inferred", "status", "publisher", "market", "dimension", "segment", "geography",
    "subject", "rule", "confidence",
}  # fmt: skip


def test_a_figure_has_every_promised_name_and_a_few_more() -> None:
    line = lines_of("report.txt", EXTRACTION, frozenset({Kind.figure}))[1]
    assert set(line) == PROMISED | {"kind", "claim_id", "unit_per", "time_period", "assertion"}
    assert line["document"] == "report.txt"


def test_a_figure_carries_the_confidence_of_its_claim() -> None:
    ((claim,), mentions) = settle("d", [replace(MENTION, claim_id="")])
    sure = (replace(claim, confidence=0.83),)
    (line,) = lines_of("r", replace(EXTRACTION, claims=sure, mentions=mentions), frozenset({Kind.figure}))
    assert line["confidence"] == 0.83


def test_values_are_json_numbers_and_integers_where_they_are_whole() -> None:
    first, second = lines_of("r", EXTRACTION, frozenset({Kind.figure}))
    assert '"value": 65280000000,' in json.dumps(second)
    assert '"value": 16.87,' in json.dumps(first)
    assert json_number(Decimal("0.10")) == 0.1
    assert json_number(None) is None


def test_a_figure_that_names_no_speaker_is_said_by_the_documents_publisher() -> None:
    first, second = lines_of("r", EXTRACTION, frozenset({Kind.figure}))
    assert (first["publisher"], second["publisher"]) == ("Borealis", "Acme")


def test_lines_of_all_kinds_follow_the_text() -> None:
    lines = lines_of("r", EXTRACTION, frozenset(Kind))
    assert [(line["kind"], line["char_start"]) for line in lines] == [
        ("fact", 0),
        ("rejection", 1),
        ("figure", 5),
        ("definition", 6),
        ("figure", 30),
        ("segment", 50),
        ("company", 60),
        ("driver", 70),
        ("technical", 80),
        ("quality", 90),
        ("basis", 95),
    ]


def test_other_kinds_are_flat_objects_with_lists_and_json_numbers() -> None:
    lines = {line["kind"]: line for line in lines_of("r", EXTRACTION, frozenset(Kind))}
    assert (lines["definition"]["defines"], lines["definition"]["includes"]) == ("market", ["bolts"])
    assert (lines["driver"]["geographies"], lines["driver"]["years_to"]) == (["Japan"], 2)
    assert (lines["technical"]["value"], lines["technical"]["products"]) == (5, ["W9"])
    assert (lines["basis"]["tells"], lines["basis"]["basis"]) == ("value", "manufacturer")
    assert (lines["quality"]["polarity"], lines["quality"]["terms"]) == ("slight", ["belt"])


def test_only_the_kinds_asked_for_are_given() -> None:
    assert {line["kind"] for line in lines_of("r", EXTRACTION, frozenset({Kind.company, Kind.fact}))} == {
        "company",
        "fact",
    }


def test_a_withdrawn_figure_is_a_kind_of_its_own() -> None:
    mentions = tuple(replace(one, assertion="withdrawn") for one in EXTRACTION.mentions)
    withdrawn = replace(EXTRACTION, mentions=mentions)
    assert lines_of("report.txt", withdrawn, frozenset({Kind.figure})) == []
    kinds = {line["kind"] for line in lines_of("report.txt", withdrawn, frozenset({Kind.withdrawn}))}
    assert kinds == {"withdrawn"}
