"""Zip archives: the documents inside. Office files are zips and no archives: they are documents themselves."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from zipfile import ZipInfo

from sources.ingest.containers.member import Member, Taken
from sources.parse.foreign import opened_zip, unpacked
from sources.records import Unreadable

_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
# Parts by which other formats that are zips can be known: Office, OpenDocument, e-books, Java.
_OF_DOCUMENTS = frozenset({"[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF"})
MAX_BYTES = 200_000_000  # of one member when unpacked


def is_archive(content: bytes) -> bool:
    """Whether bytes are a zip archive that can be opened and is no document of a format that uses zip."""
    if not content.startswith(_ZIPS):
        return False
    try:
        with opened_zip(content) as archive:
            return not _OF_DOCUMENTS & set(archive.namelist())
    except Unreadable:
        return False


def members_of_archive(content: bytes, taken: Taken) -> Iterator[Member]:
    """The documents of an archive in the order of their names. Folders, hidden files and what macOS adds are left out.

    A member that cannot be taken (locked, damaged, too large) carries its problem.

    Args:
        content: bytes that `is_archive` knows.
        taken: what was taken from the same file before.

    Raises:
        Unreadable: as `Taken.add`, before anything is unpacked.
    """
    with opened_zip(content) as archive:
        entries = [(_name(entry), place) for place, entry in enumerate(archive.infolist()) if _is_document(entry)]
        taken.add(len(entries), sum(archive.infolist()[place].file_size for _, place in entries))
        names: set[str] = set()
        for name, place in sorted(entries):
            entry = archive.infolist()[place]
            unique = name if name not in names else f"{name}#{place}"  # a zip may hold one name twice
            names.add(unique)
            try:
                if entry.file_size > MAX_BYTES:
                    raise Unreadable(
                        "too_large", f"it has {entry.file_size:,} bytes, more than {MAX_BYTES:,}: split it"
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
