"""The second reading of a whole ledger: receive waiting answers, plan, ask if a model is configured, join. One verb."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from sources.second_reader.odds import OddsFile
from sources.second_reader.settings import Settings
from warehouse.ledger import Ledger
from warehouse.second_reading.account import Account, in_words
from warehouse.second_reading.answering import ask_all
from warehouse.second_reading.given import Given
from warehouse.second_reading.known import Known
from warehouse.second_reading.planning import Plan, plan
from warehouse.second_reading.rejoining import Rejoined, rejoin
from warehouse.second_reading.spool import absorb
from warehouse.values.wording import counted


class Listener(Protocol):
    """Receiver of progress; stages follow each other."""

    def begin(self, stage: str, total: int | None = None) -> None:
        """A stage begins."""

    def advance(self, item: str = "") -> None:
        """One item is done."""

    def end(self, note: str) -> None:
        """The stage is done."""

    def warn(self, message: str) -> None:
        """Something that people should look at."""


@dataclass(frozen=True, slots=True)
class SecondReading:
    """What one round came to.

    Attributes:
        account: questions and their cost.
        rejoined: documents whose joined reading was recorded anew.
        left_out: documents that are not asked about, with the reason.
    """

    account: Account
    rejoined: Rejoined
    left_out: Mapping[str, str]


def read_second(ledger: Ledger, given: Given, progress: Listener) -> SecondReading:
    """Asks the unanswered questions and joins both readings. Without a model and without answers nothing is done.

    The result depends on documents and answers alone: a kill, a spent budget and another order give the same rows once the
    same questions are answered.

    Args:
        ledger: takes answers and readings; the caller holds its lock.
        given: settings, odds, policy and decisions. Without settings nothing is asked; stored answers still count.
        progress: receives the progress.
    """
    absorb(ledger)
    known = Known(ledger)
    account, left_out = Account(), {}
    if given.settings is not None:
        planned = plan(ledger, given.settings, given.bars, known=known, retracted=given.retracted)
        known.write()  # a killed asking need not make its questions again
        account, left_out = ask_and_report(ledger, planned, given.settings, progress), dict(planned.left_out)
    rejoined = join_and_report(ledger, given.odds, known, progress)
    known.write()
    return SecondReading(account, rejoined, left_out)


def join_second(ledger: Ledger, given: Given, progress: Listener) -> Rejoined:
    """Joins both readings with the answers at hand; asks no model. The caller holds the ledger's lock."""
    known = Known(ledger)
    done = join_and_report(ledger, given.odds, known, progress)
    known.write()
    return done


def ask_and_report(ledger: Ledger, planned: Plan, settings: Settings, progress: Listener) -> Account:
    """Asks what is planned; says how far it is, and warns where questions are left."""
    progress.begin("ask", total=len(planned.questions))
    account = ask_all(ledger, planned, settings, lambda so_far: progress.advance(in_words(so_far)))
    progress.end(in_words(account))
    for problem, count in account.problems.items():
        progress.warn(
            f"second reader: {counted(count, 'question')} without an answer: {problem}; the first reader's figures count, the next "
            "run asks again"
        )
    return account


def join_and_report(
    ledger: Ledger,
    odds: OddsFile,
    known: Known,
    progress: Listener,
    *,
    chosen: Collection[str] | None = None,
    reader: str | None = None,
) -> Rejoined:
    """Joins readings; silent where there is nothing to join. See `rejoin`."""
    has_begun = False

    def one() -> None:
        nonlocal has_begun
        if not has_begun:
            progress.begin("join")
            has_begun = True
        progress.advance()

    done = rejoin(ledger, odds, known, one, chosen=chosen, reader=reader)
    if has_begun:
        progress.end(f"{counted(done.joined, 'document')} with a second reading")
    for document_id, problem in sorted(done.failed.items()):
        progress.warn(f"second reader: {document_id[:12]} keeps its first reading, joining failed: {problem}")
    return done
