"""Drivers and restraints in every form, in invented markets; each case lists all that is to be found, in order."""

from __future__ import annotations

import pytest

from sources.extract.statements.driver_roles import horizon, role_of
from tests.unit.sources.extract.reading import read

HEAD = "Harbour Crane Market Report 2026\n\n"


def found(text: str) -> list[tuple[str, str]]:
    return [(d.role, d.name) for d in read(HEAD + text).drivers]


PROSE = [
    (
        "Demand for harbour cranes is driven by ageing quays, larger container ships and a shortage of crane drivers.",
        [("driver", "ageing quays"), ("driver", "larger container ships"), ("driver", "shortage of crane drivers")],
    ),
    (
        "The market is growing, fuelled by falling battery prices and rising diesel taxes.",
        [("driver", "falling battery prices"), ("driver", "rising diesel taxes")],
    ),
    (
        "Sales of oat drinks are supported by lactose intolerance, which affects many adults in the region.",
        [("driver", "lactose intolerance")],
    ),
    (
        "Growth in Latin America is hampered by high import duties and slow customs clearance.",
        [("restraint", "high import duties"), ("restraint", "slow customs clearance")],
    ),
    (
        "The decline in sales was driven by cheaper imports from two neighbouring countries.",
        [("restraint", "cheaper imports from two neighbouring countries")],
    ),
    (
        "The industry faces challenges such as corrosion, spare parts with long delivery times, and a lack of welders.",
        [
            ("restraint", "corrosion"),
            ("restraint", "spare parts with long delivery times"),
            ("restraint", "lack of welders"),
        ],
    ),
    (
        "Key growth drivers include home delivery (within one hour), chilled lockers and pharmacy vans.",
        [("driver", "home delivery"), ("driver", "chilled lockers"), ("driver", "pharmacy vans")],
    ),
    ("Sterile water supply remains a major barrier to dialysis at home.", [("restraint", "Sterile water supply")]),
    ("The main restraint is the price of cobalt.", [("restraint", "price of cobalt")]),
    ("Stricter noise rules are a key driver of market growth.", [("driver", "Stricter noise rules")]),
    ("Cheap sensors are fuelling demand for connected beehives.", [("driver", "Cheap sensors")]),
    ("High upfront cost could hamper adoption in small clinics.", [("restraint", "High upfront cost")]),
    (
        "The choice of pump depends on flow rate, lifting height and solids content, and demand follows.",
        [],
    ),
    (
        "Growth is driven by new bridges. Moreover, ports are replacing their oldest gantries.",
        [("driver", "new bridges"), ("driver", "ports are replacing their oldest gantries")],
    ),
    (
        "Die Nachfrage wird getrieben durch steigende Löhne, knappe Flächen und strengere Normen.",
        [("driver", "steigende Löhne"), ("driver", "knappe Flächen"), ("driver", "strengere Normen")],
    ),
    (
        "El crecimiento del mercado está impulsado por nuevas normas de riego y la escasez de agua.",
        [("driver", "nuevas normas de riego"), ("driver", "la escasez de agua")],
    ),
]
NOT_DRIVERS = [
    "The hoist is driven by a hydraulic motor with two stages.",
    "The trolley is supported by four steel wheels.",
    "A post driver and two free weekends are the alternative.",
    "Skills are not a barrier to adoption any more.",
    "Crane operators present several challenges in their annual report.",
    "The report covers drivers, restraints, opportunities, and competitive developments.",
    "This drives up nothing.",
    "The company was limited by shares until 2019.",
    "Printer drivers are listed in the annex.",
    "Nordkai leads, followed by Liftholm.",
]


@pytest.mark.parametrize(("text", "expected"), PROSE, ids=[text[:40] for text, _ in PROSE])
def test_prose_names_drivers_and_restraints(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize("text", NOT_DRIVERS)
def test_words_of_machines_and_tables_of_contents_name_none(text: str) -> None:
    assert found(text) == []


LISTS = [
    (
        "Market Drivers\n- Ageing quays: many date from the 1960s\n- Larger ships\n- Labour shortage: drivers retire early\n",
        [("driver", "Ageing quays"), ("driver", "Larger ships"), ("driver", "Labour shortage")],
    ),
    (
        "Key Challenges\n- Salt corrosion shortens the life of every joint.\n- Permits take two years, on average.\n",
        [("restraint", "Salt corrosion shortens the life of every joint"), ("restraint", "Permits take two years")],
    ),
    (
        "Rubber-tyred cranes: The second segment by units. Growth drivers include:\n- No rails: they go wherever the yard goes\n- Resale value: a second life inland\n",
        [("driver", "No rails"), ("driver", "Resale value")],
    ),
    (
        "Buyers in cold regions require:\n- Heated cabins: minus forty is common\n- Low-temperature steel: no brittle joints\n",
        [("requirement", "Heated cabins"), ("requirement", "Low-temperature steel")],
    ),
    (
        "## Restraints\n\n**Steel prices.** A crane is mostly steel.\n\n### Interest rates\n\nPorts borrow.\n",
        [],
    ),
]


@pytest.mark.parametrize(("text", "expected"), LISTS, ids=[text[:24] for text, _ in LISTS])
def test_lists_under_headings_and_behind_closing_words(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_a_list_behind_a_segments_label_is_said_of_that_segment() -> None:
    text = "Tyre cranes: The second segment. Drivers include:\n- No rails: they go wherever\n- Resale value: a second life\n"
    assert [d.segment for d in read(HEAD + text).drivers] == ["Tyre cranes", "Tyre cranes"]


TABLE = (
    "| Driver | Impact on CAGR | Region | Horizon |\n|---|---|---|---|\n"
    "| Ageing quays | +2.1% | Europe, Middle East and Africa | Short term (≤ 2 years) |\n"
    "| Larger ships | +1.4% | Global | Long term (≥ 4 years) |\n"
    "| Source: Ferrow and Lisle | | | |\n\n"
    "| Restraint | Impact on CAGR | Region | Horizon |\n|---|---|---|---|\n"
    "| Steel prices | -0.9% | Japan and South Korea | Medium term (2-4 years) |\n\n"
    "*Impacts are directional and not additive.\n"
)


def test_a_table_of_impacts_gives_areas_timeline_and_the_place_of_the_figure() -> None:
    extraction = read(HEAD + TABLE)
    rows = [d for d in extraction.drivers if d.rule == "driver.table_impact"]
    assert [(d.role, d.name) for d in rows] == [
        ("driver", "Ageing quays"),
        ("driver", "Larger ships"),
        ("restraint", "Steel prices"),
    ]
    assert [d.geographies for d in rows] == [
        ("Europe", "Middle East and Africa"),
        ("Global",),
        ("Japan", "South Korea"),
    ]
    assert [(d.years_from, d.years_to) for d in rows] == [(None, 2), (4, None), (2, 4)]
    impacts = {(m.char_start, m.char_end): m.value for m in extraction.mentions if m.metric == "impact_on_cagr"}
    inside = [
        [v for (a, b), v in impacts.items() if (d.impact_start or 0) <= a and b <= (d.impact_end or 0)] for d in rows
    ]
    assert [[float(v) for v in values] for values in inside] == [[2.1], [1.4], [-0.9]]
    assert [f.value for f in extraction.facts if f.name == "impact_caveat"] == [
        "*Impacts are directional and not additive."
    ]


def test_additive_manufacturing_is_no_caveat() -> None:
    text = HEAD + "Additive manufacturing is not a driver of this market. Parts are not made by additive processes."
    assert [f for f in read(text).facts if f.name == "impact_caveat" and "processes" in (f.value or "")] == []


@pytest.mark.parametrize(
    ("line", "market", "role"),
    [
        ("Market Drivers", None, "driver"),
        ("3. Key Challenges", None, "restraint"),
        ("What is driving the seaweed market?", None, "driver"),
        ("Restraint Impact Analysis*", None, "restraint"),
        ("Drivers and Restraints", None, None),
        ("LED Drivers Market", None, None),
        ("LED drivers", "LED driver", None),
        ("Growth drivers", "LED driver", "driver"),
        ("Marktchancen", None, None),
        ("Regional outlook", None, None),
        ("The challenges that ports meet are many and so is what they do about every one of them", None, None),
    ],
)
def test_a_heading_gives_a_role_where_it_names_one_and_no_market(
    line: str, market: str | None, role: str | None
) -> None:
    assert role_of(line, "en", market) == role


@pytest.mark.parametrize(
    ("printed", "years"),
    [
        ("Short term (≤ 2 years)", (None, 2)),
        ("Medium term (2-4 years)", (2, 4)),
        ("Long term (≥ 4 years)", (4, None)),
        ("5+ years", (5, None)),
        ("up to 3 years", (None, 3)),
        ("Long term", (None, None)),
    ],
)
def test_a_timeline_s_years(printed: str, years: tuple[int | None, int | None]) -> None:
    assert horizon(printed) == years
