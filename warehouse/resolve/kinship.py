"""What a word is a kind of, and which kinds exclude each other: concepts, wider concepts, siblings, sides of an axis.

Belongs here: the reviewed kinds, contrasts and axes as look-ups over tokens. What they say of two names is `scopes.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from warehouse.resolve import compiled
from warehouse.resolve.apart import is_designator
from warehouse.resolve.compiled import unpacked
from warehouse.resolve.facets import scope_of
from warehouse.resolve.numerals import is_class_word
from warehouse.resolve.tokens import CONNECTORS, Tokens, longest_from, matched, tokens_of, written_out
from warehouse.resolve.vocabulary import contrasts, facet_words, grammar, kinds

_CACHED = 100_000
PARTS = (
    "idioms",
    "fields",
    "industries",
    "field_endings",
    "no_fields",
    "offerings",
    "turning_away",
    "vague",
)  # lists of grammar.yml
_SAME_AS_KEY = "~"
_A = ("a",)  # a letter in "hepatitis a", an article elsewhere
_TO = ("to",)  # "air to ground" is no "ground to air": what it joins is one concept


@lru_cache(maxsize=_CACHED)
def concepts(tokens: Tokens) -> tuple[Tokens, ...]:
    """A name's words, set phrases in one piece, connecting words left out; the last one says what is sold."""
    found = [phrase for phrase, _ in matched(tokens, _set_phrases(), _longest())]
    for at in range(len(found) - 2, 0, -1):
        if found[at] == _TO:
            found[at - 1 : at + 2] = [(*found[at - 1], "to", *found[at + 1])]
    kept = [
        phrase
        for at, phrase in enumerate(found)
        if phrase[0] not in CONNECTORS or len(phrase) > 1 or (phrase == _A and at and is_class_word(found[at - 1][-1]))
    ]
    if len(kept) > 1 and is_designator(kept[-1]):
        kept[-2:] = kept[:-3:-1]  # "hepatitis a" is a hepatitis
    return tuple(kept) or (tokens,)


def spelled_out(tokens: Tokens) -> Tokens:
    """Tokens with each acronym that has one listed meaning written out."""
    return tuple(word for token in tokens for word in next(iter(_spelled().get((token,), ())), (token,)))


@lru_cache(maxsize=_CACHED)
def reach(concept: Tokens) -> frozenset[Tokens]:
    """All that a concept is a kind of, in whatever step.

    Args:
        concept: a word or a set phrase of a name.

    Returns:
        The concept itself; what the reviewed kinds and `broader` put above it; what its own last words name, unless it
        is an idiom (a butterfly valve is a valve, a heat pump is no pump); of an acronym the last words of what it
        stands for.
    """
    found: set[Tokens] = set()
    waiting = [concept]
    while waiting:
        current = waiting.pop()
        if current in found:
            continue
        found.add(current)
        waiting.extend(_wider().get(current, ()))
        if len(current) > 1 and current not in _idioms() and "to" not in current:
            waiting.append(current[1:])
    return frozenset(phrase for phrase in found if phrase == concept or phrase[0] not in CONNECTORS)


@lru_cache(maxsize=_CACHED)
def cover(concept: Tokens) -> frozenset[Tokens]:
    """All that a concept answers to within a name: what it reaches, and the single words of what it is made of."""
    found = set(reach(concept))
    for phrase in (concept, *_spelled().get(concept, ())):
        if len(phrase) > 1 and phrase not in _idioms() and "to" not in phrase:
            for word in phrase:
                found |= reach((word,))
        for length in range(2, len(phrase)):
            for at in range(len(phrase) - length + 1):
                if phrase[at : at + length] in _set_phrases():
                    found |= reach(phrase[at : at + length])
    return frozenset(found)


@lru_cache(maxsize=_CACHED)
def is_general(concept: Tokens) -> bool:
    """Whether a concept is too general to tie two names ("smart", "system")."""
    return (len(concept) == 1 or concept not in _wider()) and all(token in _general() for token in concept)


def is_set_phrase(tokens: Tokens) -> bool:
    """Whether the vocabularies treat several words as one."""
    return tokens in _set_phrases()


def is_idiom(concept: Tokens) -> bool:
    """Whether a phrase is no kind of what its last word names."""
    return concept in _idioms()


def siblings(a: Tokens, b: Tokens) -> tuple[Tokens, Tokens, Tokens] | None:
    """Two kinds of one thing that exclude each other, among what two concepts reach.

    Returns:
        (the kind of the first, that of the second, the thing), or None. Kinds of which one covers the other concept
        exclude nothing.
    """
    if _wides(a).isdisjoint(_wides(b)):
        return None
    return _siblings(a, b)


@lru_cache(maxsize=_CACHED)
def _wides(concept: Tokens) -> frozenset[Tokens]:
    """All things that a concept is, in whatever step, one of the kinds of."""
    return frozenset(wide for one in reach(concept) for wide in _kinds_of().get(one, ()))


@lru_cache(maxsize=_CACHED)
def _siblings(a: Tokens, b: Tokens) -> tuple[Tokens, Tokens, Tokens] | None:
    of_a, of_b = reach(a), reach(b)
    common = _wides(a) & _wides(b)
    for one, wides in _kinded(a):
        if one in of_b:
            continue
        for wide in wides:
            if wide not in common:
                continue
            for other in sorted(_members()[wide] & of_b):
                if other not in of_a and not _cross(one, other):
                    return one, other, wide
    return None


@lru_cache(maxsize=_CACHED)
def _kinded(concept: Tokens) -> tuple[tuple[Tokens, tuple[Tokens, ...]], ...]:
    """What a concept reaches that is one of the kinds of something, with these things, in a fixed order."""
    return tuple((one, _kinds_of()[one]) for one in sorted(reach(concept)) if one in _kinds_of())


@lru_cache(maxsize=_CACHED)
def _cross(one: Tokens, other: Tokens) -> bool:
    """Whether two kinds differ in two ways and not in one: organic fertilizer may be liquid."""
    ways, other_ways = (
        axes_of(tuple(token for token in tokens if token not in beside)) - {"product"}
        for tokens, beside in ((one, other), (other, one))
    )
    return bool(ways | other_ways) and not ways & other_ways


@lru_cache(maxsize=_CACHED)
def sides(tokens: Tokens) -> Mapping[str, frozenset[str]]:
    """The sides of contrasts and axes whose words a name has.

    Of a contrast by head, the sides of the last such word count (the longest ending there).
    """
    found: dict[str, list[tuple[int, int, str]]] = {}
    table, longest = _side_table()
    for at, token in enumerate(tokens):
        for length in range(1, min(longest.get(token, 0), len(tokens) - at) + 1):
            for axis, side in table.get(tokens[at : at + length], ()):
                found.setdefault(axis, []).append((at + length, length, side))
    by_head = _by_head()
    told: dict[str, frozenset[str]] = {}
    for axis in sorted(found):
        marks = found[axis]
        last = max((end, length) for end, length, _ in marks)
        told[axis] = frozenset(side for end, length, side in marks if axis not in by_head or (end, length) == last)
    return told


@lru_cache(maxsize=_CACHED)
def axes_of(concept: Tokens) -> frozenset[str]:
    """The ways in which a word narrows a name: axes, contrasts and facets that it has a side on."""
    return frozenset(axis for axis in sides(concept) if axis not in _by_head()) | frozenset(scope_of(concept))


@lru_cache(maxsize=_CACHED)
def is_field(concept: Tokens) -> bool:
    """Whether a word names a work or a state of affairs, of whose market the things sold for it are a part."""
    if concept in _phrases_of("fields") or any(phrase in _phrases_of("fields") for phrase in reach(concept)):
        return concept not in _phrases_of("no_fields")
    return concept[-1:] in _phrases_of("field_endings") and concept not in _phrases_of("no_fields")


@lru_cache(maxsize=_CACHED)
def is_industry(concept: Tokens) -> bool:
    """Whether a word names those who buy what is sold for a field: hotel software is no part of hotels."""
    return not _phrases_of("industries").isdisjoint(reach(concept))


def is_offering(concept: Tokens) -> bool:
    """Whether a word names a form in which a field is sold: software, service, device."""
    return concept in _phrases_of("offerings") or concept[-1:] in _phrases_of("offerings")


@lru_cache(maxsize=_CACHED)
def turns_away(concept: Tokens) -> bool:
    """Whether a word before a name makes another thing of it."""
    return concept in _phrases_of("turning_away")


def is_vague(tokens: Tokens) -> bool:
    """Whether a name holds words whose extent every publisher draws anew."""
    return any(
        tokens[at : at + length] in _phrases_of("vague")
        for length in range(1, min(4, len(tokens)) + 1)
        for at in range(len(tokens) - length + 1)
    )


def is_thing(concept: Tokens) -> bool:
    """Whether a word names something sold by itself: a product, or a side of the contrast of offerings."""
    return "product" in scope_of(concept) or any(axis in _by_head() for axis in sides(concept))


@cache
def _by_head() -> frozenset[str]:
    kept = compiled.kept("by_head")
    if kept is not None:
        return frozenset(kept)
    return frozenset(contrast.name for contrast in contrasts() if contrast.by == "head")


@cache
def _side_table() -> tuple[Mapping[Tokens, tuple[tuple[str, str], ...]], Mapping[str, int]]:
    """(axis, side) by phrase, and words of the longest phrase by first word."""
    kept = compiled.kept("sides")
    if kept is not None:
        sided = {unpacked(phrase): tuple((axis, side) for axis, side in found) for phrase, found in kept.items()}
        return sided, longest_from(sided)
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
    return {phrase: tuple(sorted(found)) for phrase, found in table.items()}, longest_from(table)


@cache
def _members() -> Mapping[Tokens, frozenset[Tokens]]:
    """Kinds that exclude each other, by the thing they are kinds of."""
    kept = compiled.kept("members")
    if kept is not None:
        return {unpacked(wide): frozenset(map(unpacked, members)) for wide, members in kept.items()}
    found: dict[Tokens, set[Tokens]] = {}
    for listed in kinds():
        for wide, narrow in listed.kinds.items():
            found.setdefault(tokens_of(wide), set()).update(_kinds(wide, narrow))
    return {wide: frozenset(members - {wide}) for wide, members in found.items()}


@cache
def _kinds_of() -> Mapping[Tokens, tuple[Tokens, ...]]:
    found: dict[Tokens, list[Tokens]] = {}
    for wide, members in sorted(_members().items()):
        for member in members:
            found.setdefault(member, []).append(wide)
    return {member: tuple(wider) for member, wider in found.items()}


@cache
def _wider() -> Mapping[Tokens, tuple[Tokens, ...]]:
    """Wider concepts, one step up."""
    kept = compiled.kept("wider")
    if kept is not None:
        return {unpacked(narrow): tuple(map(unpacked, wider)) for narrow, wider in kept.items()}
    found: dict[Tokens, set[Tokens]] = {}
    for narrow, wider in facet_words().broader.items():
        found.setdefault(tokens_of(narrow), set()).update(tokens_of(wide) for wide in wider)
    for listed in kinds():
        for group in (listed.kinds, listed.covers):
            for wide, members in group.items():
                for member in _kinds(wide, members):
                    found.setdefault(member, set()).add(tokens_of(wide))
    for acronym, spelled in _spelled().items():
        found.setdefault(acronym, set()).update(phrase[1:] for phrase in spelled if len(phrase) > 1)
    return {narrow: tuple(sorted(wider - {narrow, ()})) for narrow, wider in found.items()}


def _kinds(wide: str, narrow: Iterable[str]) -> Iterable[Tokens]:
    """Tokens of listed kinds: "split ~" of the air conditioner is a split air conditioner, of the valve a split valve."""
    forms = dict.fromkeys((wide.split()[-1], wide))
    written = (
        kind.replace(_SAME_AS_KEY, form) for kind in narrow for form in (forms if _SAME_AS_KEY in kind else [""])
    )
    return [tokens for kind in written if (tokens := tokens_of(kind))]


@cache
def _spelled() -> Mapping[Tokens, tuple[Tokens, ...]]:
    """Written-out forms of acronyms, by acronym."""
    kept = compiled.kept("spelled")
    if kept is not None:
        return {unpacked(acronym): tuple(map(unpacked, phrases)) for acronym, phrases in kept.items()}
    found: dict[Tokens, set[Tokens]] = {}
    for phrase, acronym in written_out().items():
        left = tuple(token for word in phrase.split() for token in tokens_of(word))
        found.setdefault(tokens_of(acronym), set()).add(left)
    return {acronym: tuple(sorted(phrases)) for acronym, phrases in found.items()}


@cache
def _set_phrases() -> Mapping[Tokens, bool]:
    """Phrases of several words that the vocabularies treat as one, unless they only lengthen another such phrase.

    "electric vehicle battery housing" would only lengthen a phrase it ends in; kinds and idioms are kept all the same,
    since a longer one says more.
    """
    kept = compiled.kept("set_phrases")
    if kept is not None:
        return dict.fromkeys(map(unpacked, kept), True)
    listed = [tokens_of(phrase) for values in facet_words().facets.values() for ps in values.values() for phrase in ps]
    listed += [tokens_of(phrase) for phrase in facet_words().broader]
    listed += [tokens_of(wide) for wider in facet_words().broader.values() for wide in wider]
    phrases = {phrase for phrase in listed if len(phrase) > 1}
    ends = {phrase[at:] for phrase in phrases for at in range(1, len(phrase) - 1)} & phrases
    kept = {phrase for phrase in phrases if not any(phrase[at:] in ends for at in range(1, len(phrase) - 1))}
    kept |= {
        phrase
        for phrase in (*_wider(), *_members(), *_idioms(), *_phrases_of("fields"), *_phrases_of("turning_away"))
        if len(phrase) > 1
    }
    kept |= {
        phrase for wider in _wider().values() for phrase in wider if len(phrase) > 1 and phrase[0] not in CONNECTORS
    }
    return dict.fromkeys(sorted(kept), True)


@cache
def _longest() -> Mapping[str, int]:
    return longest_from(_set_phrases())


@cache
def _idioms() -> frozenset[Tokens]:
    return _phrases_of("idioms")


@cache
def _phrases_of(part: str) -> frozenset[Tokens]:
    """A list of `grammar.yml` as tokens."""
    kept = compiled.kept("lists")
    if kept is not None:
        return frozenset(map(unpacked, kept[part]))
    return frozenset(tokens_of(phrase) for phrase in getattr(grammar(), part))


@cache
def _general() -> frozenset[str]:
    kept = compiled.kept("general")
    if kept is not None:
        return frozenset(kept)
    return frozenset(token for phrase in facet_words().general for token in tokens_of(phrase)) | CONNECTORS
