"""Word documents (.docx): bytes to canonical text with blocks, by way of the page that mammoth makes of them.

Belongs here: how a run looks by its styles, which mammoth does not ask (hidden, struck through, raised). Paragraphs and tables are read by
`html.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring
from zipfile import ZIP_STORED, ZipFile

from sources.parse.draft import Draft
from sources.parse.foreign import library
from sources.parse.html import parse_html
from sources.parse.office.package import parts_of
from sources.parse.unseen import Unseen

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PICTURES = frozenset(
    {"{http://schemas.openxmlformats.org/drawingml/2006/main}blip", "{urn:schemas-microsoft-com:vml}imagedata"}
)
_WITH_TEXT = re.compile(r"word/(?:document|footnotes|endnotes)\.xml")
_STYLES = "word/styles.xml"
_STYLE_MAP = "p[style-name='Title'] => h1:fresh"
_OFF = ("0", "false", "off", "none", "baseline")
_LOOKS = {f"{_W}{name}": name for name in ("rStyle", "vanish", "strike", "dstrike", "vertAlign", "position")}
_MAX_BASES = 12  # styles, one based on another; Word allows eleven

_Look = Mapping[str, str]  # name of a property of runs → its value; on where it has none


def parse_docx(content: bytes, unseen: Unseen) -> Draft:
    """Reads a Word document as it shows, with its tracked changes accepted.

    Left out: deleted and hidden text (counted where hidden), comments, pictures, heads and feet of pages. Text struck through is withdrawn.

    Args:
        content: bytes of a .docx file.
        unseen: collects what does not show.

    Raises:
        Unreadable: as `parts_of` and `parse_html`; `damaged` or `too_much_work` where mammoth cannot read it.
    """
    import mammoth

    parts = dict(parts_of(content))
    with library("it is no whole Word document"):
        styles = _looks_of_styles(parts.get(_STYLES, b""))
        for name in filter(_WITH_TEXT.fullmatch, list(parts)):
            parts[name] = _as_it_looks(parts[name], styles, unseen)
        page = mammoth.convert_to_html(
            BytesIO(_packed(parts)),
            style_map=_STYLE_MAP,
            include_embedded_style_map=False,
            convert_image=mammoth.images.img_element(lambda image: {}),
        ).value
    return parse_html(f"<html><body>{page}</body></html>".encode(), unseen=unseen)


def _packed(parts: Mapping[str, bytes]) -> bytes:
    """The XML parts as a package of their own: no picture and no embedded file is in it."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return packed.getvalue()


def _looks_of_styles(styles: bytes) -> Mapping[str, _Look]:
    """Id of each style → how its runs look, with what they have of the styles that it is based on."""
    found = list(fromstring(styles).iter(f"{_W}style")) if styles else []
    own = {style.get(f"{_W}styleId", ""): (_look(style), _value(style.find(f"{_W}basedOn"))) for style in found}
    looks: dict[str, _Look] = {}
    for name in own:
        chain: dict[str, _Look] = {}
        base = name
        while base in own and base not in chain and len(chain) < _MAX_BASES:
            chain[base], base = own[base]
        looks[name] = {key: value for look in reversed(chain.values()) for key, value in look.items()}
    return looks


def _look(parent: Element) -> _Look:
    """The properties of runs that an element states itself, the style of a run among them."""
    properties = parent.find(f"{_W}rPr")
    return {} if properties is None else {_LOOKS[one.tag]: _value(one) for one in properties if one.tag in _LOOKS}


def _value(element: Element | None) -> str:
    return "" if element is None else element.get(f"{_W}val", "1")


def _as_it_looks(part: bytes, styles: Mapping[str, _Look], unseen: Unseen) -> bytes:
    """A part without hidden runs, with the look of the others where mammoth finds it, and with pictures that lead nowhere."""
    root = fromstring(part)
    level: set[Element | None] = set()  # paragraphs with text on the line: what stands higher there is a mark
    lifted: list[tuple[Element | None, Element]] = []
    for paragraph, of_paragraph, parent, run in list(_runs(root, styles)):
        stated = _look(run)
        look = {**of_paragraph, **styles.get(stated.get("rStyle", ""), {}), **stated}
        shown = {name for name, value in look.items() if value not in _OFF}
        if "vanish" in shown:
            unseen.hide("".join(text.text or "" for text in run.iter(f"{_W}t")))
            parent.remove(run)
        elif look.get("vertAlign") == "superscript":
            _write(run, "vertAlign", "superscript")
        elif "position" in shown and not look["position"].startswith("-"):
            lifted.append((paragraph, run))
        elif run.find(f"{_W}t") is not None:
            level.add(paragraph)
        if {"strike", "dstrike"} & shown:
            _write(run, "strike", "1")
    for paragraph, run in lifted:
        if paragraph in level:
            _write(run, "vertAlign", "superscript")
    for picture in root.iter():
        if picture.tag in _PICTURES:
            picture.attrib.clear()
    return tostring(root)


def _runs(root: Element, styles: Mapping[str, _Look]) -> Iterator[tuple[Element | None, _Look, Element, Element]]:
    """The runs below an element, each with its paragraph, the look of that and its parent; those of a text box lie in a run themselves."""
    waiting: list[tuple[Element | None, _Look, Element]] = [(None, {}, root)]
    while waiting:
        paragraph, look, parent = waiting.pop()
        if parent.tag == f"{_W}p":
            paragraph, look = parent, styles.get(_value(parent.find(f"{_W}pPr/{_W}pStyle")), {})
        for child in parent:
            if child.tag == f"{_W}r":
                yield paragraph, look, parent, child
            if len(child):
                waiting.append((paragraph, look, child))


def _write(run: Element, name: str, value: str) -> None:
    properties = run.find(f"{_W}rPr")
    if properties is None:
        properties = Element(f"{_W}rPr")
        run.insert(0, properties)
    stated = properties.find(f"{_W}{name}")
    (SubElement(properties, f"{_W}{name}") if stated is None else stated).set(f"{_W}val", value)
