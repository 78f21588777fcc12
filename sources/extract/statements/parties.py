"""Who takes part in a development, and in which role, by the places of names around the verb or noun that reports it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sources.extract.document.context import Context
from sources.extract.names.proper_names import ProperName, proper_names
from sources.extract.text.cues import CueMark
from sources.extract.text.name_keys import market_key
from sources.grammar.pattern_words import words_of_languages

_ANY = words_of_languages("statements")

_LIST = re.compile(rf"\s?,?\s?(?:,|{_ANY['party_links']})\s?(?:the\s)?", re.IGNORECASE)
_AROUND = 60_000  # characters before and behind in which a word printed in lower case is no name
_REACH = 120  # characters between a preposition and the name that it brings in


@dataclass(frozen=True, slots=True)
class Parties:
    """Names with their roles, in order of the text, each once."""

    names: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    def of(self, role: str) -> tuple[str, ...]:
        """Names in one role."""
        return tuple(n for n, r in zip(self.names, self.roles, strict=True) if r == role)

    @property
    def actors(self) -> tuple[str, ...]:
        """Who did it."""
        return self.of("actor")

    @property
    def targets(self) -> tuple[str, ...]:
        """What was acquired."""
        return self.of("target")

    @property
    def counterparties(self) -> tuple[str, ...]:
        """The party that it was done with or to."""
        return self.of("counterparty")


def parties_of(text: str, start: int, end: int, cue: CueMark | None, context: Context) -> Parties:
    """The names of a stretch with their roles.

    Names before the verb act; "by X" behind a passive acts as well. Behind it, the names that follow directly or behind
    "with", "to" or "of" are the target of an acquisition or the counterparty of anything else; the rest is mentioned.
    The market itself and products are no parties (a product may act: "the X2 went live").

    Args:
        text: canonical text.
        start: first offset of the stretch.
        end: its end.
        cue: what reports the event; None where an entry only has a date.
        context: grammar, market and publisher of the document.
    """
    topic = market_key(context.market or "")
    lowered: dict[str, bool] = {}

    def is_common(word: str) -> bool:
        if word not in lowered:
            stem = re.escape(word.removesuffix("s"))
            plain = re.compile(rf"(?<![\w-]){stem}s?(?![\w-]|\.\w)")
            lowered[word] = bool(plain.search(text, max(0, start - _AROUND), end + _AROUND))
        return lowered[word]

    printed = proper_names(text, start, end, context.grammar, is_common)
    names = [n for n in printed if not (topic and market_key(n.name) <= topic)]
    if cue is None:
        return _distinct(
            [
                (n, "actor" if i == 0 else "mentioned")
                for i, n in enumerate(names)
                if not n.is_product and (i == 0 or _stands_out(text, n, names))
            ]
        )
    before = [n for n in names if n.end <= cue.start]
    behind = [n for n in names if n.start >= cue.end]
    passive = _brought_by(text, cue, behind, context)
    if not cue.is_verb and cue.kind == "acquisition":
        passive = [n for n in behind if _BY.search(text[max(start, n.start - 12) : n.start])]
    if not before and behind and cue.is_verb and _follows_verb(text[cue.end : behind[0].start], context):
        before, behind = behind[:1], behind[1:]
        cue = CueMark(cue.start, before[0].end, cue.kind, True)  # what follows is measured from the subject on
    return _with_roles(text, start, cue, (before, behind, passive, names), context)


def _with_roles(text: str, start: int, cue: CueMark, names: tuple[list[ProperName], ...], context: Context) -> Parties:
    """Roles of the names before the cue, behind it, brought in by "by", and of all."""
    before, behind, passive, every = names
    roles: list[tuple[ProperName, str]] = []
    if passive and cue.is_verb:
        roles += [(n, "target" if cue.kind == "acquisition" else "counterparty") for n in before]
    elif cue.is_verb:
        edge = max(text.rfind(": ", start, cue.start), text.rfind("; ", start, cue.start))
        non_english_clause = [n for n in before if n.start > edge] or before
        roles += [(n, "actor" if n in non_english_clause else "mentioned") for n in before]
    else:
        roles += [(n, "actor" if n is before[-1] else "mentioned") for n in before]
    direct = _direct(text, cue, behind, context)
    for name in behind:
        if name in passive:
            role = "actor"
        elif not cue.is_verb and cue.kind == "acquisition" and len(direct) < 2:
            role = "target" if name in direct else "mentioned"
        elif name in direct:
            role = "actor" if not cue.is_verb else "target" if cue.kind == "acquisition" else "counterparty"
        else:
            role = "mentioned"
        roles.append((name, role))
    used = [(n, r) for n, r in roles if not n.is_product and (r != "mentioned" or _stands_out(text, n, every))]
    if not any(r == "actor" for _, r in used):  # a product acts where no party does
        used = sorted([*used, *((n, r) for n, r in roles if n.is_product and r == "actor")], key=lambda p: p[0].start)
    return _distinct(used)


def _brought_by(text: str, cue: CueMark, behind: list[ProperName], context: Context) -> list[ProperName]:
    """Names right behind "by": "was bought by A and B"."""
    if not behind:
        return []
    by = context.grammar.ending("event_words.by")
    lead = text[cue.end : behind[0].start]
    return _run(text, behind, 0) if len(lead) < 24 and by.search(lead) and "from" not in lead else []


def _follows_verb(gap: str, context: Context) -> bool:
    """Whether a subject may be behind its verb: "Im Mai eröffnete die X AG ..." in languages whose verb comes second."""
    articles = context.grammar.phrases("event_words.verb_second")
    return bool(articles) and (not gap.strip() or gap.strip() in articles)


def _direct(text: str, cue: CueMark, behind: list[ProperName], context: Context) -> list[ProperName]:
    """Names that the verb or a preposition near it brings in, with those that a list joins to them."""
    brings_in = "event_words.partner" if cue.is_verb and cue.kind != "acquisition" else "event_words.noun_partner"
    partner = context.grammar.ending(brings_in)
    for index, name in enumerate(behind):
        gap = text[cue.end : name.start]
        near = cue.kind in ("acquisition", "contract") and len(gap.split()) <= 3
        if not name.is_product and (near or (len(gap) <= _REACH and partner.search(gap))):
            return _run(text, behind, index)
    return []


def _run(text: str, names: list[ProperName], index: int) -> list[ProperName]:
    run = [names[index]]
    for name in names[index + 1 :]:
        if not _LIST.fullmatch(text[run[-1].end : name.start]):
            break
        run.append(name)
    return run


def _stands_out(text: str, name: ProperName, names: list[ProperName]) -> bool:
    """A name in passing counts where it has several words, is in a list of names, or a preposition brings it in."""
    if " " in name.name or _BROUGHT.search(text, max(0, name.start - 14), name.start):
        return True
    return any(
        _LIST.fullmatch(text[min(a.end, b.end) : max(a.start, b.start)]) for a in names for b in (name,) if a is not b
    )


_BY = re.compile(rf"\b{_ANY['by_words']}\s(?:the\s)?$")
_BROUGHT = re.compile(rf"\b{_ANY['party_prepositions']}\s$")


def _distinct(roles: list[tuple[ProperName, str]]) -> Parties:
    seen: dict[str, str] = {}
    for name, role in roles:
        seen.setdefault(name.name, role)
    return Parties(tuple(seen), tuple(seen.values()))
