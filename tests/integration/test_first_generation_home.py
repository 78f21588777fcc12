"""A home of the first generation opens with the program of the day: documents, decisions, paid answers and old releases stay.

The home was made once, by commit 5e7ed675 (`tests/fixtures/first_generation/README.md`). Readings, ids and verdicts may change;
what a person or a publisher gave, what was paid for and what was published may not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from release import Release
from release.catalogue import find
from tests.fixtures.first_generation import remembering
from tests.fixtures.first_generation.decided import MODEL
from tests.fixtures.first_generation.packing import EXPECTED, unpack
from tests.integration.commands import Ended, parallax
from tests.model_server import ModelServer, choices, model_server
from warehouse.connection import query

DAY = "2026-12-01"  # of the run: after the home was made, before a decision expires
NEW = "r000003"
# A document of the day, so that there is something to publish even with an unchanged program. Its model is asked about it alone.
REPORT = (
    "# Frost Kettle Market Outlook\n\nPublished 1 December 2026 by Lintel & Rowe.\n\n"
    "The global frost kettle market was valued at USD 4.2 billion in 2025 and is set for USD 9.0 billion by 2030.\n"
)
# As what a decision on names, a document or a conflict is asked again; on a claim, as anything that is about its words.
ASKED_AS = {
    kind: {"flagged_decision", "scope_relation", "unresolved_market"}
    for kind in ("alias", "same_scope", "different_scope", "contained_scope", "scope_facets")
} | {
    "retraction": {"flagged_decision"},
    "accepted_conflict": {"flagged_decision", "conflict"},
}
Row = dict[str, Any]
EXPECT: dict[str, Any] = json.loads(EXPECTED.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Opened:
    """The old home after `parallax migrate` and `parallax run`."""

    home: Path
    migrated: Ended
    done: Ended
    server: ModelServer

    @cached_property
    def release(self) -> Release:
        """The third release."""
        return find(self.home, NEW)

    @cached_property
    def decisions(self) -> list[Row]:
        """What the third release says of each decision."""
        return self.rows("FROM marts.decisions")

    @cached_property
    def questions(self) -> list[tuple[str, str]]:
        """Kind of each open question, and all that a person sees of it: its own words and the quotes of its claim."""
        quotes: dict[str, list[str]] = {}
        for row in self.rows("SELECT claim_id, quote FROM marts.evidence ORDER BY ALL"):
            quotes.setdefault(row["claim_id"], []).append(row["quote"])
        asked = self.rows("FROM marts.review_queue WHERE state = 'open'")
        said = [
            [*(one for one in row.values() if isinstance(one, str)), *quotes.get(row["claim_id"], [])] for row in asked
        ]
        return [(row["kind"], remembering.one_line(" ".join(words))) for row, words in zip(asked, said, strict=True)]

    def rows(self, sql: str) -> list[Row]:
        """Rows of a query on the third release."""
        return query(self.release.database, sql).to_dicts()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """The home, opened once; no test changes it."""
    folder = tmp_path_factory.mktemp("first-generation")
    home, inbox = unpack(folder / "home"), folder / "inbox"
    inbox.mkdir()
    (inbox / "frost-kettle.md").write_text(REPORT, encoding="utf-8")
    with model_server(lambda _: choices()) as server, pytest.MonkeyPatch.context() as patch:
        patch.delenv("COLUMNS", raising=False)
        for name, value in (("URL", server.url), ("", MODEL), ("READS", "all")):
            patch.setenv("_".join(filter(None, ("PARALLAX_MODEL", name))), value)
        migrated = parallax("migrate", "--home", str(home))
        done = parallax("run", "--home", str(home), "--inbox", str(inbox), "--as-of-day", DAY)
        yield Opened(home, migrated, done, server)


def missing(expected: list[Row], found: list[Row]) -> list[Row]:
    """Expected rows that are not there; columns that a later version adds are no difference."""
    known = {json.dumps(row, sort_keys=True) for row in found}
    return [row for row in expected if json.dumps(row, sort_keys=True) not in known]


def test_the_old_home_is_migrated_and_publishes_a_third_release(opened: Opened) -> None:
    assert opened.migrated.code == 0, opened.migrated.err
    assert opened.done.code == 0, opened.done.err
    assert opened.release.release_id == (opened.home / "releases" / "latest").resolve().name


def test_every_document_is_there_with_its_receipt_and_what_its_sidecar_said(opened: Opened) -> None:
    assert missing(EXPECT["receipts"], remembering.receipts(opened.home)) == []
    assert missing(EXPECT["metadata"], remembering.metadata(opened.home)) == []
    taken_back = {row["words"][0] for row in EXPECT["decisions"] if row["kind"] == "retraction"}
    published = {
        (row["document_id"], row["name"]) for row in opened.rows("SELECT document_id, name FROM marts.documents")
    }
    expected = {(row["document_id"], row["name"]) for row in EXPECT["receipts"] if row["name"] not in taken_back}
    assert expected <= published


def test_the_bytes_of_every_document_are_there(opened: Opened) -> None:
    from warehouse.ledger import open_ledger

    ledger = open_ledger(opened.home)
    for one in {row["document_id"] for row in EXPECT["receipts"]}:
        assert remembering.sha256(ledger.content(one)) == one


def test_older_readings_stay_beside_newer_ones(opened: Opened) -> None:
    found = remembering.readings(opened.home)
    assert missing(EXPECT["readings"], found) == []
    for one in EXPECT["read_again"]:
        assert sum(row["document_id"] == one for row in found) >= 2, one


def test_files_of_decisions_are_not_touched(opened: Opened) -> None:
    assert remembering.decision_files(opened.home) == EXPECT["decision_files"]


@pytest.mark.parametrize("decision", EXPECT["decisions"], ids=lambda row: f"{row['kind']}: {row['reason']}")
def test_a_decision_is_in_force_or_asked_again_with_its_words(opened: Opened, decision: Row) -> None:
    """A reason belongs to one decision: ids of claims, conflicts and decisions may change, what the person wrote may not."""
    rows = [
        row
        for row in opened.decisions
        if (row["kind"], row["reason"], row["author"]) == (decision["kind"], decision["reason"], decision["author"])
    ]
    if not any(row["in_force"] for row in rows):
        assert any(asks_again(kind, text, decision) for kind, text in opened.questions), rows


def asks_again(kind: str, text: str, decision: Row) -> bool:
    """Whether an open question is about what was decided, and shows the words by which a person knows it."""
    if kind not in ASKED_AS.get(decision["kind"], {kind}):
        return False
    words = [*decision["words"], *([decision["reason"]] if kind == "flagged_decision" else [])]
    return all(remembering.one_line(word) in text for word in words)


def test_every_stored_answer_is_there_to_the_byte(opened: Opened) -> None:
    assert len(EXPECT["answers"]) >= 5
    assert missing(EXPECT["answers"], remembering.answers(opened.home)) == []


def test_no_paid_answer_is_asked_for_again_and_each_still_stands_behind_its_document(opened: Opened) -> None:
    assert [one.number for one in opened.server.asked if "frost kettle" not in one.message] == []
    read_with = {
        row["document_id"]: row["read_with"]
        for row in opened.rows("SELECT document_id, read_with FROM marts.documents")
    }
    for one in EXPECT["answers"]:
        assert MODEL in (read_with[one["document_id"]] or "").split(), one["document_id"]


def test_the_difference_of_the_old_releases_is_what_it_was(opened: Opened) -> None:
    told = parallax("diff", *remembering.OLD, "--format", "json", "--home", str(opened.home))
    assert told.code == 0, told.err
    for name, found in remembering.moved(told.out).items():
        assert EXPECT[f"diff_{name}"]
        assert [row for row in EXPECT[f"diff_{name}"] if row not in found] == [], name


@pytest.mark.parametrize("citation", EXPECT["citations"], ids=lambda one: " ".join(one["words"][1:4]))
def test_a_figure_of_an_old_release_is_cited_with_its_words_and_address(opened: Opened, citation: Row) -> None:
    told = parallax(*citation["words"], "--home", str(opened.home))
    assert told.code == 0, told.err
    assert citation["parts"]
    assert [part for part in citation["parts"] if part not in remembering.one_line(told.out)] == []
