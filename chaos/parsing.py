"""Hostile documents of every kind among good ones, read by the real workers under their real limits: the good ones land, all are accounted for.

What dying workers and a broken start do is tested in `tests/unit/sources/ingest/workers`.
"""

from __future__ import annotations

from pathlib import Path

from chaos.trial import Outcome, Size, Trial
from sources.extract import extractor_version
from sources.ingest import receive
from sources.ingest.containers.opening import INSIDE
from tests.hostile import KINDS, LANDED
from trials.homes import FIRST_DAY
from warehouse.ledger import open_ledger
from warehouse.ledger.reading import read_pending

GOOD = 100


def all_kinds(work: Path, size: Size) -> Outcome:
    """Reads all kinds in one batch with good documents; `quick` leaves those out that take long."""
    ledger, version, inbox = open_ledger(work / "home"), extractor_version(), work / "inbox"
    inbox.mkdir()
    chosen = {name: kind for name, kind in KINDS.items() if size == "full" or not kind.is_slow}
    for name, kind in chosen.items():
        (inbox / f"{name}.txt").write_bytes(kind.make())
    for number in range(GOOD):
        text = f"The kite market of town {number} was worth USD {number + 1} million in 2024.\n"
        (inbox / f"good-{number:04}.txt").write_text(text, encoding="utf-8")
    received = ledger.take_in(receive(inbox), now=FIRST_DAY).receipts
    list(read_pending(ledger, ledger.pending(version), version))
    ends = {
        document: reason or LANDED for document, reason in ledger.outcomes().select("document_id", "reason").iter_rows()
    }
    faults = [f"{document}: not accounted for" for document in ledger.pending(version)]
    for receipt in received:
        name, end = Path(receipt.origin.partition(INSIDE)[0]).stem, ends.get(receipt.document_id, "not accounted for")
        if receipt.outcome != LANDED:
            continue
        if name not in chosen:
            faults += [] if end == LANDED else [f"{name}: {end}"]
        elif end not in chosen[name].allowed:
            faults.append(f"{name}: {end}")
        elif end == LANDED and chosen[name].must_say not in ledger.text(receipt.document_id):
            faults.append(f"{name}: text lost")
    return Outcome(len(chosen) + GOOD, faults, f"{len(chosen)} kinds, {GOOD} good")


TRIALS = (
    Trial(
        "hostile documents of all kinds among 100 good",
        "the good land, the others end as their kind may, every document accounted for",
        all_kinds,
    ),
)
