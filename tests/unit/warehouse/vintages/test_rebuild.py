"""The gnome market as of several days. conftest.py describes the texts and their dates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from tests.unit.warehouse.vintages.conftest import At, BuiltOf
from warehouse.connection import connect, held_open, query
from warehouse.decisions import Decisions, Override
from warehouse.policy import read_policy
from warehouse.schema.marts import marts
from warehouse.step import BuildError
from warehouse.vintages.clocks import Asked
from warehouse.vintages.models import models
from warehouse.vintages.rebuild import CARRIED, rebuild

pytestmark = pytest.mark.slow

LATE = date(2100, 1, 1)
MILLION = 10**6
EVERY_MART = sorted(marts())


def sizes(database: Path, year: int = 2024) -> dict[tuple[str, int], str]:
    """(publisher, USD million in a year) → vintage, of the figures that are compared."""
    rows = query(
        database,
        "SELECT publisher, obs_value, vintage FROM marts.vendor_figures "
        f"WHERE metric = 'market_size' AND segment_key IS NULL AND time_period_year = {year}",
    )
    return {(publisher, int(value / MILLION)): vintage for publisher, value, vintage in rows.iter_rows()}


def rows_of(database: Path, mart: str) -> list[tuple[object, ...]]:
    """Rows of a mart in the columns that a release has, in a total order."""
    columns = ", ".join(f'"{column.name}"' for column in marts()[mart].columns)
    return sorted(query(database, f"SELECT {columns} FROM marts.{mart}").rows(), key=repr)


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        # before every edition: what has no date, and the page that may always have stood there
        (date(2025, 1, 1), {("Birch Data", 120): "unknown", ("Cedar Index", 125): "unknown"}),
        (
            date(2025, 6, 1),
            {("Alder Insights", 100): "known", ("Birch Data", 120): "unknown", ("Cedar Index", 125): "unknown"},
        ),
        # the second edition sets the first aside
        (
            date(2025, 12, 1),
            {("Alder Insights", 110): "known", ("Birch Data", 120): "unknown", ("Cedar Index", 125): "unknown"},
        ),
        # the third one may have been out, or not: both stand
        (
            date(2026, 2, 15),
            {
                ("Alder Insights", 110): "known",
                ("Alder Insights", 130): "possible",
                ("Birch Data", 120): "unknown",
                ("Cedar Index", 125): "unknown",
            },
        ),
        # at the end of June the third one was out, and the page stood as we hold it
        (
            date(2026, 6, 30),
            {("Alder Insights", 130): "known", ("Birch Data", 120): "unknown", ("Cedar Index", 125): "known"},
        ),
    ],
)
def test_each_day_has_the_figures_that_its_editions_state(
    at: At, day: date, expected: dict[tuple[str, int], str]
) -> None:
    assert sizes(at(day)) == expected


def test_a_superseded_edition_is_current_again_where_its_successor_was_not_there(at: At) -> None:
    then = at(date(2025, 6, 1))
    documents = query(then, "SELECT name, status, superseded_by FROM marts.documents WHERE name LIKE 'alder%'").rows()
    assert documents == [("alder-1.txt", "stated", None)]
    assert query(then, "SELECT count(*) FROM marts.claims WHERE status = 'superseded'").item() == 0


def test_editions_of_which_one_is_only_possibly_out_have_an_unknown_order(at: At) -> None:
    rows = query(
        at(date(2026, 2, 15)),
        "SELECT name, status, edition_order_unknown FROM marts.documents WHERE name LIKE 'alder%' ORDER BY name",
    ).rows()
    assert rows == [
        ("alder-1.txt", "superseded", False),
        ("alder-2.txt", "stated", True),
        ("alder-3.txt", "stated", True),
    ]


def test_an_estimate_is_as_uncertain_as_the_weakest_document_it_rests_on(at: At) -> None:
    rows = query(
        at(date(2026, 2, 15)),
        "SELECT time_period_year, vintage FROM marts.market_estimates WHERE metric = 'market_size' "
        "AND segment_key IS NULL AND time_period_year IN (2024, 2030) ORDER BY ALL",
    ).rows()
    assert rows == [(2024, "unknown"), (2030, "unknown")]


def test_certain_only_leaves_one_publisher_with_the_figure_of_its_edition(at: At) -> None:
    rows = query(
        at(date(2026, 2, 15), only_known=True),
        "SELECT estimate, verdict, n_publishers, vintage FROM marts.market_estimates "
        "WHERE metric = 'market_size' AND segment_key IS NULL AND time_period_year = 2024",
    ).rows()
    assert rows == [(110 * MILLION, "single_source", 1, "known")]


def test_every_document_is_listed_with_the_reason_why_it_is_in_or_out(at: At) -> None:
    rows = query(
        at(date(2026, 2, 15), only_known=True),
        "SELECT name, vintage, vintage_reason, is_included FROM marts.vintages ORDER BY name",
    ).rows()
    assert rows == [
        ("alder-1.txt", "known", "published 2025-03-10", True),
        ("alder-2.txt", "known", "published 2025-09-10", True),
        ("alder-3.txt", "possible", "not certain by then: figures of 2026-02", False),
        ("birch.txt", "unknown", "undated", False),
        ("cedar.txt", "unknown", "nothing says since when its figures stand: last updated 2026-06", False),
    ]


@pytest.fixture(scope="module")
def worlds(
    tmp_path_factory: pytest.TempPathFactory, everything: Path, built_of: BuiltOf, at: At
) -> Iterator[dict[str, Path]]:
    """Databases whose marts are compared as a whole, held open."""
    folder = tmp_path_factory.mktemp("worlds")
    alone = built_of("alder-1", "alder-2", "birch", "cedar")
    made = {"late": at(LATE), "december": at(date(2025, 12, 1)), "december alone": at(LATE, of=alone)}
    present = folder / "present.duckdb"
    present.write_bytes(everything.read_bytes())
    con = connect(present, read_only=False)
    con.execute("CREATE SCHEMA marts")
    for model in models():
        con.execute(f"CREATE VIEW {model.sql_name} AS {model.sql}")
    con.close()
    with ExitStack() as opened:
        for database in (*made.values(), present):
            opened.enter_context(held_open(database))
        yield made | {"present": present}


@pytest.mark.parametrize("mart", EVERY_MART)
def test_a_day_behind_all_dates_gives_the_present(worlds: dict[str, Path], mart: str) -> None:
    """The present: the models over the core tables as they were built. With dbt's own tables: tests/integration."""
    assert rows_of(worlds["late"], mart) == rows_of(worlds["present"], mart)


@pytest.mark.parametrize("mart", EVERY_MART)
def test_a_day_gives_what_a_build_of_its_documents_alone_would_have_given(worlds: dict[str, Path], mart: str) -> None:
    """1 December 2025: two editions, the undated text and the page; the third edition is as if it had never come.

    Clusters are today's knowledge and carry the smallest id of their documents; none of these is the third edition's.
    """
    assert rows_of(worlds["december"], mart) == rows_of(worlds["december alone"], mart)


@pytest.mark.proof
def test_the_order_of_arrival_changes_nothing(at: At, built_of: BuiltOf) -> None:
    first, second = datetime(2026, 11, 20, 12, tzinfo=UTC), datetime(2026, 11, 21, 12, tzinfo=UTC)
    backwards = built_of(turns=((("cedar", "alder-3"), first), (("birch", "alder-2", "alder-1"), second)))
    for day in (date(2025, 6, 1), date(2026, 2, 15)):
        one, other = at(day), at(day, of=backwards)
        with held_open(one), held_open(other):
            for mart in (*EVERY_MART, "vintages"):
                sql = f"SELECT * FROM marts.{mart}"
                assert sorted(query(one, sql).rows(), key=repr) == sorted(query(other, sql).rows(), key=repr), mart


@pytest.fixture(scope="module")
def turns(built_of: BuiltOf) -> Path:
    """Received in two turns, an hour before and after midnight."""
    first, second = datetime(2026, 11, 20, 23, tzinfo=UTC), datetime(2026, 11, 21, 1, tzinfo=UTC)
    return built_of(turns=((("alder-1", "birch"), first), (("alder-2", "cedar"), second)))


def test_known_by_asks_our_own_clock(at: At, turns: Path) -> None:
    then = at(None, of=turns, known_by=date(2026, 11, 20))
    assert sizes(then) == {("Alder Insights", 100): "known", ("Birch Data", 120): "known"}
    assert query(then, "SELECT name FROM core.receipts ORDER BY name").rows() == [("alder-1.txt",), ("birch.txt",)]
    # superseded on the 21st: on the 20th nobody here knew
    events = query(then, "SELECT event, known_to FROM core.document_history").rows()
    assert events == [("landed", None), ("landed", None)]
    assert sizes(at(None, of=turns, known_by=date(2026, 11, 21), wanted=["vendor_figures"])) == {
        ("Alder Insights", 110): "known",
        ("Birch Data", 120): "known",
        ("Cedar Index", 125): "known",
    }


def test_both_clocks_together_keep_what_passes_both(at: At, turns: Path) -> None:
    """By its own date the second edition was out, but we did not hold it: the first one is what was known here."""
    then = at(date(2025, 12, 1), of=turns, known_by=date(2026, 11, 20), wanted=["vendor_figures"])
    assert sizes(then) == {("Alder Insights", 100): "known", ("Birch Data", 120): "unknown"}


def test_a_decision_counts_from_the_day_it_was_taken(at: At, everything: Path) -> None:
    claim_id = query(
        everything, "SELECT claim_id FROM core.claims WHERE publisher = 'Birch Data' AND time_period = '2024' "
        "AND metric = 'market_size'"
    )["claim_id"][0]  # fmt: skip
    day = date(2026, 11, 25)
    override = Override(
        kind="override", claim_id=claim_id, obs_value=Decimal(90 * MILLION), author="Ada", date=day, reason="a misprint"
    )
    decisions = Decisions(overrides=(override,))
    wanted = ["vendor_figures"]
    before = at(None, known_by=date(2026, 11, 24), decisions=decisions, wanted=wanted)
    after = at(None, known_by=date(2026, 11, 25), decisions=decisions, wanted=wanted)
    assert sizes(before)["Birch Data", 120] == "known"
    assert sizes(after)["Birch Data", 90] == "known"


@pytest.mark.parametrize(
    ("ends", "printed", "judged_on", "known_by", "counts"),
    [
        ("2026-12-01", "USD 120 million", "2026-12-01", None, 120),  # the day it ends
        ("2026-12-01", "USD 120 million", "2026-12-31", "2026-11-30", 90),  # the day asked for goes first
        (None, "USD 7 million", "2026-11-30", None, 120),  # its source says something else
    ],
)
def test_a_decision_counts_in_the_past_where_it_counts_in_a_build(
    tmp_path: Path, everything: Path, ends: str | None, printed: str, judged_on: str, known_by: str | None, counts: int
) -> None:
    claim_id, value = query(
        everything, "SELECT claim_id, value_as_printed FROM core.claims WHERE publisher = 'Birch Data' "
        "AND time_period = '2024' AND metric = 'market_size'"
    ).row(0)  # fmt: skip
    assert value == "USD 120 million"
    fields = {
        "kind": "override",
        "claim_id": claim_id,
        "obs_value": 90 * MILLION,
        "author": "Ada",
        "reason": "misprint",
    }
    decision = Override.model_validate(
        fields | {"date": "2026-11-20", "expires": ends, "expect": {"value_as_printed": printed}}
    )
    asked = Asked(LATE, None if known_by is None else date.fromisoformat(known_by), False)
    then = rebuild(
        everything,
        tmp_path / "then.duckdb",
        asked,
        read_policy(),
        Decisions(overrides=(decision,)),
        ["vendor_figures"],
        date.fromisoformat(judged_on),
    )
    assert [value for publisher, value in sizes(then) if publisher == "Birch Data"] == [counts]


def test_a_row_of_a_document_that_names_no_claim_is_as_certain_as_the_document(at: At) -> None:
    """On this day two editions of Alder's may be the current one; the question is filed under the dated one."""
    rows = query(
        at(date(2026, 2, 15)), "SELECT document, vintage FROM marts.review_queue WHERE kind = 'edition_order_unknown'"
    )
    assert rows.rows() == [("alder-2.txt", "known")]


def test_names_that_nobody_had_used_yet_are_not_there(at: At) -> None:
    then = at(date(2025, 1, 1))
    assert query(then, "SELECT publisher FROM marts.publishers ORDER BY 1").rows() == [
        ("Birch Data",),
        ("Cedar Index",),
    ]
    assert query(at(date(2025, 1, 1), only_known=True), "SELECT market FROM marts.markets").rows() == []


def test_only_the_marts_asked_for_are_made_and_the_published_database_is_only_read(at: At, everything: Path) -> None:
    before = everything.read_bytes()
    few = at(date(2025, 6, 1), wanted=["vendor_figures"])
    assert everything.read_bytes() == before
    all_marts = at(date(2025, 6, 1))
    assert sizes(few) == sizes(all_marts)
    tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'marts' ORDER BY 1"
    assert query(few, tables).rows() == [("vendor_figures",), ("vintages",)]
    assert len(query(all_marts, tables)) == len(EVERY_MART) + 1


def test_a_release_of_another_version_is_refused_by_table_and_column(tmp_path: Path, everything: Path, at: At) -> None:
    older = tmp_path / "older.duckdb"
    older.write_bytes(everything.read_bytes())
    con = connect(older, read_only=False)
    con.execute("ALTER TABLE core.claims DROP COLUMN confidence")
    con.close()
    with pytest.raises(BuildError, match=r"another version of Parallax \(core\.claims differs in confidence\)"):
        at(date(2025, 6, 1), of=older)


def test_the_steps_that_are_carried_are_steps_of_the_build() -> None:
    from warehouse.steps import all_steps

    assert {step.name for step in all_steps()} >= CARRIED


def test_a_missing_database_is_named(tmp_path: Path, at: At) -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.duckdb: no such database"):
        at(LATE, of=tmp_path / "nothing.duckdb")
