"""Where documents come from: files and folders in, arrivals out. The one edge of `sources` that touches the disk.

`receive` is the verb, `discover` finds what it would read. What the bytes say is not looked at here.
"""

from sources.ingest.arrival import Arrival
from sources.ingest.discovery import discover
from sources.ingest.reading import receive
from sources.ingest.sidecar import Sidecar

__all__ = ["Arrival", "Sidecar", "discover", "receive"]
