"""Web pages: bytes to canonical text with blocks, or the reason why not.

The steps of reading a page and the checks around them. What shows and in which block is `html_reader`'s, the look at
hostile markup `html_guard`'s.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sources.parse.canonical import canonical_text
from sources.parse.draft import Draft, Line, Part, compose, n_visible, visible
from sources.parse.html_guard import prescan
from sources.parse.html_reader import read_body
from sources.parse.html_style import hidden_elements
from sources.parse.unseen import Unseen
from sources.records import Unreadable

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

MAX_BYTES = 50_000_000
_MAX_LOSS = 0.02
_LOSS_GRACE = 20  # characters; entities without a semicolon and the like are counted a little differently
_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{2,40})|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{2,40})""",
    re.IGNORECASE,
)


def parse_html(content: bytes, charset: str | None = None, unseen: Unseen | None = None) -> Draft:
    """Read a web page as its reader sees it.

    The title stands first, as a heading of level 1, unless an h1 says the same. Navigation, side bars, footers,
    scripts, form controls, hidden elements and footnote marks are left out.

    Args:
        content: the page's bytes, in UTF-8 or in the charset they declare.
        charset: what the server that sent it named, which holds before what the page declares (HTML standard, 13.2.3.2).
        unseen: collects what does not show.

    Returns:
        Canonical text, one line per block (a line break inside a paragraph stays), the blocks, and the charset that was
        guessed where neither server nor page names one that fits.

    Raises:
        Unreadable: `hostile_markup` (too large, too deep, too many attributes), `no_text` (nothing that shows),
            `text_lost` (more than 2 % of the page's text is missing from what was read), or as `canonical_text`.
    """
    from selectolax.lexbor import LexborHTMLParser

    if len(content) > MAX_BYTES:
        raise Unreadable("hostile_markup", f"the page has {len(content):,} bytes, more than {MAX_BYTES:,}: split it")
    declared = _DECLARED.search(content[:4096])
    in_page = (declared[1] or declared[2]).decode("ascii") if declared else None
    page, guessed = canonical_text(content, charset, in_page)
    n_source = prescan(page)
    tree = LexborHTMLParser(page)
    unseen = unseen or Unseen()
    parts = _read(tree, n_source, unseen)
    if not any(map(_length, parts)) and unseen.n_hidden:
        raise Unreadable(
            "no_text",
            f"all of its {unseen.n_hidden:,} characters are hidden by the page's styles: save it from a browser as shown there",
        )
    if not any(map(_length, parts)):
        raise Unreadable(
            "no_text", "the page shows no text, perhaps because scripts build it: save it from a browser as shown there"
        )
    title = tree.css_first("head > title")
    draft = compose([*_title(title.text() if title is not None else "", parts), *parts])
    return draft._replace(guessed_charset=guessed)


def parse_fragment(markup: str, unseen: Unseen) -> Draft:
    """Read a piece of a page that stands in a text, as `parse_html` reads a page; it may show nothing.

    Args:
        markup: the piece.
        unseen: collects what does not show.

    Raises:
        Unreadable: `hostile_markup` or `text_lost`.
    """
    from selectolax.lexbor import LexborHTMLParser

    n_source = prescan(markup)
    return compose(_read(LexborHTMLParser(markup), n_source, unseen)) if n_source else Draft("", ())


def _read(tree: LexborHTMLParser, n_source: int, unseen: Unseen) -> list[Part]:
    parts, n_dropped = read_body(tree.body, hidden_elements(tree), unseen) if tree.body is not None else ([], 0)
    check_nothing_lost(n_source, sum(map(_length, parts)) + n_dropped)
    return parts


def check_nothing_lost(n_source: int, n_read: int) -> None:
    """Compare the text read, kept or dropped by name, with an independent count of the text on the page.

    Raises:
        Unreadable: `text_lost`.
    """
    lost = n_source - n_read
    if lost > _LOSS_GRACE and lost > _MAX_LOSS * n_source:
        raise Unreadable(
            "text_lost",
            f"{lost:,} of {n_source:,} characters of the page are missing from what could be read: "
            "save it again from a browser, or as text",
        )


def _title(title: str, parts: list[Part]) -> list[Line]:
    headings = {
        _folded(part.text) for part in parts if isinstance(part, Line) and (part.kind, part.level) == ("heading", 1)
    }
    line = " ".join(title.split("\n"))
    return [Line("heading", line, level=1)] if _folded(line) and _folded(line) not in headings else []


def _folded(text: str) -> str:
    return " ".join(visible(text).split()).casefold()


def _length(part: Part) -> int:
    return n_visible(part.text) if isinstance(part, Line) else sum(n_visible(cell.text) for cell in part.cells)
