"""A second reading of a ledger: the same answers give the same rows, and no question is asked twice."""

from __future__ import annotations

import random
from decimal import Decimal
from pathlib import Path

import pytest

from tests.model_server import Asked, ModelServer, Reply, model_server
from tests.unit.warehouse.second_reading.conftest import Fill
from tests.unit.warehouse.second_reading.second_world import (
    MARKETS,
    Heard,
    given_for,
    knowing,
    report,
    rows_in_force,
)
from warehouse.ledger import Ledger
from warehouse.second_reading.given import given
from warehouse.second_reading.joining import standing
from warehouse.second_reading.reading import read_second
from warehouse.second_reading.spool import spool_path

TEXTS = {f"{number}.md": report(market) for number, market in enumerate(MARKETS)}


def test_joined_claims_are_recorded_and_a_second_round_asks_nothing(
    tmp_path: Path, fill: Fill, server: ModelServer
) -> None:
    ledger = fill(tmp_path, TEXTS)
    first = read_second(ledger, given_for(server.url, price={"input": 1, "output": 10}), Heard())
    assert (first.account.asked, first.account.answered, first.joined) == (6, 6, 6)
    # 6 calls of 100 tokens in and 10 out, at USD 1 and 10 a million: 6 * (100 + 100) / 1,000,000
    assert first.account.usd == Decimal("0.0012")
    read_by = ledger.rows("raw.claims")["read_by"].drop_nulls()
    assert (set(read_by), len(read_by)) == ({"both"}, 12)  # both figures of each of six reports
    assert ledger.outcomes()["read_with"].null_count() == 0
    rows, n_batches = rows_in_force(ledger), len(ledger.batches())
    again = read_second(ledger, given_for(server.url), Heard())
    assert (again.account.asked, again.joined, len(server.asked)) == (0, 0, 6)
    assert (rows_in_force(ledger), len(ledger.batches())) == (rows, n_batches)


def test_stored_answers_count_without_settings_and_a_home_without_both_stays_as_it_was(
    tmp_path: Path, fill: Fill, server: ModelServer
) -> None:
    plain = fill(tmp_path / "plain", TEXTS)
    digest, n_batches = plain.digest(), len(plain.batches())
    nobody = read_second(plain, given_for(None), Heard())
    assert (nobody.account.asked, plain.digest(), len(plain.batches())) == (0, digest, n_batches)
    ledger = fill(tmp_path / "asked", TEXTS)
    read_second(ledger, given_for(server.url), Heard())
    rows = rows_in_force(ledger)
    later = read_second(ledger, given_for(None), Heard())
    assert (later.joined, rows_in_force(ledger)) == (0, rows)


def test_the_cache_changes_nothing(tmp_path: Path, fill: Fill, server: ModelServer) -> None:
    ledger = fill(tmp_path, TEXTS)
    read_second(ledger, given_for(server.url), Heard())
    rows, n_batches = rows_in_force(ledger), len(ledger.batches())
    (ledger.root / "second_reading.json").unlink()
    again = read_second(ledger, given_for(server.url), Heard())
    assert (again.account.asked, again.joined, len(ledger.batches())) == (0, 0, n_batches)
    assert rows_in_force(ledger) == rows


@pytest.mark.slow
@pytest.mark.parametrize("calls", [1, 2, 5])
def test_a_spent_budget_leaves_questions_for_the_next_rounds_and_the_rows_are_those_of_one_round(
    tmp_path: Path, fill: Fill, server: ModelServer, calls: int
) -> None:
    whole = fill(tmp_path / "whole", TEXTS)
    read_second(whole, given_for(server.url), Heard())
    ledger, heard = fill(tmp_path / "cut", TEXTS), Heard()
    n_before = len(server.asked)
    first = read_second(ledger, given_for(server.url, budget={"calls": calls}), heard)
    assert (first.account.answered, first.account.unasked) == (calls, 6 - calls)
    assert any("budget is spent" in told for told in heard.warnings)
    for _ in range(6):
        read_second(ledger, given_for(server.url, budget={"calls": calls}), Heard())
    assert len(server.asked) - n_before == 6
    assert rows_in_force(ledger) == rows_in_force(whole)


@pytest.mark.slow
def test_order_of_arrival_and_of_answers_change_nothing(tmp_path: Path, fill: Fill) -> None:
    """Answers come back in another order: each waits by chance. One ledger gets its documents one by one, backwards."""
    chance = random.Random(7)

    def slowly(asked: Asked) -> Reply:
        return Reply(knowing(asked), seconds=chance.random() / 10)

    with model_server(slowly) as slow:
        together = fill(tmp_path / "together", TEXTS)
        read_second(together, given_for(slow.url, calls_at_once=6), Heard())
        ledger: Ledger | None = None
        for name, text in reversed(TEXTS.items()):
            ledger = fill(tmp_path / "apart", {name: text})
            read_second(ledger, given_for(slow.url), Heard())
        assert ledger is not None
        assert rows_in_force(ledger) == rows_in_force(together)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_reprinted_passage_is_asked_about_once_whichever_document_comes_first(
    tmp_path: Path, fill: Fill, server: ModelServer, is_first: bool
) -> None:
    """The reprint differs in white space behind the text alone: other bytes, the same passage."""
    texts = {"a.md": report("Frost Kettle"), "b.md": report("Frost Kettle") + "\n\n"}
    both = fill(tmp_path / "both", texts)
    done = read_second(both, given_for(server.url), Heard())
    assert (done.account.asked, len(server.asked), done.joined) == (1, 1, 2)
    names = ["a.md", "b.md"] if is_first else ["b.md", "a.md"]
    apart = fill(tmp_path / "apart", {names[0]: texts[names[0]]})
    read_second(apart, given_for(server.url), Heard())
    fill(tmp_path / "apart", {names[1]: texts[names[1]]})
    second = read_second(apart, given_for(server.url), Heard())
    assert (second.account.asked, second.account.taken_over, len(server.asked)) == (0, 1, 2)
    assert rows_in_force(apart) == rows_in_force(both)
    assert sum(answer.tokens_in for answer in apart.answers()) == 100  # the cost of one call stands once


def test_a_dead_server_costs_a_warning_and_leaves_the_first_reading(
    tmp_path: Path, fill: Fill, closed_port: int
) -> None:
    ledger, heard = fill(tmp_path, TEXTS), Heard()
    rows = rows_in_force(ledger)
    done = read_second(ledger, given_for(f"http://127.0.0.1:{closed_port}/v1", tries=1), heard)
    assert (done.account.answered, done.account.failed + done.account.unasked) == (0, 6)
    assert heard.warnings and all("built-in reader's figures count" in told for told in heard.warnings)
    assert rows_in_force(ledger) == rows
    assert not spool_path(ledger).exists()


def test_a_malformed_answer_is_kept_and_not_asked_for_again(tmp_path: Path, fill: Fill) -> None:
    with model_server(lambda asked: "I would rather not.") as stubborn:
        ledger = fill(tmp_path, {"a.md": report("Frost Kettle")})
        rows = rows_in_force(ledger)
        done = read_second(ledger, given_for(stubborn.url), Heard())
        assert (done.account.malformed, done.joined) == (1, 0)
        read_second(ledger, given_for(stubborn.url), Heard())
        assert len(stubborn.asked) == 1
    assert rows_in_force(ledger) == rows


def test_other_settings_ask_about_new_documents_alone(tmp_path: Path, fill: Fill, server: ModelServer) -> None:
    ledger = fill(tmp_path, {"a.md": report("Frost Kettle")})
    read_second(ledger, given_for(server.url), Heard())
    fill(tmp_path, {"b.md": report("Tidal Lantern")})
    done = read_second(ledger, given_for(server.url, model="quill-2"), Heard())
    assert (done.account.asked, done.joined) == (1, 1)
    readers = sorted(name.split()[0] for name in ledger.outcomes()["read_with"])
    assert readers == ["quill-1", "quill-2"]


def test_what_is_no_longer_read_is_said_and_stays_where_it_is(tmp_path: Path, fill: Fill) -> None:
    (tmp_path / "second_reader_odds.yml").write_text("use: bundled\n")
    heard = Heard()
    read_second(fill(tmp_path, {"a.md": report("Frost Kettle")}), given(tmp_path, {}), heard)
    assert len(heard.warnings) == 1 and "second_reader_odds.yml: no longer read" in heard.warnings[0]
    assert (tmp_path / "second_reader_odds.yml").is_file()


def test_invented_choices_are_counted_as_refused(tmp_path: Path, fill: Fill) -> None:
    def inventing(asked: Asked) -> str:
        return '{"figures": [{"quote": "USD 77 billion", "metric": "market_size", "year": "2024"}]}'

    with model_server(inventing) as liar:
        ledger = fill(tmp_path, {"a.md": report("Frost Kettle")})
        read_second(ledger, given_for(liar.url), Heard())
    stands = standing(ledger)
    assert (stands.verified, stands.refused) == (0, {"second_reader.quote_not_in_text": 1})
    assert not stands.is_sound


def test_compaction_keeps_answers_and_joined_readings(tmp_path: Path, fill: Fill, server: ModelServer) -> None:
    ledger = fill(tmp_path, TEXTS)
    read_second(ledger, given_for(server.url), Heard())
    rows, answers = rows_in_force(ledger), ledger.answers()
    assert len(ledger.compact(small_rows=100_000, rows_at_most=1_000_000)) == 1
    assert (rows_in_force(ledger), ledger.answers()) == (rows, answers)
    again = read_second(ledger, given_for(server.url), Heard())
    assert (again.account.asked, again.joined, len(server.asked)) == (0, 0, 6)


def test_a_withdrawn_figure_stays_withdrawn_when_both_readings_are_joined(
    tmp_path: Path, fill: Fill, server: ModelServer
) -> None:
    text = "<p>The frost kettle market was valued at <s>USD 3.1 billion</s> USD 4.2 billion in 2024.</p>"
    ledger = fill(tmp_path, {"a.html": text})
    said = {row["surface"]: row["assertion"] for row in ledger.rows("raw.mentions").to_dicts()}
    assert said["USD 3.1 billion"] == "withdrawn"
    assert read_second(ledger, given_for(server.url), Heard()).joined == 1
    joined = ledger.rows("raw.mentions", ledger.batches()[-1:]).to_dicts()
    assert {row["surface"]: row["assertion"] for row in joined} == said
