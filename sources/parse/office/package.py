"""An Office file as a zip of XML parts: its kind, and the bounds that it must keep before a library opens it.

Belongs here: what holds of .docx, .xlsx and .pptx alike. What a part says is read in the modules beside.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal
from xml.parsers.expat import ParserCreate

from sources.parse.foreign import check_member, library, opened_zip, unpacked
from sources.parse.work import spend
from sources.records import Unreadable

OfficeKind = Literal["docx", "xlsx", "pptx"]
_MAIN_PARTS: Mapping[str, OfficeKind] = MappingProxyType(
    {"word/document.xml": "docx", "xl/workbook.xml": "xlsx", "ppt/presentation.xml": "pptx"}
)
_MAX_PARTS = 10_000
_XML = (".xml", ".rels", ".vml")
_CHUNK = 1 << 20


def office_kind(content: bytes) -> OfficeKind | None:
    """What kind of Office file a zip is, by the name of its main part; None where it is none or is damaged."""
    try:
        with opened_zip(content) as package:
            names = set(package.namelist())
    except Unreadable:
        return None
    return next((kind for part, kind in _MAIN_PARTS.items() if part in names), None)


def parts_of(content: bytes) -> Mapping[str, bytes]:
    """The XML parts of an Office file, each held to the bounds of `limits.yml`.

    Office writes no document type into its parts. One that has it declares entities, which grow when they are read, or names files
    elsewhere.

    Args:
        content: bytes that `office_kind` knows.

    Raises:
        Unreadable: as `unpacked`; `hostile_markup` (a document type) or `too_much_work`.
    """
    parts: dict[str, bytes] = {}
    with opened_zip(content) as package:
        entries = package.infolist()
        if len(entries) > _MAX_PARTS:
            raise Unreadable("too_much_work", f"it has {len(entries):,} parts, more than {_MAX_PARTS:,}: split it")
        for entry in entries:
            check_member(entry)
            spend("unpacked_bytes", entry.file_size)  # zipfile reads no more than that
            if entry.filename.endswith(_XML):
                spend("xml_bytes", entry.file_size)
                parts[entry.filename] = unpacked(package, entry)
    for name, part in parts.items():
        _refuse_doctype(name, part)
    return parts


def _refuse_doctype(name: str, part: bytes) -> None:
    def found(*_: object) -> None:
        raise Unreadable(
            "hostile_markup", f"its part {name[:80]!r} declares a document type, which no Office program writes"
        )

    parser = ParserCreate()
    parser.StartDoctypeDeclHandler = found
    with library(f"its part {name[:80]!r} is no XML"):
        for start in range(0, len(part), _CHUNK):
            parser.Parse(part[start : start + _CHUNK], False)
        parser.Parse(b"", True)
