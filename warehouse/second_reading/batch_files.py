"""Files of the batch API of OpenAI: requests out, results in. Large backfills cost half there and run in the background."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sources.ask.calling import Answered, CallFailed, count_of, judged, request_of, words_of
from sources.ask.settings import Settings
from warehouse.ledger import Ledger
from warehouse.progress import Progress
from warehouse.second_reading.account import Account, account_of
from warehouse.second_reading.asking import stored
from warehouse.second_reading.planning import Plan
from warehouse.values.wording import counted


class BatchFileError(ValueError):
    """A file that is no result of a batch. The message names file and line, and says what to do."""


def write_requests(planned: Plan, settings: Settings, path: Path) -> int:
    """Writes one request a line, with the question's id as `custom_id`; returns their number.

    Args:
        planned: what to ask.
        settings: the model and what shapes its answers; neither address nor key is written.
        path: a new file.

    Raises:
        OSError: the file is there already, or cannot be written.
    """
    with path.open("x", encoding="utf-8") as file:
        for question_id, question in planned.questions.items():
            body = request_of(settings, question, "schema" if settings.structured else "plain")
            request = {"custom_id": question_id, "method": "POST", "url": "/v1/chat/completions", "body": body}
            file.write(json.dumps(request, ensure_ascii=False) + "\n")
    return len(planned.questions)


def take_results(ledger: Ledger, planned: Plan, settings: Settings, path: Path, progress: Progress) -> Account:
    """Reads a result file into the ledger. A line that failed there waits for the next asking; again changes nothing.

    Args:
        ledger: takes the answers; the caller holds its lock and has absorbed its spool.
        planned: what is waited for; results of other questions are counted in a warning.
        settings: those that the requests were written with; their price counts.
        path: the result file.
        progress: receives the warning.

    Raises:
        BatchFileError: a line is no result; nothing is taken in.
        OSError: the file cannot be read.
    """
    results = _results(path)
    outcomes = {
        id_: _outcome(q.document_id, results[id_], settings) for id_, q in planned.questions.items() if id_ in results
    }
    if n_unknown := len(results) - len(outcomes):
        progress.warn(
            f"no open question for {counted(n_unknown, 'result')}: answered already, or asked with other settings"
        )
    ledger.record_answers([*planned.taken_over, *stored(planned, outcomes.values())])
    return account_of(outcomes.values(), len(planned.taken_over))


def _results(path: Path) -> Mapping[str, dict[str, Any]]:
    """Results of all lines by the ids of their questions."""
    results = {}
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            if line.strip():
                result = json.loads(line)
                results[str(result["custom_id"])] = result
        except (ValueError, KeyError, TypeError) as error:
            what = f"no result of a batch ({type(error).__name__}); give the output file as the server wrote it"
            raise BatchFileError(f"{path}:{number}: {what}") from error
    return results


def _outcome(document_id: str, result: dict[str, Any], settings: Settings) -> Answered:
    due, response = Answered(result["custom_id"], document_id, "failed"), result.get("response")
    try:
        if not isinstance(response, dict) or response.get("status_code") != 200:
            raise CallFailed(f"HTTP {response['status_code'] if isinstance(response, dict) else None}")
        written, usage = words_of(response.get("body"))
    except CallFailed as failed:
        return replace(due, problem=str(failed))
    n_in, n_out = count_of(usage, "prompt_tokens"), count_of(usage, "completion_tokens")
    return replace(judged(due, written), tokens_in=n_in, tokens_out=n_out, usd=settings.price.of(n_in, n_out))
