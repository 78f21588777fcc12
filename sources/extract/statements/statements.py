"""Definitions, drivers, technical figures and qualities of a document, read over one search text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sources.extract.document.context import Context
from sources.extract.statements.definitions import definitions_of
from sources.extract.statements.drivers import ADDITIVE, drivers_of
from sources.extract.statements.qualities import phrases_of, qualities_of
from sources.extract.statements.technical import RANGES_IN_WORDS, technical_of
from sources.extract.text.search_text import SearchText
from sources.extract.text.sentences import Sentence
from sources.grammar.definitions import definition_words
from sources.grammar.drivers import driver_words
from sources.records import Definition, Driver, Fact, Mention, ParsedDocument, Quality, Rejection, Technical


@dataclass(frozen=True, slots=True)
class Statements:
    """Statements of one document; `facts` are those that say how to read them."""

    definitions: tuple[Definition, ...]
    drivers: tuple[Driver, ...]
    technical: tuple[Technical, ...]
    qualities: tuple[Quality, ...]
    facts: tuple[Fact, ...]


def statements_of(
    parsed: ParsedDocument,
    sentences: Sequence[Sentence],
    context: Context,
    mentions: Sequence[Mention],
    rejections: Sequence[Rejection],
) -> Statements:
    """Definitions, drivers, technical figures and qualities of a document.

    Args:
        parsed: the document.
        sentences: its sentences, in order.
        context: its own facts.
        mentions: its figures.
        rejections: tokens that are none.
    """
    search = SearchText(parsed.text, sentences, _phrases(context.grammar.language))
    drivers, caveats = drivers_of(search, parsed.blocks, context.market, context.grammar)
    titles = (context.title,)
    definitions = definitions_of(search, parsed.blocks, context.grammar, context.market, titles, context.segments)
    technical = technical_of(search, parsed.blocks, mentions, rejections)
    qualities = qualities_of(search, parsed.blocks, context.grammar.language, context.market)
    return Statements(definitions, drivers, technical, qualities, caveats)


@lru_cache(maxsize=16)
def _phrases(language: str) -> frozenset[str]:
    """Every phrase that is looked for in prose."""
    drivers, definitions = driver_words(language), definition_words(language)
    phrases = {*drivers.continued, *definitions.names, *definitions.holds, *definitions.copulas, *definitions.excludes}
    for by_role in (drivers.by, drivers.seen, drivers.lists, drivers.predicates, drivers.verbs):
        phrases.update(phrase for group in by_role.values() for phrase in group)
    phrases.update(phrase for group in definitions.stages.values() for phrase in group)
    return frozenset((*phrases, *ADDITIVE, *RANGES_IN_WORDS, *phrases_of(language)))
