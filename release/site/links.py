"""Links and marks that templates draw in every row: functions, because a macro of a template costs ten times as much.

Belongs here: one line of HTML at most, every value escaped. Parts with a body are macros in `templates/parts.html`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlsplit

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from release.reading.figure_words import Number, figure
from release.reading.row_words import split_ids, words
from release.site.addresses import Addresses, market_page, publisher_page

MOST_SOURCES = 6
_COMMAND = re.compile("`([^`]+)`")


@pass_context
def to(context: Context, href: str | None, text: object) -> Markup:
    """A text as a link to an address of the site; the text alone where there is none."""
    told = escape(text)
    return Markup(f'<a href="{context["root"]}{escape(href)}">{told}</a>') if href else told


@pass_context
def market_link(context: Context, market_id: str | None, name: str | None) -> Markup:
    """A market's name as a link to its page."""
    return _market(context["root"], market_id, name)


@pass_context
def publisher_link(context: Context, publisher_id: str | None, name: str | None) -> Markup:
    """A publisher's name as a link to its page."""
    return _publisher(context["root"], publisher_id, name)


@pass_context
def source_links(context: Context, claim_ids: str | None) -> Markup:
    """The first claims behind a figure as numbered links to the words that state them."""
    at: Addresses = context["at"]
    links = [
        f'<a class="src" href="{context["root"]}{escape(at.claims[one])}" title="source words">{n}</a>'
        for n, one in enumerate(split_ids(claim_ids)[:MOST_SOURCES], 1)
        if one in at.claims
    ]
    return Markup("".join(links))


@lru_cache(maxsize=4096)
def outside(address: str) -> Markup:
    """An address of the web as a link, as text where it is none: a document may say anything of where it is from."""
    told = escape(address)
    try:
        parts = urlsplit(address)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:  # "http://[" has no host that can be read
        is_web = False
    return Markup(
        f'<a href="{told}" rel="noreferrer noopener nofollow"><bdi>{told}</bdi></a>' if is_web else f"<bdi>{told}</bdi>"
    )


def company_ids(wikidata: str | None, lei: str | None) -> Markup:
    """Reviewed ids of a company, each as a link to its register; empty if there are none."""
    links = [
        (f"https://www.wikidata.org/wiki/{wikidata}", f"Wikidata {wikidata}") if wikidata else None,
        (f"https://search.gleif.org/#/record/{lei}", f"LEI {lei}") if lei else None,
    ]
    return Markup("").join(
        Markup(' <a class="small" href="{}" rel="noreferrer noopener">{}</a>').format(*one) for one in links if one
    )


def commands(words: str) -> Markup:
    """A text as HTML, with the commands in backticks as code."""
    return Markup(_COMMAND.sub(r"<code>\1</code>", str(escape(words))))


def bounds(low: Number | None, high: Number | None, unit: str | None) -> str:
    """A span with its unit; an end that is open is named: "at least USD 39.52 bn", and equal ends are one figure."""
    if low is None or high is None:
        known, word = (low, "at least") if high is None else (high, "at most")
        return "–" if known is None else f"{word} {figure(known, unit)}"
    ends = dict.fromkeys((figure(low, unit), figure(high, unit)))
    return " to ".join(ends)


def count(number: int, noun: str) -> str:
    """A number with its noun: "1 publisher", "2 publishers"; the plural is regular."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


@lru_cache(maxsize=64)
def verdict_mark(name: str) -> Markup:
    """A verdict in its colour."""
    return Markup(f'<span class="verdict v-{escape(name)}">{escape(words(name))}</span>')


@lru_cache(maxsize=4096)
def _market(root: str, market_id: str | None, name: str | None) -> Markup:
    if market_id is None:
        return Markup("no market named")
    return Markup(f'<a href="{root}{escape(market_page(market_id))}"><bdi>{escape(name)}</bdi></a>')


@lru_cache(maxsize=4096)
def _publisher(root: str, publisher_id: str | None, name: str | None) -> Markup:
    if publisher_id is None:
        return Markup(f"<bdi>{escape(name or 'unknown publisher')}</bdi>")
    return Markup(f'<a href="{root}{escape(publisher_page(publisher_id))}"><bdi>{escape(name)}</bdi></a>')
