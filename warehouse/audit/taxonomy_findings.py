"""Findings on words: a market's definition against its segmentation, and drivers outside the definition.

Belongs here: rules over facets and contrast words. They compare no numbers, so what they find is a flag, never an error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.audit.findings import Finding, Rule
from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.statements.listed_members import top_members
from warehouse.resolve.words.tokens import Tokens, positions, tokens_of
from warehouse.resolve.words.vocabulary import Facet, contrasts, facet_words
from warehouse.values.conflict_records import Place
from warehouse.values.wording import listed

CLASSIFYING: tuple[Facet, ...] = ("product", "technology", "workload", "deployment")
AT_LEAST_TWO = 2  # one value names a market; two and more classify it
SCOPE, NO_UNIT = "scope", "text"


def definitions_against_segments(definitions: pl.DataFrame, segments: pl.DataFrame) -> Iterator[Finding]:
    """Definitions that list what belongs to the market, beside the dimension that divides it by the same facet.

    Both must name two values of one facet or more, and share one: then they classify the same thing. A value of the
    definition that no member names, and a member whose value the definition does not name, is a flag; a member that is
    a kind of a named value (a TPU is an ASIC) is within it. So is a member that the definition leaves out by name.

    Args:
        definitions: core.definitions.
        segments: core.segments.

    Yields:
        definition_against_segments, one per definition and dimension.
    """
    dimensions: defaultdict[tuple[str, str | None], list[tuple[str, Sequence[Mapping[str, Any]]]]] = defaultdict(list)
    for (document_id, market_id, key), members in sorted(top_members(segments).items(), key=repr):
        dimensions[document_id, market_id].append((key, members))
    defined = definitions.filter(pl.col("defines") == "market", pl.col("status") == "stated")
    for row in defined.sort("document_id", "char_start").iter_rows(named=True):
        for key, members in dimensions.get((row["document_id"], row["market_id"]), ()):
            dimension = members[0]["dimension"] or "part"
            words = [*_by_facet(row, dimension, members), *_left_out(row, dimension, members)]
            if words:
                yield _flag(
                    "definition_against_segments",
                    row,
                    key,
                    "; ".join(words),
                    spans=[(member["char_start"], member["char_end"]) for member in members],
                )


def _by_facet(row: Mapping[str, Any], dimension: str, members: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    included = [scope_of(tokens_of(item)) for item in row["includes"] or ()]
    divided = [scope_of(tokens_of(member["segment"])) for member in members]
    whole = scope_of(tokens_of(row["term"]))  # what the market itself is tells no part from another
    for facet in CLASSIFYING:
        silent = set(whole.get(facet, ()))
        defined = {value for scope in included for value in scope.get(facet, ())} - silent
        named = {value for scope in divided for value in scope.get(facet, ())} - silent
        if min(len(defined), len(named)) < AT_LEAST_TWO or not defined & named:
            continue
        lacking = {value for value in defined - named if not any(value in _kinds_of(other) for other in named)}
        beyond = {value for value in named - defined if not _kinds_of(value) & defined}
        within = named - defined - beyond
        if not lacking and not beyond:
            continue
        parts = [
            f"the definition of {row['term']} names {listed(_plain(defined))}, its segments by {dimension} {listed(_plain(named))}"
        ]
        parts += [f"{listed(_plain(lacking))} has no segment"] if lacking else []
        parts += [f"{listed(_plain(beyond))} lies outside the definition"] if beyond else []
        parts += [
            f"{value} is a kind of {listed(_plain(_kinds_of(value) & defined))}, beside which it stands"
            for value in sorted(within)
        ]
        yield ": ".join([parts[0], "; ".join(parts[1:])])


def _left_out(row: Mapping[str, Any], dimension: str, members: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    excluded = [tokens for item in row["excludes"] or () if (tokens := tokens_of(item))]
    for member in members:
        tokens = tokens_of(member["segment"])
        for left_out in excluded:
            is_kind = len(left_out) >= AT_LEAST_TWO and positions(tokens, left_out)
            if tokens == left_out or is_kind:
                yield (
                    f"the definition of {row['term']} leaves out {' '.join(left_out)}; "
                    f"{member['segment']} is a segment by {dimension}"
                )


def drivers_outside_definitions(
    drivers: pl.DataFrame, definitions: pl.DataFrame, segments: pl.DataFrame, markets: pl.DataFrame
) -> Iterator[Finding]:
    """Drivers that speak of what the market's name, definition and segments exclude by a contrast word.

    Inference, where all that the document says of its market is training.

    Args:
        drivers: core.drivers.
        definitions: core.definitions.
        segments: core.segments.
        markets: core.markets.

    Yields:
        driver_outside_definition; drivers stay drivers.
    """
    own: defaultdict[tuple[str, str | None], list[dict[str, Any]]] = defaultdict(list)
    defined = definitions.filter(pl.col("defines") == "market", pl.col("status") == "stated")
    for row in defined.sort("document_id", "char_start").iter_rows(named=True):
        own[row["document_id"], row["market_id"]].append(row)
    parts: defaultdict[tuple[str, str | None], list[str]] = defaultdict(list)
    for document_id, market_id, segment in segments.select("document_id", "market_id", "segment").iter_rows():
        parts[document_id, market_id].append(segment)
    names = dict(markets.select("market_id", "market").iter_rows())
    stated = drivers.filter(pl.col("status") == "stated", pl.col("role") == "driver", pl.col("segment").is_null())
    for row in stated.sort("driver_id").iter_rows(named=True):
        rows = own.get((row["document_id"], row["market_id"]), [])
        part_name_words = [text for d in rows for text in (d["definition"], *(d["includes"] or ()))]
        known = (names.get(row["market_id"]), *part_name_words, *parts[row["document_id"], row["market_id"]])
        scope = [tokens_of(text) for text in known if text]
        for contrast, sides in _contrasts().items():
            market = {side for tokens in scope for side in _sides(tokens, sides)}
            driver = _sides(tokens_of(row["driver"]), sides)
            if rows and market and driver and not driver & market:
                words = (
                    f"the market is of {listed(market)}; the driver {row['driver']!r} is of {listed(driver)} "
                    f"({contrast}): outside the document's own definition"
                )
                place = [(row["char_start"], row["char_end"])]
                yield _flag("driver_outside_definition", rows[0], contrast, words, spans=place)


def _flag(
    rule: Rule,
    definition: Mapping[str, Any],
    about: str,
    words: str,
    spans: Iterable[tuple[int, int]],
) -> Finding:
    own = (definition["char_start"], definition["char_end"])
    return Finding(
        rule=rule,
        outcome="flag",
        document_id=definition["document_id"],
        publisher_id=definition["publisher_id"],
        place=Place(definition["market_id"], None, WORLD, SCOPE, NO_UNIT, None),
        claim_ids=(),
        explanation=words,
        definition_id=definition["definition_id"],
        spans=(own, *spans),
        about=about,
    )


def _plain(values: Collection[str]) -> list[str]:
    return [value.replace("-", " ") for value in values]


@cache
def _kinds_of(value: str) -> frozenset[str]:
    """What a facet value is a kind of, by the reviewed table of broader words."""
    found = facet_words().broader.get(value.replace("-", " "), ())
    return frozenset(phrase.replace(" ", "-") for phrase in found)


def _sides(tokens: Tokens, sides: Mapping[str, tuple[Tokens, ...]]) -> set[str]:
    return {side for side, phrases in sides.items() if any(positions(tokens, phrase) for phrase in phrases)}


@cache
def _contrasts() -> Mapping[str, Mapping[str, tuple[Tokens, ...]]]:
    """Contrasts that hold wherever their words stand, with their phrases as tokens."""
    return {
        contrast.name: {
            side: tuple(tokens_of(phrase) for phrase in phrases) for side, phrases in contrast.sides.items()
        }
        for contrast in contrasts()
        if contrast.by == "any"
    }
