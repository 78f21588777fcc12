"""Findings on words: a market's definition against its segmentation, and drivers outside the definition.

Belongs here: rules over facets and contrast words. They compare no numbers, so what they find is a flag, never an error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

import polars as pl

from warehouse.audit.findings import Row, word_finding
from warehouse.facets import Facet
from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.statements.listed_members import top_members
from warehouse.resolve.words.tokens import Tokens, positions, tokens_of
from warehouse.resolve.words.vocabulary import contrasts, facet_words
from warehouse.step import Frames
from warehouse.values.wording import listed

CLASSIFYING: tuple[Facet, ...] = ("product", "technology", "workload", "deployment")
AT_LEAST_TWO = 2  # one value names a market; two and more classify it


def definitions_against_segments(frames: Frames) -> Iterator[Row]:
    """Definitions that list what belongs to the market, beside the dimension that divides it by the same facet.

    Both must name two values of one facet or more, and share one: then they classify the same thing. A value of the
    definition that no member names, and a member whose value the definition does not name, is a flag; a member that is
    a kind of a named value (a TPU is an ASIC) is within it. So is a member that the definition leaves out by name.
    """
    defined = _defined(frames)
    for (document_id, market_id, key), members in top_members(frames["core.segments"]).items():
        dimension = members[0]["dimension"] or "part"
        for row in defined.get((document_id, market_id), ()):
            words = [*_by_facet(row, dimension, members), *_left_out(row, dimension, members)]
            if words:
                yield _flag("definition_against_segments", row, key, "; ".join(words), members)


def _by_facet(row: Row, dimension: str, members: Sequence[Row]) -> Iterator[str]:
    included = [scope_of(tokens_of(item)) for item in row["includes"] or ()]
    divided = [scope_of(tokens_of(member["segment"])) for member in members]
    whole = scope_of(tokens_of(row["term"]))  # what the market itself is tells no part from another
    for facet in CLASSIFYING:
        defined, named = (
            {value for scope in scopes for value in scope.get(facet, ())} - set(whole.get(facet, ()))
            for scopes in (included, divided)
        )
        lacking = {value for value in defined - named if not any(value in _kinds_of(other) for other in named)}
        beyond = {value for value in named - defined if not _kinds_of(value) & defined}
        if min(len(defined), len(named)) < AT_LEAST_TWO or not defined & named or not lacking | beyond:
            continue
        parts = [f"{_plain(lacking)} has no segment"] if lacking else []
        parts += [f"{_plain(beyond)} lies outside the definition"] if beyond else []
        parts += [
            f"{value} is a kind of {_plain(_kinds_of(value) & defined)}, beside which it stands"
            for value in sorted(named - defined - beyond)
        ]
        yield (
            f"the definition of {row['term']} names {_plain(defined)}, its segments by {dimension} {_plain(named)}: "
            + "; ".join(parts)
        )


def _left_out(row: Row, dimension: str, members: Sequence[Row]) -> Iterator[str]:
    excluded = [tokens for item in row["excludes"] or () if (tokens := tokens_of(item))]
    for member in members:
        tokens = tokens_of(member["segment"])
        for left_out in excluded:
            if tokens == left_out or (len(left_out) >= AT_LEAST_TWO and positions(tokens, left_out)):
                yield (
                    f"the definition of {row['term']} leaves out {' '.join(left_out)}; "
                    f"{member['segment']} is a segment by {dimension}"
                )


def drivers_outside_definitions(frames: Frames) -> Iterator[Row]:
    """Drivers that speak of what the market's name, definition and segments exclude by a contrast word; they stay drivers.

    Inference, where all that the document says of its market is training.
    """
    defined = _defined(frames)
    parts: defaultdict[tuple[str, str | None], list[str]] = defaultdict(list)
    for document_id, market_id, segment in (
        frames["core.segments"].select("document_id", "market_id", "segment").iter_rows()
    ):
        parts[document_id, market_id].append(segment)
    names = dict(frames["core.markets"].select("market_id", "market").iter_rows())
    stated = frames["core.drivers"].filter(pl.col("segment").is_null(), status="stated", role="driver")
    for row in stated.iter_rows(named=True):
        place = row["document_id"], row["market_id"]
        said = [text for one in defined.get(place, ()) for text in (one["definition"], *(one["includes"] or ()))]
        scope = [tokens_of(text) for text in (names.get(row["market_id"]), *said, *parts[place]) if text]
        for contrast, sides in _contrasts().items() if place in defined else ():
            market = {side for tokens in scope for side in _sides(tokens, sides)}
            driver = _sides(tokens_of(row["driver"]), sides)
            if market and driver and not driver & market:
                words = (
                    f"the market is of {listed(market)}; the driver {row['driver']!r} is of {listed(driver)} "
                    f"({contrast}): outside the document's own definition"
                )
                yield _flag("driver_outside_definition", defined[place][0], contrast, words, [row])


def _defined(frames: Frames) -> Mapping[tuple[str, str | None], Sequence[Row]]:
    """Definitions of markets in the order of the text."""
    defined: defaultdict[tuple[str, str | None], list[Row]] = defaultdict(list)
    rows = frames["core.definitions"].filter(defines="market", status="stated").sort("document_id", "char_start")
    for row in rows.iter_rows(named=True):
        defined[row["document_id"], row["market_id"]].append(row)
    return dict(defined)


def _flag(rule: str, definition: Row, about: str, words: str, beside: Sequence[Row]) -> Row:
    spans = [(row["char_start"], row["char_end"]) for row in (definition, *beside)]
    return word_finding(rule, "flag", definition, words, spans, about, definition_id=definition["definition_id"])


def _plain(values: Collection[str]) -> str:
    return listed(value.replace("-", " ") for value in values)


@cache
def _kinds_of(value: str) -> frozenset[str]:
    """What a facet value is a kind of, by the reviewed table of broader words."""
    kinds = facet_words().broader.get(value.replace("-", " "), ())
    return frozenset(phrase.replace(" ", "-") for phrase in kinds)


def _sides(tokens: Tokens, sides: Mapping[str, tuple[Tokens, ...]]) -> set[str]:
    return {side for side, phrases in sides.items() if any(positions(tokens, phrase) for phrase in phrases)}


@cache
def _contrasts() -> Mapping[str, Mapping[str, tuple[Tokens, ...]]]:
    """Contrasts that hold wherever their words stand, with their phrases as tokens."""
    return {
        contrast.name: {side: tuple(map(tokens_of, phrases)) for side, phrases in contrast.sides.items()}
        for contrast in contrasts()
        if contrast.by == "any"
    }
