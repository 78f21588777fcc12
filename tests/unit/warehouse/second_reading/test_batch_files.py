"""Files of the batch API: the same questions as calls, the same rows from their results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.model_server import Asked, ModelServer
from tests.unit.warehouse.second_reading.conftest import Fill
from tests.unit.warehouse.second_reading.second_world import (
    Heard,
    given_for,
    knowing,
    report,
    rows_in_force,
    settings_for,
)
from warehouse.second_reading.batch_files import BatchFileError, take_results, write_requests
from warehouse.second_reading.planning import plan
from warehouse.second_reading.reading import read_second

TEXTS = {"a.md": report("Frost Kettle"), "b.md": report("Tidal Lantern"), "c.md": report("Frost Kettle") + "\n"}


def result(request: dict[str, Any], number: int, status: int = 200) -> str:
    """A line as the server would write it."""
    words = knowing(Asked("", request["body"], {}, number))
    body = {"choices": [{"message": {"content": words}}], "usage": {"prompt_tokens": 100, "completion_tokens": 10}}
    return json.dumps(
        {"custom_id": request["custom_id"], "response": {"status_code": status, "body": body}, "error": None}
    )


def test_results_of_a_batch_give_the_rows_that_calls_give(tmp_path: Path, fill: Fill, server: ModelServer) -> None:
    called = fill(tmp_path / "called", TEXTS)
    read_second(called, given_for(server.url), Heard())
    ledger, given = fill(tmp_path / "batch", TEXTS), given_for(server.url, key="very-secret")
    assert given.settings is not None
    planned = plan(ledger, given.settings, given)
    out = tmp_path / "requests.jsonl"
    assert write_requests(planned, given.settings, out) == 2  # the reprint is asked about once
    written = out.read_text(encoding="utf-8")
    assert "very-secret" not in written and server.url not in written
    requests = [json.loads(line) for line in written.splitlines()]
    assert {request["custom_id"] for request in requests} == {one.question_id for one in called.answers()}
    sent = {asked.message: asked.body for asked in server.asked}
    assert all(request["body"] == sent[request["body"]["messages"][-1]["content"]] for request in requests)
    back = tmp_path / "results.jsonl"
    back.write_text("\n".join(result(request, n) for n, request in reversed(list(enumerate(requests)))) + "\n")
    taken = read_second(ledger, given, Heard(), back)
    assert (taken.account.answered, taken.account.tokens_in, taken.joined) == (2, 200, 3)
    assert rows_in_force(ledger) == rows_in_force(called)
    heard = Heard()
    again = read_second(ledger, given, heard, back)
    assert (again.account.answered, again.joined) == (0, 0)
    assert [told.split(":")[0] for told in heard.warnings] == ["no open question for 2 results"]


def test_what_failed_there_waits_and_a_file_that_is_none_changes_nothing(tmp_path: Path, fill: Fill) -> None:
    ledger, settings = fill(tmp_path, TEXTS), settings_for("http://127.0.0.1:9/v1")
    planned = plan(ledger, settings, given_for(None))
    write_requests(planned, settings, tmp_path / "out.jsonl")
    first, second = (json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines())
    odd = [result(first, 1, status=500), json.dumps({"custom_id": second["custom_id"], "response": None, "error": {}})]
    (tmp_path / "odd.jsonl").write_text("\n".join([*odd, json.dumps({"custom_id": "of-another-home"})]))
    heard = Heard()
    taken = take_results(ledger, planned, settings, tmp_path / "odd.jsonl", heard)
    assert (taken.failed, taken.answered, ledger.answers()) == (2, 0, ())
    assert [told.split(":")[0] for told in heard.warnings] == ["no open question for 1 result"]
    (tmp_path / "none.jsonl").write_text(result(first, 1) + "\nnot a line of it\n")
    with pytest.raises(BatchFileError, match=r"none\.jsonl:2"):
        take_results(ledger, planned, settings, tmp_path / "none.jsonl", Heard())
    assert ledger.answers() == ()
    with pytest.raises(FileExistsError):
        write_requests(planned, settings, tmp_path / "out.jsonl")
