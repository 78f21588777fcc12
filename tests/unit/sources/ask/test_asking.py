"""Asking a server that fails: the run ends, the budget in calls and money holds, the breaker opens.

Outcomes show which deadline ended a call; no test measures seconds.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from sources.ask.calling import BROKEN_AFTER, ask, tokens_of
from sources.ask.questions import Question
from sources.ask.settings import Budget, Price
from tests.lying_models import settings_for
from tests.model_server import Asked, Reply, choices, model_server
from tests.second_pages import question

NOTHING = choices()
HOUR = 3600.0  # of a server that is too slow: no test waits for it


def many(n: int) -> dict[str, Question]:
    _, only = question()
    return {f"q{i}": replace(only, document_id=f"d{i}") for i in range(n)}


def budget(**changes: Any) -> Budget:
    return Budget.model_validate({"calls": 1000, "usd": 100, "minutes": 10, **changes})


def test_every_question_has_an_outcome_in_its_order_and_is_told_once() -> None:
    told: list[str] = []
    with model_server(lambda asked: NOTHING) as server:
        found = ask(many(9), settings_for(server.url, budget=budget()), lambda a: told.append(a.question_id))

    assert [(a.question_id, a.document_id, a.outcome) for a in found] == [
        (f"q{i}", f"d{i}", "answered") for i in range(9)
    ]
    assert sorted(told) == sorted(a.question_id for a in found)
    # 100 tokens in at 3, 10 out at 15 USD a million: 0.0003 + 0.00015
    assert {a.usd for a in found} == {Decimal("0.00045")}
    assert server.at_once <= 4


def test_nothing_to_ask_asks_nothing() -> None:
    assert ask({}, settings_for("http://127.0.0.1:9/v1")) == ()


@pytest.mark.parametrize("status", [200, 400, 429, 500])
def test_no_request_is_made_beyond_the_budget_of_calls(status: int) -> None:
    with model_server(lambda asked: Reply(NOTHING, status)) as server:
        found = ask(many(20), settings_for(server.url, budget=budget(calls=7)))

    assert len(server.asked) <= 7
    assert len(found) == 20
    assert "unasked" in {a.outcome for a in found}


def test_no_dollar_is_spent_beyond_the_budget_of_money() -> None:
    huge = Reply(NOTHING, tokens=(2_000, 8_000))
    # A call costs 2,000 * 3 + 8,000 * 15 per million = 0.126; before it, at most a little more is set aside.
    with model_server(lambda asked: huge) as server:
        found = ask(many(20), settings_for(server.url, budget=budget(usd=Decimal("0.5"))))

    assert 1 <= len(server.asked) <= 3
    assert sum(a.usd for a in found) == Decimal("0.126") * len(server.asked) <= Decimal("0.5")
    assert next(a.problem for a in found if a.outcome == "unasked") == "the run's budget is spent"


def test_a_model_of_ones_own_costs_nothing_within_a_budget_of_nothing() -> None:
    with model_server(lambda asked: NOTHING) as server:
        found = ask(many(3), settings_for(server.url, budget=budget(usd=0), price=Price()))

    assert {(a.outcome, a.usd) for a in found} == {("answered", Decimal(0))}


def test_a_dead_server_is_left_alone_after_some_failures() -> None:
    with model_server(lambda asked: Reply("oops", 500)) as server:
        found = ask(many(40), settings_for(server.url, budget=budget(), calls_at_once=1, tries=1))

    assert len(server.asked) == BROKEN_AFTER
    assert {a.outcome for a in found} <= {"failed", "unasked"}
    assert sum(a.usd for a in found) == 0  # nobody bills an error


def test_the_body_of_an_error_is_not_read() -> None:
    """One of a gigabyte would cost memory, and says nothing that is used."""
    with _dripping("500 Internal Server Error") as url:
        (found,) = ask(many(1), settings_for(url, budget=budget(), tries=1))

    assert (found.outcome, found.problem) == ("failed", "HTTP 500")  # the bytes last for two days


def test_nobody_listening_ends_the_run_at_once() -> None:
    found = ask(many(10), settings_for("http://127.0.0.1:9/v1", budget=budget()))

    assert {a.outcome for a in found} <= {"failed", "unasked"}


def test_a_server_that_asks_for_patience_is_not_dead() -> None:
    def now_and_then(asked: Asked) -> Reply | str:
        return NOTHING if asked.number % 3 == 0 else Reply("later", 429, headers={"Retry-After": "0.01"})

    with model_server(now_and_then) as server:
        found = ask(many(20), settings_for(server.url, budget=budget(), calls_at_once=1, tries=3))

    assert {a.outcome for a in found} == {"answered"}
    assert len(server.asked) == 60


def test_a_server_that_refuses_a_form_is_asked_in_a_plainer_one_from_then_on() -> None:
    def plain_only(asked: Asked) -> Reply | str:
        return Reply("no", 400) if "response_format" in asked.body or "temperature" in asked.body else NOTHING

    with model_server(plain_only) as server:
        found = ask(many(6), settings_for(server.url, budget=budget(), calls_at_once=1))

    assert {a.outcome for a in found} == {"answered"}
    assert len(server.asked) == 6 + 2  # the first question in three forms, the others in one


def test_one_question_that_is_refused_in_every_form_changes_no_form() -> None:
    def refusing_one(asked: Asked) -> Reply | str:
        return Reply("too long", 400) if asked.number <= 3 else NOTHING

    with model_server(refusing_one) as server:
        found = ask(many(3), settings_for(server.url, budget=budget(), calls_at_once=1))

    assert [a.outcome for a in found] == ["failed", "answered", "answered"]
    assert all("response_format" in asked.body for asked in server.asked[3:])


def test_the_minutes_of_a_run_end_it_and_calls_under_way_are_counted() -> None:
    with model_server(lambda asked: Reply(NOTHING, seconds=HOUR)) as server:
        found = ask(many(8), settings_for(server.url, budget=budget(minutes=0.01), call_seconds=HOUR))

    assert {a.outcome for a in found} == {"unasked"}
    assert sum(a.usd > 0 for a in found) == 4  # nobody knows what the four under way cost: what was set aside


def test_what_is_told_may_fail_and_ends_the_run() -> None:
    def full(answered: object) -> None:
        raise OSError("no space left")

    with model_server(lambda asked: NOTHING) as server, pytest.raises(OSError, match="no space"):
        ask(many(3), settings_for(server.url, budget=budget()), full)


@contextmanager
def _dripping(status: str = "200 OK") -> Iterator[str]:
    """A server that sends a byte of its answer every 20 ms, for ever."""
    listening, stop = socket.create_server(("127.0.0.1", 0)), threading.Event()

    def serve() -> None:
        while not stop.is_set():
            with suppress(OSError):
                connection, _ = listening.accept()
                threading.Thread(target=drip, args=(connection,), daemon=True).start()

    def drip(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65536)
            head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n"
            connection.sendall(head.encode())
            while not stop.wait(0.02):
                connection.sendall(b" ")

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        stop.set()
        listening.close()


def test_a_server_that_drips_outstays_no_deadline() -> None:
    with _dripping() as url:
        (found,) = ask(many(1), settings_for(url, budget=budget(), call_seconds=0.4))

    # The bytes last for two days. Without the deadline of a call, the run's minutes would end it: `unasked`.
    assert (found.outcome, found.problem) == ("failed", "no answer within 0.4 s")


@pytest.mark.parametrize(
    ("text", "tokens"),
    # A third of letters and blanks, one a digit or sign, three for two wide characters, and one.
    [("", 1), ("market size", 11 // 3 + 1), ("12.5%", 5 + 1), ("市場", 3 + 1), ("a1", 0 + 1 + 1)],
)
def test_tokens_are_estimated_on_the_dear_side(text: str, tokens: int) -> None:
    assert tokens_of(text) == tokens


def test_what_is_set_aside_for_calls_under_way_counts_as_spent() -> None:
    most = settings_for("http://127.0.0.1:9/v1").price.of(0, 8_000)
    with model_server(lambda asked: Reply(NOTHING, seconds=0.2)) as server:
        # Two calls fit into the budget one after the other; what the first may cost keeps the second from being made beside it.
        found = ask(many(2), settings_for(server.url, budget=budget(usd=most * Decimal("1.5")), calls_at_once=2))

    assert [a.outcome for a in found] == ["answered", "unasked"]
