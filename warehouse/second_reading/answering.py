"""Asks the questions of a plan and writes every answer to disk as it comes. `sources.ask.calling` makes the calls."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from sources.ask.calling import Answered, ask
from sources.ask.questions import question_json
from sources.ask.settings import Settings
from sources.records import StoredAnswer
from warehouse.ledger import Ledger
from warehouse.second_reading.account import Account, account_of
from warehouse.second_reading.planning import Plan, at_another_place
from warehouse.second_reading.spool import absorb, append


def ask_all(
    ledger: Ledger,
    planned: Plan,
    settings: Settings,
    report: Callable[[Account], None] = lambda so_far: None,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Account:
    """Asks the questions of a plan within the budget and stores the answers.

    Args:
        ledger: takes the answers; the caller holds its lock and has absorbed its spool.
        planned: of this ledger and these settings.
        settings: whom to ask, and what it may cost.
        report: called after every question with the account so far.
        clock: ours, with a time zone.

    Returns:
        What it came to. A server that is not there, a missing key file or a missing client leave questions unasked.

    Raises:
        OSError: an answer cannot be written.
    """
    outcomes: list[Answered] = []

    def record(answered: Answered) -> None:
        append(ledger, stored(planned, answered, clock()))
        outcomes.append(answered)
        report(account_of(outcomes, len(planned.taken_over)))

    if planned.taken_over:
        append(ledger, planned.taken_over)
    problem = _lacking(settings)
    if problem is not None:
        outcomes += [
            Answered(question_id, question.document_id, "unasked", problem=problem)
            for question_id, question in planned.questions.items()
        ]
    elif planned.questions:
        outcomes = list(ask(planned.questions, settings, record))
    absorb(ledger)
    return account_of(outcomes, len(planned.taken_over))


def stored(planned: Plan, answered: Answered, now: datetime) -> list[StoredAnswer]:
    """Rows of the ledger for one outcome, one for each document with the passage; none where there are no words."""
    if answered.written is None or answered.outcome not in ("answered", "malformed"):
        return []
    first, *others = planned.places[answered.question_id]
    row = StoredAnswer(
        answered.question_id,
        first.document_id,
        planned.reader,
        question_json(first),
        "answered" if answered.outcome == "answered" else "malformed",
        answered.written,
        answered.tokens_in,
        answered.tokens_out,
        answered.usd,
        now.astimezone(UTC),
    )
    return [row, *(at_another_place(row, question) for question in others)]


def _lacking(settings: Settings) -> str | None:
    """What is missing on this machine for any call."""
    from importlib.util import find_spec

    if find_spec("openai") is None:
        return "the client is not installed: pip install 'parallax[model]'"
    try:
        settings.secret()
    except OSError as error:
        return f"key_file cannot be read: {error.strerror}"
    except UnicodeDecodeError:
        return "key_file is no text"
    return None
