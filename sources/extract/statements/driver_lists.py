"""Drivers in lists: items under a heading of drivers or challenges, and after a paragraph that ends in "driven by:"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sources.extract.phrases.clauses import label_of
from sources.extract.statements.driver_roles import driver_at, longest_first, role_of, words_of
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Block, Driver, DriverRole

_WORDS = pattern_words("statements")

_LABEL = re.compile(r"[\s•·*\-–]*(?P<name>[^\s:：•][^:：\n]{1,90}?)\s?[:：]\s*(?=\S)")
_DASHED = re.compile(r"[\s•·*]*(?P<name>[^\s–—•][^–—\n]{2,90}?)\s[–—-]\s(?=\S)")
_TITLE = re.compile(r"[\s*]*(?P<name>[A-ZÀ-Þ][^.!?\n]{12,240})[.:]\s?(?=[A-ZÀ-Þ])")
_SMALL = frozenset(word_lists("statements")["title_particles"])
_NAME_END = re.compile(rf"[.;]\s|\s{_WORDS['driver_tails']}\s|,\s")
_NUMBER_BEFORE = re.compile(r"[0-9]{1,2}[.)]\s{1,2}\Z")
_MOST_ITEMS = 15
_LONGEST_ITEM = 900
_LEAD_REACH = 60


def drivers_in_lists(text: str, blocks: Sequence[Block], market: str | None, grammar: Grammar) -> Iterator[Driver]:
    """Items of lists that a heading or a closing phrase announces.

    Args:
        text: canonical text.
        blocks: its blocks.
        market: the market they drive.
        grammar: the document's words.
    """
    listing = 0
    for index, block in enumerate(blocks):
        if block.kind in ("table_row", "table_cell"):
            continue
        length = block.char_end - block.char_start
        items: list[tuple[int, int, tuple[int, int]]] = []
        segment, rule = None, "driver.heading"
        role: DriverRole | None = None
        if text[block.char_end - 1 : block.char_end] in (":", "："):
            role = _announced(text, block, grammar.language)
        if role:
            rule = "driver.lead"
            label = label_of(text, block.char_start, block.char_end, grammar)
            segment = label[0] if label and label[1] < block.char_end and len(label[0].split()) <= 8 else None
            items = _listed(text, blocks, index + 1)
        elif length <= 110 and _is_heading(text, block, blocks, index):
            role = role_of(text[block.char_start : block.char_end], grammar.language, market)
            if role:
                items = _beneath(text, blocks, index, grammar.language)
        if role is None or not items:
            continue
        for position, (start, end, name) in enumerate(items):
            driver = driver_at(text, start, end, role, market=market, segment=segment, rule=rule, name=name, listing=listing, position=position)  # fmt: skip
            if driver:
                yield driver
        listing += 1


def _is_heading(text: str, block: Block, blocks: Sequence[Block], index: int) -> bool:
    if block.kind == "heading":
        return True
    behind = blocks[index + 1] if index + 1 < len(blocks) else None
    if behind is None or behind.kind != "list_item" or text[block.char_end - 1] in ".;,":
        return False
    # A numbered heading ("3. Emerging Technologies") of a plain text is read as a list item.
    return block.kind == "paragraph" or (
        bool(_NUMBER_BEFORE.search(text, max(0, block.char_start - 5), block.char_start))
        and text[behind.char_start - 2 : behind.char_start - 1] in "-•*"
    )


@lru_cache(maxsize=16)
def _lead_phrases(language: str) -> tuple[tuple[str, DriverRole], ...]:
    leads = words_of(language).leads
    pairs = {phrase: role for role, phrases in leads.items() for phrase in phrases}
    return tuple((phrase, pairs[phrase]) for phrase in longest_first(pairs))


def _announced(text: str, block: Block, language: str) -> DriverRole | None:
    tail = text[max(block.char_start, block.char_end - _LEAD_REACH) : block.char_end - 1].lower().rstrip()
    for phrase, role in _lead_phrases(language):
        if tail.endswith(phrase) and not tail[: -len(phrase)][-1:].isalnum():
            return role
    return None


def _beneath(text: str, blocks: Sequence[Block], index: int, language: str) -> list[tuple[int, int, tuple[int, int]]]:
    """Items under a heading: a list, sub-headings, or paragraphs that open with a title of their own."""
    head, at = blocks[index], index + 1
    lead = blocks[at] if at < len(blocks) else None
    if lead is not None and lead.kind == "paragraph" and at + 1 < len(blocks) and blocks[at + 1].kind == "list_item" and lead.char_end - lead.char_start < 400:  # fmt: skip
        at += 1
    if items := _listed(text, blocks, at):
        return items
    if _titles_page(text[head.char_start : head.char_end], language):
        return []
    spans = []
    for block in blocks[index + 1 : index + 40]:
        if block.kind == "heading":
            if block.level <= head.level or head.level == 0:
                break
            line = text[block.char_start : block.char_end]
            if len(line.split()) <= 20 and not re.search(r"[0-9]{4}|\?", line):
                spans.append((block.char_start, block.char_end, (block.char_start, block.char_end)))
        elif block.kind == "paragraph" and (title := _title(text, block)):
            if not role_of(text[title[0] : title[1]], language, None):
                spans.append((block.char_start, title[1], title))
        elif spans and blocks[index + 1].kind == "paragraph":
            break
    return spans if len(spans) > 1 else []


def _titles_page(heading: str, language: str) -> bool:
    words = frozenset(re.findall(r"[^\W\d_]+", heading.lower()))
    return any(words.issuperset(phrase.split()) for phrase in words_of(language).general)


def _listed(text: str, blocks: Sequence[Block], start: int) -> list[tuple[int, int, tuple[int, int]]]:
    """Spans of list items that follow one another from block `start`, with the span of each one's name."""
    items = []
    for block in blocks[start : start + _MOST_ITEMS]:
        if block.kind != "list_item" or block.char_end - block.char_start > _LONGEST_ITEM:
            break
        items.append((block.char_start, block.char_end, _name(text, block)))
    return items if items and not _is_menu(text, items) else []


def _is_menu(text: str, items: Sequence[tuple[int, int, tuple[int, int]]]) -> bool:
    """Bare names of one or two words each, with nothing said of them: a menu or a list of names, no drivers."""
    return all(len(text[a:b].split()) <= 2 for a, b, _ in items)


def _name(text: str, block: Block) -> tuple[int, int]:
    for pattern in (_LABEL, _DASHED, _TITLE):
        m = pattern.match(text, block.char_start, block.char_end)
        if m and len(m["name"].split()) <= 12:
            return m.span("name")
    stop = _NAME_END.search(text, block.char_start + 12, block.char_end)
    return block.char_start, stop.start() if stop else block.char_end


def _title(text: str, block: Block) -> tuple[int, int] | None:
    """The span of a title that opens a paragraph: a label, or words in title case up to a full stop."""
    if m := _LABEL.match(text, block.char_start, block.char_end):
        body = text[m.end() : block.char_end]
        return m.span("name") if 2 <= len(m["name"].split()) <= 10 and len(body) >= 30 else None
    m = _TITLE.match(text, block.char_start, block.char_end)
    if not m:
        return None
    words = [w for w in re.findall(r"[^\W\d_][\w'’-]*", m["name"]) if w.lower() not in _SMALL]
    capitalised = sum(w[0].isupper() for w in words)
    return m.span("name") if len(words) >= 3 and capitalised * 10 >= len(words) * 8 else None
