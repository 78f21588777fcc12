"""The language model's reading of a whole ledger: receive waiting answers, plan, ask if a model is configured, join."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from sources.ask.settings import Settings
from warehouse.ledger import Ledger
from warehouse.second_reading.account import Account, in_words
from warehouse.second_reading.answering import ask_all
from warehouse.second_reading.given import Given
from warehouse.second_reading.known import Known
from warehouse.second_reading.planning import Plan, plan
from warehouse.second_reading.rejoining import Listener, Rejoined, rejoin
from warehouse.second_reading.spool import absorb
from warehouse.values.wording import counted

UNFINISHED = "a question about it has no answer yet; the same command asks again"
_UNREAD = "no longer read, because a language model's verified answer stands and policy.yml says how sure it is; you may remove the file"


@dataclass(frozen=True, slots=True)
class SecondReading:
    """What one round came to: questions and their cost, documents joined anew, and those that are not asked about, with the reason."""

    account: Account = field(default_factory=Account)
    rejoined: Rejoined = field(default_factory=Rejoined)
    left_out: Mapping[str, str] = field(default_factory=dict)


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
        progress.warn(f"{given.unread}: {_UNREAD}")
    if given.settings is not None:
        known = Known(ledger)
        planned = plan(ledger, given.settings, given.bars, known=known, retracted=given.retracted)
        known.write()  # a killed asking need not make its questions again
        account, left_out = ask_and_report(ledger, planned, given.settings, progress), dict(planned.left_out)
    return SecondReading(account, rejoin(ledger, given.chances, progress), left_out)


def read_again(
    staged: Ledger, documents: Collection[str], given: Given, progress: Listener, *, with_model: bool
) -> SecondReading:
    """Joins both readings of the chosen documents in the shadow of a ledger, for a backfill.

    Args:
        staged: the shadow; the caller holds its lock.
        documents: chosen, and read by the present extractor.
        given: settings, policy and decisions.
        progress: receives the progress.
        with_model: asks the model of the settings about all of them; otherwise the answers in force are joined anew.

    Returns:
        What it came to. With a model, a document that another model read before keeps its reading whole while a question is
        left: half an asking does not show how the models compare. A document that no model read before joins what is answered.
    """
    absorb(staged)
    settings, known = given.settings, Known(staged)
    if not with_model or settings is None:
        return SecondReading(rejoined=rejoin(staged, given.chances, progress, chosen=documents))

    def planned() -> Plan:
        return plan(staged, settings, given.bars, known=known, retracted=given.retracted, chosen=documents)

    first = planned()
    account = ask_and_report(staged, first, settings, progress)
    left_out = {**first.left_out, **dict.fromkeys(planned().documents, UNFINISHED)}
    known.write()
    rejoin(staged, given.chances, progress, chosen=set(documents) - set(left_out), reader=first.reader)
    rest = rejoin(staged, given.chances, progress, chosen=set(left_out))  # read anew, they keep their reader
    return SecondReading(account, rest, dict(sorted(left_out.items())))


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
