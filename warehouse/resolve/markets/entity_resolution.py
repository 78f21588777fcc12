"""Entity resolution of markets: printed names with equal tokens, after aliases and acronyms, are one market; similar names are not.

Belongs here: the decision among all names of a build. `market_names.py` reads one name; `scope_relations.py` relates two
markets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from sources.grammar.areas import Area
from warehouse.resolve.names.market_names import Name, read_name
from warehouse.resolve.words.acronyms import SHORTEST_UNEXPLAINED, capitalised_words, initials
from warehouse.resolve.words.tokens import Key, Tokens, phrase_tokens, raw_tokens, resolution_key, rewritten, slug
from warehouse.resolve.words.vocabulary import packaged_aliases

How = Literal["exact", "normalised", "acronym", "alias"]
_LONGEST_EXPANSION = 7  # words


@dataclass(frozen=True, slots=True)
class Market:
    """One market and the printed names that resolve to it.

    Attributes:
        market_id: slug of its tokens; the same whatever other markets a build holds.
        tokens: normal tokens, of the first order of words among equal ones.
        names: printed names, in alphabetical order.
        how: the strongest means that one of its names needed.
    """

    market_id: str
    tokens: Tokens
    names: tuple[str, ...]
    how: How


@dataclass(frozen=True, slots=True)
class Resolution:
    """All markets of a build.

    Attributes:
        markets: in the order of their ids.
        market_of: market id by printed name; names that name no market are absent.
        area_of: the area that a printed name carries, where it carries one.
    """

    markets: tuple[Market, ...]
    market_of: Mapping[str, str]
    area_of: Mapping[str, Area]


def resolve(printed: Iterable[str], aliases: Mapping[str, str]) -> Resolution:
    """Resolves printed market names. Order and repetition of names change nothing; resolving a result changes nothing.

    Args:
        printed: names as claims, segment lists and facts print them.
        aliases: decided aliases, printed name → name it means; they override packaged ones and may chain.

    Returns:
        The markets, and the market of each name.

    Raises:
        BuildError: aliases lead in a circle.
    """
    names = [read_name(name) for name in sorted(set(printed))]
    names = [name for name in names if name.tokens]
    table = alias_table(aliases)
    resolved = {name.printed: through_aliases(name.tokens, table) for name in names}
    how: dict[str, How] = {name.printed: "alias" for name in names if resolved[name.printed] != name.tokens}
    for name, tokens in _through_acronyms(names, resolved).items():
        how.setdefault(name, "acronym")
        resolved[name] = through_aliases(tokens, table)
    pools: dict[Key, list[str]] = {}
    for name in sorted(resolved):
        pools.setdefault(resolution_key(resolved[name]), []).append(name)
    markets = sorted(
        (_market(members, [resolved[member] for member in members], how) for members in pools.values()),
        key=lambda market: market.market_id,
    )
    return Resolution(
        markets=tuple(markets),
        market_of={name: market.market_id for market in markets for name in market.names},
        area_of={name.printed: name.area for name in names if name.area},
    )


def _market(members: list[str], sequences: list[Tokens], how: Mapping[str, How]) -> Market:
    tokens = min(sequences, key=lambda sequence: (len(sequence), sequence))
    means: How = "exact" if len(members) == 1 else "normalised"
    for stronger in ("acronym", "alias"):
        if any(how.get(member) == stronger for member in members):
            means = "alias" if stronger == "alias" else "acronym"
    return Market(slug(tokens), tokens, tuple(sorted(members)), means)


def alias_table(aliases: Mapping[str, str]) -> Mapping[Key, Tokens]:
    """Aliases by the key of the name they replace; decisions override the packaged ones."""
    packaged = {name: alias.market for alias in packaged_aliases() for name in alias.names}
    table: dict[Key, Tokens] = {}
    for pairs in (packaged, aliases):
        for name, market in sorted(pairs.items()):
            left, right = read_name(name).tokens, read_name(market).tokens
            if left and right and resolution_key(left) != resolution_key(right):
                table[resolution_key(left)] = right
    return table


def through_aliases(tokens: Tokens, table: Mapping[Key, Tokens]) -> Tokens:
    """What a name means after all aliases that lead on from it.

    Args:
        tokens: of the name.
        table: `alias_table`.

    Raises:
        BuildError: aliases lead in a circle.
    """
    seen: list[Key] = []
    while (key := resolution_key(tokens)) in table:
        if key in seen:
            from warehouse.step import BuildError  # brings the table engine, which a pair of names does without

            raise BuildError(
                f"market aliases lead in a circle at {' '.join(tokens)!r}; remove one of the decisions of kind alias, "
                "or of the entries in warehouse/resolve/words/aliases.yml, that name it"
            )
        seen.append(key)
        tokens = table[key]
    return tokens


def _through_acronyms(names: list[Name], resolved: Mapping[str, Tokens]) -> Mapping[str, Tokens]:
    """Names whose acronym, written out, is exactly one other market of the build: printed name → tokens written out.

    An acronym is written out by the words that a name of the build explains it with ("Electric Vehicle Supply Equipment
    (EVSE)"), or, from three letters on and printed in capitals, by the words of another name whose initials it is. It
    stays as it is where two markets fit, and where none does: an expansion that joins nothing changes nothing.
    """
    explained: dict[Tokens, set[Tokens]] = {}
    for name in names:
        for acronym, phrase in name.acronyms:
            explained.setdefault(phrase_tokens(acronym), set()).add(phrase)
    known = {resolution_key(tokens): tokens for _, tokens in sorted(resolved.items(), reverse=True)}
    capitals = {name.printed: capitalised_words(name.printed) for name in names}
    spelled = _by_initials(names, resolved, frozenset(raw for found in capitals.values() for raw in found.values()))
    written: dict[str, Tokens] = {}
    for name in names:
        tokens = resolved[name.printed]
        found: set[Key] = set()
        for at, token in enumerate(tokens):
            for phrase in explained.get((token,), ()):
                found.add(resolution_key(rewritten(tokens[:at] + phrase + tokens[at + 1 :])))
            found |= spelled.get((resolution_key(tokens), capitals[name.printed].get(token, "")), set())
        found = {key for key in found if key in known and key != resolution_key(tokens)}
        if len(found) == 1:
            written[name.printed] = known[found.pop()]
    return written


def _by_initials(
    names: list[Name], resolved: Mapping[str, Tokens], wanted: frozenset[str]
) -> Mapping[tuple[Key, str], set[Key]]:
    """(Key of a name with a stretch of its words replaced by their initials, those initials) → keys of such names."""
    wanted = frozenset(acronym for acronym in wanted if len(acronym) >= SHORTEST_UNEXPLAINED)
    found: dict[tuple[Key, str], set[Key]] = {}
    for name in names:
        tokens = raw_tokens(name.printed)
        for start in range(len(tokens)):
            for end in range(start + 2, min(len(tokens), start + _LONGEST_EXPANSION) + 1):
                for acronym in initials(tokens[start:end]) & wanted:
                    short = read_name(" ".join((*tokens[:start], acronym, *tokens[end:]))).tokens
                    if short:
                        found.setdefault((resolution_key(short), acronym), set()).add(
                            resolution_key(resolved[name.printed])
                        )
    return found
