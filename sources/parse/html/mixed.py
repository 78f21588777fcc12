"""Text with stretches of HTML in it: a fragment of a page, a table in Markdown, the page within a mail.

Each stretch goes through the reader of pages, as a page of its own; the text around it stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sources.parse.draft import Draft
from sources.parse.html.guard import TOKEN, UNSEEN
from sources.parse.html.page import parse_fragment
from sources.parse.html.reader import BLOCKS
from sources.parse.text import blocks_of_text
from sources.parse.unseen import Unseen
from sources.records import Block

# Elements that hold no running text of their own: they reach to their end tag. Others end at an empty line, as in CommonMark.
_WHOLE = frozenset("html head body table ul ol menu dl select".split()) | UNSEEN
_OPENING = frozenset("html head body h1 h2 h3 h4 h5 h6".split()) | BLOCKS | UNSEEN
_ANY = re.compile(rf"<(?:{'|'.join(sorted(_OPENING))})(?=[\s/>])|<!--|<!doctype\s", re.IGNORECASE)
_ROWS = re.compile(r"<(t[rdh]|tbody|thead|tfoot|caption)(?=[\s/>])", re.IGNORECASE)
_EMPTY_LINE = re.compile(r"\n[ \t]*(?=\n)")
_REST_OF_LINE = re.compile(r"[ \t]*\n?")


def read_mixed(text: str, unseen: Unseen) -> tuple[Draft, bool] | None:
    """Read a text that holds HTML with blocks of its own.

    Args:
        text: decoded and normalised text.
        unseen: collects what of the HTML does not show.

    Returns:
        What was read, and whether nothing but HTML is in it; None where the text holds no such HTML.

    Raises:
        Unreadable: `hostile_markup`, `too_much_work` or `text_lost`, as for a page.
    """
    drafts: list[Draft] = []
    position = 0
    for start, end in _fragments(text):
        around = text[position:start]
        around += "\n" if around and not around.endswith("\n") else ""
        drafts += (Draft(around, blocks_of_text(around)), parse_fragment(_whole(text[start:end]), unseen))
        position = end
    if not drafts:
        return None
    drafts.append(Draft(text[position:], blocks_of_text(text[position:])))
    return _joined(drafts), not any(around.text.strip() for around in drafts[::2])


def _joined(drafts: Sequence[Draft]) -> Draft:
    n_tables = offset = 0
    blocks: list[Block] = []
    withdrawn: list[tuple[int, int]] = []
    for draft in drafts:
        number = n_tables
        for block in draft.blocks:
            table = None if block.table is None else block.table + number
            n_tables = max(n_tables, 0 if table is None else table + 1)
            start, end = block.char_start + offset, block.char_end + offset
            blocks.append(replace(block, char_start=start, char_end=end, table=table))
        withdrawn += ((start + offset, end + offset) for start, end in draft.withdrawn)
        offset += len(draft.text)
    return Draft("".join(draft.text for draft in drafts), tuple(blocks), tuple(withdrawn))


def _whole(fragment: str) -> str:
    """The fragment with the table around it that its rows or cells come from: outside of one a parser drops their tags."""
    match = _ROWS.match(fragment)
    return ("<table><tr>" if match[1].lower() in ("td", "th") else "<table>") + fragment if match else fragment


def _fragments(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of HTML, whole lines where they fill them. A lone tag within a line is markup of that line and none of these."""
    position = 0
    while (opening := _ANY.search(text, position)) is not None:
        token = TOKEN.match(text, opening.start())
        name = ((token and token["name"]) or "").lower()
        opens_line = not text[text.rfind("\n", 0, opening.start()) + 1 : opening.start()].strip()
        if token is None or (not opens_line and name not in _WHOLE):
            position = opening.end()
            continue
        end = token.end() if not name else _end_of(text, name, token.end(), opens_line=opens_line)
        if end is None:
            position = token.end()
            continue
        rest = _REST_OF_LINE.match(text, end)
        position = rest.end() if rest and rest.group().endswith("\n") else end
        yield opening.start(), position


def _end_of(text: str, name: str, start: int, *, opens_line: bool) -> int | None:
    """Where the stretch ends that a tag opens; None where it is a lone tag within a line."""
    if name in _WHOLE and (closed := _closed_at(text, name, start)) is not None:
        return closed
    if not opens_line:
        return None
    empty = _EMPTY_LINE.search(text, start)
    return empty.start() if empty else len(text)


def _closed_at(text: str, name: str, start: int) -> int | None:
    """Where the end tag of an element ends, others of its kind within it."""
    depth = 1
    for tag in re.compile(rf"<(?P<end>/?){name}(?=[\s/>])[^>]*+>", re.IGNORECASE).finditer(text, start):
        depth += -1 if tag["end"] else 1
        if depth == 0:
            return tag.end()
    return None
