"""A fault of a data home, for people and programs. No checking here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What `parallax doctor` says of one fault.

    Attributes:
        where: the file or folder.
        what: what is wrong with it.
        to_do: what a person should do.
    """

    where: str
    what: str
    to_do: str
