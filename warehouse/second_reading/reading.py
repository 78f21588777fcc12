"""The language model's reading of a whole ledger: receive waiting answers, plan, ask if a model is configured, join. One verb."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from sources.ask.chance import Chances
from sources.ask.settings import Settings
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
        given: settings, policy and decisions. Without settings nothing is asked; stored answers still count.
        progress: receives the progress.
    """
    absorb(ledger)
    account, left_out = Account(), {}
    if given.unread is not None:
        progress.warn(
            f"{given.unread}: no longer read: a language model's verified answer stands, and how sure it is stands in the policy; "
            "the file may be removed"
        )
    if given.settings is not None:
        known = Known(ledger)
        planned = plan(ledger, given.settings, given.bars, known=known, retracted=given.retracted)
        known.write()  # a killed asking need not make its questions again
        account, left_out = ask_and_report(ledger, planned, given.settings, progress), dict(planned.left_out)
    return SecondReading(account, join_and_report(ledger, given.chances, progress), left_out)


def ask_and_report(ledger: Ledger, planned: Plan, settings: Settings, progress: Listener) -> Account:
    """Asks what is planned; says how far it is, and warns where questions are left."""
    progress.begin("ask", total=len(planned.questions))
    account = ask_all(ledger, planned, settings, lambda so_far: progress.advance(in_words(so_far)))
    progress.end(in_words(account))
    for problem, count in account.problems.items():
        progress.warn(
            f"language model: {counted(count, 'question')} without an answer: {problem}; the built-in reader's figures count, the "
            "next run asks again"
        )
    return account


def join_and_report(
    ledger: Ledger,
    chances: Chances,
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

    done = rejoin(ledger, chances, one, chosen=chosen, reader=reader)
    if has_begun:
        progress.end(f"{counted(done.joined, 'document')} read by both")
    for document_id, problem in sorted(done.failed.items()):
        progress.warn(f"language model: {document_id[:12]} keeps its built-in reading, joining failed: {problem}")
    return done
