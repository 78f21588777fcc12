"""Zip archives: the documents inside. Office files are zips and no archives: they are documents themselves."""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterator
from io import BytesIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from sources.ingest.containers.member import Member
from sources.records import Unreadable

_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
# Parts by which other formats that are zips can be known: Office, OpenDocument, e-books, Java.
_OF_DOCUMENTS = frozenset({"[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF"})
_IS_ENCRYPTED = 0x1
MAX_MEMBERS = 2_000
MAX_BYTES = 200_000_000  # of one member when unpacked
MAX_TOTAL_BYTES = 1_000_000_000


def is_archive(content: bytes) -> bool:
    """Whether bytes are a zip archive that can be opened and is no document of a format that uses zip."""
    if not content.startswith(_ZIPS):
        return False
    try:
        with ZipFile(BytesIO(content)) as archive:
            return not _OF_DOCUMENTS & set(archive.namelist())
    except (BadZipFile, NotImplementedError, ValueError, OSError):
        return False


def members_of_archive(content: bytes) -> tuple[Member, ...]:
    """The documents of an archive in the order of their names. Folders, hidden files and what macOS adds are left out.

    A member that cannot be taken (locked, damaged, beyond a bound) carries its problem.
    """
    with ZipFile(BytesIO(content)) as archive:
        return tuple(_members(archive))


def _members(archive: ZipFile) -> Iterator[Member]:
    taken: set[str] = set()
    total = 0
    entries = sorted((_name(entry), place) for place, entry in enumerate(archive.infolist()) if _is_document(entry))
    for number, (name, place) in enumerate(entries):
        entry = archive.infolist()[place]
        unique = name if name not in taken else f"{name}#{place}"  # a zip may hold one name twice
        taken.add(unique)
        total += entry.file_size
        problem = _beyond(number, entry, total)
        if problem is None:
            try:
                yield Member(unique, archive.read(entry))
                continue
            except (BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError, zlib.error) as error:
                problem = Unreadable("damaged", f"it cannot be unpacked ({error}): pack it again")
        yield Member(unique, b"", problem)


def _beyond(number: int, entry: ZipInfo, total: int) -> Unreadable | None:
    """Why a member is not unpacked. The sizes are those of the archive's list: `zipfile` reads no more than these."""
    if number >= MAX_MEMBERS:
        return Unreadable("too_much_work", f"its archive holds more than {MAX_MEMBERS:,} documents: split it")
    if entry.flag_bits & _IS_ENCRYPTED:
        return Unreadable("encrypted", "it is locked with a password: pack it without one")
    if entry.file_size > MAX_BYTES:
        return Unreadable(
            "too_large", f"it has {entry.file_size:,} bytes, more than {MAX_BYTES:,}: split it into parts"
        )
    if total > MAX_TOTAL_BYTES:
        return Unreadable("too_large", f"its archive unpacks to more than {MAX_TOTAL_BYTES:,} bytes: split it")
    return None


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
