"""Web pages: bytes to canonical text with blocks, or the reason why not.

The steps of reading a page and the checks around them. What shows and in which block is `reader`'s, the look at hostile markup `guard`'s.
"""

from __future__ import annotations

import re

from sources.parse.canonical import canonical_text
from sources.parse.draft import Draft, Line, Part, compose, n_visible, visible
from sources.parse.html.guard import prescan
from sources.parse.html.house import house_lines
from sources.parse.html.reader import read_body
from sources.parse.unseen import Unseen
from sources.records import Unreadable

MAX_BYTES = 50_000_000
_MAX_LOSS = 0.02
_LOSS_GRACE = 20  # characters; entities without a semicolon and the like are counted a little differently
_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{2,40})|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{2,40})""",
    re.IGNORECASE,
)


def parse_html(content: bytes, charset: str | None = None, unseen: Unseen | None = None) -> Draft:
    """Read a web page as its reader sees it.

    The title stands first, as a heading of level 1, unless an h1 says the same or more; whose page it is stands last: the footer's line of
    rights and the site's name. Navigation, side bars, the rest of footers, scripts, form controls, hidden elements and footnote marks
    are left out; what is struck through or quoted from an older mail is withdrawn.

    Args:
        content: the page's bytes, in UTF-8 or in the charset they declare.
        charset: what the server that sent it named, which holds before what the page declares (HTML standard, 13.2.3.2).
        unseen: collects what does not show.

    Returns:
        Canonical text, one line per block (a line break inside a paragraph stays), the blocks, and the charset that was
        guessed where neither server nor page names one that fits.

    Raises:
        Unreadable: `hostile_markup` (too large, too deep, too many attributes), `too_much_work`, `no_text` (nothing that shows),
            `text_lost` (more than 2 % of the page's text is missing from what was read), or as `canonical_text`.
    """
    if len(content) > MAX_BYTES:
        raise Unreadable("hostile_markup", f"the page has {len(content):,} bytes, more than {MAX_BYTES:,}: split it")
    declared = _DECLARED.search(content[:4096])
    in_page = (declared[1] or declared[2]).decode("ascii") if declared else None
    page, guessed = canonical_text(content, charset, in_page)
    unseen = unseen or Unseen()
    title, parts, house = _read(page, unseen)
    if not any(map(_length, parts)):
        why = (
            f"all of its {unseen.n_hidden:,} characters are hidden by the page's styles"
            if unseen.n_hidden
            else "the page shows no text, perhaps because scripts build it"
        )
        raise Unreadable("no_text", f"{why}: save it from a browser as shown there")
    return compose([*_title(title, parts), *parts, *house])._replace(guessed_charset=guessed)


def parse_fragment(markup: str, unseen: Unseen) -> Draft:
    """Read a piece of a page that stands in a text, as `parse_html` reads a page; it may show nothing.

    Args:
        markup: the piece.
        unseen: collects what does not show.

    Raises:
        Unreadable: `hostile_markup`, `too_much_work` or `text_lost`.
    """
    return compose(_read(markup, unseen)[1])


def _read(page: str, unseen: Unseen) -> tuple[str, list[Part], list[Line]]:
    """The title of a page, its parts, and the lines that say whose it is."""
    from selectolax.lexbor import LexborHTMLParser

    n_source = prescan(page)
    if not n_source:
        return "", [], []
    tree = LexborHTMLParser(page)
    title = tree.css_first("head > title")
    house = house_lines(tree)
    parts, n_dropped = read_body(tree, unseen)
    check_nothing_lost(n_source, sum(map(_length, parts)) + n_dropped)
    return title.text() if title is not None else "", parts, house


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
    """The title as a line, unless a heading says as much: a name that stands twice is one name."""
    line = " ".join(title.split("\n"))
    headings = [f" {_folded(p.text)} " for p in parts if isinstance(p, Line) and (p.kind, p.level) == ("heading", 1)]
    is_said = any(f" {_folded(line)} " in heading for heading in headings)
    return [Line("heading", line, level=1)] if _folded(line) and not is_said else []


def _folded(text: str) -> str:
    return " ".join(visible(text).split()).casefold()


def _length(part: Part) -> int:
    return n_visible(part.text) if isinstance(part, Line) else sum(n_visible(cell.text) for cell in part.cells)
