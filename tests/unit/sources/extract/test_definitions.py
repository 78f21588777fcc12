"""Definitions in every form, in invented markets; each case says what is defined, how it is read, and what belongs to it."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import read

CASES = [
    (
        "Beehive Sensor Market Report\n\nThe beehive sensor market refers to the sale of devices that weigh and listen to hives.",
        [("market", "beehive sensor market", (), ())],
    ),
    (
        "Ballast Water Treatment Market\n\nThe ballast water treatment market encompasses filters, UV lamps, electrolysis cells and retrofit services.",
        [
            (
                "market",
                "ballast water treatment market",
                ("filters", "UV lamps", "electrolysis cells", "retrofit services"),
                (),
            )
        ],
    ),
    (
        "Tidal Turbine Market\n\nA tidal turbine is a machine that takes energy from moving water, such as currents and estuaries.",
        [("market", "tidal turbine", ("currents", "estuaries"), ())],
    ),
    (
        "Snow Gun Market\n\nThe snow gun market comprises fans and lances. It excludes snow groomers, lifts and lodges.",
        [
            ("market", "snow gun market", ("fans", "lances"), ()),
            ("market", "Snow Gun", (), ("snow groomers", "lifts", "lodges")),
        ],
    ),
    (
        "Cold Plasma Market\n\nCold plasma is defined as ionised gas whose heavy particles stay near room temperature.",
        [("market", "Cold plasma", (), ())],
    ),
    (
        "Kelp Farming Market\n\nLongline farming refers to seaweed grown on ropes between two buoys.",
        [("term", "Longline farming", (), ())],
    ),
    (
        "Timber Tower Market\n\nTimber towers—tall buildings whose frame is made of wood—have left the trial stage.",
        [("market", "Timber towers", (), ())],
    ),
    (
        "Timber Tower Market\n\nTimber towers, the tallest of which has 25 floors, sell well.",
        [],
    ),
    (
        "Rail Grinding Market\n\nThe rail grinding market includes grinding trains, crews and inspection software, but does not include new rails.",
        [("market", "rail grinding market", ("grinding trains", "crews", "inspection software"), ("new rails",))],
    ),
    (
        "Marché des tuiles solaires\n\nLe marché des tuiles solaires désigne la vente de tuiles qui produisent du courant.",
        [("market", "marché des tuiles solaires", (), ())],
    ),
    (
        "Mercado de drones agrícolas\n\nEl mercado de drones agrícolas abarca aeronaves, cámaras y servicios de pulverización.",
        [("market", "mercado de drones agrícolas", ("aeronaves", "cámaras", "servicios de pulverización"), ())],
    ),
]
NOTHING = [
    "Beehive Sensor Market\n\nThe beehive sensor market is a fast-growing sector with many entrants.",
    "Beehive Sensor Market\n\nThe beehive sensor market includes key players such as Apiwell and Hivewright.",
    "Beehive Sensor Market\n\nThe report covers drivers, prices and forecasts for ten countries.",
    "Beehive Sensor Market\n\nIt includes a free sample and a call with the analyst.",
    "Beehive Sensor Market\n\nThe leading companies in the beehive sensor market include Apiwell and Hivewright.",
    "Beehive Sensor Market\n\nA beehive sensor is a key tool of any modern apiary.",
    "Beehive Sensor Market\n\nAnnex 3 refers to sales before tax.",
    "Beehive Sensor Market\n\nThe beehive sensor market is valued at USD 40 million in 2025.",
    "Beehive Sensor Market\n\nHe describes himself as a beekeeper of the old school.",
]


def found(text: str) -> list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    return [(d.kind, d.term, d.includes, d.excludes) for d in read(text).definitions]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:28] for text, _ in CASES])
def test_what_is_defined_and_what_belongs_to_it(text: str, expected: list[object]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize("text", NOTHING, ids=[text[-40:] for text in NOTHING])
def test_praise_players_and_what_a_report_covers_define_nothing(text: str) -> None:
    assert found(text) == []


def test_an_insertion_between_dashes_defines_the_documents_topic() -> None:
    text = "Pile Driver Rental Market\n\nPile driver rental—the hire of machines that ram posts and sheets—has grown."
    assert [(d.term, d.definition) for d in read(text).definitions] == [
        ("Pile driver rental", "the hire of machines that ram posts and sheets")
    ]


def test_a_segments_label_explains_it_unless_it_states_a_figure() -> None:
    text = (
        "Snow Gun Market\n\nThe market is split by type into fan guns, lances and hybrid guns.\n\n"
        "Fan guns: Machines with a ring of nozzles and a motor, moved on wheels.\n\n"
        "Lances: The largest type, with 61% of revenue in 2025.\n"
    )
    labelled = [(d.kind, d.term, d.definition) for d in read(text).definitions if d.rule == "definition.label"]
    assert labelled == [("segment", "Fan guns", "Machines with a ring of nozzles and a motor, moved on wheels")]


def test_stages_of_the_value_chain_need_two_of_them() -> None:
    chain = "Upstream suppliers of zinc, resin and wire feed it, midstream integrators wind coils, and downstream users include mills and ports."
    one = "Upstream suppliers of zinc are few."
    told = read("Lifting Magnet Market\n\n" + chain).definitions
    assert [(d.kind, d.term, d.includes) for d in told] == [
        ("value_chain", "upstream", ("zinc", "resin", "wire feed it")),
        ("value_chain", "midstream", ()),
        ("value_chain", "downstream", ("mills", "ports")),
    ]
    assert read("Lifting Magnet Market\n\n" + one).definitions == ()
