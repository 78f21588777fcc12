"""The words of `market_naming.yml`: their schema, and a document's language with English beneath. What they mean in a text is up to `extract`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sources.grammar.conjugation import conjugated
from sources.grammar.grammar_cache import WordLoader, yaml_content
from sources.grammar.language_file import GrammarError
from sources.grammar.phrase_patterns import alternation

_FILE = Path(__file__).parent / "market_naming.yml"


class NamingWords(BaseModel):
    """One language of `market_naming.yml`; every list holds whole phrases."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    behind: tuple[str, ...] = ()
    ahead: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    bought: tuple[str, ...] = ()
    closers: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    no_names: tuple[str, ...] = ()
    no_alone: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Naming:
    """Words and patterns of one language on top of English; words are in lower case."""

    behind: re.Pattern[str]  # used with `match` right behind a name
    ahead: re.Pattern[str]  # found before a name
    whole: re.Pattern[str]
    bought: re.Pattern[str]
    closers: frozenset[str]
    links: frozenset[str]
    no_names: frozenset[str]
    no_alone: frozenset[str]
    weak: frozenset[str]
    endings: tuple[str, ...]
    verbs: frozenset[str]  # forms in the third person


@cache
def naming(language: str) -> Naming:
    """The words of `language`, with the English phrases around a name beneath.

    Raises:
        GrammarError: the file does not fit the schema; names the language and the key.
    """
    files = _languages()
    own = [files[code] for code in dict.fromkeys(("en", language)) if code in files]

    def merged(name: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(phrase for words in own for phrase in getattr(words, name)))

    def lower(name: str) -> frozenset[str]:  # own words only: "main" is a hand in French
        return frozenset(phrase.lower() for phrase in (*getattr(own[-1], name), *getattr(files["all"], name)))

    return Naming(
        re.compile(alternation(merged("behind")), re.IGNORECASE),
        re.compile(alternation(merged("ahead")), re.IGNORECASE),
        re.compile(alternation(merged("whole")), re.IGNORECASE),
        re.compile(alternation(merged("bought")), re.IGNORECASE),
        lower("closers"),
        lower("links"),
        lower("no_names"),
        lower("no_alone"),
        lower("weak"),
        own[-1].endings,
        _forms(own[-1].verbs, language),
    )


def _forms(verbs: tuple[str, ...], language: str) -> frozenset[str]:
    """Finite forms of infinitives; what is none of the language's is a form itself."""
    return frozenset(form for verb in verbs for form in (conjugated(verb, language).finite or (verb,)))


@cache
def _languages() -> dict[str, NamingWords]:
    try:
        read = yaml_content(_FILE, WordLoader)
        return TypeAdapter(dict[str, NamingWords]).validate_python(read)
    except (yaml.YAMLError, ValidationError) as error:
        raise GrammarError(f"{_FILE.name}: {error}") from error
