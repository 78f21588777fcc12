"""The styles of a page: which declarations hold for each element, of those that decide whether and how its text shows.

Reads sheets in the page and style attributes and weighs them as a browser does. What a declaration does to text is `look`'s. Sheets elsewhere
are not fetched and scripts not run. Layers weigh like other rules, and custom properties are not resolved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import tinycss2

from sources.parse.work import spend

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

WINDOW = 1280.0  # pixels across: an ordinary screen
EM = 16.0  # pixels: the font size that browsers start from

Style = Mapping[str, str]
_Declared = tuple[tuple[str, str, bool], ...]  # property, value in lower case, whether it is !important
_Weight = tuple[bool, bool, tuple[int, int, int], int]  # important, in the element, weight of the selector, place

_PROPERTIES = frozenset(
    (
        "display visibility content-visibility opacity filter mask-image font-size letter-spacing text-indent white-space"
        " color text-fill-color background-color background-image background-clip position z-index float isolation"
        " left right top bottom margin-left margin-right margin-top padding-left padding-right width height max-width max-height"
        " overflow-x overflow-y clip clip-path transform translate rotate scale vertical-align text-decoration-line"
        " flex-direction grid-template-columns"
    ).split()
)
_SIDES = ("top", "right", "bottom", "left")
_LONGER = {
    "inset": _SIDES,
    "margin": tuple(f"margin-{side}" for side in _SIDES),
    "padding": tuple(f"padding-{side}" for side in _SIDES),
    "overflow": ("overflow-x", "overflow-y"),
    "background": ("background-color", "background-image", "background-clip"),
    "mask": ("mask-image",),
    "text-decoration": ("text-decoration-line",),
    "font": ("font-size",),
    "inset-inline-start": ("left",),
    "inset-block-start": ("top",),
    "margin-inline-start": ("margin-left",),
    "margin-inline-end": ("margin-right",),
    "inline-size": ("width",),
    "block-size": ("height",),
}
_FONT_SIZE = re.compile(r"(?<![\w.#-])(?:0|[\d.]+(?:px|r?em|ex|ch|%|vw|vh|pt|cm|in|mm))(?![\w.])")
_NOTED = 40  # comparisons: as long takes it to note a declaration for an element
_MAX_DEPTH = 8  # of rules within rules
_GROUPS = ("supports", "layer", "container", "scope")
_WIDTH = re.compile(r"\(\s*(min|max)-(?:device-)?width\s*:\s*([0-9]*\.?[0-9]+)(px|r?em)?\s*\)")
_NEVER = re.compile(r"\b(?:print|speech|not)\b|prefers-color-scheme\s*:\s*dark|prefers-reduced-motion|max-height")

# Names that page builders give to text for screen readers only; the sheet that cuts it is often elsewhere.
_READER_ONLY = ".sr-only, .visually-hidden, .visuallyhidden, .screen-reader-text, .screen-reader-only"
_HINTS = {"hidden": "display", "popover": "display", "color": "color", "bgcolor": "background-color", "background": "background-image"}  # fmt: skip
_HINT = (False, False, (-1, 0, 0), 0)  # less than any rule


def styles_of(tree: LexborHTMLParser) -> dict[int, Style]:
    """What holds for the elements of a page.

    Args:
        tree: the page.

    Returns:
        Property to value by the `mem_id` of the element; shorthands are written out, elements without a style are left out.

    Raises:
        Unreadable: `too_much_work`.
    """
    from selectolax.lexbor import SelectolaxError

    held: dict[int, dict[str, tuple[_Weight, str]]] = {}

    def put(node: LexborNode, declared: _Declared, weight: _Weight) -> None:
        of_node = held.setdefault(node.mem_id, {})
        for name, value, is_important in declared:
            own = (is_important, *weight[1:])
            if name not in of_node or of_node[name][0] <= own:
                of_node[name] = own, value

    for node in tree.css(_READER_ONLY):
        put(node, (("display", "none", False),), _HINT)
    for node in tree.css(", ".join(f"[{name}]" for name in ("style", *_HINTS))):
        attributes = node.attributes
        put(node, tuple(_hints(attributes)), _HINT)
        put(node, _declared(tinycss2.parse_blocks_contents(attributes.get("style") or "")), (False, True, (0, 0, 0), 0))
    by_name: dict[str, list[LexborNode]] = {}
    for node in tree.css("[class], [id]"):
        attributes = node.attributes
        names = {f".{name}" for name in (attributes.get("class") or "").split()} | {f"#{attributes.get('id')}"}
        for name in names:
            by_name.setdefault(name, []).append(node)
    n_elements = len(tree.css("*"))
    for place, rule in enumerate(rule for sheet in tree.css("style") for rule in _rules_of(sheet)):
        if not rule.names <= by_name.keys():
            continue
        nodes = by_name.get(rule.selector)
        if nodes is None:
            spend("style_matches", n_elements)
            try:
                nodes = tree.css(rule.selector)
            except SelectolaxError:  # a part of an element, a state, or nothing that is one
                continue
        spend("style_matches", _NOTED * len(nodes) * len(rule.declared))
        for node in nodes:
            put(node, rule.declared, (False, False, rule.weight, place))
    return {mem_id: {name: value for name, (_, value) in of_node.items()} for mem_id, of_node in held.items()}


def _hints(attributes: Mapping[str, str | None]) -> Iterator[tuple[str, str, bool]]:
    for attribute, name in _HINTS.items():
        value = (attributes.get(attribute) or "").lower()
        if name == "display" and attribute in attributes and value != "until-found":
            yield name, "none", False
        elif name != "display" and value:
            yield name, f"url({value})" if attribute == "background" else value, False


class _Rule(NamedTuple):
    selector: str
    weight: tuple[int, int, int]  # counts of ids, of classes and their like, and of element names
    names: frozenset[str]  # ids (with #) and classes (with .) that a page must have for it
    declared: _Declared


def _rules_of(sheet: LexborNode) -> Iterator[_Rule]:
    """The rules of a sheet that hold on an ordinary screen with scripts, in order."""
    above = sheet.parent
    while above is not None and above.tag != "noscript":
        above = above.parent
    if above is None and _is_for_screen(sheet.attributes.get("media") or ""):
        text = sheet.text()
        yield from _rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), "", 0)


def _is_for_screen(media: str) -> bool:
    queries = [query for query in media.lower().split(",") if query.strip()]
    return not queries or any(not _NEVER.search(query) and all(map(_fits, _WIDTH.findall(query))) for query in queries)


def _fits(width: tuple[str, str, str]) -> bool:
    bound, number, unit = width
    pixels = float(number) * (1.0 if unit in ("", "px") else EM)
    return pixels <= WINDOW if bound == "min" else pixels >= WINDOW


def _rules(nodes: Sequence[Any], outer: str, depth: int) -> Iterator[_Rule]:
    if depth > _MAX_DEPTH:
        return
    for node in nodes:
        if node.type == "at-rule" and node.content is not None:
            name = node.lower_at_keyword
            if name in _GROUPS or (name == "media" and _is_for_screen(tinycss2.serialize(node.prelude))):
                yield from _rules(tinycss2.parse_blocks_contents(node.content), outer, depth + 1)
        elif node.type == "qualified-rule":
            inside = tinycss2.parse_blocks_contents(node.content)
            declared = _declared(inside)
            selectors = [
                part.replace("&", outer) if "&" in part else f"{outer} {part}".strip() for part in _parts(node.prelude)
            ]
            yield from (_rule(selector, declared) for selector in selectors if declared)
            if any(item.type in ("qualified-rule", "at-rule") for item in inside):
                above = selectors[0] if len(selectors) == 1 else f":is({', '.join(selectors)})"
                spend("style_matches", len(above))  # each rule within can name it over and over
                yield from _rules(inside, above, depth + 1)


def _parts(prelude: Sequence[Any]) -> Iterator[str]:
    """The selectors of a list, parted at commas."""
    part: list[Any] = []
    for token in (*prelude, None):
        if token is None or (token.type == "literal" and token.value == ","):
            if text := tinycss2.serialize(part).strip():
                yield text
            part = []
        else:
            part.append(token)


def _rule(selector: str, declared: _Declared) -> _Rule:
    ids = classes = elements = 0
    names: set[str] = set()
    before = ""
    for token in tinycss2.parse_component_value_list(selector):
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
    return _Rule(selector, (ids, classes, elements), frozenset(names), declared)


def _declared(nodes: Iterable[Any]) -> _Declared:
    return tuple(
        (name, value, node.important)
        for node in nodes
        if node.type == "declaration"
        for name, value in _longhands(
            node.lower_name.removeprefix("-webkit-"), tinycss2.serialize(node.value).strip().lower()
        )
        if name in _PROPERTIES
    )


def _longhands(name: str, value: str) -> Iterable[tuple[str, str]]:
    """A declaration as those that it stands for."""
    longer = _LONGER.get(name, (name,))
    values = value.split() or [""]
    if name == "font":
        size = _FONT_SIZE.search(value)
        values = [size.group() if size else "medium"]
    elif len(longer) == 1 or name == "background":
        values = [value]
    return zip(longer, four_sides(values), strict=False)


def four_sides(values: list[str]) -> list[str]:
    """Values for top, right, bottom and left: one that is not stated is that of the side across."""
    return [*values, values[1]] if len(values) == 3 else values * 4
