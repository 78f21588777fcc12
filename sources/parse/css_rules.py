"""Style sheets of a page as flat rules: a selector, its weight, and the declarations that decide whether text shows. No page here.

Rules that hold only for paper or for narrow windows are left out; what a script or a sheet elsewhere does is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import tinycss2

PROPERTIES = frozenset(
    (
        "display visibility opacity font font-size color background background-color background-image position left right"
        " top bottom text-indent clip clip-path width height max-width max-height overflow overflow-x overflow-y transform"
        " margin-left margin-top content-visibility"
    ).split()
)
WINDOW = 1280.0  # pixels across: an ordinary screen
_EM = 16.0
_MAX_DEPTH = 8  # of rules within rules
_WIDTH = re.compile(r"\(\s*(min|max)-(?:device-)?width\s*:\s*([0-9.]+)(px|r?em)?\s*\)")
_NEVER = re.compile(r"\b(?:print|speech|not)\b|prefers-color-scheme\s*:\s*dark|prefers-reduced-motion|max-height")


class Declaration(NamedTuple):
    """One property; `value` in lower case."""

    name: str
    value: str
    is_important: bool


class Rule(NamedTuple):
    """One selector with what it declares.

    Attributes:
        selector: as in the sheet.
        weight: counts of ids, of classes and their like, and of element names.
        names: ids (with #) and classes (with .) that a page must have for it.
        declared: properties that matter here.
    """

    selector: str
    weight: tuple[int, int, int]
    names: frozenset[str]
    declared: tuple[Declaration, ...]


def rules_of(sheet: str, media: str = "") -> Iterator[Rule]:
    """The rules of a style sheet, in order.

    Args:
        sheet: its text.
        media: what its element says of the media that it is for.
    """
    if is_for_screen(media):
        yield from _rules(tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True), ("",), 0)


@lru_cache(maxsize=4096)
def declarations_of(style: str) -> tuple[Declaration, ...]:
    """The declarations of a style attribute."""
    return _declarations(tinycss2.parse_blocks_contents(style))


def is_for_screen(media: str) -> bool:
    """Whether a query of media holds for an ordinary screen."""
    queries = [query for query in media.lower().split(",") if query.strip()]
    return not queries or any(map(_holds, queries))


def _holds(query: str) -> bool:
    if _NEVER.search(query):
        return False
    for bound, number, unit in _WIDTH.findall(query):
        try:
            width = float(number) * (1.0 if unit in ("", "px") else _EM)
        except ValueError:
            return False
        if width > WINDOW if bound == "min" else width < WINDOW:
            return False
    return True


def _rules(nodes: Sequence[Any], outer: Sequence[str], depth: int) -> Iterator[Rule]:
    if depth > _MAX_DEPTH:
        return
    for node in nodes:
        if node.type == "at-rule" and node.content is not None:
            name = node.lower_at_keyword
            if name in ("supports", "layer", "container", "scope") or (
                name == "media" and is_for_screen(tinycss2.serialize(node.prelude))
            ):
                yield from _rules(tinycss2.parse_blocks_contents(node.content), outer, depth + 1)
        elif node.type == "qualified-rule":
            inside = tinycss2.parse_blocks_contents(node.content)
            declared = _declarations(inside)
            selectors = [selector for part in _parts(node.prelude) for selector in _joined(outer, part)]
            if declared:
                yield from (_rule(selector, part, declared) for selector, part in selectors)
            if any(item.type in ("qualified-rule", "at-rule") for item in inside):
                yield from _rules(inside, [selector for selector, _ in selectors], depth + 1)


def _parts(prelude: Sequence[Any]) -> list[list[Any]]:
    """The selectors of a list, parted at commas."""
    parts: list[list[Any]] = [[]]
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if any(token.type != "whitespace" for token in part)]


def _joined(outer: Sequence[str], part: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    text = tinycss2.serialize(part).strip()
    for above in outer:
        yield (text.replace("&", above) if "&" in text else f"{above} {text}".strip()), part


def _rule(selector: str, part: list[Any], declared: tuple[Declaration, ...]) -> Rule:
    ids = classes = elements = 0
    names: set[str] = set()
    before = ""
    for token in part:
        if token.type == "hash":
            ids += 1
            names.add(f"#{token.value}")
        elif token.type == "ident" and before == ".":
            classes += 1
            names.add(f".{token.value}")
        elif token.type in ("[] block", "function") or (token.type == "ident" and before == ":"):
            classes += 1
        elif token.type == "ident":
            elements += 1
        before = token.value if token.type == "literal" else ""
    return Rule(selector, (ids, classes, elements), frozenset(names), declared)


def _declarations(nodes: Sequence[Any]) -> tuple[Declaration, ...]:
    return tuple(
        Declaration(node.lower_name, tinycss2.serialize(node.value).strip().lower(), node.important)
        for node in nodes
        if node.type == "declaration" and node.lower_name in PROPERTIES
    )
