"""What an element of a page is, told by its tag, its attributes and its neighbours: a heading, a layout, a card, a label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sources.parse.cell_kinds import is_figure
from sources.parse.html.service import Attributes

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LAYOUT = "td table, th table, caption table, td h1, td h2, td article, td section"
_MIN_CELLS = _MIN_TABS = 2


def is_of_figures(nav: LexborNode) -> bool:
    """Tabs within the page, each a name and a figure, show the page's own figures, and no way through the site."""
    links = nav.css("a")
    ends = [link.last_child for link in links if (link.attributes.get("href") or "").startswith("#")]
    return len(ends) == len(links) >= _MIN_TABS and all(end and is_figure((end.text() or "").strip()) for end in ends)


def labels_output(label: LexborNode) -> bool:
    """A label right before an `output` names what the page says, and no control."""
    after = label.next
    while after is not None and (after.tag or "-").startswith("-"):
        after = after.next
    return after is not None and after.tag == "output"


def is_named(attributes: Attributes) -> bool:
    """A sheet elsewhere may speak of the element."""
    return "class" in attributes or "id" in attributes


def is_of_elements(parent: LexborNode | None) -> bool:
    """The element, or the one around it, is named for a sheet, and has elements in it and no text of its own: a card."""
    if parent is None or not (is_named(parent.attributes) or (parent.parent and is_named(parent.parent.attributes))):
        return False
    return all(
        child.tag != "-text" or not (child.text_content or "").strip() for child in parent.iter(include_text=True)
    )


def is_layout(table: LexborNode, attributes: Attributes) -> bool:
    """True for a table that arranges a page: marked so, of a single cell, or with headings or tables in its cells."""
    if (attributes.get("role") or "").lower() in ("presentation", "none"):
        return True
    # The first one will do: all of them, asked of each of a thousand tables one in another, take minutes.
    if any(child.css_first(_LAYOUT) is not None for child in table.iter()):
        return True
    return len(table.css("td, th")) < _MIN_CELLS


def heading_level(tag: str, attributes: Attributes) -> int:
    """From 1 to 6; 0 where the element is no heading."""
    if tag in _HEADINGS:
        return _HEADINGS[tag]
    if (attributes.get("role") or "").lower() == "heading":
        level = attributes.get("aria-level") or ""
        return min(6, max(1, int(level))) if level.isascii() and level.isdigit() and len(level) == 1 else 2
    return 0


def span(value: str | None) -> int:
    """How many rows or columns an attribute says; 1 where it says no number."""
    text = (value or "").strip()
    return int(text[:6]) if text.isascii() and text.isdigit() else 1
