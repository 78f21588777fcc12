"""Companies that a document lists or names; names that do not fit their list are quarantined."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from sources.extract.text.literals import lowered, places, stands_in
from sources.grammar.areas import area_named
from sources.grammar.grammar_cache import yaml_content
from sources.grammar.pattern_words import lists_of_languages, pattern_words, words_of_languages
from sources.records import Block, Player, PlayerRole

_WORDS = pattern_words("statements")
_ANY = words_of_languages("statements")
_LISTS = lists_of_languages("statements")

_SECTORS = Path(__file__).parent.parent.parent / "grammar" / "sectors.yml"
_WHO = _ANY["company_nouns"]
_HEADING = re.compile(
    rf"{_ANY['heading_adjectives']}?\s?(?:{_WORDS['market_nouns']}\s)?{_WHO}(?:\s{_ANY['heading_tails']}\b.*)?\s*:?$"
    rf"|^{_WORDS['leader_headings']}\b|\b{_WORDS['leader_headings']}$",
    re.IGNORECASE,
)
_INCLUDE = re.compile(
    rf"\b(?P<lead>{_WORDS['list_adjectives']}\s(?:\w+\s){{0,2}}?{_WHO}"
    rf"(?:\s{_WORDS['list_prepositions']}\s[^.:;]{{2,80}}?)?)\s{_ANY['list_verbs']}(?:\s{_WORDS['list_leads']})?\s?:?\s"
    r"(?P<items>[^.;\n]*(?:\.(?!\s|$)[^.;\n]*)*)",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    rf"^{_WORDS['label_adjectives']}?\s?(?:{_WORDS['market_nouns']}\s)?{_WHO}(?:\s{_WORDS['label_tails']})?\s?[:：]\s(?P<items>[^\n]{{3,}})$",
    re.IGNORECASE,
)
_POINT = "|".join(rf"(?<=\b{form})\." for form in _LISTS["abbreviated_forms"])
_WORD = rf"[A-Z0-9À-Þ][\w&’'+-]*(?:\.\w+)*(?:{_POINT})?"
_ONE = rf"{_WORD}(?:\s(?:{_ANY['name_links']}\s)?{_WORD}){{0,4}}(?:,\s{_WORDS['listed_forms']}\b\.?)?(?:\s?\([^)\n]{{0,80}}\))?"
_SUCH_AS = re.compile(
    rf"\b(?i:{_WHO})(?:\s[a-z]+)?,?\s(?:{_ANY['example_words']}|e\.g\.,?|[—–:]"
    rf"|\((?:(?:{_WORDS['bracket_examples']}|e\.g\.,?)\s)?)\s?"
    rf"(?P<items>{_ONE}(?:,\s(?:and\s)?{_ONE}){{0,24}}(?:,?\s{_ANY['last_links']}\s{_ONE})?)"
)
_LEGAL = re.compile(
    rf"^{_WORDS['legal_forms']}\b\.?",
    re.IGNORECASE,
)
_NAME = re.compile(rf"[A-Z0-9À-Þ][\w&.'’!+-]*(?:\s{_ANY['name_particles']}?\s?[A-Z0-9À-Þ(][\w&.'’!+-]*){{0,6}}$")
_FUNCTION_TAIL = re.compile(rf"\s{_WORDS['function_tails']}\s.*$")
_BRACKETS = re.compile(r"\s?\([^)]*\)")
_FORM_TAIL = re.compile(rf",?\s{_WORDS['form_tails']}\b\.?(?:,?\s{_WORDS['second_forms']}\.?)?$")
_ASCII_WORD = re.compile(r"[a-z]+")
_NO_LISTED_NAME = re.compile(r"\d{4}|[?:]")
_LAST_AND = re.compile(rf"\s{_ANY['and_words']}\s(?=[A-Z])")
_ANDS = tuple(f"{word} " for word in _LISTS["and_words"])
_LEADING_AND = re.compile(rf"{_ANY['leading_links']}\s+")
_WITH_POINT = re.compile(rf"\b{_WORDS['abbreviated_forms']}$")
_PRODUCT = re.compile(rf"\s?\((?:{_WORDS['product_leads']}\s)?(?P<product>[^)]*)\)")
_OPEN_BRACKETS = re.compile(r"\s?\([^)]*\)?")
_LETTER = re.compile(r"[^\W\d_]")
_WHO_LITERALS = tuple(noun.lower() for noun in _LISTS["company_nouns"])
_NOTE = re.compile(rf"{_WORDS['disclaimers']}|{_WORDS['note_labels']}:", re.IGNORECASE)


def players_of(text: str, blocks: Sequence[Block]) -> tuple[Player, ...]:
    """Companies in order of the text, one row per place that names them.

    Lists under a heading ("Key players") and sentences that list leaders give `key_player` or `industry_leader`;
    "providers such as A and B" gives `mentioned`. No rank is read from the order of a list.

    Args:
        text: canonical text.
        blocks: its blocks.
    """
    who = places(lowered(text), _WHO_LITERALS)
    if not who:
        return ()
    listings = [*_lists(text, blocks, who), *_sentences(text, blocks, who)]
    players: list[Player] = []
    taken: set[int] = set()
    words = cache(lambda: Counter(_ASCII_WORD.findall(text.lower())))  # counted once, and only where a list asks for it
    for number, (role, spans) in enumerate(listings):
        listing = [
            p for i, (a, b) in enumerate(spans) if a not in taken and (p := _player(text, a, b, role, number, i))
        ]
        taken.update(p.char_start for p in listing)
        players.extend(_judged(listing, text, words))
    return tuple(sorted(players, key=lambda p: p.char_start))


def _lists(
    text: str, blocks: Sequence[Block], who: Sequence[int]
) -> Iterator[tuple[PlayerRole, list[tuple[int, int]]]]:
    for index, block in enumerate(blocks):
        if block.kind in ("table_row", "table_cell") or block.char_end - block.char_start > 160:
            continue
        if not stands_in(who, block.char_start, block.char_end):
            continue
        if block.kind == "list_item" and _has_sibling_behind(blocks, index):
            continue
        line = text[block.char_start : block.char_end]
        if m := _LABELLED.match(line):
            yield _role(line), list(_split(text, block.char_start + m.start("items"), block.char_end))
            continue
        if not _HEADING.search(line.strip(" *#:")) and not _HEADING.search(line.rsplit("\n", 1)[-1].strip(" *#:")):
            continue
        spans = _names_under(text, blocks[index + 1 : index + 60])
        if len(spans) >= 2:
            yield _role(line), spans


def _has_sibling_behind(blocks: Sequence[Block], index: int) -> bool:
    """The item behind a list item is no part of it."""
    behind = blocks[index + 1] if index + 1 < len(blocks) else None
    return behind is not None and behind.kind == "list_item" and behind.level <= blocks[index].level


def _names_under(text: str, followers: Sequence[Block]) -> list[tuple[int, int]]:
    """Names under a heading for companies: one to a block, or all in one line with commas."""
    spans: list[tuple[int, int]] = []
    kind, under_marks = "", False
    for follower in followers:
        body = text[follower.char_start : follower.char_end]
        if _NOTE.search(body):
            if spans:
                break
            continue
        if spans and (follower.kind == "list_item") != (kind == "list_item"):
            break
        is_marked = _is_marked_heading(text, follower)
        if spans and is_marked and not under_marks:
            break  # the next section
        if len(spans) >= 2 and _is_parted(text, spans, follower):
            break  # a heading behind the list, no further name
        if _is_listed_name(follower, body):
            spans.append((follower.char_start, follower.char_end))
            kind, under_marks = follower.kind, is_marked
            continue
        if spans:
            break
        if follower.kind in _NAMING and body.count(",") >= 2 and _looks_like_names(body):
            return list(_split(text, follower.char_start, follower.char_end))
        if follower.kind != "paragraph":
            break
    return spans


def _is_marked_heading(text: str, block: Block) -> bool:
    """Whether the file's format marks a block as a heading: Markdown with "#", HTML, PDF and office files with their layout.

    Text from the latter has no empty lines. In plain text the parser guesses headings by their words, and a name may look like one.
    """
    line_start = text.rfind("\n", 0, block.char_start) + 1
    return block.kind == "heading" and ("\n\n" not in text or text.startswith("#", line_start))


_NAMING = ("list_item", "heading", "paragraph")


def _is_listed_name(block: Block, body: str) -> bool:
    """A short block that is one name."""
    is_short = block.kind in _NAMING and len(body) <= 60
    return bool(is_short and _NAME.match(_bare(body)) and not _NO_LISTED_NAME.search(body))


def _is_parted(text: str, spans: Sequence[tuple[int, int]], follower: Block) -> bool:
    """An empty line parts a line from names that have none between them."""
    inside = text[spans[-2][1] : spans[-1][0]]
    return "\n\n" not in inside and "\n\n" in text[spans[-1][1] : follower.char_start]


def _sentences(
    text: str, blocks: Sequence[Block], who: Sequence[int]
) -> Iterator[tuple[PlayerRole, list[tuple[int, int]]]]:
    for block in blocks:
        if block.kind in ("table_row", "heading") or not stands_in(who, block.char_start, block.char_end):
            continue
        for m in _INCLUDE.finditer(text, block.char_start, block.char_end):
            spans = [s for s in _split(text, m.start("items"), m.end("items")) if _NAME.match(_bare(text[s[0] : s[1]]))]
            if len(spans) >= 2:
                yield "key_player", spans
        for m in _such_as(text, block.char_start, block.char_end, who):
            spans = [s for s in _split(text, m.start("items"), m.end("items")) if _NAME.match(_bare(text[s[0] : s[1]]))]
            if spans:
                yield "mentioned", spans


def _such_as(text: str, start: int, end: int, who: Sequence[int]) -> Iterator[re.Match[str]]:
    """Matches of `_SUCH_AS`, which begins with a word for companies, left to right."""
    for number in range(bisect_left(who, start), bisect_left(who, end)):
        if who[number] >= start and (m := _SUCH_AS.match(text, who[number], end)):
            start = m.end()
            yield m


def _role(line: str) -> PlayerRole:
    return "industry_leader" if "leader" in line.lower() else "key_player"


def _bare(body: str) -> str:
    """A printed name without brackets and legal form."""
    return _FORM_TAIL.sub("", _BRACKETS.sub("", body).strip(" .,*•-"))


def _looks_like_names(body: str) -> bool:
    pieces = [p.strip() for p in re.split(r",\s", body)]
    return sum(bool(_NAME.match(_bare(p))) for p in pieces) * 10 >= 8 * len(pieces)


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Names of a comma list; commas in brackets and before a legal form do not separate."""
    depth, at = 0, start
    cuts: list[tuple[int, int]] = []
    position = start
    while position < end:
        c = text[position]
        depth += c in "(["
        depth -= c in ")]" and depth > 0
        if depth == 0 and c in ",;，、" and not _LEGAL.match(text[position + 1 : end].lstrip()):
            cuts.append((at, position))
            at = position + 1
        position += 1
    cuts.append((at, end))
    last_a, last_b = cuts[-1]
    tail = text[last_a:last_b]
    m = _LAST_AND.search(tail)
    if m and not tail.lstrip().startswith(_ANDS) and (len(cuts) > 1 or m.start() > 1):
        cuts[-1:] = [(last_a, last_a + m.start()), (last_a + m.end(), last_b)] if len(cuts) == 1 else [(last_a, last_b)]
    for a, b in cuts:
        piece = text[a:b]
        lead = len(piece) - len(piece.lstrip(" *•-"))
        body = piece.strip(" *•-")
        if m := _LEADING_AND.match(body):
            lead += m.end()
            body = body[m.end() :]
        body = _FUNCTION_TAIL.sub("", body).rstrip(" .:")
        if text[a + lead + len(body) : a + lead + len(body) + 1] == "." and _WITH_POINT.search(body):
            body += "."
        if body:
            yield a + lead, a + lead + len(body)


def _player(text: str, start: int, end: int, role: PlayerRole, listing: int, position: int) -> Player | None:
    surface = text[start:end]
    bracket = _PRODUCT.search(surface)
    name = " ".join(_OPEN_BRACKETS.sub("", surface).split()).strip(" *,;:")
    if (
        not name
        or len(name) > 60
        or area_named(name)
        or name.lower() in _LISTS["no_players"]
        or not _LETTER.search(name)
    ):
        return None
    if not (name[0].isupper() or name[0].isdigit() or any(c.isupper() for c in name)):
        return None
    return Player(
        start, end, surface, name, bracket["product"] if bracket else None, role, listing, position, "stated", None
    )


@cache
def _sectors() -> dict[str, frozenset[str]]:
    return {k: frozenset(v) for k, v in yaml_content(_SECTORS).items()}


def _judged(listing: list[Player], text: str, words: Callable[[], Counter[str]]) -> list[Player]:
    """Quarantine the members of a list whose trade is foreign to the rest of the document.

    A name is off-topic where a word of it belongs to a trade that neither the text outside the list nor the most names
    in the list know; a name with such neighbours on both sides (or at the list's end behind one) that the text mentions nowhere else
    goes with them.
    """
    if len(listing) < 4:
        return listing
    if not any(_words(player.name) & trade for player in listing for trade in _sectors().values()):
        return listing  # spares counting the words of the whole text for every list
    first, last = min(p.char_start for p in listing), max(p.char_end for p in listing)
    inside = Counter(_ASCII_WORD.findall(text[first:last].lower()))
    outside = Counter({word: words()[word] - inside[word] for trade in _sectors().values() for word in trade})
    foreign = [_foreign_trade(p.name, listing, outside) for p in listing]
    judged = []
    for i, player in enumerate(listing):
        reason = None
        if foreign[i]:
            reason = f"off_topic: a {foreign[i]} name in a list and text that know no {foreign[i]}"
        elif _between(i, foreign) and text.count(player.name) == 1:
            reason = "off_topic: stands among off-topic names and is named nowhere else"
        judged.append(replace(player, status="quarantined", reason=reason) if reason else player)
    if sum(p.status == "quarantined" for p in judged) * 2 > len(judged):
        return listing
    return judged


def _foreign_trade(name: str, listing: Sequence[Player], outside: Counter[str]) -> str | None:
    words = _words(name)
    for sector, vocabulary in sorted(_sectors().items()):
        if not words & vocabulary:
            continue
        known = sum(outside[w] for w in vocabulary)
        peers = sum(bool(_words(p.name) & vocabulary) for p in listing)
        if known == 0 and peers * 2 < len(listing):
            return sector
    return None


def _words(name: str) -> set[str]:
    return set(_ASCII_WORD.findall(name.lower()))


def _between(i: int, foreign: Sequence[str | None]) -> bool:
    before = i > 0 and bool(foreign[i - 1])
    after = i + 1 < len(foreign) and bool(foreign[i + 1])
    return before and (after or i + 1 == len(foreign))
