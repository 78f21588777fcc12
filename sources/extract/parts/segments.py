"""Segmentations: the parts of a document's market, from sentences, lists and tables.

Every listing is kept as a mention; what is one node is decided in `settle`. Names run together without a separator are
cut at the ends of noun phrases, and the repair is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sources.extract.parts.segment_names import distinctive_words, fold, members_at, segment_at
from sources.extract.parts.segment_tables import segments_in_tables
from sources.extract.text.literals import places, stands_in
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Block, Segment

_WORDS = pattern_words("parts")
_LISTS = word_lists("parts")

_BY_INTO = re.compile(
    rf"{_WORDS['division_verbs']}\s{_WORDS['basis_words']}\s(?:the\s)?(?P<dimension>[\w /&-]{{2,40}}?)\s(?:in)?to\s(?P<items>[^.;:\n]{{3,400}})"
    rf"|\b(?i:{_WORDS['basis_openers']})\s(?:the\s)?(?P<dimension2>[\w /&-]{{2,40}}?),\s(?:the\s)?[^.\n]{{0,90}}?\b{_WORDS['division_auxiliaries']}\s{_WORDS['division_into_verbs']}\sinto\s(?P<items2>[^.;:\n]{{3,400}})"
)
_SCOPE = re.compile(
    rf"\b(?i:{_WORDS['scope_words']})\b[^.\n(]{{0,60}}?\b[Bb]y\s(?=[^.\n]{{0,60}}\()|(?:,|(?i:{_WORDS['market_nouns']}),?)\s[Bb]y\s(?=[A-Z][\w /&-]{{1,40}}\s\()|\bby\s(?=[a-z]+(?:\s[a-z]+)?\s\([^()]*,[^()]*,[^()]*\))"
)
_DIVIDED = _LISTS["division_verbs"]
_BY = re.compile(r"[Bb]y\s")
_LISTED_END = re.compile(r"[.:%$]")
_SENTENCE_END = re.compile(r"[.%$]\s|\.$")
_GROUP = re.compile(r"(?:and\s|by\s|By\s)?(?P<dimension>[A-Za-z][\w /&-]{1,40}?)\s?\((?P<items>[^()]{3,500})\)")
_GROUP_LINK = re.compile(r",?\s*(?:and\s)?")
_HEADING = re.compile(
    rf"^(?:{_WORDS['heading_nouns']}\s[Bb]y|By|{_WORDS['market_headings']}(?:\s{_WORDS['market_divisions']})?[,:]?\s[Bb]y|{_WORDS['dimension_leads_mul']})\s(?P<dimension>[A-Z\w][\w /&-]{{1,40}}?)\s*:?$"
)
_INLINE = re.compile(
    rf"^(?:{_WORDS['line_nouns']}\s)?[Bb]y\s(?P<dimension>[A-Z][\w /&-]{{1,40}}?)\s?[:–—-]\s?(?P<items>[^.;\n]{{3,400}})$"
)
_NOT_DIMENSION = re.compile(rf"\b(?:{_WORDS['no_dimension_words']}|20[0-9]{{2}})\b", re.IGNORECASE)


def segments_of(text: str, blocks: Sequence[Block], market: str | None) -> tuple[Segment, ...]:
    """Every listing of every member, in order of the text.

    Args:
        text: canonical text.
        blocks: its blocks.
        market: the market they divide.
    """
    listed: list[Segment] = []
    listed += _from_prose(text, blocks, market)
    listed += _from_headings(text, blocks, market)
    listed += segments_in_tables(text, blocks, market, tuple(listed))
    listed = _unified(_commas_mended(text, listed))
    seen: set[tuple[int, int]] = set()
    unique = []
    for s in sorted(listed, key=lambda s: (s.char_start, s.char_end, s.dimension)):
        if (s.char_start, s.char_end) not in seen:
            seen.add((s.char_start, s.char_end))
            unique.append(s)
    return tuple(unique)


def _from_prose(text: str, blocks: Sequence[Block], market: str | None) -> Iterator[Segment]:
    divides = places(text, _DIVIDED)
    for block in blocks:
        if block.kind in ("table_row", "table_cell"):
            continue
        start, end = block.char_start, block.char_end
        for m in _BY_INTO.finditer(text, start, end) if stands_in(divides, start, end) else ():
            named = "items" if m["items"] else "items2"
            yield from members_at(text, m.start(named), m.end(named), m["dimension"] or m["dimension2"], market)
        if text.find("(", start, end) < 0 or not _BY.search(text, start, end):
            continue
        for opener in _SCOPE.finditer(text, start, end):
            at = opener.end()
            while (group := _GROUP.match(text, at, block.char_end)) and not _NOT_DIMENSION.search(group["dimension"]):
                yield from members_at(text, group.start("items"), group.end("items"), group["dimension"], market)
                link = _GROUP_LINK.match(text, group.end(), block.char_end)
                at = link.end() if link else group.end()


def _from_headings(text: str, blocks: Sequence[Block], market: str | None) -> Iterator[Segment]:
    for index, block in enumerate(blocks):
        if block.kind not in ("heading", "paragraph", "list_item"):
            continue
        line = text[block.char_start : block.char_end]
        inline = _INLINE.match(line)
        if inline and not _NOT_DIMENSION.search(inline["dimension"]):
            start = block.char_start + inline.start("items")
            yield from members_at(text, start, block.char_end, inline["dimension"], market)
            continue
        head = _HEADING.match(line.rstrip(" :"))
        if not head or _NOT_DIMENSION.search(head["dimension"]):
            continue
        items = []
        for number in range(index + 1, len(blocks)):
            follower = blocks[number]
            body = text[follower.char_start : follower.char_end]
            if follower.kind == "list_item" and len(body) < 90 and not _LISTED_END.search(body):
                items.append(follower)
                continue
            if (
                not items
                and follower.kind in ("heading", "paragraph")
                and "," in body
                and len(body) < 400
                and not _SENTENCE_END.search(body)
                and not _HEADING.match(body)
            ):
                yield from members_at(text, follower.char_start, follower.char_end, head["dimension"], market)
            break
        for position, item in enumerate(items):
            yield segment_at(text, item.char_start, item.char_end, head["dimension"], market, None, position, None)


def _commas_mended(text: str, listed: list[Segment]) -> list[Segment]:
    """Join two neighbours of a comma list where another listing has them as one name ("Research, Institutions")."""
    names = {(fold(s.dimension), fold(s.name)) for s in listed}
    spelt = {name for _, name in names}
    out: list[Segment] = []
    for s in listed:
        before = out[-1] if out else None
        if (
            before
            and before.dimension == s.dimension
            and before.char_end <= s.char_start <= before.char_end + 3
            and s.position == before.position + 1
        ):
            joined = f"{before.name} {s.name}"
            if fold(joined) in spelt and (fold(s.dimension), fold(s.name)) in names:
                alone = sum(fold(o.name) == fold(s.name) for o in listed)
                if alone == 1:
                    out[-1] = replace(
                        before,
                        char_end=s.char_end,
                        surface=text[before.char_start : s.char_end],
                        name=joined,
                        repair="comma",
                    )
                    continue
        out.append(s)
    return out


def _unified(listed: list[Segment]) -> list[Segment]:
    """One name for a dimension that is printed as "Deployment" here and "Deployment Model" there, recognised by shared members."""
    members: dict[str, set[frozenset[str]]] = {}
    for s in listed:
        members.setdefault(s.dimension, set()).add(distinctive_words(s.name))
    canonical: dict[str, str] = {}
    for name in members:
        wider = [
            other
            for other in members
            if set(fold(name).split()) < set(fold(other).split())
            and len(members[name] & members[other]) * 2 >= len(members[name])
        ]
        canonical[name] = max(wider, key=lambda n: (len(n), n)) if wider else name
    fullest: dict[tuple[str, frozenset[str]], str] = {}
    for s in listed:
        key = (canonical[s.dimension], distinctive_words(s.name))
        fullest[key] = max(fullest.get(key, ""), s.name, key=lambda n: (len(n.replace("–", "-")), "–" not in n))
    return [
        replace(s, dimension=canonical[s.dimension], name=fullest[canonical[s.dimension], distinctive_words(s.name)])
        for s in listed
    ]
