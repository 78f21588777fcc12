"""What a text describes as past: the latest day, month, quarter or half beside a verb of the past, and nothing that may lie ahead."""

from __future__ import annotations

import pytest

from sources.grammar.event_dates import event_dates, normal_phrase, relative_spans
from sources.grammar.language import grammar
from sources.records import PAST_PERIOD
from tests.unit.sources.extract.reading import read

TITLE = "Harbour Crane Market\n\n"
DE = "Der Markt für Hafenkräne ist in den vergangenen Jahren gewachsen, und die Betreiber sehen sich nach der Lieferung um.\n\n"
FR = "Le marché des grues portuaires est en croissance dans les ports du pays et pour les opérateurs.\n\n"
ES = "El mercado de las grúas portuarias crece en los puertos del país y para los operadores de la región.\n\n"
ZH = "港口起重机市场正在增长，主要原因是港口更新。\n\n"


def told(text: str) -> list[str | None]:
    whole = TITLE + text
    facts = [fact for fact in read(whole).facts if fact.name == PAST_PERIOD]
    assert all(0 <= fact.char_start < fact.char_end <= len(whole) for fact in facts)
    return [fact.value for fact in facts]


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("In Q2 2026, two yards tested cranes without a driver.", "2026-34"),
        ("Portlift opened a plant near Gdansk in May 2026.", "2026-05"),
        ("Port traffic rose 4% to USD 3.1 billion in the third quarter of 2025.", "2025-35"),
        ("In the first half of 2026 ports ordered 148 cranes.", "2026-40"),
        ("- 17 February 2026: Nordkai AG unveiled a crane.", "2026-02-17"),
        ("One yard as a case from Q1 2026: a ferry line deployed three cranes.", "2026-33"),
        (DE + "Im März 2026 übernahm Nordkai die Werft in Emden.", "2026-03"),
        (FR + "En mars 2026, Grueport a ouvert une usine au Havre.", "2026-03"),
        (ES + "Grúas del Norte inauguró una planta en marzo de 2026.", "2026-03"),
    ],
)
def test_a_period_beside_a_verb_of_the_past_is_past(text: str, period: str) -> None:
    assert told(text) == [period]


def test_the_latest_of_several_is_told_with_every_place_that_tells_it() -> None:
    text = (
        "Portlift opened a plant in May 2025. In Q1 2026, two yards tested cranes. "
        "Orders fell in Q1 2026. By Q4 2027 the yard will have 40 cranes."
    )
    assert told(text) == ["2026-33", "2026-33"]


@pytest.mark.parametrize(
    "text",
    [
        "In Q3 2027, Portlift will open a plant.",
        "Portlift is expected to open a plant in Q3 2027.",
        "Portlift announced plans to open a plant in Q3 2027.",
        "Portlift announced a plant that opens in Q3 2027.",
        "Portlift unveiled a stacker available in Q3 2027.",
        "Portlift postponed its Q3 2027 opening.",
        "The opening was moved to Q3 2027.",
        "Nordkai signed a contract for May 2027.",
        "In Q3 2027 the plant announced last year is likely to go into service.",
        "In Q3 2027, Liftholm, which launched the first electric stacker, moves to Aarhus.",
        "The recently launched stacker goes on sale in May 2027.",
        "A yard planned for Q3 2027: Portlift opened its books.",
        "Did Portlift open its plant in May 2026?",
        "In Q1 FY27, orders rose.",  # nobody says when that year begins
        "Portlift opened a plant in 2026.",  # a year is no period that bounds anything
        "Forecasts for Q3 2027: orders, prices and traffic.",
        "Outlook Q3 2027",
        DE + "Im März 2027 soll Nordkai die Werft in Emden übernehmen.",
        DE + "Nordkai kündigte an, die Werft in Emden im März 2027 zu übernehmen.",
        FR + "En mars 2027, Grueport ouvrira une usine au Havre.",
        FR + "Grueport a annoncé une usine prévue en mars 2027.",
        ES + "En marzo de 2027 Grúas del Norte inaugurará una planta.",
        ZH + "2026年3月，北港发布了新型起重机。",  # no words of the past are reviewed for it
    ],
)
def test_what_lies_ahead_or_is_left_open_is_not_past(text: str) -> None:
    assert told(text) == []


def test_every_relative_date_that_the_reader_knows_has_its_length_or_none_on_purpose() -> None:
    known = relative_spans()
    for language in ("en", "de", "es", "fr", "ja", "ko", "zh"):
        missing = [p for p in grammar(language).phrases("event_words.relative") if normal_phrase(p) not in known]
        assert missing == [], language
    assert set(event_dates().past) == set(event_dates().pending) == set(event_dates().at)
