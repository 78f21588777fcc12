"""Candidates for a figure's part: the whole market, names in its sentence, above it and before it, and always what the rules read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sources.extract.candidates.parts import SOURCES, WHOLE, PartCandidate, part_candidates
from sources.extract.text.name_keys import part_words
from tests.unit.sources.extract.pages import LISTED, PAGES, REPORT, TABLE, figure, page


def candidates(text: str, surface: str) -> tuple[PartCandidate, ...]:
    of = page(text)
    return part_candidates(of, figure(of, surface))


def named(text: str, surface: str, source: str) -> list[tuple[str | None, int]]:
    return [(c.name, c.distance) for c in candidates(text, surface) if c.source == source]


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_the_whole_market_comes_first_and_once(text: str) -> None:
    of = page(text)
    assert of.figures
    for one in of.figures:
        found = part_candidates(of, one)
        assert found[0] == WHOLE
        assert all(c.name and c.key and c.source in SOURCES[1:] for c in found[1:])
        pairs = [(c.name, c.source) for c in found]
        assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_what_the_rules_read_is_always_a_candidate(text: str) -> None:
    of = page(text)
    for one in of.figures:
        for segment in (one.mention.segment, "Tidal dredgers"):
            read = replace(one, mention=replace(one.mention, segment=segment))
            found = part_candidates(of, read)
            assert segment in [c.name for c in found]
    assert found[-1] == PartCandidate("Tidal dredgers", part_words("Tidal dredgers"), "rule")  # no place offers it


def test_a_reading_that_a_place_offers_is_not_offered_again() -> None:
    assert [c.source for c in candidates(REPORT, "30%") if c.name == "Straddle carriers"] == ["sentence", "label"]


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_a_name_in_running_text_is_a_slice_at_its_tokens(text: str) -> None:
    of = page(text)
    for one in of.figures:
        for c in part_candidates(of, one)[1:]:
            assert (c.first >= 0) == (c.source in ("sentence", "before"))
            if c.first >= 0:
                assert of.parsed.text[of.tokens.starts[c.first] : of.tokens.ends[c.last - 1]] == c.name
            if c.source == "sentence":  # beside the figure, never across it
                assert one.first <= c.first < c.last <= one.left or one.right <= c.first < c.last <= one.last


@pytest.mark.parametrize(
    ("text", "surface", "source", "expected"),
    [
        (TABLE, "USD 0.3 billion", "row", [("Japan", 0)]),
        (TABLE, "USD 0.3 billion", "header", [("Mobile cranes", 0)]),
        (TABLE, "USD 0.3 billion", "heading", [("Revenue by Region", 0)]),
        (TABLE, "USD 0.3 billion", "title", [("Harbour Crane Market Report", 0)]),
        (TABLE, "USD 0.3 billion", "before", []),  # the cells before are no sentences before
        (REPORT, "30%", "label", [("Straddle carriers", 0)]),
        (REPORT, "12%", "label", []),
    ],
)
def test_each_place_above_a_figure_offers_its_names(
    text: str, surface: str, source: str, expected: list[tuple[str, int]]
) -> None:
    assert named(text, surface, source) == expected


def test_a_heading_with_marks_offers_itself_and_its_pieces_without_figures() -> None:
    text = (
        "Harbour Crane Market Report\n\n## By Drive: Electric (2024) | Hydraulic\n\nRevenue reached USD 3.1 billion.\n"
    )
    # whole first; then the pieces between ":", "(", ")" and "|"; "2024" is a figure and leaves nothing
    assert [name for name, _ in named(text, "USD 3.1 billion", "heading")] == [
        "By Drive: Electric (2024) | Hydraulic", "By Drive", "Electric", "Hydraulic",
    ]  # fmt: skip


def test_the_sentence_before_offers_names_that_open_it() -> None:
    found = named(REPORT, "12%", "before")
    assert ("Floating cranes", 0) in found
    assert not {"line", "new line", "business"} & {name for name, _ in found}


def test_the_sentence_before_offers_a_listed_part_wherever_it_is() -> None:
    lead = "Over the last three long years everybody in the port bought electric.\nSome 40% of revenue came from it in 2024.\n"
    unlisted = named(f"Harbour Crane Market Report\n\n{lead}", "40%", "before")
    listed = named(f"{LISTED.partition('Electric held')[0]}{lead}", "40%", "before")
    assert "electric" not in [name for name, _ in unlisted]
    assert ("electric", 0) in listed


def test_two_sentences_back_count_only_in_the_same_paragraph() -> None:
    same = "Crane Market Report\n\nFloating cranes are new. Ports pay late. They held 12% of revenue in 2024.\n"
    other = same.replace("new. Ports", "new.\n\nPorts")
    assert ("Floating cranes", 1) in named(same, "12%", "before")
    assert "Floating cranes" not in [name for name, _ in named(other, "12%", "before")]
    assert "Ports pay late" in [name for name, _ in named(other, "12%", "before")]


def test_a_name_further_than_45_tokens_from_the_figure_is_no_candidate() -> None:
    def offers(n: int) -> bool:
        between = "of the " * (n // 2) + "of " * (n % 2)
        return "dredgers" in [name for name, _ in named(f"Crane Market Report\n\nThe dredgers {between}held a share of 12%.\n", "12%", "sentence")]  # fmt: skip

    # between the name and the figure: n function words and "held a share of"
    assert offers(41)
    assert not offers(42)
