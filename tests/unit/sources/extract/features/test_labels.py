"""Labels of features: every feature has one that describes it."""

from __future__ import annotations

import pytest

from sources.extract.candidates.areas import AREA_SOURCES
from sources.extract.candidates.parts import SOURCES
from sources.extract.candidates.times import TIME_SOURCES
from sources.extract.choose.weights import weights
from sources.extract.features.labels import column_in_words, source_in_words
from sources.extract.features.page_columns import CODED_WORDS, FIRST_CLASS
from training.fitting import SECOND

COLUMNS = {
    "metric": SECOND["metrics"],
    "part": SECOND["parts"],
    "area": SECOND["areas"],
    "time": SECOND["times"],
    "status": SECOND["statuses"],
}
SAME_WORDS = frozenset({"n_figures_in_sentences"})  # counts the same figures as figures_in_sentence


@pytest.mark.parametrize("attribute", COLUMNS)
def test_every_column_has_words_and_all_of_them_are_filled_in(attribute: str) -> None:
    for column in COLUMNS[attribute]:
        told = {column_in_words(attribute, column, value, 0.0) for value in (-1.0, 0.0, 1.0, 2.0)}
        assert all(told)
        assert not any("{" in words or "_" in words for words in told), (column, told)


@pytest.mark.parametrize("attribute", COLUMNS)
def test_columns_of_one_attribute_are_told_apart(attribute: str) -> None:
    asked = [column for column in COLUMNS[attribute] if column not in SAME_WORDS]
    told = [column_in_words(attribute, column, 1.0, None) for column in asked]
    assert len(told) == len(set(told)), sorted(words for words in told if told.count(words) > 1)


def test_the_weights_in_force_have_the_columns_that_have_words() -> None:
    names = weights().names
    assert [names.metrics.names, names.parts.names, names.areas.names, names.times.names, names.statuses.names] == list(COLUMNS.values())  # fmt: skip


def test_a_column_without_words_is_an_error() -> None:
    with pytest.raises(KeyError):
        column_in_words("part", "moon_phase", 1.0, None)
    with pytest.raises(KeyError):
        column_in_words("part", "holds_moon_words", 1.0, None)


@pytest.mark.parametrize("source", sorted({*SOURCES, *AREA_SOURCES, *TIME_SOURCES}))
def test_every_place_that_offers_candidates_has_words(source: str) -> None:
    assert source_in_words(source)


def test_every_class_of_words_beside_a_name_has_words() -> None:
    for number, _ in enumerate(CODED_WORDS):
        words = column_in_words("part", "before_1", FIRST_CLASS + number, None)
        assert words.removeprefix("word before the name: ")


@pytest.mark.parametrize(
    ("attribute", "column", "value", "other", "words"),
    [
        ("area", "rules_same", 1, 0, "the rules read it so"),
        ("area", "rules_same", 0, 1, "the rules read it otherwise"),
        ("area", "is_left", 1, 0, "the area comes before the figure"),
        ("time", "is_left", 0, 0, "the year comes behind the figure"),
        ("part", "is_left", -1, 1, "the name is not in the text beside the figure"),
        ("part", "previous_whole", 1, None, "the figure before reads as the whole market"),
        ("area", "next_whole", 0, None, "the next figure does not read as the world"),
        ("status", "next_same", -1, None, "no figure follows"),
        ("part", "gap", 3, 12, "words between the figure and the name: 3 (runner-up 12)"),
        ("part", "gap", 3, 3, "words between the figure and the name: 3"),
        ("part", "gap", -1, 3, "words between the figure and the name: none (runner-up 3)"),
        ("metric", "left_named", 1, 60, "a word that names this metric is 1 word before the figure (runner-up none)"),
        ("metric", "left_named", 60, 2, "no word that names this metric comes before the figure (runner-up 2 words)"),
        ("part", "right_to_market_words", 4, 4, '"market" is 4 words behind the figure'),
        ("metric", "right_to_metrics.share_of", 0, 0, '"of the market" is directly behind the figure'),
        ("area", "share_in_page", 0.876, 0.06, "88 % of the other figures on the page read so (runner-up 6 %)"),
        ("area", "share_in_page", -1, -1, "the page has no other figure"),
        ("part", "chance_of_growth_rate", 0.5, 0.5, "50 % likely to be a growth rate"),
        ("time", "from_base", 4, -99, "years from the base year: +4 (runner-up unknown)"),
        ("time", "from_base", 0, -2, "years from the base year: 0 (runner-up -2)"),
        ("part", "magnitude", 3, 3, "size of the number: 999"),  # log10(999 + 1)
        ("status", "status_read_as", 1, 0, "this status is usual"),
        ("area", "source", 2, 8, "where it comes from: the row label (runner-up the area of the page)"),
        ("part", "source", 0, 1, "where it comes from: the default (runner-up the sentence)"),
        ("time", "shape", 2, 1, "its form: a period (runner-up a year)"),
        ("part", "metric", 2, 2, "metric that the rules read: a share"),
        ("part", "kind", 1, 1, "kind of number: a percentage"),
        ("part", "before_1", 2, 19, "word before the name: a comma (runner-up a plain word)"),
        ("part", "behind_1", 1, 0, "word behind the name: the sentence's end (runner-up the sentence's start)"),
        ("part", "holds_agent_nouns", 0, 1, "the name does not hold a word for companies and people"),
        ("part", "ends_market_words", 1, 0, 'the name ends with "market"'),
        ("part", "listed", 2, 0, "segmentations of the page: hold the name (runner-up do not hold the name)"),
    ],
)  # fmt: skip
def test_a_column_is_told_as_what_it_holds(
    attribute: str, column: str, value: float, other: float | None, words: str
) -> None:
    assert column_in_words(attribute, column, value, other) == words
