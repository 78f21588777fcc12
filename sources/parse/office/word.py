"""Word documents (.docx): bytes to canonical text with blocks, by way of the page that mammoth makes of them.

Belongs here: what a person sees of a document and mammoth does not know (hidden text). Paragraphs and tables are read by `html.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import chain
from xml.etree.ElementTree import Element, fromstring, tostring
from zipfile import ZIP_STORED, ZipFile

from sources.parse.draft import Draft
from sources.parse.html import parse_html
from sources.parse.office.package import parts_of
from sources.parse.unseen import Unseen
from sources.records import Unreadable

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_V = "{urn:schemas-microsoft-com:vml}"
_WITH_TEXT = re.compile(r"word/(?:document|footnotes|endnotes)\.xml")
_STYLES = "word/styles.xml"
_STYLE_MAP = "p[style-name='Title'] => h1:fresh"
_OFF = ("0", "false", "off")


def parse_docx(content: bytes, unseen: Unseen) -> Draft:
    """Reads a Word document as it shows, with its tracked changes accepted.

    Left out: deleted and hidden text (counted where hidden), comments, pictures, heads and feet of pages.

    Args:
        content: bytes of a .docx file.
        unseen: collects what does not show.

    Raises:
        Unreadable: as `parts_of` and `parse_html`; `damaged` where mammoth cannot read it.
    """
    import mammoth

    parts = dict(parts_of(content))
    for name in filter(_WITH_TEXT.fullmatch, list(parts)):
        parts[name] = _text_only(parts[name], _hidden_styles(parts.get(_STYLES, b"")), unseen)
    try:
        page = mammoth.convert_to_html(
            BytesIO(_packed(parts)),
            style_map=_STYLE_MAP,
            include_embedded_style_map=False,
            convert_image=mammoth.images.img_element(lambda image: {}),
        ).value
    except (KeyError, ValueError, AttributeError, TypeError, IndexError, RecursionError) as error:
        raise Unreadable("damaged", f"it is no whole Word document ({type(error).__name__}): save it again") from error
    return parse_html(f"<html><body>{page}</body></html>".encode(), unseen=unseen)


def _packed(parts: Mapping[str, bytes]) -> bytes:
    """The XML parts as a package of their own: no picture and no embedded file is in it."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return packed.getvalue()


def _hidden_styles(styles: bytes) -> frozenset[str]:
    """Ids of the styles whose text does not show."""
    if b"vanish" not in styles:
        return frozenset()
    return frozenset(
        style.get(f"{_W}styleId", "")
        for style in fromstring(styles).iter(f"{_W}style")
        if _vanishes(style.find(f"{_W}rPr"))
    )


def _text_only(part: bytes, hidden_styles: frozenset[str], unseen: Unseen) -> bytes:
    """A part without hidden runs, and with pictures that lead nowhere: mammoth follows them even where they are dropped."""
    if not hidden_styles and not any(mark in part for mark in (b"vanish", b"blip", b"imagedata")):
        return part
    root = fromstring(part)
    for parent, run in list(_hidden_runs(root, hidden_styles)):
        unseen.hide("".join(text.text or "" for text in run.iter(f"{_W}t")))
        parent.remove(run)
    for picture in chain(root.iter(f"{_A}blip"), root.iter(f"{_V}imagedata")):
        picture.attrib.clear()
    return tostring(root)


def _hidden_runs(root: Element, hidden_styles: frozenset[str]) -> Iterator[tuple[Element, Element]]:
    """Runs that do not show, each with its parent."""
    for paragraph in root.iter(f"{_W}p"):
        named = paragraph.find(f"{_W}pPr/{_W}pStyle")
        is_hidden = named is not None and named.get(f"{_W}val") in hidden_styles
        for parent in paragraph.iter():
            for run in parent.findall(f"{_W}r"):
                style = run.find(f"{_W}rPr/{_W}rStyle")
                of_style = is_hidden or (style is not None and style.get(f"{_W}val") in hidden_styles)
                own = run.find(f"{_W}rPr")
                if _vanishes(own) or (of_style and (own is None or own.find(f"{_W}vanish") is None)):
                    yield parent, run


def _vanishes(properties: Element | None) -> bool:
    mark = None if properties is None else properties.find(f"{_W}vanish")
    return mark is not None and mark.get(f"{_W}val", "1") not in _OFF
