"""Templates to files: the one place that knows Jinja, escaping, and how large a page may grow.

Belongs here: rendering, numbering the pages of a list, writing. Every value is escaped unless it was made here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from release.reading.figure_words import as_decimal, figure, number, year_words
from release.reading.row_words import bound_words, metric_words, split_ids, words
from release.site import links
from release.site.addresses import numbered

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
ASSETS = HERE / "assets"
FULL = 400_000  # bytes of blocks on one page: it loads within a second
LARGEST = 900_000  # bytes that a page may have with sections beside its blocks; it stays below a megabyte with its head


@dataclass(frozen=True)
class Paper:
    """A folder that pages are written to, with what stands on each of them.

    Attributes:
        target: the site's folder.
        common: values that every template knows.
        sizes: bytes by page, in order of writing.
    """

    target: Path
    common: Mapping[str, Any]
    sizes: dict[str, int] = field(default_factory=dict)

    def write(self, address: str, template: str, **values: Any) -> None:
        """Renders a page and writes it."""
        depth = address.count("/")
        text = (
            environment()
            .get_template(template)
            .render({**self.common, **values, "root": "../" * depth, "address": address})
        )
        path = self.target / address
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode("utf-8", "replace")
        path.write_bytes(data)
        self.sizes[address] = len(data)

    def block(self, template: str, depth: int, **values: Any) -> Markup:
        """Renders a part of a page that stands `depth` folders below the root."""
        rendered = environment().get_template(template).render({**self.common, **values, "root": "../" * depth})
        return Markup(rendered)

    def write_list(
        self,
        name: str,
        template: str,
        pages: list[list[Markup]],
        places: Callable[[int], str] | None = None,
        **values: Any,
    ) -> None:
        """Writes the pages of a list; an empty list has one page that says so."""
        count = max(len(pages), 1)
        for n in range(1, count + 1):
            address = numbered(name, n)
            others = [(k, numbered(name.rsplit("/", 1)[-1], k)) for k in range(1, count + 1)]
            blocks = pages[n - 1] if pages else []
            told = {"place": places(n)} if places else {}
            self.write(address, template, blocks=blocks, page=n, pages=others, **values, **told)


def laid_out(
    blocks: Iterable[tuple[Any, Markup]], limit: int = FULL, *, first: int = FULL
) -> tuple[list[list[Markup]], dict[Any, int]]:
    """Blocks on pages of at most `limit` bytes, in their order; a block larger than that has a page of its own.

    Args:
        blocks: key and rendered text of each.
        limit: bytes a page.
        first: bytes of the first page, where that is less; one block it has all the same.

    Returns:
        The pages, and the number of the page (from 1) by key.
    """
    pages: list[list[Markup]] = []
    at: dict[Any, int] = {}
    room = 0
    for key, block in blocks:
        size = len(block.encode("utf-8", "replace"))
        if not pages or size > room:
            pages.append([])
            room = limit if len(pages) > 1 else min(limit, first)
        room -= size
        pages[-1].append(block)
        at[key] = len(pages)
    return pages, at


class _OfRows(Environment):
    """Most of what templates look up are columns of rows: a dictionary's key is tried before its attributes."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute` of a template."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


@cache
def environment() -> Environment:
    """The templates with their filters; an unknown name in a template is an error."""
    made = _OfRows(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a template does not change while a site is built, so nobody asks its file
    )
    made.filters |= {
        "figure": figure,
        "number": number,
        "pct": _pct,
        "words": words,
        "metric": metric_words,
        "years": year_words,
        "bound": bound_words,
        "ids": split_ids,
        "pipes": split_ids,
        "sort_value": lambda value: "" if value is None else value,  # of `data-sort`; without one a row comes last
    }
    drawn = (links.to, links.market_link, links.publisher_link, links.source_links, links.verdict_mark)
    made.globals |= {function.__name__: function for function in drawn}
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":"), "sort_keys": False}
    return made


def _pct(value: Decimal | float | None) -> str:
    return "–" if value is None else f"{number(as_decimal(value))}\u202f%"
