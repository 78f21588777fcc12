"""Second readings in the shadow of a ledger, and their flip into force."""

from __future__ import annotations

from pathlib import Path

from sources.extract import extract
from sources.parse import parse
from tests.model_server import Asked, ModelServer, choices, model_server
from tests.unit.warehouse.second_reading.conftest import Fill
from tests.unit.warehouse.second_reading.second_world import Heard, given_for, report, rows_in_force
from warehouse.ledger.staging import readings, shadow, take_into_force
from warehouse.second_reading.reading import UNFINISHED, read_again, read_second

TEXTS = {"a.md": report("Frost Kettle"), "b.md": report("Tidal Lantern")}


def contrary(asked: Asked) -> str:
    """Another model: it puts the size into 2030, which stands in the text."""
    return choices({"figure": asked.number_before("USD 4.2 billion"), "metric": "market_size", "year": "2030"})


def test_another_model_is_compared_in_a_shadow_and_taken_into_force_with_its_answers(
    tmp_path: Path, fill: Fill, server: ModelServer
) -> None:
    ledger = fill(tmp_path / "home", TEXTS)
    read_second(ledger, given_for(server.url), Heard())
    rows, documents = rows_in_force(ledger), sorted(ledger.outcomes()["document_id"])
    before = readings(ledger, documents)
    with model_server(contrary) as other:
        given = given_for(other.url, model="quill-2")
        staged = shadow(ledger, tmp_path / "home" / "shadow", ledger.batches())
        with staged.lock():
            done = read_again(staged, documents, given, Heard(), with_model=True)
        assert (done.account.answered, dict(done.left_out)) == (2, {})
        assert rows_in_force(ledger) == rows
        assert rows_in_force(staged) != rows
        assert take_into_force(ledger, staged, documents, before) is not None
        assert rows_in_force(ledger) == rows_in_force(staged)
        assert take_into_force(ledger, staged, documents, before) is None
        later = read_second(ledger, given, Heard())
        assert (later.account.asked, later.joined, len(other.asked)) == (0, 0, 2)
    # both models' answers stay, and the first model's settings change nothing any more
    assert len(ledger.answers()) == 4
    now = rows_in_force(ledger)
    assert read_second(ledger, given_for(server.url), Heard()).joined == 0
    assert rows_in_force(ledger) == now


def test_a_document_with_a_question_left_keeps_its_reading_until_the_same_command_asks_again(
    tmp_path: Path, fill: Fill, server: ModelServer
) -> None:
    ledger = fill(tmp_path / "home", TEXTS)
    documents = sorted(ledger.outcomes()["document_id"])
    staged = shadow(ledger, tmp_path / "home" / "shadow", ledger.batches())
    with staged.lock():
        done = read_again(staged, documents, given_for(server.url, budget={"calls": 1}), Heard(), with_model=True)
    assert (done.account.answered, len(done.left_out)) == (1, 1)
    assert staged.outcomes()["read_with"].null_count() == 1
    with staged.lock():
        again = read_again(staged, documents, given_for(server.url), Heard(), with_model=True)
    assert (again.account.answered, dict(again.left_out), len(server.asked)) == (1, {}, 2)
    assert staged.outcomes()["read_with"].null_count() == 0


def test_a_reading_by_the_rules_keeps_the_second_readers_part(tmp_path: Path, fill: Fill, server: ModelServer) -> None:
    """What `--reader rules` shows is what the next run would publish: joined from the answers at hand."""
    ledger = fill(tmp_path / "home", TEXTS)
    read_second(ledger, given_for(server.url), Heard())
    rows, documents = rows_in_force(ledger), sorted(ledger.outcomes()["document_id"])
    before = readings(ledger, documents)
    staged = shadow(ledger, tmp_path / "home" / "shadow", ledger.batches())
    with staged.lock():
        staged.record([(parsed, extract(parsed)) for parsed in (parse(staged.content(one)) for one in documents)])
        assert rows_in_force(staged) != rows
        read_again(staged, documents, given_for(None), Heard(), with_model=False)
    assert rows_in_force(staged) == rows
    assert take_into_force(ledger, staged, documents, before) is None  # the very same reading is in force


def test_of_a_document_read_twice_in_a_shadow_the_flip_takes_the_last_reading(
    tmp_path: Path, fill: Fill, server: ModelServer
) -> None:
    ledger = fill(tmp_path / "home", TEXTS)
    documents = sorted(ledger.outcomes()["document_id"])
    before = readings(ledger, documents)
    staged = shadow(ledger, tmp_path / "home" / "shadow", ledger.batches())
    with staged.lock():
        staged.record([(parsed, extract(parsed)) for parsed in (parse(staged.content(one)) for one in documents)])
        read_again(staged, documents, given_for(server.url), Heard(), with_model=True)
    assert take_into_force(ledger, staged, documents, before) is not None
    assert rows_in_force(ledger) == rows_in_force(staged)
    assert ledger.rows("raw.documents", ledger.batches()[-1:]).height == 2


def test_a_document_with_one_of_two_answers_of_another_model_keeps_its_reader(
    tmp_path: Path, fill: Fill, server: ModelServer
) -> None:
    filler = "Makers of kettles say that orders are steady and that workshops are busy all year round.\n\n" * 80
    ledger = fill(
        tmp_path / "home", {"a.md": report("Frost Kettle") + "\n" + filler + "Kettles cost USD 61 in 2024.\n"}
    )
    read_second(ledger, given_for(server.url), Heard())
    rows = rows_in_force(ledger)
    (document,) = ledger.outcomes()["document_id"]
    staged = shadow(ledger, tmp_path / "home" / "shadow", ledger.batches())
    with model_server(contrary) as other, staged.lock():
        given = given_for(other.url, model="quill-2", budget={"calls": 1})
        done = read_again(staged, [document], given, Heard(), with_model=True)
        assert (done.account.answered, dict(done.left_out)) == (1, {document: UNFINISHED})
        assert rows_in_force(staged)["raw.claims"] == rows["raw.claims"]
        again = read_again(staged, [document], given_for(other.url, model="quill-2"), Heard(), with_model=True)
    assert (again.account.answered, dict(again.left_out), len(other.asked)) == (1, {}, 2)
    assert [name.split()[0] for name in staged.outcomes()["read_with"]] == ["quill-2"]
