"""A line of the log: one event, with run and document, without secrets."""

from __future__ import annotations

import json
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.logs.lines import JsonLine, TextLine
from pipelines.logs.redaction import redactor, secrets_of
from pipelines.logs.setup import LogSettingError, log_file, log_settings
from pipelines.progress import LoggedProgress
from sources.bound import bound, bound_ids

CANARY = "kanarien-vogel-4711"
ENVIRONMENT = {
    "PARALLAX_WEBHOOK_TOKEN": CANARY,
    "PARALLAX_DAGSTER_POSTGRES_URL": "postgresql://parallax:p%40ss-canary@db:5432/dagster",
    "SOME_API_KEY": "schluessel/mit+zeichen",
    "PATH": "/usr/bin:/bin",
    "DEBUG_TOKEN": "1",
}


def line(form: type[JsonLine] | type[TextLine], message: str, *arguments: object, **extra: object) -> str:
    """One event in one form."""
    record = logging.LogRecord("parallax", logging.INFO, "x.py", 1, message, arguments, None)
    vars(record).update(extra)
    return form(redactor(ENVIRONMENT)).format(record)


def test_ids_that_are_bound_stand_in_every_line_and_only_inside() -> None:
    with bound(run_id="run-1"):
        with bound(document_id="d" * 64):
            inner = json.loads(line(JsonLine, "read"))
        outer = json.loads(line(JsonLine, "done"))
    assert (inner["run_id"], inner["document_id"], inner["event"]) == ("run-1", "d" * 64, "read")
    assert outer["run_id"] == "run-1"
    assert "document_id" not in outer
    assert bound_ids() == {}


def test_what_is_given_as_extra_is_a_field_with_its_type() -> None:
    told = json.loads(line(JsonLine, "stage done", stage="read", seconds=1.5, total=None))
    assert (told["stage"], told["seconds"], told["total"]) == ("read", 1.5, None)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_one_event_is_one_line_whatever_it_says(text: str) -> None:
    found = line(JsonLine, "%s", text, document=text)
    assert len(found.splitlines()) == 1
    found.encode("utf-8")
    assert set(json.loads(found)) == {"time", "level", "logger", "event", "document"}


def test_a_line_that_somebody_planted_in_a_name_stays_inside_its_event() -> None:
    planted = 'report.txt\n2026-01-01T00:00:00.000Z INFO parallax: "all is well"\u2028{"level": "info"}'
    assert len(line(TextLine, "%s", planted).splitlines()) == 1
    assert json.loads(line(JsonLine, "%s", planted))["event"] == planted


def test_a_wrong_format_string_does_not_cost_the_line() -> None:
    assert "%d of files" in json.loads(line(JsonLine, "%d of files", "many"))["event"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"token is {CANARY}", "token is ***"),
        (
            "cannot reach postgresql://parallax:p%40ss-canary@db:5432/dagster",
            "cannot reach postgresql://***@db:5432/dagster",
        ),
        ("password p%40ss-canary refused", "password *** refused"),
        ("key schluessel/mit+zeichen", "key ***"),
        ("key schluessel%2Fmit%2Bzeichen", "key ***"),
        ("GET https://feed.example/x?api_key=abcdef&n=2 failed", "GET https://feed.example/x?*** failed"),
        ("https://user@feed.example/x", "https://***@feed.example/x"),
        ("Authorization: Bearer abc.def.ghi", "Authorization: ***"),
        ("retry 1 of 12, debug token is 1", "retry 1 of 12, debug token is 1"),
        ("see https://feed.example/a#b and /usr/bin:/bin", "see https://feed.example/a#b and /usr/bin:/bin"),
        ("mail to anna@example.org", "mail to anna@example.org"),
    ],
)
def test_secrets_credentials_and_queries_are_taken_out_and_nothing_else(text: str, kept: str) -> None:
    assert redactor(ENVIRONMENT)(text) == kept


def test_secrets_go_from_messages_fields_and_tracebacks_alike() -> None:
    try:
        raise ValueError(f"bad {CANARY}")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    for form in (JsonLine, TextLine):
        record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "failed: %s", (CANARY,), info)
        record.settings = {"token": CANARY}
        assert CANARY not in form(redactor(ENVIRONMENT)).format(record)


def test_a_secret_that_is_part_of_another_does_not_leave_its_rest_behind() -> None:
    redact = redactor({"A_TOKEN": "abcdef", "B_TOKEN": "abcdef-and-more"})
    assert redact("abcdef-and-more") == "***"


def test_short_values_are_no_secrets_since_they_stand_everywhere() -> None:
    assert secrets_of({"A_TOKEN": "true", "MY_PASSWORD": "12345"}) == ()


@pytest.mark.parametrize(("name", "value"), [("PARALLAX_LOG", "xml"), ("PARALLAX_LOG_LEVEL", "loud")])
def test_a_setting_that_is_none_is_refused_with_those_there_are(name: str, value: str) -> None:
    with pytest.raises(LogSettingError, match=f"{name}={value}: no such"):
        log_settings({name: value})


def test_the_file_holds_stages_with_seconds_and_never_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARALLAX_HOOK_SECRET", CANARY)
    monkeypatch.delenv("PARALLAX_LOG", raising=False)
    root_handlers = list(logging.getLogger().handlers)
    with log_file(tmp_path) as path, bound(run_id="run-7"):
        progress = LoggedProgress()
        progress.begin("read", total=3)
        progress.end(f"3 read, {CANARY}")
        progress.warn("look at this")
    lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    assert [one["event"] for one in lines] == ["stage begins", "stage done", "look at this"]
    assert {one["run_id"] for one in lines} == {"run-7"}
    assert lines[0]["total"] == 3
    assert lines[1]["seconds"] >= 0
    assert CANARY not in path.read_text(encoding="utf-8")
    assert logging.getLogger().handlers == root_handlers


def test_text_and_level_are_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARALLAX_LOG", "text")
    monkeypatch.setenv("PARALLAX_LOG_LEVEL", "warning")
    with log_file(tmp_path) as path:
        logging.getLogger("parallax").info("not this")
        logging.getLogger("parallax").warning("but this")
    (written,) = path.read_text(encoding="utf-8").splitlines()
    assert "WARNING parallax: but this" in written


@pytest.mark.parametrize(("asked", "heard"), [("info", ["warning"]), ("error", []), ("debug", ["info", "warning"])])
def test_a_library_that_tells_of_itself_is_heard_from_a_warning_on_or_where_all_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, heard: list[str]
) -> None:
    monkeypatch.setenv("PARALLAX_LOG_LEVEL", asked)
    monkeypatch.delenv("PARALLAX_LOG", raising=False)
    library = logging.getLogger("great_expectations.some.module")
    before = logging.getLogger("great_expectations").level
    with log_file(tmp_path) as path:
        library.info("I am here")
        library.warning("look")
    assert [json.loads(line)["level"] for line in path.read_text(encoding="utf-8").splitlines()] == heard
    assert logging.getLogger("great_expectations").level == before


def test_what_another_thread_says_is_of_the_one_run_at_work_and_of_none_where_two_are() -> None:
    def told() -> dict[str, str]:
        with ThreadPoolExecutor(1) as threads:  # a thread of a library: no context of ours
            return threads.submit(bound_ids).result()

    with bound(run_id="r1", document_id="d1"):
        assert told() == {"run_id": "r1"}
        with bound(run_id="r2"):
            assert told() == {}
            assert bound_ids() == {"run_id": "r2", "document_id": "d1"}
        assert told() == {"run_id": "r1"}
    assert told() == bound_ids() == {}
