"""Templates to files: the one place that knows Jinja, escaping, and how large a page may grow.

Belongs here: rendering, numbering the pages of a list, writing. Every value is escaped unless it was made here.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from release.reading.figure_words import as_decimal, figure, number, year_words
from release.reading.row_words import area_of, bound_words, metric_words, split_ids, words
from release.record import PARQUET, WORKBOOK
from release.site import links
from release.site.addresses import numbered

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
ASSETS = HERE / "assets"
FULL = 400_000  # bytes of blocks on one page: it loads within a second
ENDS = 10  # of 256 keys may begin a page: at 6 kB a block, pages have 250 kB on average
LARGEST = 900_000  # bytes that a page may have with sections beside its blocks; it stays below a megabyte with its head


@dataclass(frozen=True)
class Paper:
    """A folder that pages are written to, with what stands on each of them.

    Attributes:
        target: the site's folder.
        common: values that every template knows.
        sizes: bytes by page, in order of writing.
        written: address and sha256 of each page that was rendered, in order of writing.
        before: another site; a file that is equal there is linked.
    """

    target: Path
    common: Mapping[str, Any]
    sizes: dict[str, int] = field(default_factory=dict)
    written: list[tuple[str, str]] = field(default_factory=list)
    before: Path | None = None

    def write(self, address: str, template: str, **values: Any) -> None:
        """Renders a page and writes it."""
        depth = address.count("/")
        text = (
            environment()
            .get_template(template)
            .render({**self.common, **values, "root": "../" * depth, "address": address})
        )
        data = self.put(address, text)
        self.sizes[address] = len(data)
        self.written.append((address, hashlib.sha256(data).hexdigest()))

    def put(self, address: str, text: str) -> bytes:
        """Writes a file, or links the equal one of the site before. Returns its bytes."""
        data = text.encode("utf-8", "replace")
        same = None
        if self.before is not None:
            with contextlib.suppress(OSError):
                same = self.before / address if (self.before / address).read_bytes() == data else None
        self._place(address, data, same)
        return data

    def _place(self, address: str, data: bytes, same: Path | None) -> None:
        """A file with these bytes: by a hard link to one that has them, or as a copy where the file system has no links."""
        path = self.target / address
        path.parent.mkdir(parents=True, exist_ok=True)
        if same is not None:
            with contextlib.suppress(OSError):  # another file system, too many links, or a file of another user
                os.link(same, path, follow_symlinks=False)
                return
        path.write_bytes(data)

    def take(self, folder: Path, pages: Mapping[str, str]) -> bool:
        """Takes pages over from another site: by a hard link, or as a copy where the file system has no links.

        Args:
            folder: the other site.
            pages: sha256 by address.

        Returns:
            Whether all of them are there with these bytes; otherwise nothing is taken.
        """
        found: dict[str, bytes] = {}
        for address, digest in pages.items():
            with contextlib.suppress(OSError):
                found[address] = (folder / address).read_bytes()
            if address not in found or hashlib.sha256(found[address]).hexdigest() != digest:
                return False
        for address, data in found.items():
            self._place(address, data, folder / address)
            self.sizes[address] = len(data)
        return True

    def block(self, template: str, depth: int, **values: Any) -> Markup:
        """Renders a part of a page that stands `depth` folders below the root."""
        rendered = environment().get_template(template).render({**self.common, **values, "root": "../" * depth})
        return Markup(rendered)

    def write_list(
        self,
        name: str,
        template: str,
        pages: Sequence[Sequence[Any]],
        addresses: Sequence[str] = (),
        **values: Any,
    ) -> None:
        """Writes the pages of a list; an empty list has one page that says so.

        Args:
            name: of the list; its pages are numbered.
            template: of a page.
            pages: the blocks of each page.
            addresses: of the pages, where they have no numbers.
            **values: what the template shows beside the blocks.
        """
        count = max(len(pages), 1)
        told = addresses or [numbered(name, n) for n in range(1, count + 1)]
        others = [(n, address.rsplit("/", 1)[-1]) for n, address in enumerate(told, 1)]
        for n, address in enumerate(told, 1):
            self.write(address, template, blocks=pages[n - 1] if pages else [], page=n, pages=others, **values)


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


def cut_by_key(blocks: Iterable[tuple[str, Markup]]) -> list[list[tuple[str, Markup]]]:
    """Blocks on pages that end where a hash of the next key says so, in their order.

    One block more moves the ends of its own page and not those of all pages behind it, so links into other pages stay.

    Args:
        blocks: key and rendered text of each.

    Returns:
        The blocks of each page: at least a quarter of `FULL` but on the last one, and at most `LARGEST` but for a single block.
    """
    pages: list[list[tuple[str, Markup]]] = []
    held = 0
    for key, block in blocks:
        size = len(block.encode("utf-8", "replace"))
        is_end = hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()[0] < ENDS
        if not pages or held + size > LARGEST or (is_end and held > FULL // 4):
            pages.append([])
            held = 0
        held += size
        pages[-1].append((key, block))
    return pages


def script_literal(value: object) -> str:
    """A value as a literal of a script."""
    return str(
        htmlsafe_json_dumps(value, dumps=lambda told, **_: json.dumps(told, ensure_ascii=False, separators=(",", ":")))
    )


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
        "area": area_of,
        "points": _points,
        "commands": links.commands,
        "without": str.removeprefix,
        "decimal": as_decimal,
        "sort_value": lambda value: "" if value is None else value,  # of `data-sort`; without one a row comes last
    }
    drawn = (
        links.to,
        links.market_link,
        links.publisher_link,
        links.source_links,
        links.verdict_mark,
        links.outside,
        links.count,
        links.bounds,
        links.company_ids,
    )
    made.globals |= {function.__name__: function for function in drawn} | {"WORKBOOK": WORKBOOK, "PARQUET": PARQUET}
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":"), "sort_keys": False}
    return made


def _pct(value: Decimal | float | None) -> str:
    return "–" if value is None else f"{number(as_decimal(value))}\u202f%"


def _points(value: Decimal | None) -> str:
    """A difference of two rates, to a hundredth of a point."""
    if value is None:
        return "–"
    rounded = round(value, 2)
    return ("+" if rounded > 0 else "−" if rounded < 0 else "") + f"{number(abs(rounded), 4)} pp"
