"""The outcome of an arrival: landed, duplicate, quarantined, pending or nothing new. No writing here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from sources.records import Metadata, Outcome, Receipt
from warehouse.ledger.store import LedgerError

if TYPE_CHECKING:
    from sources.ingest.arrival import Arrival

Place = tuple[str, str]  # origin, document_id
Judgement = Outcome | Literal["unchanged"]

STILL_BEING_WRITTEN = "still_being_written"


@dataclass(frozen=True, slots=True)
class Intake:
    """What one call of `take_in` found. Every arrival is a receipt here, or unchanged.

    Attributes:
        receipts: new arrivals in the order in which they came; pending ones are reported here and stored nowhere.
        unchanged: (origin, document_id) of arrivals that the ledger had received from the same place before.
        n_metadata: sidecar records that were new or changed.
        batch_id: the batch written; None where there was nothing new.
    """

    receipts: tuple[Receipt, ...]
    unchanged: tuple[Place, ...]
    n_metadata: int
    batch_id: str | None

    def ids(self, outcome: Outcome) -> tuple[str, ...]:
        """Document ids of the receipts of one outcome, in order of arrival."""
        return tuple(receipt.document_id for receipt in self.receipts if receipt.outcome == outcome)

    @property
    def landed(self) -> tuple[str, ...]:
        """Documents new to the ledger."""
        return self.ids("landed")

    @property
    def duplicate(self) -> tuple[str, ...]:
        """Documents whose bytes the ledger had from another place."""
        return self.ids("duplicate")

    @property
    def quarantined(self) -> tuple[str, ...]:
        """Arrivals that could not be received."""
        return self.ids("quarantined")

    @property
    def pending(self) -> tuple[str, ...]:
        """Arrivals that are still being written; the next run looks again."""
        return self.ids("pending")

    @property
    def counts(self) -> dict[str, int]:
        """Arrivals by what became of them; they add up to all arrivals."""
        outcomes: tuple[Outcome, ...] = ("landed", "duplicate", "quarantined", "pending")
        return {**{outcome: len(self.ids(outcome)) for outcome in outcomes}, "unchanged": len(self.unchanged)}


@dataclass(slots=True)
class Received:
    """What the ledger has received so far: outcomes by place and document. Grows as arrivals are judged."""

    outcomes: dict[Place, Outcome] = field(default_factory=dict)
    landed: set[str] = field(default_factory=set)
    quarantined: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, receipts: Iterable[tuple[str, str, Outcome]]) -> Received:
        """From (origin, document_id, outcome) of all receipts, oldest first."""
        received = cls()
        for origin, document_id, outcome in receipts:
            received.add(origin, document_id, outcome)
        return received

    def add(self, origin: str, document_id: str, outcome: Outcome) -> None:
        """Takes note of one receipt."""
        self.outcomes[origin, document_id] = outcome
        if outcome == "landed":
            self.landed.add(document_id)
        if outcome == "quarantined":
            self.quarantined.add(document_id)


def judge(origin: str, document_id: str, problem: str | None, received: Received) -> Judgement:
    """What becomes of one arrival.

    Args:
        origin: where it came from.
        document_id: sha256 of its bytes.
        problem: reason code of what kept it from being received; None where nothing did.
        received: what the ledger has.

    Returns:
        The outcome, or "unchanged" where the ledger has the same bytes from the same place.
    """
    if problem == STILL_BEING_WRITTEN:
        return "pending"
    before = received.outcomes.get((origin, document_id))
    if problem is not None:
        if before is not None:
            return "unchanged"
        return "duplicate" if document_id in received.landed | received.quarantined else "quarantined"
    if before in ("landed", "duplicate"):
        return "unchanged"
    # Bytes that were quarantined for a problem of their place are news once they arrive without one.
    return "duplicate" if document_id in received.landed else "landed"


def metadata_is_news(metadata: Metadata | None, before: Metadata | None) -> bool:
    """Whether a sidecar says something that the ledger does not have; a sidecar that went away says so too."""
    if metadata is None:
        return before is not None and not is_blank(before)
    return metadata != before and not (before is None and is_blank(metadata))


def is_blank(metadata: Metadata) -> bool:
    """Whether a record says nothing of its document."""
    return metadata == Metadata(metadata.document_id, metadata.origin)


def sift(
    arrivals: Iterable[Arrival],
    received: Received,
    sidecars: Mapping[Place, Metadata],
    now: datetime,
    keep: Callable[[Arrival], None],
) -> tuple[list[Receipt], list[Place], dict[Place, Metadata]]:
    """Judges arrivals one by one, each in the light of those before it.

    Args:
        arrivals: in a total order; read once.
        received: what the ledger has; grows.
        sidecars: sidecar records in force.
        now: our clock, UTC.
        keep: called with each new arrival that is not pending, to store its bytes.

    Returns:
        Receipts of new and pending arrivals, places of unchanged ones, sidecar records that are news.

    Raises:
        LedgerError: a sidecar record that belongs to another arrival.
    """
    receipts: list[Receipt] = []
    unchanged: list[Place] = []
    news: dict[Place, Metadata] = {}
    for arrival in arrivals:
        place = (arrival.origin, arrival.document_id)
        reason = arrival.problem.reason if arrival.problem else None
        outcome = judge(*place, reason, received)
        if outcome == "unchanged":
            unchanged.append(place)
        else:
            detail = arrival.problem.detail if arrival.problem else None
            size = len(arrival.content)
            receipts.append(Receipt(place[0], arrival.name, place[1], size, outcome, reason, detail, now))
            if outcome != "pending":
                keep(arrival)
                received.add(*place, outcome)
        if outcome != "pending" and metadata_is_news(arrival.metadata, news.get(place, sidecars.get(place))):
            news[place] = arrival.metadata or Metadata(arrival.document_id, arrival.origin)
            if (news[place].origin, news[place].document_id) != place:
                raise LedgerError(f"{arrival.origin}: its sidecar record is of {news[place].origin}; fix the receiver")
    return receipts, unchanged, news
