"""Burdens that texts of many industries call slight or grave, and words beside them that say nothing of the kind."""

from __future__ import annotations

import pytest

from sources.grammar.qualities import quality_words
from sources.records import Quality
from tests.unit.sources.extract.reading import read

HEAD = "Offshore Wind Market Report\n\n"
# words of the text → property, its telling words, burden, polarity
CASES = [
    ("Direct drive brings near-zero gearbox maintenance costs.", ("gearbox maintenance costs", "gearbox maintenance", "cost", "slight")),
    ("Standby losses are negligible in the new cells.", ("Standby losses", "standby", "loss", "slight")),
    ("Port access is the bottleneck for large rotors.", ("Port access", "port access", None, "grave")),
    ("Charging time between shifts remains the main bottleneck of depot fleets.", ("Charging time", "charging", "time", "grave")),
    ("Membrane fouling is severe in warm seas.", ("Membrane fouling", "membrane", "fouling", "grave")),
    ("Bycatch aside, growers report severe post-harvest losses.", ("post-harvest losses", "post-harvest", "loss", "grave")),
    ("Wafer handling is no longer a bottleneck.", ("Wafer handling", "wafer handling", None, "slight")),
    ("The main bottleneck in implants is surgeon training.", ("surgeon training", "surgeon training", None, "grave")),
    ("Solvents leave a negligible loss of yield.", ("loss of yield", "yield", "loss", "slight")),
    ("Curing delays have become the limiting factor.", ("Curing delays", "curing", "delay", "grave")),
]  # fmt: skip
NOTHING = [
    "The segment holds a negligible share of revenue.",  # a share is no burden
    "Regulators could make grid access the bottleneck.",  # feared
    "Grid access may become the bottleneck.",
    "The firm aims for near-zero cable losses by 2040.",  # wished
    "Losses from storms are not negligible.",  # denied, and nothing said instead
    "Cable losses are far from negligible.",
    "Handling takes minimal time.",  # no telling word beside the burden
    "It is the bottleneck.",  # nothing named
    "The bottleneck is expected to ease.",
    "In shallow water armour losses are severe.",  # where the name begins is not said
    "Severe weather closed two ports.",  # weather is no burden of the list
    "Bottleneck analysis is sold as a service.",
    "Analysts see a growing market for rotor blades.",
]


def qualities(text: str) -> tuple[Quality, ...]:
    return read(HEAD + text).qualities


@pytest.mark.parametrize(("text", "said"), CASES, ids=[text[:40] for text, _ in CASES])
def test_a_burden_is_read_with_its_words(text: str, said: tuple[str, str, str | None, str]) -> None:
    (one,) = qualities(text)
    assert (one.named, " ".join(one.terms), one.burden, one.polarity) == said
    assert (HEAD + text)[one.char_start : one.char_end] == one.surface
    assert one.named in one.surface and one.words in one.surface


@pytest.mark.parametrize("text", NOTHING, ids=[text[:40] for text in NOTHING])
def test_what_is_no_statement_of_a_burden_is_left_alone(text: str) -> None:
    assert qualities(text) == ()


def test_what_narrows_a_property_is_kept_apart_from_its_name() -> None:
    (one,) = qualities("Crane capacity in northern yards is the bottleneck.")
    assert (one.named, one.narrowed) == ("Crane capacity", "in northern yards")


def test_other_names_are_read_where_the_text_speaks_of_the_property_again() -> None:
    text = (
        "Feed quality is the bottleneck of inland farms. Poor feed quality slows growth and raises mortality in ponds. "
        "Labour costs are stable."
    )
    (one,) = qualities(text)
    assert "growth" in one.beside and "mortality" in one.beside
    assert not any("labour" in name for name in one.beside)  # of a sentence that speaks of other things


def test_a_heading_speaks_of_all_that_stands_under_it() -> None:
    text = (
        "## Cold chains as the bottleneck\n\nVans help.\n\n- 30% less spoilage loss\n\n## Prices\n\nFreight costs fall."
    )
    (one,) = qualities(text)
    assert "spoilage loss" in one.beside
    assert "freight cost" not in one.beside


def test_a_language_without_words_is_not_read() -> None:
    assert quality_words("ja") is None
