"""Zip archives: the documents inside. Office files are zips and no archives: they are documents themselves."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from zipfile import ZipFile, ZipInfo

from sources.ingest.containers.member import Member
from sources.parse.foreign import opened_zip, unpacked
from sources.records import Unreadable

_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
# Parts by which other formats that are zips can be known: Office, OpenDocument, e-books, Java.
_OF_DOCUMENTS = frozenset({"[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF"})
MAX_MEMBERS = 2_000
MAX_BYTES = 200_000_000  # of one member when unpacked
MAX_TOTAL_BYTES = 1_000_000_000


def is_archive(content: bytes) -> bool:
    """Whether bytes are a zip archive that can be opened and is no document of a format that uses zip."""
    if not content.startswith(_ZIPS):
        return False
    try:
        with opened_zip(content) as archive:
            return not _OF_DOCUMENTS & set(archive.namelist())
    except Unreadable:
        return False


def members_of_archive(content: bytes) -> tuple[Member, ...]:
    """The documents of an archive in the order of their names. Folders, hidden files and what macOS adds are left out.

    A member that cannot be taken (locked, damaged, too large) carries its problem.

    Raises:
        Unreadable: `too_much_work` or `too_large`, before anything is unpacked: more members, or more bytes, than are taken from one archive.
    """
    with opened_zip(content) as archive:
        entries = sorted(
            ((_name(entry), place, entry) for place, entry in enumerate(archive.infolist()) if _is_document(entry)),
            key=lambda named: named[:2],
        )
        if len(entries) > MAX_MEMBERS:
            raise too_many(len(entries))
        if (total := sum(entry.file_size for *_, entry in entries)) > MAX_TOTAL_BYTES:
            raise Unreadable(
                "too_large", f"it unpacks to {total:,} bytes, more than {MAX_TOTAL_BYTES:,}: split it into parts"
            )
        return tuple(_members(archive, entries))


def too_many(n_documents: int) -> Unreadable:
    """The refusal of a container that holds more documents than are taken from one."""
    return Unreadable("too_much_work", f"it holds {n_documents:,} documents, more than {MAX_MEMBERS:,}: split it")


def _members(archive: ZipFile, entries: list[tuple[str, int, ZipInfo]]) -> Iterator[Member]:
    taken: set[str] = set()
    for name, place, entry in entries:
        unique = name if name not in taken else f"{name}#{place}"  # a zip may hold one name twice
        taken.add(unique)
        try:
            if entry.file_size > MAX_BYTES:
                raise Unreadable(
                    "too_large", f"it has {entry.file_size:,} bytes, more than {MAX_BYTES:,}: split it into parts"
                )
            yield Member(unique, unpacked(archive, entry))
        except Unreadable as problem:
            yield Member(unique, b"", problem)


def _is_document(entry: ZipInfo) -> bool:
    parts = _name(entry).split("/")
    return (
        not entry.is_dir()
        and "__MACOSX" not in parts
        and not any(part.startswith(".") for part in parts if part != "..")
    )


def _name(entry: ZipInfo) -> str:
    """A member's name as it is written in its origin: NFC, without the marks of a root."""
    return unicodedata.normalize("NFC", entry.filename.replace("\\", "/")).lstrip("/")
