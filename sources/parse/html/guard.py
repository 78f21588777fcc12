"""A check of markup before the parser: refuses what would keep the parser busy for minutes, and counts its text.

One pass over the characters, linear in their number. The count is independent of the parser, so that `html` can tell
when text went missing between the page and what was read of it.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import dataclass, field

from sources.parse.draft import n_visible
from sources.records import Unreadable

MAX_ATTRIBUTES = 2_000  # on one tag: parsers compare each with each
MAX_DEPTH = 2_000

# Content of these is not markup and does not show (a title shows elsewhere).
UNSEEN = frozenset("script style title textarea iframe noembed noframes template".split())
_VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr frame keygen basefont bgsound".split()
)
# Ended by the next of their kind or by their parent, so they nest no deeper than the elements around them.
_SELF_ENDING = frozenset(
    "html head body p li dt dd tr td th tbody thead tfoot colgroup caption option optgroup rt rp a nobr button".split()
)
# Re-opened by the parser in every block until they are closed.
_FORMATTING = frozenset("b big code em font i s small strike strong tt u".split())
_FOREIGN = frozenset(("svg", "math"))
# An end tag reaches no further up than to the nearest of these.
_SCOPES = frozenset("table object marquee applet template".split())

TOKEN = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    r"|<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*)(?P<rest>(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')|=)*+)(?:>|\Z)"
    r"|<[!?/][^>]*+(?:>|\Z)",
    re.DOTALL,
)
_ENDINGS = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in UNSEEN}
_ATTRIBUTE = re.compile(r"[^\s/>=][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>]++))?+")


@dataclass(slots=True)
class _Nesting:
    """Open elements as a parser would hold them, near enough to bound its work."""

    stack: list[str] = field(default_factory=list)  # without formatting, which no end tag but its own closes
    n_open: Counter[str] = field(default_factory=Counter)
    n_formatting: int = 0

    @property
    def is_foreign(self) -> bool:
        return self.n_open["svg"] > 0 or self.n_open["math"] > 0

    def open(self, name: str, *, is_self_closed: bool) -> None:
        if name in _VOID or name in _SELF_ENDING or (is_self_closed and self.is_foreign and name not in _FOREIGN):
            return
        self.n_open[name] += 1
        if name in _FORMATTING:
            self.n_formatting += 1
        else:
            self.stack.append(name)

    def close(self, name: str) -> None:
        if not self.n_open[name]:
            return
        if name in _FORMATTING:
            self.n_open[name] -= 1
            self.n_formatting -= 1
            return
        place = len(self.stack) - 1
        while self.stack[place] != name:
            if self.stack[place] in _SCOPES:
                return
            place -= 1
        self.n_open.subtract(self.stack[place:])
        del self.stack[place:]


def prescan(page: str) -> int:
    """Check markup for shapes that make parsers run for minutes, and count the text outside of it.

    Args:
        page: the decoded page.

    Returns:
        Number of characters of text other than white space, entities resolved, without scripts and styles.

    Raises:
        Unreadable: `hostile_markup`, for more than 2,000 attributes on a tag or a nesting deeper than 2,000.
    """
    nesting = _Nesting()
    n_text = position = 0
    while True:
        token = TOKEN.search(page, position)
        between = page[position : token.start() if token else len(page)]
        if between and not between.isspace():
            n_text += n_visible(html.unescape(between))
        if token is None:
            return n_text
        position = token.end()
        name = (token["name"] or "").lower()
        if not name:
            continue
        if token["end"]:
            nesting.close(name)
            continue
        _check_attributes(name, token["rest"])
        is_self_closed = token["rest"].endswith("/")
        if name in UNSEEN and not (is_self_closed and nesting.is_foreign):
            ending = _ENDINGS[name].search(page, position)
            position = ending.start() if ending else len(page)
            continue
        nesting.open(name, is_self_closed=is_self_closed)
        if len(nesting.stack) + nesting.n_formatting > MAX_DEPTH:
            raise _hostile(f"elements are nested more than {MAX_DEPTH:,} deep at character {position:,}")


def _check_attributes(name: str, rest: str) -> None:
    if len(rest) <= 2 * MAX_ATTRIBUTES:  # an attribute takes a blank and a letter at least
        return
    for count, _ in enumerate(_ATTRIBUTE.finditer(rest), start=1):
        if count > MAX_ATTRIBUTES:
            raise _hostile(f"a <{name[:20]}> tag has more than {MAX_ATTRIBUTES:,} attributes")


def _hostile(what: str) -> Unreadable:
    return Unreadable("hostile_markup", f"{what}: save the page's text again from a browser")
