"""The reviewed vocabularies in this folder and in `lexicon/`, read and validated once.

Belongs here: the schemas of words, contrasts, facets, aliases, dimensions, acronyms, synonyms, kinds, translations and
grammar, and their reading. Their use does not (`tokens.py`, `market_names.py`, `concept_hierarchy.py`, `scope_facets.py`).
Areas have files and schemas of their own (`area_members.py`, `area_extents.py`).
"""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter

from warehouse.facets import Facet
from warehouse.reviewed import read_reviewed

Tokens = tuple[str, ...]
HERE = Path(__file__).parent
LEXICON = HERE / "lexicon"

Phrase = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Label = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class Shape(BaseModel):
    """A part of a reviewed file: frozen, without fields that nobody knows."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Reviewed(Shape):
    """Who read the entries of a file, and when."""

    author: Phrase
    date: date


class Words(Shape):
    """`words.yml`: how names are brought to one form."""

    market_words: frozenset[Phrase]
    leading: frozenset[Phrase]
    trailing: frozenset[Phrase]
    joining: frozenset[Phrase]
    turning: frozenset[Phrase]
    before_area: frozenset[Phrase]
    boilerplate: frozenset[Phrase]
    behind_market: frozenset[Phrase]
    closing: frozenset[Phrase]
    protected: tuple[Phrase, ...]
    spellings: dict[Phrase, Phrase]
    singulars: frozenset[Phrase]
    plurals: dict[Phrase, Phrase]
    phrases: dict[Phrase, Phrase]
    cjk_leading: tuple[Phrase, ...]
    cjk_trailing: tuple[Phrase, ...]
    demonyms: dict[Phrase, tuple[Phrase, ...]]
    not_areas: tuple[Phrase, ...]


class Contrast(Shape):
    """Words that exclude each other: `by: head` compares what is sold (the last such word), `by: any` all of them.

    A side of `holds` may be a general word for the sides it lists: between them nothing is told.
    """

    name: Label
    by: Literal["head", "any"]
    sides: dict[Label, tuple[Phrase, ...]]
    holds: dict[Label, tuple[Label, ...]] = {}


class Contrasts(Shape):
    """`contrasts.yml`."""

    contrasts: tuple[Contrast, ...]


class FacetWords(Shape):
    """`facets.yml`: the words of a facet, the words that a wider word covers, words too general to tie names."""

    facets: dict[Facet, dict[Label, tuple[Phrase, ...]]]
    broader: dict[Phrase, tuple[Phrase, ...]]
    general: frozenset[Phrase]


class Acronyms(Shape):
    """`lexicon/acronyms.yml`: acronyms by theme with what they stand for, and those that stand for several things.

    Those of `besides` stand for what `acronyms` lists, and for something else only beside the words given there.
    What a key stands for reads as the key, save under `in_capitals`: there the key, in capitals, reads as the words.
    """

    alone: frozenset[Phrase]
    sure_alone: frozenset[Phrase]
    in_capitals: dict[Phrase, Phrase]
    ordinary: frozenset[Phrase]
    acronyms: dict[Label, dict[Phrase, Phrase]]
    ambiguous: dict[Phrase, dict[Phrase, tuple[Phrase, ...]]]
    besides: dict[Phrase, dict[Phrase, tuple[Phrase, ...]]]


class Synonyms(Shape):
    """`lexicon/synonyms*.yml`: words that a trade uses for one thing, by the one that stands for all of them."""

    synonyms: dict[Phrase, tuple[Phrase, ...]]


class Kinds(Shape):
    """`lexicon/kinds_*.yml`: wider things and their kinds; `~` in a kind stands for the last word of the wider one.

    Kinds of one thing exclude each other; what `covers` lists is also inside and excludes nothing; sides of an axis
    exclude each other and are inside nothing ("/" divides the words of a side).
    """

    kinds: dict[Phrase, tuple[Phrase, ...]] = {}
    covers: dict[Phrase, tuple[Phrase, ...]] = {}
    axes: dict[Label, tuple[Phrase, ...]] = {}


class Translations(Shape):
    """`lexicon/translations.yml`: words of other languages; an empty translation drops a word."""

    joined: dict[Label, dict[str, str]]
    single: dict[Label, dict[str, str]]
    signs: dict[Label, frozenset[Phrase]]
    turning: dict[Label, frozenset[Phrase]]


class TradeWords(Shape):
    """`lexicon/trade_words.yml`: nouns and adjectives of other languages, by their English and language."""

    nouns: dict[Phrase, dict[Label, tuple[Phrase, ...]]]
    adjectives: dict[Phrase, dict[Label, tuple[Phrase, ...]]]


class Senses(Shape):
    """`lexicon/senses.yml`: words with several meanings, the words beside which each is meant, and the usual one of some."""

    senses: dict[Phrase, dict[Phrase, tuple[Phrase, ...]]]
    usual: dict[Phrase, Phrase]


class Grammar(Shape):
    """`lexicon/grammar.yml`: what the place of a word does to its meaning, and names that a bracket decides."""

    idioms: tuple[Phrase, ...]
    fields: tuple[Phrase, ...]
    industries: tuple[Phrase, ...]
    either_way: tuple[Phrase, ...]
    empty_behind: dict[Phrase, tuple[Phrase, ...]]
    adjectives: dict[Phrase, tuple[Phrase, ...]]
    field_endings: tuple[Phrase, ...]
    no_fields: tuple[Phrase, ...]
    offerings: tuple[Phrase, ...]
    forms: tuple[Phrase, ...]
    privatives: tuple[Phrase, ...]
    vague: tuple[Phrase, ...]
    joined: tuple[Phrase, ...]
    decided_by_bracket: dict[Phrase, tuple[Phrase, ...]]


class ReviewedAlias(Shape):
    """Names of one market that no rule can resolve."""

    market: Phrase
    names: tuple[Phrase, ...]
    author: Phrase
    date: date
    reason: Phrase


class Aliases(Shape):
    """`aliases.yml`: the packaged part of the alias table; a data home adds decisions of kind alias."""

    aliases: tuple[ReviewedAlias, ...]


class Dimensions(Shape):
    """`dimensions.yml`: names of segmentation dimensions and members that mean the same."""

    dimensions: dict[Phrase, tuple[Phrase, ...]]
    segment_words: frozenset[Phrase]
    trailing: frozenset[Phrase]
    members: dict[Phrase, tuple[Phrase, ...]]
    comparators: dict[Phrase, Phrase]


@cache
def words() -> Words:
    """The packaged `words.yml`."""
    return read_reviewed(HERE / "words.yml", TypeAdapter(Words))


@cache
def contrasts() -> tuple[Contrast, ...]:
    """The packaged contrasts, in the file's order."""
    return read_reviewed(HERE / "contrasts.yml", TypeAdapter(Contrasts)).contrasts


@cache
def facet_words() -> FacetWords:
    """The packaged `facets.yml`."""
    return read_reviewed(HERE / "facets.yml", TypeAdapter(FacetWords))


@cache
def acronyms() -> Acronyms:
    """The packaged acronyms."""
    return read_reviewed(LEXICON / "acronyms.yml", TypeAdapter(Acronyms))


@cache
def synonyms() -> tuple[tuple[str, str], ...]:
    """The packaged synonyms in the files' order: (word, the one that stands for it)."""
    return tuple(
        (word, canonical)
        for path in sorted(LEXICON.glob("synonyms*.yml"))
        for canonical, listed in read_reviewed(path, TypeAdapter(Synonyms)).synonyms.items()
        for word in listed
    )


@cache
def kinds() -> tuple[Kinds, ...]:
    """The packaged kinds, one file after the other."""
    return tuple(read_reviewed(path, TypeAdapter(Kinds)) for path in sorted(LEXICON.glob("kinds_*.yml")))


@cache
def translations() -> Translations:
    """The packaged translations."""
    return read_reviewed(LEXICON / "translations.yml", TypeAdapter(Translations))


@cache
def trade_words() -> TradeWords:
    """The packaged trade words of other languages."""
    return read_reviewed(LEXICON / "trade_words.yml", TypeAdapter(TradeWords))


@cache
def grammar() -> Grammar:
    """The packaged `lexicon/grammar.yml`."""
    return read_reviewed(LEXICON / "grammar.yml", TypeAdapter(Grammar))


@cache
def senses() -> Senses:
    """The packaged `lexicon/senses.yml`."""
    return read_reviewed(LEXICON / "senses.yml", TypeAdapter(Senses))


@cache
def packaged_aliases() -> tuple[ReviewedAlias, ...]:
    """The packaged aliases, in the file's order."""
    return read_reviewed(HERE / "aliases.yml", TypeAdapter(Aliases)).aliases


@cache
def dimensions() -> Dimensions:
    """The packaged `dimensions.yml`."""
    return read_reviewed(HERE / "dimensions.yml", TypeAdapter(Dimensions))
