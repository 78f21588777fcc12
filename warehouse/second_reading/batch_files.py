"""Files of the batch API of OpenAI: requests out, results in. Large backfills cost half there and run in the background."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sources.ask.calling import Answered, CallFailed, Form, count_of, judged, request_of, words_of
from sources.ask.settings import Settings
from warehouse.ledger import Ledger
from warehouse.second_reading.account import Account, account_of
from warehouse.second_reading.answering import stored
from warehouse.second_reading.planning import Plan
from warehouse.second_reading.spool import absorb, append

_OK = 200


class BatchFileError(ValueError):
    """A file that is no result of a batch. The message names file and line, and says what to do."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What a result file came to; `unknown`: lines of questions that are not pending (answered already, or not asked by these settings)."""

    account: Account
    unknown: int


def write_requests(planned: Plan, settings: Settings, path: Path) -> int:
    """Writes one request a line, with the question's id as `custom_id`.

    Args:
        planned: what to ask.
        settings: the model and what shapes its answers; neither address nor key is written.
        path: a new file.

    Returns:
        The number of requests.

    Raises:
        OSError: the file is there already, or cannot be written.
    """
    form: Form = "schema" if settings.structured else "plain"
    with path.open("x", encoding="utf-8") as file:
        for question_id, question in planned.questions.items():
            body = request_of(settings, question, form)
            request = {"custom_id": question_id, "method": "POST", "url": "/v1/chat/completions", "body": body}
            file.write(json.dumps(request, ensure_ascii=False) + "\n")
    return len(planned.questions)


def take_results(ledger: Ledger, planned: Plan, settings: Settings, path: Path) -> TakenIn:
    """Reads a result file into the ledger. A line that failed there waits for the next asking; again changes nothing.

    Args:
        ledger: takes the answers; the caller holds its lock and has absorbed its spool.
        planned: what is waited for.
        settings: those that the requests were written with; their price counts.
        path: the result file.

    Raises:
        BatchFileError: a line is no result; nothing is taken in.
        OSError: the file cannot be read.
    """
    outcomes: dict[str, Answered] = {}
    unknown = 0
    for question_id, result in _results(path):
        if question_id in planned.questions:
            outcomes[question_id] = _outcome(question_id, planned, result, settings)
        else:
            unknown += 1
    now = datetime.now(UTC)
    rows = [row for answered in outcomes.values() for row in stored(planned, answered, now)]
    if rows or planned.taken_over:
        append(ledger, [*planned.taken_over, *rows])
    absorb(ledger)
    return TakenIn(account_of(outcomes.values(), len(planned.taken_over)), unknown)


def _results(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Ids and results of all lines; the whole file is read before the first is given."""
    results = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if not line.strip():
            continue
        try:
            result = json.loads(line)
            question_id = result["custom_id"]
        except (ValueError, KeyError, TypeError) as error:
            raise BatchFileError(
                f"{path}:{number}: no result of a batch ({type(error).__name__}); give the output file as the server wrote it"
            ) from error
        results.append((str(question_id), result))
    yield from results


def _outcome(question_id: str, planned: Plan, result: dict[str, Any], settings: Settings) -> Answered:
    due = Answered(question_id, planned.questions[question_id].document_id, "failed")
    response = result.get("response")
    status, body = (response.get("status_code"), response.get("body")) if isinstance(response, dict) else (None, None)
    try:
        if status != _OK:
            raise CallFailed(f"HTTP {status}")
        written, usage = words_of(body)
    except CallFailed as failed:
        return replace(due, problem=str(failed))
    tokens = count_of(usage, "prompt_tokens"), count_of(usage, "completion_tokens")
    return replace(judged(due, written), tokens_in=tokens[0], tokens_out=tokens[1], usd=settings.price.of(*tokens))
