"""The language model's reading of a whole ledger: receive waiting answers, plan, ask if a model is configured, join."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from warehouse.ledger import Ledger
from warehouse.progress import Progress
from warehouse.second_reading.account import Account
from warehouse.second_reading.asking import ask_planned
from warehouse.second_reading.batch_files import take_results
from warehouse.second_reading.given import Given
from warehouse.second_reading.joining import join
from warehouse.second_reading.planning import plan
from warehouse.second_reading.spool import absorb

UNFINISHED = "a question about it has no answer yet; the same command asks again"
_UNREAD = "no longer read, because a language model's verified answer stands and policy.yml says how sure it is; you may remove the file"


@dataclass(frozen=True, slots=True)
class SecondReading:
    """What one round came to: questions and their cost, documents joined anew, and those that are not asked about, with the reason."""

    account: Account = field(default_factory=Account)
    joined: int = 0
    left_out: Mapping[str, str] = field(default_factory=dict)


def read_second(ledger: Ledger, given: Given, progress: Progress, results: Path | None = None) -> SecondReading:
    """Asks the unanswered questions and joins both readings. Without a model and without answers nothing is done.

    The result depends on documents and answers alone: a kill, a spent budget and another order give the same rows once the
    same questions are answered.

    Args:
        ledger: takes answers and readings; the caller holds its lock.
        given: settings, policy and decisions. Without settings nothing is asked; stored answers still count.
        progress: receives the progress.
        results: of a batch API, to be read in the place of asking.

    Raises:
        BatchFileError: the results are none.
    """
    absorb(ledger)
    account, left_out = Account(), {}
    if given.unread is not None:
        progress.warn(f"{given.unread}: {_UNREAD}")
    if given.settings is not None:
        planned = plan(ledger, given.settings, given)
        left_out = dict(planned.left_out)
        if results is None:
            account = ask_planned(ledger, planned, given.settings, progress)
        else:
            account = take_results(ledger, planned, given.settings, results, progress)
    return SecondReading(account, join(ledger, given.chances, progress), left_out)


def read_again(
    staged: Ledger, documents: Collection[str], given: Given, progress: Progress, *, with_model: bool
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
    settings = given.settings
    if not with_model or settings is None:
        return SecondReading(joined=join(staged, given.chances, progress, chosen=documents))
    first = plan(staged, settings, given, chosen=documents)
    account = ask_planned(staged, first, settings, progress)
    unfinished = plan(staged, settings, given, chosen=documents).documents
    left_out = {**first.left_out, **dict.fromkeys(unfinished, UNFINISHED)}
    join(staged, given.chances, progress, chosen=set(documents) - set(left_out), reader=first.reader)
    rest = join(staged, given.chances, progress, chosen=set(left_out))  # read anew, they keep their reader
    return SecondReading(account, rest, dict(sorted(left_out.items())))
