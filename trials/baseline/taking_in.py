"""`python taking_in.py INBOX HOME DAY`, run by the maker's program: takes an inbox into a ledger as of a fixed day, and reads it.

It gets its modules by name at run time: they are those of the maker's commit, not of this checkout.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

# Receipts and sidecars hold the absolute path that a document came from; in a fixed ledger all come from here.
PLACE = "/inbox"


def main(inbox: Path, home: Path, day: str) -> None:
    """Makes the ledger; a document that cannot be read ends it, for the fixed inputs hold none."""
    extract, ingest = import_module("sources.extract"), import_module("sources.ingest")
    if not Path(str(extract.__file__)).is_relative_to(Path.cwd()):
        sys.exit(f"{extract.__file__}: not of the maker's commit")
    ledger = import_module("warehouse.ledger").open_ledger(home)
    with ledger.lock():
        ledger.take_in(
            _placed(ingest.receive(inbox), inbox.resolve()), now=datetime.fromisoformat(f"{day}T00:00+00:00")
        )
        version = extract.extractor_version()
        pending = ledger.pending(version)
        for one in import_module("warehouse.ledger.reading").read_pending(ledger, pending, version):
            if one.outcome != "read":
                sys.exit(f"{one.document_id}: {one.outcome}: {one.problem}")
    print(f"{len(pending)} documents read", file=sys.stderr)


def _placed(arrivals: Iterator[Any], inbox: Path) -> Iterator[Any]:
    for arrival in arrivals:
        if arrival.problem is not None:
            sys.exit(f"{arrival.origin}: {arrival.problem}")
        origin = PLACE + arrival.origin.removeprefix(inbox.as_posix())
        metadata = arrival.metadata and replace(arrival.metadata, origin=origin)
        yield replace(arrival, origin=origin, metadata=metadata)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
