"""The walk over a page: visible content becomes lines and tables, the rest is left out and counted.

Knows elements and their roles, not words. Works without recursion, for pages may be deeper than Python's stack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sources.parse.draft import Line, Part, n_visible, superscript, visible
from sources.parse.html_guard import UNSEEN
from sources.parse.html_hidden import MAX_CONSENT_CHARS, consent_limit, is_marked_hidden, is_service
from sources.parse.html_style import Hidden
from sources.parse.html_table import MarkedCell, MarkedRow, table_of
from sources.parse.html_walk import children, n_text, text_below, walk
from sources.parse.unseen import Unseen
from sources.records import BlockKind

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = frozenset(("ul", "ol", "menu", "dir"))
BLOCKS = _LISTS | frozenset(
    (
        "address article blockquote center details dialog div dl dd dt fieldset figcaption figure form header hgroup hr"
        " legend li listing main p pre section summary table caption thead tbody tfoot tr td th xmp"
    ).split()
)
_PREFORMATTED = frozenset(("pre", "listing", "xmp"))
_LAYOUT = "td table, th table, td h1, td h2, td article, td section"
_MIN_CELLS = 2
_MIN_LIST = 3  # so many lines of a cell that look like names are a list
_LIST_PIECE = re.compile(r"(?=[^\W\d_])[^a-z][^\d.:;,()]{1,59}")
_SPACE = re.compile(r"[ \t\n\r\f]{2,}|[\t\n\r\f]")


def read_body(body: LexborNode, hidden: Hidden, unseen: Unseen) -> tuple[list[Part], int]:
    """Read the lines and tables of a page's body in document order.

    Args:
        body: the element.
        hidden: elements that the page's styles hide.
        unseen: collects what does not show.

    Returns:
        The parts, and the number of characters that were left out by name (white space not counted).
    """
    reader = _Reader(hidden, unseen)
    walk(body, reader)
    reader.finish()
    return reader.parts, reader.n_dropped


@dataclass(slots=True)
class _Context:
    """The nearest list, heading, dt, dd, form or preformatted block around the text at hand."""

    tag: str
    node: int = 0
    kind: BlockKind = "paragraph"
    level: int = 0
    list_depth: int = 0
    in_form: bool = False
    is_used: bool = False  # something of it has been written


@dataclass(slots=True)
class _Reader:
    """Gathers text until its block ends."""

    hidden: Hidden
    unseen: Unseen
    parts: list[Part] = field(default_factory=list)
    n_dropped: int = 0
    buffer: list[str] = field(default_factory=list)
    contexts: list[_Context] = field(default_factory=lambda: [_Context("body")])
    term: str = ""  # a dt that waits for its dd
    defined: int = -1  # index of the line that holds the latest term with its definitions

    def enter(self, node: LexborNode) -> bool:
        tag = node.tag or ""
        if tag == "-text":
            text = node.text_content or ""
            if self._is_mute(node.parent):
                self._hide(text)
                return False
            self.buffer.append(text if self.contexts[-1].tag in _PREFORMATTED else _SPACE.sub(" ", text))
            return False
        if tag.startswith("-") or tag in UNSEEN:
            return False
        if tag == "br":
            self._break()
            return False
        attributes = node.attributes
        if self._is_dropped(node, tag, attributes):
            return False
        elif tag == "sup":
            self._raise(node)
        elif tag == "table" and not _is_layout(node, attributes):
            self.flush()
            self._settle_term()
            self._take_table(node)
        else:
            self._open(node, tag, _heading_level(tag, attributes))
            return True
        return False

    def leave(self, node: LexborNode) -> None:
        if len(self.contexts) > 1 and self.contexts[-1].node == node.mem_id:
            self.flush()
            self.contexts.pop()
        elif node.tag in BLOCKS:
            self.flush()
        if node.tag == "dl":
            self._settle_term()

    def finish(self) -> None:
        """Write what is still waiting."""
        self.flush()
        self._settle_term()

    def flush(self) -> None:
        """End the block at hand."""
        if not self.buffer:
            return
        text = visible("".join(self.buffer))
        self.buffer.clear()
        if not text:
            return
        context = self.contexts[-1]
        if context.tag == "dt":
            if not context.is_used:
                self._settle_term()
            self.term = f"{self.term} {text}".strip()
        elif context.tag == "dd" and not context.is_used:
            self._define(text)
        else:
            self._settle_term()
            is_continued = context.kind == "list_item" and context.is_used
            self.parts.append(Line("paragraph", text) if is_continued else Line(context.kind, text, context.level))
        context.is_used = True

    def _open(self, node: LexborNode, tag: str, level: int) -> None:
        outer = self.contexts[-1]
        if tag in BLOCKS or level:
            self.flush()
        context = _Context(tag, node.mem_id, list_depth=outer.list_depth, in_form=outer.in_form)
        if level:
            context.tag, context.kind, context.level = "h", "heading", level
        elif tag == "li":
            context.kind, context.level = "list_item", max(1, outer.list_depth)
        elif tag in _LISTS:
            context.list_depth += 1
        elif tag == "form":
            context.in_form = True
        elif tag not in ("dt", "dd") and tag not in _PREFORMATTED:
            return
        self.contexts.append(context)

    def _break(self) -> None:
        if self.contexts[-1].tag in ("h", "dt"):
            self.buffer.append(" ")
        elif "".join(self.buffer[-2:]).rstrip(" ").endswith("\n"):
            self.flush()  # an empty line ends a paragraph
        else:
            self.buffer.append("\n")

    def _raise(self, node: LexborNode) -> None:
        raised = node.text()
        if self._is_mute(node):
            self._hide(raised)
            return
        shown = superscript("".join(self.buffer[-4:])[-12:], raised)
        self.buffer.append(_SPACE.sub(" ", shown))
        self.n_dropped += 0 if shown else n_visible(raised)

    def _define(self, text: str) -> None:
        last = self.parts[-1] if self.parts else None
        if self.term:
            self.parts.append(Line("paragraph", f"{self.term.rstrip(':： ')}: {text}"))
            self.term, self.defined = "", len(self.parts) - 1
        elif isinstance(last, Line) and self.defined == len(self.parts) - 1:
            self.parts[-1] = Line("paragraph", f"{last.text}; {text}")
        else:
            self.parts.append(Line("paragraph", text))

    def _settle_term(self) -> None:
        if self.term:
            self.parts.append(Line("paragraph", self.term))
            self.term = ""

    def _is_dropped(self, node: LexborNode, tag: str, attributes: dict[str, str | None]) -> bool:
        """Whether an element is left out; if so, its text is counted."""
        if node.mem_id in self.hidden.gone or is_marked_hidden(attributes):
            self._hide(text_below(node))
            return True
        if self._is_no_text(node, tag, attributes):
            self.n_dropped += n_text(node)
            return True
        return False

    def _is_mute(self, node: LexborNode | None) -> bool:
        return bool(self.hidden.mute) and node is not None and node.mem_id in self.hidden.mute

    def _hide(self, text: str) -> None:
        self.n_dropped += n_visible(text)
        self.unseen.hide(text)

    def _is_no_text(self, node: LexborNode, tag: str, attributes: dict[str, str | None]) -> bool:
        context = self.contexts[-1]
        if is_service(tag, attributes) or (tag == "label" and context.in_form):
            return True
        if tag == "button":  # a heading that unfolds its section is often a button
            return context.tag not in ("h", "dt") and (node.parent is None or node.parent.tag != "summary")
        limit = consent_limit(attributes) if attributes else 0
        return (
            limit > 0
            and n_text(node) <= limit
            and (limit == MAX_CONSENT_CHARS or node.css_first("button, a") is not None)
        )

    def _take_table(self, table: LexborNode) -> None:
        rows: list[MarkedRow] = []
        for group, section in enumerate(children(table)):
            if section.tag == "caption":
                self.parts.append(Line("paragraph", self._cell_text(section)))
            if section.tag not in ("thead", "tbody", "tfoot"):
                continue
            if self._is_left_out(section):
                continue
            for row in children(section):
                if row.tag != "tr":
                    self.n_dropped += n_text(row)
                    continue
                if self._is_left_out(row):
                    continue
                cells = tuple(self._cell(cell) for cell in children(row) if cell.tag in ("td", "th"))
                rows.append(MarkedRow(cells, group, section.tag == "thead"))
        if rows:
            self.parts.append(table_of(rows))

    def _cell(self, cell: LexborNode) -> MarkedCell:
        attributes = cell.attributes
        text = "" if self._is_left_out(cell) else self._cell_text(cell)
        return MarkedCell(
            text, cell.tag == "th", _span(attributes.get("rowspan")), max(1, _span(attributes.get("colspan")))
        )

    def _is_left_out(self, node: LexborNode) -> bool:
        return self._is_dropped(node, node.tag or "", node.attributes)

    def _cell_text(self, node: LexborNode) -> str:
        """Text of a cell on one line; the items of a list in it are set apart by semicolons."""
        only = node.first_child
        if only is not None and only.tag == "-text" and only.next is None and not self._is_mute(node):
            return visible(_SPACE.sub(" ", only.text_content or ""))
        reader = _Reader(self.hidden, self.unseen)
        walk(node, reader)
        reader.finish()
        self.n_dropped += reader.n_dropped
        lines = [part for part in reader.parts if isinstance(part, Line)]
        pieces = [piece for line in lines for piece in line.text.split("\n")]
        is_list = all(line.kind == "list_item" for line in lines) or (
            len(pieces) >= _MIN_LIST and all(_LIST_PIECE.fullmatch(piece) for piece in pieces)
        )
        return ("; " if is_list else " ").join(pieces)


def _is_layout(table: LexborNode, attributes: dict[str, str | None]) -> bool:
    """True for a table that arranges a page: marked so, of a single cell, or with headings or tables in its cells."""
    if (attributes.get("role") or "").lower() in ("presentation", "none"):
        return True
    # The first one will do: all of them, asked of each of a thousand tables one in another, take minutes.
    if any(child.css_first(_LAYOUT) is not None for child in children(table)):
        return True
    return len(table.css("td, th")) < _MIN_CELLS


def _heading_level(tag: str, attributes: dict[str, str | None]) -> int:
    if tag in _HEADINGS:
        return _HEADINGS[tag]
    if (attributes.get("role") or "").lower() == "heading":
        level = attributes.get("aria-level") or ""
        return min(6, max(1, int(level))) if level.isascii() and level.isdigit() and len(level) == 1 else 2
    return 0


def _span(value: str | None) -> int:
    text = (value or "").strip()
    return int(text[:6]) if text.isascii() and text.isdigit() else 1
