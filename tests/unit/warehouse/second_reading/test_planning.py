"""What would be asked: which documents, which are left out and why, and each question once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from sources.extract import extract
from sources.parse import parse
from sources.profiles import PublisherProfile
from sources.records import StoredAnswer
from tests.model_server import ModelServer
from tests.unit.warehouse.second_reading.conftest import NOON, Fill
from tests.unit.warehouse.second_reading.second_world import Heard, given_for, report, rows_in_force, settings_for
from warehouse.doubt import unsure
from warehouse.policy import read_policy
from warehouse.second_reading.account import estimate
from warehouse.second_reading.choosing import Row, never_sent, readers_in_force
from warehouse.second_reading.planning import Plan, plan
from warehouse.second_reading.reading import read_second

ANYWHERE = "http://127.0.0.1:9/v1"
BARS = read_policy().comparability.unsure_below_confidence
TABLE = "# Reed Loom Market\n\n| Region | 2024 (USD million) | 2030 (USD million) |\n|---|---|---|\n| Asia | 310 | 520 |\n| Europe | 190 | 240 |\n"


def planned(ledger: Any, **more: Any) -> Plan:
    """The plan for a home."""
    given = given_for(ANYWHERE, **more)
    assert given.settings is not None
    return plan(ledger, given.settings, given)


def test_what_a_sidecar_keeps_at_home_is_in_no_question(tmp_path: Path, fill: Fill) -> None:
    texts = {"a.md": report("Frost Kettle"), "b.md": report("Tidal Lantern")}
    ledger = fill(tmp_path, texts, {"b.md": {"no_external": True}})
    found = planned(ledger)
    assert list(found.left_out.values()) == ["its sidecar or feed says no_external"]
    assert not any("antern" in question.passage for question in found.questions.values())
    assert len(found.questions) == 1


@pytest.mark.parametrize(
    ("sidecar", "fact", "reason"),
    [
        ({}, None, None),
        ({"no_external": True}, None, "no_external"),
        ({"no_external": False}, None, None),
        ({"publisher": "Acme Research"}, None, "forbids it (its profile)"),
        ({"url": "https://www.acme.example/reports/1"}, None, "forbids it (its profile)"),
        ({}, ("publisher", "ACME Research Inc."), "forbids it (its profile)"),
        ({}, ("report_url", "https://acme.example/r"), "forbids it (its profile)"),
        ({}, ("title", "Acme Research"), None),
        ({"licence": "LicenseRef-House "}, None, "its licence is LicenseRef-House"),
        ({"publisher": "Borel"}, None, "its licence is licenseref-house"),
        ({"licence": "CC-BY-4.0"}, None, None),
    ],
)
def test_who_is_never_sent(sidecar: dict[str, Any], fact: Sequence[str] | None, reason: str | None) -> None:
    profiles = (
        PublisherProfile(name="Acme Research", domains=("acme.example",), tier="vendor", no_external=True),
        PublisherProfile(name="Borel", tier="vendor", licence="licenseref-house"),
    )
    row: Row = {**dict.fromkeys(("publisher", "url", "licence", "no_external")), **sidecar}
    facts: list[Row] = [{"name": fact[0], "value": fact[1]}] if fact else []
    found = never_sent([row], facts, ["licenseref-house"], profiles)
    assert (found is None) == (reason is None)
    assert reason is None or reason in (found or "")


def test_one_sidecar_of_several_is_enough() -> None:
    silent: Row = dict.fromkeys(("publisher", "url", "licence", "no_external"))
    assert never_sent([silent], [], [], ()) is None
    assert never_sent([silent, {**silent, "no_external": True}], [], [], ()) is not None


def test_unsure_asks_about_documents_with_an_unsure_claim_and_all_about_every_one(tmp_path: Path, fill: Fill) -> None:
    ledger = fill(tmp_path, {"a.md": report("Frost Kettle"), "b.md": TABLE})
    claims = ledger.rows("raw.claims")
    expected = set(claims.filter(unsure(BARS))["document_id"])
    assert len(planned(ledger).documents) == 2
    assert set(planned(ledger, reads="unsure").documents) == expected
    strict = BARS.model_copy(update=dict.fromkeys(type(BARS).model_fields, 1.0))
    given = replace(given_for(None), bars=strict)
    assert len(plan(ledger, settings_for(ANYWHERE, reads="unsure"), given).documents) == 2


def test_a_retracted_document_is_left_out(tmp_path: Path, fill: Fill) -> None:
    ledger = fill(tmp_path, {"a.md": report("Frost Kettle")})
    (document_id,) = ledger.outcomes()["document_id"]
    found = plan(ledger, settings_for(ANYWHERE), replace(given_for(None), retracted=frozenset({document_id})))
    assert (found.documents, found.left_out) == ((), {document_id: "a decision has retracted it"})


def test_an_older_reading_waits_until_it_is_read_again(
    tmp_path: Path, fill: Fill, arrive: Any, read: Any, noon: Any
) -> None:
    ledger = fill(tmp_path, {"a.md": report("Frost Kettle")})
    parsed, extraction = read("USD 7 in 2025")
    ledger.take_in(
        [arrive("USD 7 in 2025", origin="inbox/old.txt")],
        now=noon,
    )
    ledger.record([(parsed, replace(extraction, extractor_version="v0"))])
    found = planned(ledger)
    assert list(found.left_out) == [parsed.document_id]
    assert len(found.documents) == 1


def test_a_document_whose_bytes_give_another_text_than_the_one_in_force_is_left_alone(
    tmp_path: Path, fill: Fill, server: ModelServer
) -> None:
    ledger = fill(tmp_path, {"a.md": report("Frost Kettle")})
    read_second(ledger, given_for(server.url), Heard())
    parsed = parse(report("Frost Kettle").encode())
    ledger.record([(replace(parsed, text=parsed.text + "More."), extract(parsed))])
    rows, heard = rows_in_force(ledger), Heard()
    done = read_second(ledger, given_for(server.url), heard)
    assert (done.joined, rows_in_force(ledger)) == (0, rows)
    assert "another text" in done.left_out[parsed.document_id]
    assert "another text" in heard.warnings[-1]


def test_the_estimate_counts_each_call_and_prices_it(tmp_path: Path, fill: Fill) -> None:
    ledger = fill(tmp_path, {"a.md": report("Frost Kettle"), "b.md": report("Tidal Lantern")})
    settings = settings_for(ANYWHERE, price={"input": "2", "output": "10"})
    found = estimate(planned(ledger).questions.values(), settings)
    n_figures = sum(len(question.figures) for question in planned(ledger).questions.values())
    assert (found.unasked, found.tokens_out) == (2, 40 * n_figures)
    assert found.usd == (2 * found.tokens_in + 10 * found.tokens_out) * settings.price.input / 2 / 1_000_000


def test_a_document_whose_sidecar_cannot_be_used_is_never_sent(tmp_path: Path, fill: Fill) -> None:
    from sources.ingest import receive

    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "a.md").write_text(report("Frost Kettle"))
    (inbox / "a.md.meta.yml").write_text("no_external: true\nauthor: Bo\n")
    ledger = fill(tmp_path / "home", {"a.md": report("Frost Kettle")})
    ledger.take_in(receive(inbox), now=NOON)
    assert (planned(ledger).documents, len(planned(ledger).left_out)) == ((), 1)


def test_the_reader_of_a_document_is_that_of_its_newest_joined_reading_else_of_its_newest_answer() -> None:
    """Document d went from model x to y and back, without a new answer of x; e has malformed answers alone."""
    told = [("d", 1, "x"), ("d", 2, "y"), ("d", 3, "x"), ("d", 4, None), ("e", 1, None)]
    documents = pl.DataFrame(told, ["document_id", "batch_number", "read_with"], orient="row")

    def answer(document_id: str, reader: str) -> StoredAnswer:
        return StoredAnswer("q", document_id, reader, "{}", "answered", "", 0, 0, Decimal(0), NOON)

    answers = [answer("d", "x"), answer("d", "y"), answer("e", "x"), answer("e", "y")]
    assert readers_in_force(documents, answers) == {"d": "x", "e": "y"}
