"""Second readings of chosen documents in the shadow of a ledger, for a backfill: from stored answers, or by asking again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from sources.ask.settings import Settings
from warehouse.ledger import Ledger
from warehouse.second_reading.account import Account
from warehouse.second_reading.given import Given
from warehouse.second_reading.known import Known
from warehouse.second_reading.planning import plan
from warehouse.second_reading.reading import Listener, ask_and_report, join_and_report
from warehouse.second_reading.spool import absorb

UNFINISHED = "a question about it has no answer yet; the same command asks again"


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """What asking came to, and documents that keep their reading, with the reason."""

    account: Account = field(default_factory=Account)
    left_out: Mapping[str, str] = field(default_factory=dict)


def read_again(
    staged: Ledger, documents: Collection[str], given: Given, progress: Listener, *, with_model: bool
) -> ReadAgain:
    """Joins both readings of the chosen documents in a shadow.

    Args:
        staged: the shadow; the caller holds its lock.
        documents: chosen, and read by the present extractor.
        given: settings, policy and decisions.
        progress: receives the progress.
        with_model: asks the reader of the settings about all of them; otherwise the answers in force are joined anew.

    Returns:
        What it came to. With a model, a document that another model read before keeps its reading whole while a question is
        left: half an asking does not show how the models compare. A document that no model read before joins what is answered.
    """
    absorb(staged)
    known = Known(staged)
    if not with_model or given.settings is None:
        join_and_report(staged, given.chances, progress, chosen=documents)
        return ReadAgain()
    planned = plan(staged, given.settings, given.bars, known=known, retracted=given.retracted, chosen=documents)
    account = ask_and_report(staged, planned, given.settings, progress)
    left_out = {**planned.left_out, **_unfinished(staged, given.settings, given, documents, known)}
    complete = set(documents) - set(left_out)
    join_and_report(staged, given.chances, progress, chosen=complete, reader=planned.reader)
    join_and_report(staged, given.chances, progress, chosen=set(left_out))  # read anew, they keep their reader
    known.write()
    return ReadAgain(account, dict(sorted(left_out.items())))


def _unfinished(
    staged: Ledger, settings: Settings, given: Given, documents: Collection[str], known: Known
) -> dict[str, str]:
    left = plan(staged, settings, given.bars, known=known, retracted=given.retracted, chosen=documents)
    return dict.fromkeys(left.documents, UNFINISHED)
