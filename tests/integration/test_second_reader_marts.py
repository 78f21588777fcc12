"""A report that a language model has answered, through the build to the marts; no model is asked here."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

import pytest

from release import Release, latest
from release.api.evidence import evidence
from release.api.source import asked_of, open_source
from release.making.judgement import read_checks
from sources.ask.questions import question_json, questions_of, reader_name
from sources.ask.reading import read_again
from sources.extract import extract
from sources.ingest import receive
from sources.parse import parse
from sources.records import StoredAnswer
from tests.integration.commands import ask, parallax
from tests.integration.conftest import Published
from warehouse.ledger import open_ledger
from warehouse.policy import read_policy

TEXT = """Garden shredder market, 2026 edition

Published by Larkfield Notes on 4 March 2026.

The global garden shredder market was worth USD 4.2 billion in 2025. It will reach USD 6.1 billion by 2030.

In Europe, sales came to USD 1.3 billion, up 7% on the year before. Electric machines held a share of 58% in 2025.

Our office at 12 Mill Lane answers letters within 5 days. Call 555 010 for a copy at USD 3,200.
"""
# Figures by their numbers in the question: 1 is USD 4.2 billion, 2 USD 6.1 billion, 3 USD 1.3 billion, 4 7%, 5 58%, 10 USD 3,200.
ANSWER = {
    "figures": [
        {"figure": 1, "metric": "market_size", "year": "2025"},  # as the rules read it
        {
            "figure": 2,
            "metric": "market_size",
            "year": "2030",
            "status": "forecast",
            "area": "Europe",
        },  # not as they do
        {"figure": 3, "metric": "market_size", "year": "2025", "area": "Europe"},  # the rules give it no year
        {"figure": 4, "metric": "market_size", "year": "2025"},  # a percentage is no money
        {"figure": 5, "metric": "share", "year": "2025", "part": "Electric machines"},
        {"figure": 10, "none": "price of the report"},
        {"figure": 47, "metric": "market_size", "year": "2025"},  # there is none
        {"quote": "USD 9.9 billion", "metric": "market_size", "year": "2025"},  # stands nowhere
        {"quote": "\x1b[2J 8", "metric": "market_size"},  # what clears a screen
    ]
}
CHANCES = read_policy().language_model.chances
SIZE, OTHERS = (CHANCES["dense"][name] for name in ("market_size", "others"))
MODEL, SHAPE = "answers-by-hand", "temperature=0"
NOW = datetime(2026, 11, 20, tzinfo=UTC)
OWN = f"document_id = '{sha256(TEXT.encode()).hexdigest()}'"


@dataclass(frozen=True)
class Home:
    """A home with a release that holds the report, read by both."""

    path: Path

    @property
    def release(self) -> Release:
        found = latest(self.path)
        assert found is not None
        return found

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        """Of a query in which `{own}` stands for what restricts it to the report."""
        return ask(self.release, sql.format(own=OWN))

    def claim_id(self, printed: str) -> str:
        ((found,),) = self.rows(f"select claim_id from marts.claims where value_as_printed = '{printed}' and {{own}}")
        return str(found)


def write(inbox: Path, home: Path) -> None:
    """The report, received and read with the model's answer before the run."""
    (inbox / "shredders.txt").write_text(TEXT)
    alone = home.parent / "shredders"
    alone.mkdir()
    (alone / "shredders.txt").write_text(TEXT)
    ledger = open_ledger(home)
    ledger.take_in(receive(alone), now=NOW)
    parsed = parse(TEXT.encode())
    first = extract(parsed)
    ((question_id, question),) = questions_of(parsed, MODEL, SHAPE).items()
    answer = StoredAnswer(
        question_id, parsed.document_id, reader_name(MODEL, SHAPE), question_json(question), "answered", json.dumps(ANSWER),
        900, 300, Decimal("0.01"), NOW,
    )  # fmt: skip
    ledger.record_answers([answer])
    ledger.record([(parsed, read_again(parsed, first, [answer], CHANCES))])


@pytest.fixture(scope="module")
def home(press: Published) -> Home:
    """The release in which it is."""
    return Home(press.home)


def test_no_check_on_the_language_model_fails(home: Home) -> None:
    checks = {check.name: check.passed for check in read_checks(home.release.path)}
    assert checks["language_model_named"] and checks["refused_not_taken"] and checks["choice_quotes"]


def test_each_claim_says_whose_reading_counts_and_the_document_who_read_it(home: Home) -> None:
    assert home.rows("select name, read_with from marts.documents where {own}") == [
        ("shredders.txt", reader_name(MODEL, SHAPE))
    ]
    read_by = home.rows("select value_as_printed, read_by from marts.claims where {own}")
    assert {str(printed): reader for printed, reader in read_by} == {
        "USD 4.2 billion": "both",
        "USD 6.1 billion": "language_model",
        "USD 1.3 billion": "language_model",
        "7%": "built_in",  # what the model says of it was refused
        "58%": "both",
    }
    time = "select time_period, time_period_inferred from marts.claims where value_as_printed = 'USD 1.3 billion' and {own}"
    assert home.rows(time) == [(None, 2025)], "the model's year is in the text, but not in the figure's own sentence"


def test_every_difference_and_every_refusal_is_a_row_with_both_readings(home: Home) -> None:
    found = home.rows(
        "select quote, attribute, first_reading, second_reading, taken, odds, rule, claim_id is not null "
        "from marts.reading_choices where {own} order by quote, rule, second_reading"
    )
    assert found == [
        ("", "figure", None, " [2J 8", "first", None, "second_reader.quote_not_in_text", False),
        ("", "figure", None, "USD 9.9 billion", "first", None, "second_reader.quote_not_in_text", False),
        ("", "figure", None, "47", "first", None, "second_reader.unknown_figure", False),
        ("7%", "figure", None, "market_size", "first", None, "second_reader.unit_does_not_fit", True),
        ("USD 1.3 billion", "time", None, "2025", "second", SIZE, "odds", True),
        ("USD 3,200", "figure", "other_numeric", None, "second", OTHERS, "odds", False),
        ("USD 6.1 billion", "area", "Global", "Europe", "second", SIZE, "odds", True),
    ]
    rejected = home.rows("select rule from core.rejections where surface = 'USD 3,200' and {own}")
    assert rejected == [("second_reader.denied",)]


def test_differences_on_claims_are_questions_with_both_readings_most_valuable_first(home: Home) -> None:
    listed = parallax("review", "--kind", "reading_differs", "--all", "--home", str(home.path))
    said = listed.out
    assert listed.code == 0, listed.err
    assert "time: nothing by the built-in reader, 2025 by the model; the model's counts" in said
    assert "area: Global by the built-in reader, Europe by the model; the model's counts" in said
    assert f"are right in {SIZE:.0%}" in said
    # USD 6.1 billion is more than USD 1.3 billion, and neither is estimated without it
    assert said.index("USD 6.1 billion") < said.index("USD 1.3 billion")
    assert home.rows("select count(*) from marts.review_queue where kind = 'unsure_claim' and claim_id in "
                     "(select claim_id from marts.reading_choices where rule = 'odds')") == [(0,)]  # fmt: skip


def test_explain_shows_who_read_a_claim_and_both_readings(home: Home) -> None:
    told = parallax("explain", home.claim_id("USD 1.3 billion"), "--home", str(home.path))
    said = told.out
    assert "read by the language model, " in said
    assert "readers differ: time: nothing by the built-in reader, 2025 by the model; the model's counts" in said
    assert f"are right in {SIZE:.0%}" in said
    agreed = parallax("explain", home.claim_id("USD 4.2 billion"), "--home", str(home.path))
    assert "read by both readers, " in agreed.out and "readers differ" not in agreed.out


def test_explain_why_leaves_to_the_language_model_what_it_decided(home: Home) -> None:
    told = parallax("explain", home.claim_id("USD 1.3 billion"), "--why", "--home", str(home.path))
    assert told.code == 0, told.err
    lines = [line.partition("── ")[2] for line in told.out.splitlines() if "── " in line]
    assert "time: the language model's choice counts, see above" in lines
    assert not any(line.startswith("time: ") and "because" in line for line in lines)
    for attribute in ("metric", "part", "area", "status"):
        assert sum(line.startswith(f"{attribute}: ") and "; because " in line for line in lines) == 1
    agreed = parallax("explain", home.claim_id("USD 4.2 billion"), "--why", "--home", str(home.path))
    assert "── time: 2025 " in agreed.out and "language model" not in agreed.out


def test_the_api_and_the_site_show_the_same(home: Home) -> None:
    with open_source(home.path, asked_of(), ()) as source:
        (claim,) = evidence(source, home.claim_id("USD 6.1 billion")).claims
    assert claim.read_by == "language_model"
    assert [(one.attribute, one.first_reading, one.second_reading, one.taken, one.odds) for one in claim.choices] == [
        ("area", "Global", "Europe", "second", SIZE)
    ]
    pages = [path.read_text() for path in (home.release.path / "site" / "evidence").rglob("*.html")]
    assert any("read by the language model" in page and "Readers differ" in page for page in pages)


def test_an_answer_to_the_question_is_a_decision_of_the_known_kinds(home: Home, tmp_path: Path) -> None:
    shutil.copytree(home.path, tmp_path / "home", symlinks=True)
    home = Home(tmp_path / "home")
    ((question_id, answers),) = home.rows(
        "select question_id, answers from marts.review_queue where kind = 'reading_differs' "
        f"and claim_id = '{home.claim_id('USD 6.1 billion')}'"
    )
    assert answers == "confirm|reject|override|close"
    taken = parallax(
        "review", "take", str(question_id), "--answer", "confirm", "--author", "A. Reviewer",
        "--reason", "the sentence before it is about the world", "--home", str(home.path),
    )  # fmt: skip
    assert taken.code == 0, taken.err
    assert "confirmed_claim" in (home.path / "decisions" / "confirmed_claim.yml").read_text()
