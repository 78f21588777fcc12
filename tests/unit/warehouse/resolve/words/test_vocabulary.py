"""The reviewed vocabularies: valid, free of contradictions, and refused with file and line where they are not."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.scopes.concept_hierarchy import hypernyms
from warehouse.resolve.scopes.scope_relations import relate
from warehouse.resolve.words import vocabulary
from warehouse.resolve.words.tokens import LONGEST_PHRASE, tokens_of
from warehouse.reviewed import ReviewedFileError, read_reviewed


def test_every_vocabulary_is_valid_and_filled() -> None:
    assert vocabulary.words().phrases
    assert len(vocabulary.contrasts()) >= 10
    assert set(vocabulary.facet_words().facets) == set(vocabulary.FACETS)
    assert vocabulary.packaged_aliases()
    assert vocabulary.dimensions().dimensions


@pytest.mark.parametrize(
    ("shape", "text", "message"),
    [
        (vocabulary.Contrasts, "contrasts:\n  - {name: a, by: tail, sides: {}}\n", r"v\.yml:2: .*by"),
        (vocabulary.Contrasts, "contrasts: []\nsurprise: 1\n", r"v\.yml:2: surprise: unknown key"),
        (vocabulary.FacetWords, "facets: {taste: {}}\nbroader: {}\ngeneral: []\n", r"v\.yml:1: facets\.taste"),
        (
            vocabulary.Aliases,
            "aliases:\n  - {market: a, names: [b], author: x, date: 2026-01-01}\n",
            r"reason: this key is required",
        ),
    ],
)
def test_a_wrong_vocabulary_is_refused_with_file_and_line(tmp_path: Path, shape: Any, text: Any, message: Any) -> None:
    path = tmp_path / "v.yml"
    path.write_text(text)
    with pytest.raises(ReviewedFileError, match=message):
        read_reviewed(path, TypeAdapter(shape))


def test_no_packaged_alias_crosses_a_contrast() -> None:
    crossing = [
        (alias.market, name)
        for alias in vocabulary.packaged_aliases()
        for name in alias.names
        if relate(read_name(alias.market).tokens, read_name(name).tokens).kind == "different"
    ]
    assert crossing == []


def test_no_phrase_stands_on_two_sides_of_a_contrast() -> None:
    for contrast in vocabulary.contrasts():
        sides = {side: {tokens_of(phrase) for phrase in phrases} for side, phrases in contrast.sides.items()}
        assert [(a, b) for a, b in combinations(sides, 2) if sides[a] & sides[b]] == [], contrast.name
        assert all(all(phrases) for phrases in sides.values()), contrast.name


def test_no_word_is_wider_than_itself() -> None:
    for narrow, wider in vocabulary.facet_words().broader.items():
        for wide in wider:
            assert tokens_of(narrow) not in hypernyms(tokens_of(wide)), (narrow, wide)


def test_every_phrase_is_short_enough_to_be_met() -> None:
    facets = vocabulary.facet_words()
    listed = [*vocabulary.words().phrases, *facets.broader]
    listed += [phrase for values in facets.facets.values() for phrases in values.values() for phrase in phrases]
    listed += [
        phrase for contrast in vocabulary.contrasts() for phrases in contrast.sides.values() for phrase in phrases
    ]
    assert [phrase for phrase in listed if not 1 <= len(tokens_of(phrase)) <= LONGEST_PHRASE] == []


def test_every_demonym_names_an_area() -> None:
    for code, adjectives in vocabulary.words().demonyms.items():
        for adjective in adjectives:
            area = read_name(f"{adjective} wheelbarrow").area
            assert area is not None, adjective
            assert area.code == code, adjective


def test_every_phrase_in_which_an_area_is_part_of_the_thing_keeps_it() -> None:
    for phrase in vocabulary.words().not_areas:
        if " " in phrase:
            assert read_name(f"{phrase} wheelbarrow").area is None, phrase
