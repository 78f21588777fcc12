"""An arrival: bytes at a place, with the metadata of a sidecar, before anybody has read them.

The record that leaves `sources.ingest`, and how places are named. No reading of files here.
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from sources.records import Metadata, Unreadable

# Control characters, separators of lines and marks that turn the writing direction: a name that holds them shows as something else.
_MISLEADING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Arrival:
    """One file as it was found.

    Attributes:
        origin: absolute path with forward slashes; the identity of the place.
        name: the file's own name, for people.
        document_id: sha256 of the bytes in hex; of the origin where no bytes could be taken.
        content: the bytes; empty where there is a problem.
        metadata: what its sidecar says, None without a (valid) sidecar.
        problem: why the bytes could not be taken: `unreadable_file`, `too_large` or `still_being_written` (the last
            is no fault of the document, it stays pending).
        warnings: what people should look at although the document lands, such as a faulty sidecar.
    """

    origin: str
    name: str
    document_id: str
    content: bytes
    metadata: Metadata | None
    problem: Unreadable | None
    warnings: tuple[str, ...] = ()


def origin_of(path: Path) -> str:
    """Name of a place: its absolute path. Bytes of the name that are no UTF-8 are written as escapes."""
    return os.fsencode(path.absolute().as_posix()).decode("utf-8", "backslashreplace")


def shown(text: str) -> str:
    """A name or place as it can be shown: without characters that hide or turn what stands around them."""
    return _MISLEADING.sub("\ufffd", text)


def shown_name(path: Path) -> str:
    """A file's name as it can be shown."""
    return shown(os.fsencode(path.name).decode("utf-8", "backslashreplace"))


def shown_place(path: Path) -> str:
    """A place as it can be shown, in one line."""
    return shown(origin_of(path))


def refused(path: Path, problem: Unreadable) -> Arrival:
    """The arrival of a file whose bytes could not be taken."""
    origin = origin_of(path)
    return Arrival(origin, shown_name(path), hashlib.sha256(origin.encode()).hexdigest(), b"", None, problem)
