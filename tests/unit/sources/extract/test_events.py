"""Dated developments: what states one, when, by whom and for how much; and forms that only look like one."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.records import Event
from tests.unit.sources.extract.reading import read

TITLE = "Harbour Crane Market\n\n"
DE = "Der Markt für Hafenkräne ist in den vergangenen Jahren gewachsen, und die Betreiber sehen sich nach der Lieferung um.\n\n"
FR = "Le marché des grues portuaires est en croissance dans les ports du pays et pour les opérateurs.\n\n"
ES = "El mercado de las grúas portuarias crece en los puertos del país y para los operadores de la región.\n\n"
JA = "港湾クレーンの市場は拡大している。これは主に港の更新によるものである。\n\n"
ZH = "港口起重机市场正在增长，主要原因是港口更新。\n\n"


def events(text: str) -> list[Event]:
    found = read(TITLE + text)
    for event in found.events:
        assert (TITLE + text)[event.char_start : event.char_end] == event.surface
    return list(found.events)


def one(text: str) -> Event:
    found = events(text)
    assert len(found) == 1, [(e.event_type, e.headline) for e in found]
    return found[0]


@pytest.mark.parametrize(
    ("text", "kind", "date", "precision", "actor"),
    [
        ("In March 2025, Nordkai AG acquired Liftholm for USD 40 million.", "acquisition", "2025-03", "month", "Nordkai AG"),
        ("Liftholm was acquired by Nordkai AG on 14 March 2025.", "acquisition", "2025-03-14", "day", "Nordkai AG"),
        ("Grabenwerk GmbH partnered with Portlift in Q2 2026 on remote control.", "partnership", "2026-34", "quarter", "Grabenwerk GmbH"),
        ("Portlift launched its electric stacker in 2024.", "launch", "2024", "year", "Portlift"),
        ("In the first half of 2025 Liftholm opened a plant in Gdansk.", "expansion", "2025-40", "half", "Liftholm"),
        ("Quaydrive raised USD 25 million in a Series B in November 2025.", "funding", "2025-11", "month", "Quaydrive"),
        ("Liftholm was awarded a contract by the port of Aarhus in May 2026.", "contract", "2026-05", "month", None),
        ("The European Commission adopted the port emission rules in June 2025.", "regulation", "2025-06", "month", "European Commission"),
        ("Harbour Act 12, enacted in April 2024, caps noise at night.", "regulation", "2024-04", "month", None),
        ("- May 2026: Cranefield and Portlift signed a supply agreement for 40 cranes.", "contract", "2026-05", "month", "Cranefield"),
        ("- 2026-02-17: Nordkai AG unveiled a crane that needs no driver.", "launch", "2026-02-17", "day", "Nordkai AG"),
        ("Between May 2024 and March 2025 Harbourlink selected 12 pilot ports.", "contract", "2024-05/2025-03", "interval", "Harbourlink"),
        ("Liftholm announced a new plant in Gdansk in October 2025.", "expansion", "2025-10", "month", "Liftholm"),
        ("The crane yard of Portlift went live in January 2026.", "launch", "2026-01", "month", "Portlift"),
        ("Portlift and Cranefield collectively raised over EUR 90 million between 2023 and 2024.", "funding", "2023/2024", "interval", "Portlift"),
    ],
)  # fmt: skip
def test_a_verb_with_its_party_and_a_date_states_a_development(
    text: str, kind: str, date: str, precision: str, actor: str | None
) -> None:
    event = one(text)
    assert (event.event_type, event.date, event.date_precision) == (kind, date, precision)
    if actor:
        roles = dict(zip(event.parties, event.party_roles, strict=True))
        assert roles.get(actor) == "actor", roles


@pytest.mark.parametrize(
    ("text", "kind", "date"),
    [
        (DE + "Im März 2025 übernahm die Nordkai AG den Hersteller Liftholm.", "acquisition", "2025-03"),
        (DE + "Die Nordkai AG eröffnete im Oktober 2025 ein neues Werk.", "expansion", "2025-10"),
        (FR + "En mars 2025, Grutal a racheté Portlift pour 40 millions d'euros.", "acquisition", "2025-03"),
        (FR + "Grutal a signé un contrat avec Portlift en août 2024.", "contract", "2024-08"),
        (ES + "En mayo de 2025, Gruasur adquirió Portlift.", "acquisition", "2025-05"),
        (ES + "Gruasur inauguró una planta en septiembre de 2024.", "expansion", "2024-09"),
        (JA + "2025年3月、白波重機は新型クレーンを発売した。", "launch", "2025-03"),
        (ZH + "2025年3月，海岸重工推出了新型起重机。", "launch", "2025-03"),
    ],
)  # fmt: skip
def test_developments_are_read_in_the_other_languages(text: str, kind: str, date: str) -> None:
    found = read(text).events
    assert [(e.event_type, e.date) for e in found] == [(kind, date)]


@pytest.mark.parametrize(
    "text",
    [
        "The harbour crane market was valued at USD 4.1 billion in 2025.",
        "Vendors launched more models in 2024 than in any year before, and vendors keep at it.",
        "The market expanded in 2024 as ports opened new berths.",
        "Portlift will launch its electric stacker in 2027.",
        "Liftholm is expected to be acquired by Nordkai AG in 2027.",
        "Mergers and acquisitions remain frequent.",
        "Demand is forecast to grow at 6.1% from 2026 to 2032.",
        "North America dominated the market in 2025.",
        "Who launched the first electric crane in 2024?",
        "Portlift raised its prices in 2025.",
        "Halden Ridge expects relief once Portlift opens its plant in 2027.",
        "Companies have signed contracts.",
        "Key players include Nordkai AG, Liftholm and Portlift.",
        "Shipments reached 4,200 units in 2025.",
        "The study period is 2020 to 2032.",
        "Partnerships with ports are common.",
    ],
)
def test_plans_figures_and_general_talk_are_no_developments(text: str) -> None:
    assert events(text) == []


def test_a_relative_date_is_kept_as_printed_and_no_date_is_made_of_it() -> None:
    event = one("In the past year Portlift launched two cranes.")
    assert (event.date, event.date_precision, event.date_as_stated) == (None, None, "past year")


def test_an_undated_statement_counts_where_two_parties_make_it_definite() -> None:
    assert one("Nordkai AG and Liftholm expanded their strategic partnership for hybrid drives.").date is None
    assert events("Portlift launched an electric stacker.") == []


def test_an_amount_is_the_figure_that_stands_with_the_event_and_keeps_its_comparator() -> None:
    event = one("In May 2026 Liftholm invested more than EUR 30 million in a plant for 120 cranes.")
    assert (event.amount, event.amount_unit, event.amount_comparator) == (Decimal(30_000_000), "EUR", ">")
    text = TITLE + "In May 2026 Liftholm invested more than EUR 30 million in a plant for 120 cranes."
    assert text[event.amount_start : event.amount_end] == "EUR 30 million"
    assert one("In May 2026 Liftholm opened a plant in Gdansk.").amount is None


def test_parties_have_the_role_that_their_place_gives_them() -> None:
    event = one("In March 2025, Nordkai AG acquired Liftholm and Grabenwerk GmbH.")
    assert dict(zip(event.parties, event.party_roles, strict=True)) == {
        "Nordkai AG": "actor",
        "Liftholm": "target",
        "Grabenwerk GmbH": "target",
    }
    signed = one("June 2026: Cranefield signed a definitive agreement with the Bureau of Harbours and Docks.")
    assert dict(zip(signed.parties, signed.party_roles, strict=True)) == {
        "Cranefield": "actor",
        "Bureau of Harbours and Docks": "counterparty",
    }


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("The acquisition of Liftholm by Nordkai AG, completed in March 2025, adds a yard.", {"Liftholm": "target", "Nordkai AG": "actor"}),
        ("In January 2024, Nordkai AG announced the acquisition of Liftholm.", {"Liftholm": "target", "Nordkai AG": "actor"}),
        ("The merger between Nordkai AG and Liftholm was announced in June 2024.", {"Liftholm": "actor", "Nordkai AG": "actor"}),
        ("Nordkai AG (Sweden) entered into a strategic partnership with Liftholm in June 2024.", {"Liftholm": "counterparty", "Nordkai AG": "actor"}),
        ("- Oct-2023: Portlift opened a service centre in Gdansk.", {"Portlift": "actor"}),
        ("- 2024: Nordkai AG acquired Liftholm.", {"Liftholm": "target", "Nordkai AG": "actor"}),
    ],
)  # fmt: skip
def test_what_a_verb_only_announces_is_told_by_the_noun_and_its_parties(text: str, roles: dict[str, str]) -> None:
    event = one(text)
    assert dict(zip(event.parties, event.party_roles, strict=True)) == roles
    assert event.event_type in ("acquisition", "partnership", "expansion")


def test_a_paragraph_that_begins_with_a_date_tells_all_its_developments() -> None:
    text = "In January 2024, Portlift opened a plant. On October 12, 2023, Liftholm launched a stacker."
    assert [e.date for e in events(text)] == ["2024-01", "2023-10-12"]


def test_a_german_subject_behind_its_verb_acts_and_what_follows_it_is_the_target() -> None:
    (event,) = read(DE + "Im Januar 2024 übernahm die Voltmann AG den Hersteller Kestrel Kranbau.").events
    assert dict(zip(event.parties, event.party_roles, strict=True))["Voltmann AG"] == "actor"
    assert event.party_roles[-1] == "target"


def test_a_sentence_with_two_dated_developments_gives_two() -> None:
    found = events("Portlift opened a plant in May 2025, and Liftholm launched a stacker in June 2025.")
    assert [(e.event_type, e.date, e.parties) for e in found] == [
        ("expansion", "2025-05", ("Portlift",)),
        ("launch", "2025-06", ("Liftholm",)),
    ]


def test_a_date_that_lies_ahead_of_the_development_is_not_its_date() -> None:
    event = one("In May 2026 Liftholm signed a contract with Portlift for cranes due by 2028.")
    assert event.date == "2026-05"


def test_an_entry_under_a_heading_of_news_needs_no_verb_that_is_known() -> None:
    event = one("## Recent developments\n\n- June 2025: a port near Gdansk ordered 14 cranes from Liftholm.")
    assert (event.event_type, event.date, event.amount) == ("other", "2025-06", Decimal(14))


def test_a_row_of_a_table_of_developments_is_one() -> None:
    table = (
        "| Date | Company | Development |\n|---|---|---|\n| March 2025 | Portlift | Plant in Pune for EUR 12 million |\n"
        "| 2025-04 | Liftholm | Second yard |\n"
    )
    found = events(table)
    assert [(e.date, e.headline, e.parties) for e in found] == [
        ("2025-03", "Portlift - Plant in Pune for EUR 12 million", ("Portlift",)),
        ("2025-04", "Liftholm - Second yard", ("Liftholm",)),
    ]
    assert (found[0].amount, found[0].amount_unit) == (Decimal(12_000_000), "EUR")


def test_a_table_of_figures_holds_no_development() -> None:
    assert events("| Date | Company | Revenue |\n|---|---|---|\n| March 2025 | Portlift | USD 12 million |\n") == []


def test_what_the_publisher_announces_of_its_own_report_is_none() -> None:
    assert events("Halden Ridge Research announces its report on harbour cranes in March 2026.\n\nSource: Halden Ridge Research") == []  # fmt: skip
