"""The tables of the concept hierarchy: reviewed kinds, contrasts, axes and lists of words by tokens.

Belongs here: how the vocabularies become tables. `concept_hierarchy.py` answers questions about a concept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from warehouse.resolve.words.tokens import CONNECTORS, Tokens, acronyms_by_expansion, longest_by_first_word, tokens_of
from warehouse.resolve.words.vocabulary import contrasts, facet_words, grammar, kinds

PARTS = (
    "idioms",
    "fields",
    "industries",
    "field_endings",
    "no_fields",
    "offerings",
    "forms",
    "privatives",
    "vague",
)  # lists of grammar.yml
_SAME_AS_KEY = "~"


@cache
def by_head() -> frozenset[str]:
    """Contrasts of which only the last such word of a name counts."""
    return frozenset(contrast.name for contrast in contrasts() if contrast.by == "head")


@cache
def side_table() -> tuple[Mapping[Tokens, tuple[tuple[str, str], ...]], Mapping[str, int]]:
    """(axis, side) by phrase, and words of the longest phrase by first word."""
    return _sides(), longest_by_first_word(_sides())


@cache
def _sides() -> Mapping[Tokens, tuple[tuple[str, str], ...]]:
    table: dict[Tokens, set[tuple[str, str]]] = {}
    for contrast in contrasts():
        for side, phrases in contrast.sides.items():
            for phrase in phrases:
                table.setdefault(tokens_of(phrase), set()).add((contrast.name, side))
    for listed in kinds():
        for axis, members in listed.axes.items():
            for member in members:
                words = [word.strip() for word in member.split(" / ")]
                for word in words:
                    table.setdefault(tokens_of(word), set()).add((axis, words[0]))
    table.pop((), None)
    return {phrase: tuple(sorted(sides)) for phrase, sides in table.items()}


@cache
def general_sides() -> frozenset[tuple[str, str, str]]:
    """(axis, general side, side that it may hold)."""
    return frozenset(
        (contrast.name, general, side)
        for contrast in contrasts()
        for general, held in contrast.holds.items()
        for side in held
    )


@cache
def excluding_kinds() -> Mapping[Tokens, frozenset[Tokens]]:
    """Kinds that exclude each other, by the thing they are kinds of."""
    by_kind: dict[Tokens, set[Tokens]] = {}
    for listed in kinds():
        for wide, narrow in listed.kinds.items():
            by_kind.setdefault(tokens_of(wide), set()).update(_kinds(wide, narrow))
    return {wide: frozenset(members - {wide}) for wide, members in by_kind.items()}


@cache
def kinds_of() -> Mapping[Tokens, tuple[Tokens, ...]]:
    """The things that a concept is one of the kinds of."""
    by_member: dict[Tokens, list[Tokens]] = {}
    for wide, members in sorted(excluding_kinds().items()):
        for member in members:
            by_member.setdefault(member, []).append(wide)
    return {member: tuple(wider) for member, wider in by_member.items()}


@cache
def direct_hypernyms() -> Mapping[Tokens, tuple[Tokens, ...]]:
    """Wider concepts, one step up."""
    by_concept: dict[Tokens, set[Tokens]] = {}
    for narrow, wider in facet_words().broader.items():
        by_concept.setdefault(tokens_of(narrow), set()).update(tokens_of(wide) for wide in wider)
    for listed in kinds():
        for group in (listed.kinds, listed.covers):
            for wide, members in group.items():
                for member in _kinds(wide, members):
                    by_concept.setdefault(member, set()).add(tokens_of(wide))
    for acronym, spelled in acronym_expansions().items():
        by_concept.setdefault(acronym, set()).update(phrase[1:] for phrase in spelled if len(phrase) > 1)
    return {narrow: tuple(sorted(wider - {narrow, ()})) for narrow, wider in by_concept.items()}


def _kinds(wide: str, narrow: Iterable[str]) -> Iterable[Tokens]:
    """Tokens of listed kinds: "split ~" of the air conditioner is a split air conditioner, of the valve a split valve."""
    forms = dict.fromkeys((wide.split()[-1], wide))
    written = (
        kind.replace(_SAME_AS_KEY, form) for kind in narrow for form in (forms if _SAME_AS_KEY in kind else [""])
    )
    return [tokens for kind in written if (tokens := tokens_of(kind))]


@cache
def acronym_expansions() -> Mapping[Tokens, tuple[Tokens, ...]]:
    """Written-out forms of acronyms, by acronym."""
    by_acronym: dict[Tokens, set[Tokens]] = {}
    for phrase, acronym in acronyms_by_expansion().items():
        left = tuple(token for word in phrase.split() for token in tokens_of(word))
        by_acronym.setdefault(tokens_of(acronym), set()).add(left)
    return {acronym: tuple(sorted(phrases)) for acronym, phrases in by_acronym.items()}


@cache
def set_phrases() -> Mapping[Tokens, bool]:
    """Phrases of several words that the vocabularies treat as one, unless they only lengthen another such phrase.

    "electric vehicle battery housing" would only lengthen a phrase it ends in; kinds and idioms are kept all the same,
    since a longer one says more.
    """
    listed = [tokens_of(phrase) for values in facet_words().facets.values() for ps in values.values() for phrase in ps]
    listed += [tokens_of(phrase) for phrase in facet_words().broader]
    listed += [tokens_of(wide) for wider in facet_words().broader.values() for wide in wider]
    phrases = {phrase for phrase in listed if len(phrase) > 1}
    ends = {phrase[at:] for phrase in phrases for at in range(1, len(phrase) - 1)} & phrases
    chosen = {phrase for phrase in phrases if not any(phrase[at:] in ends for at in range(1, len(phrase) - 1))}
    chosen |= {
        phrase
        for phrase in (
            *direct_hypernyms(),
            *excluding_kinds(),
            *idiom_phrases(),
            *phrases_of("fields"),
            *phrases_of("privatives"),
        )
        if len(phrase) > 1
    }
    chosen |= {
        phrase
        for wider in direct_hypernyms().values()
        for phrase in wider
        if len(phrase) > 1 and phrase[0] not in CONNECTORS
    }
    return dict.fromkeys(sorted(chosen), True)


@cache
def longest_phrase() -> Mapping[str, int]:
    """Words of the longest set phrase that begins with a word."""
    return longest_by_first_word(set_phrases())


@cache
def idiom_phrases() -> frozenset[Tokens]:
    """Phrases that are no kind of what their last word names."""
    return phrases_of("idioms")


def phrases_of(part: str) -> frozenset[Tokens]:
    """A list of `grammar.yml` as tokens."""
    return _lists()[part]


@cache
def _lists() -> Mapping[str, frozenset[Tokens]]:
    return {part: frozenset(map(tokens_of, getattr(grammar(), part))) for part in PARTS}


@cache
def general_words() -> frozenset[str]:
    """Words too general to tie two names."""
    return frozenset(token for phrase in facet_words().general for token in tokens_of(phrase)) | CONNECTORS
