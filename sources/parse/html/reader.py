"""The walk over a page: what shows becomes lines and tables, the rest is left out and counted.

Knows elements and their roles, not words. Works without recursion, for pages may be deeper than Python's stack.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from sources.parse.draft import Line, Part, n_visible, own, struck, visible
from sources.parse.html.elements import (
    heading_level,
    is_layout,
    is_named,
    is_of_elements,
    is_of_figures,
    labels_output,
    span,
)
from sources.parse.html.guard import UNSEEN
from sources.parse.html.look import Look, Shown, look_of, shown
from sources.parse.html.service import MAX_CONSENT_CHARS, Attributes, begins_quote, consent_limit, is_quote, is_service
from sources.parse.html.sheets import Style, styles_of
from sources.parse.html.table import MarkedCell, MarkedRow, table_of
from sources.parse.raised import superscript
from sources.parse.unseen import Unseen
from sources.records import BlockKind

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_LISTS = frozenset(("ul", "ol", "menu", "dir"))
BLOCKS = _LISTS | frozenset(
    (
        "address article blockquote center details dialog div dl dd dt fieldset figcaption figure form header hgroup hr"
        " legend li listing main p pre section summary table caption thead tbody tfoot tr td th xmp"
    ).split()
)
_PREFORMATTED = frozenset(("pre", "listing", "xmp"))
_STRUCK = frozenset(("s", "strike", "del"))
_MIN_LIST = 3  # so many lines of a cell that look like names are a list
_MAX_RAISED = 12  # characters: what is raised by its place is a mark or an exponent, or it is an ornament
_LIST_PIECE = re.compile(r"(?=[^\W\d_])[^a-z][^\d.:;,()]{1,59}")
_GAP = "\0"  # elements stand apart here: a blank, but before marks that close and behind those that open; no page holds this character
_NO_BLANK = re.compile(r"(?<=[\s(\[{$€£¥₹#\"'“‘])\0+|\0+(?=[\s.,;:!?%)\]}\"'”’…]|$)|^\0+")
_SPACE = re.compile(r"[ \t\n\r\f]{2,}|[\t\n\r\f]")


def read_body(tree: LexborHTMLParser, unseen: Unseen) -> tuple[list[Part], int]:
    """Read the lines and tables of a page's body in document order.

    Args:
        tree: the page; its scripts, sheets and other text that never shows are taken out of it.
        unseen: collects what does not show.

    Returns:
        The parts, and the number of characters that were left out by name (white space not counted).

    Raises:
        Unreadable: `too_much_work`, `hostile_markup`.
    """
    if tree.body is None:
        return [], 0
    styles = styles_of(tree)
    is_painted_elsewhere = tree.css_first("link[rel~=stylesheet i], link[as=style i]") is not None or any(
        "@import" in sheet.text() for sheet in tree.css("style")
    )
    tree.strip_tags(list(UNSEEN))
    look = Look(ground=None) if is_painted_elsewhere else Look()
    for node in (tree.root, tree.body):  # of the page's own styles only how text looks counts: a script shows the page
        style = styles.get(node.mem_id) if node is not None else None
        look = look_of(style, look)._replace(is_visible=True, is_on_box=False) if style else look
    reader = _Reader(styles, unseen, look, is_painted_elsewhere=is_painted_elsewhere)
    reader.read(tree.body)
    return reader.parts, reader.n_dropped


@dataclass(slots=True)
class _Context:
    """The nearest list, heading, dt, dd, form or preformatted block around the text at hand."""

    tag: str
    kind: BlockKind = "paragraph"
    level: int = 0
    list_depth: int = 0
    in_form: bool = False
    is_used: bool = False  # something of it has been written


@dataclass(slots=True)
class _Reader:
    """Gathers text until its block ends. For each open element: its context, its look, and what sets it apart."""

    styles: Mapping[int, Style]
    unseen: Unseen
    look: Look
    is_painted_elsewhere: bool
    parts: list[Part] = field(default_factory=list)
    n_dropped: int = 0
    buffer: list[tuple[str, bool]] = field(default_factory=list)  # text, and whether it is struck through
    frames: list[tuple[_Context, Look, str]] = field(default_factory=list)
    term: str = ""  # a dt that waits for its dd
    defined: int = -1  # index of the line that holds the latest term with its definitions

    def read(self, root: LexborNode) -> None:
        """Go through what is below root, and write all of it."""
        self.frames.append((_Context("body"), self.look, ""))
        node = root.first_child
        while node is not None:
            child = node.first_child if self._enter(node) else None
            if child is not None:
                node = child
                continue
            while node.next is None and node.parent is not None and node.parent.mem_id != root.mem_id:
                node = node.parent
                self._leave(node)
            node = node.next
        self._flush()
        self._settle_term()

    def _enter(self, node: LexborNode) -> bool:
        """Called before what is in a node; True to go in, which `_leave` ends: so an element without children is left here."""
        tag = node.tag or ""
        look = self.frames[-1][1]
        if tag == "-text":
            self._take(node.text_content or "", look)
            return False
        if tag.startswith("-"):
            return False
        attributes = node.attributes
        if (seen := self._seen(node, tag, attributes, look)) is None:
            return False
        if tag == "br":
            self._break()
        elif tag == "table" and not is_layout(node, attributes):
            self._flush()
            self._settle_term()
            self._take_table(node, seen.look)
        elif not ((tag == "sup" or _is_mark(node, seen)) and self._raise(node, seen.look)):
            self._open(node, tag, attributes, seen)
            if node.first_child is not None:
                return True
            self._leave(node)
        return False

    def _leave(self, node: LexborNode) -> None:
        apart = self.frames[-1][2]
        if apart == "\n":
            self._flush()
        elif apart:
            self.buffer.append((_GAP, False))
        self.frames.pop()
        if node.tag == "dl":
            self._settle_term()

    def _seen(self, node: LexborNode, tag: str, attributes: Attributes, outer: Look) -> Shown | None:
        """How an element shows; None where it is left out, its text counted."""
        style = self.styles.get(node.mem_id)
        if self.is_painted_elsewhere and outer.ground is not None and ("class" in attributes or "id" in attributes):
            outer = outer._replace(ground=None)  # a sheet elsewhere may paint behind it
        if style:
            seen = shown(style, outer)
        else:
            seen = Shown(outer._replace(between="") if outer.between else outer, outer.between or None)
        if seen is None:
            text = node.text(separator=" ")
            self.n_dropped += n_visible(text)
            self.unseen.hide(text)
        elif self._is_no_text(node, tag, attributes):
            self.n_dropped += n_visible(node.text(separator=" "))
            self.buffer.append((_GAP, False))
            return None
        elif tag in _STRUCK or (attributes and is_quote(tag, attributes)):
            return seen._replace(look=seen.look._replace(is_struck=True))
        elif attributes and not outer.is_struck and begins_quote(attributes):
            self.frames = [(context, look._replace(is_struck=True), apart) for context, look, apart in self.frames]
            return seen._replace(look=seen.look._replace(is_struck=True))
        return seen

    def _is_no_text(self, node: LexborNode, tag: str, attributes: Attributes) -> bool:
        context = self.frames[-1][0]
        if is_service(tag, attributes):
            return tag != "nav" or not is_of_figures(node)
        if tag == "label" and context.in_form and not labels_output(node):
            return True
        if tag == "button":  # a heading that unfolds its section is often a button
            return context.tag not in ("h", "dt") and (node.parent is None or node.parent.tag != "summary")
        limit = consent_limit(attributes) if attributes else 0
        return (
            limit > 0
            and n_visible(node.text()) <= limit
            and (limit == MAX_CONSENT_CHARS or node.css_first("button, a") is not None)
        )

    def _open(self, node: LexborNode, tag: str, attributes: Attributes, seen: Shown) -> None:
        outer = self.frames[-1][0]
        level = heading_level(tag, attributes)
        context = _Context(tag, list_depth=outer.list_depth, in_form=outer.in_form or tag == "form")
        if level:
            context.tag, context.kind, context.level = "h", "heading", level
        elif tag == "li":
            context.kind, context.level = "list_item", max(1, outer.list_depth)
        elif tag in _LISTS:
            context.list_depth += 1
        elif tag not in ("dt", "dd", "form", *_PREFORMATTED):
            context = outer
        if context is not outer:
            apart = "\n"
        elif seen.apart == "\n" and outer.tag == "h":
            apart = " "  # a name on two lines is one name
        elif tag in BLOCKS:
            apart = "" if seen.apart == "" else "\n"
        else:
            apart = seen.apart or (" " if tag == "img" or self._may_be_apart(node, attributes) else "")
        if apart == "\n":
            self._flush()
        elif apart:
            self.buffer.append((_GAP, False))
        look = seen.look._replace(is_preformatted=True) if tag in _PREFORMATTED else seen.look
        self.frames.append((context, look, apart))

    def _may_be_apart(self, node: LexborNode, attributes: Attributes) -> bool:
        """Whether a sheet elsewhere may set an element apart from the one that its text would be glued to: 2031 and 6.3%."""
        before = node.prev
        if (
            not self.is_painted_elsewhere
            or self.frames[-1][1].is_preformatted
            or before is None
            or (before.tag or "-").startswith("-")
        ):
            return False
        are_named = is_named(attributes) and is_named(before.attributes)
        if not are_named and not is_of_elements(node.parent):
            return False
        inner: LexborNode | None = node
        while inner is not None and inner.tag != "-text":
            inner = inner.first_child
        first = "" if inner is None else (inner.text_content or "")[:1]
        return first.isalnum() and (are_named or not first.islower())

    def _take(self, text: str, look: Look) -> None:
        if not look.shows:
            self.n_dropped += n_visible(text)
            self.unseen.hide(text)
        else:
            text = own(text)
            self.buffer.append((text if look.is_preformatted else _SPACE.sub(" ", text), look.is_struck))

    def _break(self) -> None:
        if self.frames[-1][0].tag in ("h", "dt"):
            self.buffer.append((" ", False))
        elif "".join(text for text, _ in self.buffer[-2:]).rstrip(f" {_GAP}").endswith("\n"):
            self._flush()  # an empty line ends a paragraph
        else:
            self.buffer.append(("\n", False))

    def _raise(self, node: LexborNode, look: Look) -> bool:
        """Write what a raised element stands for; False where it stands for its own words."""
        raised = own(node.text())
        stands_for = superscript("".join(text for text, _ in self.buffer[-4:]).rstrip(_GAP)[-12:], raised)
        if stands_for == raised:
            return False
        if look.shows and stands_for:
            self.buffer.append((stands_for, look.is_struck))
        else:
            self.n_dropped += n_visible(raised)
        if not look.shows:
            self.unseen.hide(raised)
        return True

    def _flush(self) -> None:
        """End the block at hand."""
        if not self.buffer:
            return
        runs = [
            ("".join(text for text, _ in run), is_struck)
            for is_struck, run in groupby(self.buffer, lambda piece: piece[1])
        ]
        text = "".join(_marked(run) if is_struck else run for run, is_struck in runs)
        text = visible(_NO_BLANK.sub("", text).replace(_GAP, " "))
        self.buffer.clear()
        if not text:
            return
        context = self.frames[-1][0]
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

    def _take_table(self, table: LexborNode, look: Look) -> None:
        rows: list[MarkedRow] = []
        for group, section in enumerate(table.iter()):
            tag = section.tag or ""
            seen = self._seen(section, tag, section.attributes, look)
            if seen is None or tag not in ("caption", "thead", "tbody", "tfoot"):
                continue
            if tag == "caption":
                self.parts.append(Line("paragraph", self._cell_text(section, seen.look)))
                continue
            for row in section.iter():
                of_row = self._seen(row, "tr", row.attributes, seen.look)
                if of_row is not None and row.tag == "tr":
                    cells = tuple(self._cell(cell, of_row.look) for cell in row.iter() if cell.tag in ("td", "th"))
                    rows.append(MarkedRow(cells, group, tag == "thead"))
                elif of_row is not None:
                    self.n_dropped += n_visible(row.text())
        if rows:
            self.parts.append(table_of(rows))

    def _cell(self, cell: LexborNode, look: Look) -> MarkedCell:
        attributes = cell.attributes
        seen = self._seen(cell, cell.tag or "", attributes, look)
        text = "" if seen is None else self._cell_text(cell, seen.look)
        return MarkedCell(
            text, cell.tag == "th", span(attributes.get("rowspan")), max(1, span(attributes.get("colspan")))
        )

    def _cell_text(self, node: LexborNode, look: Look) -> str:
        """Text of a cell on one line; the items of a list in it are set apart by semicolons."""
        reader = _Reader(self.styles, self.unseen, look, self.is_painted_elsewhere)
        reader.read(node)
        self.n_dropped += reader.n_dropped
        lines = [part for part in reader.parts if isinstance(part, Line)]
        pieces = [piece for line in lines for piece in line.text.split("\n")]
        is_list = all(line.kind == "list_item" for line in lines) or (
            len(pieces) >= _MIN_LIST and all(_LIST_PIECE.fullmatch(piece) for piece in pieces)
        )
        return ("; " if is_list else " ").join(pieces)


def _marked(text: str) -> str:
    core = text.strip()
    return text.replace(core, struck(core), 1) if core else text


def _is_mark(node: LexborNode, seen: Shown) -> bool:
    """True for a short text that is raised by its place."""
    inner: LexborNode | None = node if seen.is_raised else None
    while inner is not None and inner.tag != "-text":
        inner = inner.first_child if inner.first_child is not None and inner.first_child.next is None else None
    return inner is not None and len(inner.text_content or "") <= _MAX_RAISED
