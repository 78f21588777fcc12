"""Which elements of a page its own styles hide: sheets in the page and style attributes, weighed as a browser weighs them.

Knows the page's tree and its cascade; what a declaration does is `css_look`'s, what a sheet says `css_rules`'. Sheets elsewhere are not
fetched and scripts not run, so what they show or hide is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sources.parse.css_look import Look, is_gone, look_of, properties_that_may_hide
from sources.parse.css_rules import Declaration, Rule, declarations_of, rules_of
from sources.parse.html_walk import walk
from sources.parse.work import spend

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

# Names that page builders give to text for screen readers only; the sheet that cuts it is often elsewhere.
READER_ONLY = frozenset(("sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only"))

_READER_ONLY = ", ".join(f".{name}" for name in sorted(READER_ONLY))
_STYLED = "[style], [color], [bgcolor]"
_PRESENTATION = {"color": "color", "bgcolor": "background-color"}

_Weight = tuple[bool, bool, tuple[int, int, int], int]  # important, in the element, weight of the selector, place


class Hidden(NamedTuple):
    """Elements of a page by `mem_id`.

    Attributes:
        gone: they do not show, with all that is in them.
        mute: their own text does not show; elements in them may.
    """

    gone: frozenset[int] = frozenset()
    mute: frozenset[int] = frozenset()


def hidden_elements(tree: LexborHTMLParser) -> Hidden:
    """The elements that the page's own styles hide.

    Styles of the whole page (`html`, `body`) take nothing away: a script shows the page once it is loaded.

    Args:
        tree: the page.

    Raises:
        Unreadable: `too_much_work`.
    """
    sheets = [node for node in tree.css("style") if not _is_without_scripts(node)]
    if tree.body is None or not (sheets or tree.css_first(f"{_STYLED}, {_READER_ONLY}")):
        return Hidden()
    only = {node.mem_id for node in tree.css(_READER_ONLY)}
    attributes = [_declared(node) for node in tree.css(_STYLED)]
    rules = [rule for sheet in sheets for rule in rules_of(sheet.text(), sheet.attributes.get("media") or "")]
    properties = properties_that_may_hide(
        {
            (declaration.name, declaration.value)
            for declared in (*{said for one in attributes for said in one[1:]}, *(rule.declared for rule in rules))
            for declaration in declared
        }
    )
    if not properties:
        return Hidden(frozenset(only))
    styles = _Styles(properties)
    styles.take_attributes(attributes)
    styles.take_sheets(tree, rules)
    reader = _Reader(styles.declared, only, tree.css_first("link[rel~=stylesheet i]") is not None)
    reader.enter_page(tree)
    walk(tree.body, reader)
    return Hidden(frozenset(reader.gone), frozenset(reader.mute))


class _Declared(NamedTuple):
    """What an element declares itself, in attributes of colours and in its style attribute."""

    mem_id: int
    hints: tuple[Declaration, ...]
    style: tuple[Declaration, ...]


def _declared(node: LexborNode) -> _Declared:
    attributes = node.attributes
    hints = tuple(
        Declaration(name, (attributes[attribute] or "").lower(), False)
        for attribute, name in _PRESENTATION.items()
        if attributes.get(attribute)
    )
    return _Declared(node.mem_id, hints, declarations_of(attributes.get("style") or ""))


def _is_without_scripts(node: LexborNode) -> bool:
    above = node.parent
    while above is not None:
        if above.tag == "noscript":
            return True
        above = above.parent
    return False


@dataclass(slots=True)
class _Styles:
    """What is declared for each element, of the properties that may hide text: no other changes what shows."""

    properties: frozenset[str]
    declared: dict[int, dict[str, tuple[_Weight, str]]] = field(default_factory=dict)

    def take_attributes(self, attributes: Sequence[_Declared]) -> None:
        """What elements say themselves: in style attributes, and less than any sheet in attributes of colours."""
        for one in attributes:
            for is_style, declarations in enumerate((one.hints, one.style)):
                for declaration in declarations:
                    if declaration.name in self.properties:
                        weight = (declaration.is_important, bool(is_style), (0, 0, 0), 0)
                        put(self.declared.setdefault(one.mem_id, {}), declaration, weight)

    def take_sheets(self, tree: LexborHTMLParser, rules: Sequence[Rule]) -> None:
        """What the sheets say, in their order."""
        names = {f".{name}" for node in tree.css("[class]") for name in (node.attributes.get("class") or "").split()}
        names |= {f"#{node.attributes.get('id')}" for node in tree.css("[id]")}
        n_elements = len(tree.css("*")) if rules else 0
        for place, rule in enumerate(rules, start=1):
            declared = tuple(d for d in rule.declared if d.name in self.properties)
            if declared and rule.names <= names:
                spend("style_matches", n_elements)
                self._take(tree, rule._replace(declared=declared), place)

    def _take(self, tree: LexborHTMLParser, rule: Rule, place: int) -> None:
        from selectolax.lexbor import SelectolaxError

        try:
            nodes = tree.css(rule.selector)
        except SelectolaxError:  # a part of an element, a state, or nothing that is one
            return
        for node in nodes:
            held = self.declared.setdefault(node.mem_id, {})
            for declaration in rule.declared:
                put(held, declaration, (declaration.is_important, False, rule.weight, place))


def put(held: dict[str, tuple[_Weight, str]], declaration: Declaration, weight: _Weight) -> None:
    """Keeps a declaration where none of more weight is kept; a shorthand takes the place of what it stands for."""
    name = declaration.name
    if name not in held or held[name][0] <= weight:
        held[name] = weight, declaration.value
        for longer in ("background-color", "background-image") if name == "background" else ():
            if longer in held and held[longer][0] <= weight:
                del held[longer]
        if name == "font" and "font-size" in held and held["font-size"][0] <= weight:
            del held["font-size"]


@dataclass(slots=True)
class _Reader:
    """Goes through the elements with how text looks in each."""

    declared: dict[int, dict[str, tuple[_Weight, str]]]
    reader_only: set[int]
    has_sheets_elsewhere: bool
    gone: set[int] = field(default_factory=set)
    mute: set[int] = field(default_factory=set)
    looks: list[tuple[int, Look]] = field(default_factory=lambda: [(0, Look())])

    def enter_page(self, tree: LexborHTMLParser) -> None:
        """The page itself: of its styles only colours and sizes count."""
        for node in (tree.root, tree.body):
            if node is not None:
                self.looks[0] = 0, self._look(node, self._styles(node))._replace(is_visible=True)
        if tree.body is not None and not self.looks[0][1].shows:
            self.mute.add(tree.body.mem_id)

    def enter(self, node: LexborNode) -> bool:
        tag = node.tag or ""
        if tag.startswith("-"):
            return False
        styles = self._styles(node)
        if node.mem_id in self.reader_only or (styles and is_gone(styles)):
            self.gone.add(node.mem_id)
            return False
        look = self.looks[-1][1]
        if styles or self.has_sheets_elsewhere:
            look = self._look(node, styles)
        if look is not self.looks[-1][1]:
            self.looks.append((node.mem_id, look))
        if not look.shows:
            self.mute.add(node.mem_id)
        return True

    def leave(self, node: LexborNode) -> None:
        if self.looks[-1][0] == node.mem_id:
            self.looks.pop()

    def _look(self, node: LexborNode, styles: dict[str, str]) -> Look:
        outer = self.looks[-1][1]
        if outer.ground is not None and self.has_sheets_elsewhere and {"class", "id"} & node.attributes.keys():
            outer = outer._replace(ground=None)  # a sheet elsewhere may paint behind it
        return look_of(styles, outer) if styles else outer

    def _styles(self, node: LexborNode) -> dict[str, str]:
        return {name: value for name, (_, value) in self.declared.get(node.mem_id, {}).items()}
