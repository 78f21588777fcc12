"""Where documents come from: files and folders in, arrivals out. The one edge of `sources` that touches the disk.

`receive` is the verb, `discover` finds what it would read. What the bytes say is not looked at here.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sources.ingest.arrival import Arrival
    from sources.ingest.discovery import Survey, discover, survey
    from sources.ingest.reading import receive, receive_file
    from sources.ingest.sidecar import Sidecar

__all__ = ["Arrival", "Sidecar", "Survey", "discover", "receive", "receive_file", "survey"]

_HOMES = {
    "Arrival": "arrival",
    "discover": "discovery",
    "receive": "reading",
    "receive_file": "reading",
    "Sidecar": "sidecar",
    "Survey": "discovery",
    "survey": "discovery",
}


def __getattr__(name: str) -> object:
    """Imports names on demand, because a process that reads documents imports this package and needs no files."""
    if name in _HOMES:
        return getattr(import_module(f"sources.ingest.{_HOMES[name]}"), name)
    raise AttributeError(name)
