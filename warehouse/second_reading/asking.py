"""Asks the questions of a plan, and puts every answer on disk as it comes. `sources.ask.calling` makes the calls."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.util import find_spec

from sources.ask.calling import Answered, ask
from sources.ask.questions import question_json
from sources.ask.settings import Settings
from sources.records import StoredAnswer
from warehouse.ledger import Ledger
from warehouse.progress import Progress
from warehouse.second_reading.account import Account, account_of, in_words
from warehouse.second_reading.planning import Plan, at_another_place, keep_known
from warehouse.second_reading.spool import absorb, append
from warehouse.values.wording import counted


def ask_planned(ledger: Ledger, planned: Plan, settings: Settings, progress: Progress) -> Account:
    """Asks the questions of a plan within the budget and stores the answers; says how far it is, and warns where questions are left.

    Args:
        ledger: takes the answers; the caller holds its lock and has absorbed its spool.
        planned: of this ledger and these settings.
        settings: whom to ask, and what it may cost.
        progress: receives the progress.

    Returns:
        What it came to. A server that is not there or a missing client leave questions unasked.

    Raises:
        OSError: an answer cannot be written.
    """
    outcomes: list[Answered] = []

    def record(answered: Answered) -> None:
        append(ledger, stored(planned, [answered]))
        outcomes.append(answered)
        progress.advance(in_words(account_of(outcomes, len(planned.taken_over))))

    progress.begin("ask", total=len(planned.questions))
    keep_known(ledger, planned)  # a killed asking need not make its questions again
    if planned.taken_over:
        append(ledger, planned.taken_over)
    if planned.questions and find_spec("openai") is None:
        missing = "the client is not installed: pip install 'parallax[model]'"
        outcomes = [Answered(k, q.document_id, "unasked", problem=missing) for k, q in planned.questions.items()]
    elif planned.questions:
        outcomes = list(ask(planned.questions, settings, record))
    absorb(ledger)
    account = account_of(outcomes, len(planned.taken_over))
    progress.end(in_words(account))
    for problem, count in account.problems.items():
        progress.warn(
            f"language model: {counted(count, 'question')} without an answer: {problem}; the built-in reader's figures count, the "
            "next run asks again"
        )
    return account


def stored(planned: Plan, outcomes: Iterable[Answered]) -> list[StoredAnswer]:
    """Rows of the ledger for outcomes with words, one for each document with the passage: only the first has cost something."""
    rows, now = [], datetime.now(UTC)
    for one in outcomes:
        if one.written is None or one.outcome not in ("answered", "malformed"):
            continue
        first, *others = planned.places[one.question_id]
        row = StoredAnswer(
            one.question_id, first.document_id, planned.reader, question_json(first), one.outcome, one.written,
            one.tokens_in, one.tokens_out, one.usd, now,
        )  # fmt: skip
        rows += [row, *(at_another_place(row, question) for question in others)]
    return rows
