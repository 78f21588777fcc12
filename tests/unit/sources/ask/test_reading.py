"""Both readings as one: a verified answer stands, the built-in reader fills the rest, and every difference is a choice."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from sources.ask.chance import Chances, chance_of, kind_of
from sources.ask.questions import page_of, questions
from sources.ask.reading import joined, read_again
from sources.ask.verifying import Verified
from sources.extract import extract
from sources.parse import parse
from sources.records import Extraction, Mention, ReadingChoice
from tests.second_pages import REPORT, number, stored

CHANCES: Chances = {kind: {"market_size": 0.97, "others": 0.9} for kind in ("plain", "dense")}
TWO_MARKETS = """# Sea Kite Market

Published March 2026

The global sea kite market was valued at USD 4.2 billion in 2025. The global wind ship market was valued at USD 61 billion in 2025.
"""


def reading(text: str = REPORT) -> Extraction:
    return extract(parse(text.encode()))


def read(said: list[tuple[str, dict[str, Any]]], text: str = REPORT) -> Extraction:
    """A document with choices about figures, by their words."""
    parsed = parse(text.encode())
    (asked,) = questions(page_of(parsed))
    figures = [{"figure": number(asked, words), **choice} for words, choice in said]
    return read_again(parsed, reading(text), [stored(asked, json.dumps({"figures": figures}))], CHANCES)


def of(extraction: Extraction, words: str) -> Mention:
    return next(m for m in extraction.mentions if m.surface == words)


def claim_of(extraction: Extraction, words: str) -> tuple[str | None, float | None]:
    """Whose reading counts, and how sure it is."""
    claim = next(c for c in extraction.claims if c.claim_id == of(extraction, words).claim_id)
    return claim.read_by, claim.confidence


def test_a_verified_answer_stands_and_the_difference_is_a_choice() -> None:
    found = read([("USD 4.2 billion", {"metric": "market_size", "year": "2025", "area": "Norway"})])
    (choice,) = found.choices

    assert (of(reading(), "USD 4.2 billion").geography, of(found, "USD 4.2 billion").geography) == ("Global", "Norway")
    assert (choice.attribute, choice.first, choice.second, choice.taken) == ("area", "Global", "Norway", "second")
    assert (choice.odds, choice.rule) == (0.97, "odds")
    assert claim_of(found, "USD 4.2 billion") == ("language_model", 0.97)


def test_what_is_refused_stays_with_the_built_in_reader() -> None:
    found = read([("USD 4.2 billion", {"metric": "market_size", "year": "2041"})])
    before = reading()

    assert [(c.second, c.taken, c.rule) for c in found.choices] == [("2041", "first", "second_reader.year_not_in_text")]
    assert found.mentions == before.mentions
    assert claim_of(found, "USD 4.2 billion") == ("built_in", claim_of(before, "USD 4.2 billion")[1])


def test_what_was_not_asked_stays_with_the_built_in_reader_and_agreement_is_of_both() -> None:
    found = read([("USD 4.2 billion", {"metric": "market_size", "year": "2025", "status": "historical"})])
    others = {c.read_by for c in found.claims if c.claim_id != of(found, "USD 4.2 billion").claim_id}

    assert (found.choices, claim_of(found, "USD 4.2 billion"), others) == ((), ("both", 0.97), {"built_in"})
    assert found.mentions == reading().mentions
    assert found.read_with == "quill"


def test_a_figure_that_is_denied_is_set_aside_and_one_that_is_added_counts() -> None:
    denied = read([("USD 4.2 billion", {"none": "a street number"})])
    own = of(reading(), "USD 4.2 billion")
    assert own.value not in {m.value for m in denied.mentions}
    assert [r.rule for r in denied.rejections if r.char_start == own.char_start] == ["second_reader.denied"]

    first = reading()
    rest = replace(first, mentions=tuple(m for m in first.mentions if m is not own and m.surface != own.surface))
    added = joined(rest, Verified([replace(own, claim_id="")], frozenset(), (), (), {"others": 0.9}))
    assert claim_of(added, "USD 4.2 billion") == ("language_model", 0.9)
    assert [(c.first, c.second) for c in added.choices] == [(None, "market_size")]


def test_an_answer_that_names_no_market_contradicts_none_and_one_that_does_is_a_reading() -> None:
    size = {"metric": "market_size", "year": "2025", "status": "historical"}
    own = of(reading(TWO_MARKETS), "USD 61 billion")
    silent = read([("USD 61 billion", size)], TWO_MARKETS)
    other = read([("USD 61 billion", {**size, "market": "sea kite"})], TWO_MARKETS)

    assert own.market and "wind ship" in own.market.casefold()  # the document's own is the sea kite market
    assert (silent.choices, of(silent, "USD 61 billion").market) == ((), own.market)
    assert [c.attribute for c in other.choices] == ["market"]
    assert "kite" in (of(other, "USD 61 billion").market or "").casefold()


def test_a_time_that_is_left_open_contradicts_nothing() -> None:
    found = read([("USD 4.2 billion", {"metric": "market_size"})])

    assert (found.choices, of(found, "USD 4.2 billion").year) == ((), 2025)


@pytest.mark.parametrize(
    ("said", "kept"),
    [("USD 9", "USD 9"), ("9\x00\x1b[2J\n8", "9  [2J 8"), ("市場 9", "市場 9")],
)
def test_words_that_no_table_or_terminal_takes_are_made_readable(said: str, kept: str) -> None:
    parsed = parse(REPORT.encode())
    (asked,) = questions(page_of(parsed))
    written = json.dumps({"figures": [{"quote": said, "metric": "market_size"}]})
    (choice,) = read_again(parsed, reading(), [stored(asked, written)], CHANCES).choices

    assert choice.second == kept


def test_the_reading_of_a_document_without_answers_is_the_built_in_one() -> None:
    first = reading()

    assert read_again(parse(REPORT.encode()), first, [], CHANCES) is first


def test_answers_chances_and_words_make_the_hash_of_a_reading() -> None:
    size = ("USD 4.2 billion", {"metric": "market_size", "year": "2025"})
    one, same = read([size]), read([size])
    other = read([(size[0], {**size[1], "status": "historical"})])

    assert one.answers == same.answers != other.answers


def test_a_metric_that_was_not_measured_has_the_chance_of_the_others() -> None:
    assert [chance_of(CHANCES["plain"], metric) for metric in ("market_size", "price")] == [0.97, 0.9]
    assert chance_of({}, "price") == 0.5
    assert (kind_of(15, 1_000), kind_of(14, 1_000)) == ("dense", "plain")


def test_differences_inside_the_built_in_reader_stay_where_the_model_says_nothing() -> None:
    before = reading(TWO_MARKETS)
    first, last = (of(before, words) for words in ("USD 4.2 billion", "USD 61 billion"))
    inside = [
        ReadingChoice(m.char_start, m.char_end, m.surface, "time", "2024", "2025", "second", 0.7, "joined")
        for m in (first, last)
    ]
    spans = [(m.char_start, m.char_end) for m in (first, last)]

    def left(*, read: list[Mention], denied: list[tuple[int, int]]) -> list[str]:
        second = Verified(read, frozenset(), denied, [], {})
        return [c.surface for c in joined(replace(before, choices=tuple(inside)), second).choices if c.rule == "joined"]

    assert left(read=[], denied=[]) == ["USD 4.2 billion", "USD 61 billion"]
    assert left(read=[last], denied=[]) == ["USD 4.2 billion"]
    assert left(read=[last], denied=spans[:1]) == []  # the one that it denies stands before the one that it reads
