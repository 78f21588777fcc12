"""Compiles the vocabularies to `words/lexicon/compiled.json`: `python -m warehouse.resolve.compile_lexicon`, after any change of one.

Belongs here: which tables are compiled and how they are packed. The builder of each table unpacks it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from warehouse.resolve.names import name_areas
from warehouse.resolve.scopes import concept_hierarchy, concept_tables, scope_facets
from warehouse.resolve.words import compiled_lexicon, foreign_inflection, tokens, vocabulary
from warehouse.resolve.words.compiled_lexicon import Tokens, packed


def content() -> str:
    """What the file has to hold, built from its sources alone."""
    compiled_lexicon.tables.cache_clear()
    held = compiled_lexicon.tables
    compiled_lexicon.tables = lambda: {}  # type: ignore[assignment]
    try:
        for module in (
            vocabulary,
            foreign_inflection,
            tokens,
            name_areas,
            scope_facets,
            concept_hierarchy,
            concept_tables,
        ):
            for function in vars(module).values():
                if hasattr(function, "cache_clear") and function.__module__ == module.__name__:
                    function.cache_clear()
        found = _tables()
    finally:
        compiled_lexicon.tables = held
    kept = {"digest": compiled_lexicon.digest(), "tables": found}
    return json.dumps(kept, ensure_ascii=False, sort_keys=True, indent=0, default=sorted)  # sets in a fixed order


def refuse_collisions() -> None:
    """Raises ValueError where two things would read as one: every phrase has one form, and that form is nothing else."""
    faults: list[str] = []
    read_as: dict[Tokens, Tokens] = {}
    for phrase, form in tokens.phrase_pairs():
        left, right = tokens.phrase_tokens(phrase), tokens.phrase_tokens(form)
        if read_as.setdefault(left, right) != right:
            faults.append(f"{phrase!r} reads as {packed(read_as[left])!r} and as {form!r}")
    listed = vocabulary.acronyms()
    keys = {acronym for theme in listed.acronyms.values() for acronym in theme}
    faults += [
        f"{acronym!r} is an ordinary word; list it under in_capitals" for acronym in sorted(keys & listed.ordinary)
    ]
    for acronym in sorted(keys):
        own = tokens.phrase_tokens(acronym)
        if own != tokens.raw_tokens(acronym):
            faults.append(f"{acronym!r} is read as {packed(own)!r}")
        elif read_as.get(own, own) != own:
            faults.append(f"{acronym!r} stands for its words and reads as {packed(read_as[own])!r}")
    for right in sorted(set(read_as.values())):
        if len(right) == 1 and read_as.get(right, right) != right:
            faults.append(f"what reads as {right[0]!r} reads as {packed(read_as[right])!r} in turn")
    faults += _circles()
    if faults:
        raise ValueError("the vocabularies make two things one:\n" + "\n".join(dict.fromkeys(faults)))


def _circles() -> list[str]:
    """Phrases that read as each other in turn: a name that has one would never come to rest."""
    table, longest = tokens._phrases(), tokens._longest()
    return [
        f"{packed(phrase)!r} reads as {packed(once)!r} and comes back"
        for phrase in sorted({*table, *table.values()})
        if (last := tokens.rewritten(phrase))
        != (
            once := tuple(
                word for single, right in tokens.longest_matches(last, table, longest) for word in right or single
            )
        )
    ]


def _tables() -> dict[str, Any]:
    refuse_collisions()
    sided, _ = concept_tables.side_table()
    return {
        "words": vocabulary.words().model_dump(),
        "acronyms": vocabulary.acronyms().model_dump(),
        "translations": vocabulary.translations().model_dump(),
        "grammar": vocabulary.grammar().model_dump(),
        "senses": vocabulary.senses().model_dump(),
        "foreign": foreign_inflection.packed_forms(),
        "phrases": {packed(left): packed(right) for left, right in tokens._phrases().items()},
        "areas": {packed(phrase): [area.code, area.name] for phrase, area in name_areas.areas_by_name().items()},
        "facets": {facet: _lists(table) for facet, table in scope_facets._tables().items()},
        "sides": {packed(phrase): [list(side) for side in found] for phrase, found in sided.items()},
        "by_head": sorted(concept_tables.by_head()),
        "held_sides": sorted(map(list, concept_tables.general_sides())),
        "members": _phrase_lists(concept_tables.excluding_kinds()),
        "wider": _phrase_lists(concept_tables.direct_hypernyms()),
        "spelled": _phrase_lists(concept_tables.acronym_expansions()),
        "set_phrases": sorted(map(packed, concept_tables.set_phrases())),
        "general": sorted(concept_tables.general_words()),
        "lists": {part: sorted(map(packed, concept_tables.phrases_of(part))) for part in concept_tables.PARTS},
    }


def _lists(table: Mapping[Tokens, tuple[str, ...]]) -> dict[str, list[str]]:
    return {packed(phrase): list(values) for phrase, values in table.items()}


def _phrase_lists(table: Mapping[Tokens, Any]) -> dict[str, list[str]]:
    return {packed(phrase): sorted(map(packed, phrases)) for phrase, phrases in table.items()}


def main() -> None:
    """Writes the file."""
    compiled_lexicon.FILE.write_text(content() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
