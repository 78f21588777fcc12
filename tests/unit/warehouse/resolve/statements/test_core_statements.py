"""The steps that make core.events, core.rankings, core.citations and core.document_facts, and the evidence of their rows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from typing import Any

import polars as pl
import pytest

from warehouse.build import run_step
from warehouse.decisions import Decisions
from warehouse.load.quotes import shortened
from warehouse.load.thresholds import policy_rows
from warehouse.policy import read_policy
from warehouse.schema import core_tables, raw_tables, table_of
from warehouse.step import BuildContext, BuildError
from warehouse.steps import all_steps

STEPS = ("dates", "quotes", "event_mentions", "events", "rankings", "citations", "document_facts", "statement_evidence")

TEXT = (
    "Portlift opened a plant in May 2026. The new plant that Portlift opened makes cranes. Cranefield bought Liftholm "
    "for EUR 40 million in 2024. Europe is the largest region. According to Portwatch, revenue is USD 4 billion. "
    "Page last updated on: . Pages: 148."
)
DOCUMENT = "d" * 64


def frame(name: str, rows: list[dict[str, Any]]) -> pl.DataFrame:
    table = {**raw_tables(), **core_tables()}[name]
    complete = [dict.fromkeys(table.column_names) | row for row in rows]
    return pl.DataFrame(complete, schema=table.polars_schema(), orient="row")


def span(words: str, after: int = 0) -> dict[str, Any]:
    start = TEXT.index(words, after)
    return {"document_id": DOCUMENT, "char_start": start, "char_end": start + len(words), "surface": words}


def event(words: str, kind: str, when: str | None, parties: list[str], **more: Any) -> dict[str, Any]:
    return {
        **span(words),
        "headline": words.rstrip("."),
        "event_type": kind,
        "date": when,
        "parties": parties,
        "party_roles": ["actor"] * len(parties),
        "rule": "event.dated",
        **more,
    }


EVENTS = [
    event("Portlift opened a plant in May 2026.", "expansion", "2026-05", ["Portlift"], date_precision="month"),
    event("The new plant that Portlift opened makes cranes.", "expansion", None, ["Portlift"]),
    event(
        "Cranefield bought Liftholm for EUR 40 million in 2024.", "acquisition", "2024", ["Cranefield", "Liftholm"],
        amount=40_000_000, amount_unit="EUR", amount_comparator="=",
        amount_start=TEXT.index("EUR 40"), amount_end=TEXT.index(" in 2024"),
    ),
]  # fmt: skip
RANK = {
    **span("Europe is the largest region"), "subject": "Europe", "subject_kind": "area", "dimension": "Geography",
    "criterion": "size", "ordinal": 1, "position": "largest", "geography": "Global", "ref_area": "001", "rule": "r",
}  # fmt: skip
CITATION = {
    **span("According to Portwatch"), "form": "attribution", "cited_name": "Portwatch", "rule": "r",
    "supports_start": TEXT.index("According"), "supports_end": TEXT.index(" Page"),
}  # fmt: skip
FACTS = [
    {k: v for k, v in span("Page last updated on:").items() if k != "surface"}
    | {"name": "last_updated", "value": None},
    {k: v for k, v in span("148").items() if k != "surface"} | {"name": "pages", "value": "148"},
]


def run(
    limit: int = 400, figure_date: date | None = date(2026, 1, 31), written: str | None = None, **raw: Any
) -> Mapping[str, pl.DataFrame]:
    claim = TEXT.index("USD 4 billion")
    given = {"raw.events": EVENTS, "raw.ranks": [RANK, RANK], "raw.citations": [CITATION], "raw.facts": FACTS} | {
        f"raw.{name}": rows for name, rows in raw.items()
    }
    given |= {f"raw.{name}": [] for name in ("choices", "definitions", "drivers", "technical", "qualities")}
    frames = {name: frame(name, rows) for name, rows in given.items()}
    frames["core.documents"] = frame(
        "core.documents",
        [
            {
                "document_id": DOCUMENT, "publisher_id": "acme", "market_id": "crane", "figure_date": figure_date, "text_date": written,
                "text_sha256": hashlib.sha256(TEXT.encode()).hexdigest(), "quote_limit_chars": limit,
            }
        ],
    )  # fmt: skip
    frames["core.evidence"] = frame(
        "core.evidence",
        [{"claim_id": "c1", "document_id": DOCUMENT, "char_start": claim, "char_end": claim + 13}],
    )
    context = BuildContext(read_policy(), Decisions(), lambda _: TEXT)
    frames["core.policy"] = policy_rows(context.policy)
    made: dict[str, pl.DataFrame] = {}
    for step in all_steps():
        if step.name in STEPS:
            made |= run_step(step, frames | made, context)
    return made


def test_places_that_tell_one_event_are_one_row_and_the_dated_place_speaks_for_them() -> None:
    rows = run()["core.events"].sort("char_start").to_dicts()
    assert [(r["event_type"], r["event_date"], r["n_mentions"]) for r in rows] == [
        ("expansion", "2026-05", 2),
        ("acquisition", "2024", 1),
    ]
    assert rows[0]["quote"] == "Portlift opened a plant in May 2026."
    assert (rows[1]["amount_as_printed"], rows[1]["parties"]) == ("EUR 40 million", ["Cranefield", "Liftholm"])


def test_an_event_of_another_party_type_or_date_stays_apart() -> None:
    others = [
        event("Portlift opened a plant in May 2026.", "expansion", "2026-05", ["Portlift"]),
        event("The new plant that Portlift opened makes cranes.", "expansion", "2026-06", ["Portlift"]),
    ]
    assert run(events=others)["core.events"].height == 2
    others[1] |= {"date": None, "event_type": "launch"}
    assert run(events=others)["core.events"].height == 2
    others[1] |= {"event_type": "expansion", "parties": ["Liftholm"]}
    assert run(events=others)["core.events"].height == 2


@pytest.mark.parametrize(
    ("event_date", "figures", "expected"),
    [
        ("2026-05", date(2026, 1, 31), "after"),
        ("2025-06", date(2026, 1, 31), "before"),
        ("2026-01", date(2026, 1, 31), "before"),  # its last day is the figures' own
        ("2026", date(2026, 1, 31), "unknown"),  # some of its days lie before, most behind
        ("2024-12/2025-10", date(2026, 1, 31), "before"),
        ("2026-33", date(2025, 12, 31), "after"),  # first quarter
        (None, date(2026, 1, 31), "unknown"),
        ("2026-05", None, "unknown"),
    ],
)
def test_an_event_lies_before_or_behind_the_figures_as_its_days_say(
    event_date: str | None, figures: date | None, expected: str
) -> None:
    dated = [event("Portlift opened a plant in May 2026.", "expansion", event_date, ["Portlift"])]
    (row,) = run(figure_date=figures, events=dated)["core.events"].to_dicts()
    assert row["relation_to_figures"] == expected


def test_a_rank_stated_in_one_place_twice_is_one_mention_of_one_row() -> None:
    (row,) = run()["core.rankings"].to_dicts()
    assert (row["subject"], row["ordinal"], row["n_mentions"], row["year"]) == ("Europe", 1, 1, None)


def test_a_citation_names_the_claims_that_stand_in_the_statement_it_supports() -> None:
    (row,) = run()["core.citations"].to_dicts()
    assert row["claim_ids"] == ["c1"]
    apart = CITATION | {"supports_start": None, "supports_end": None}
    assert run(citations=[apart])["core.citations"]["claim_ids"].to_list() == [[]]


def test_an_empty_field_is_a_row_without_a_value() -> None:
    rows = run()["core.document_facts"].sort("char_start").to_dicts()
    assert [(r["fact"], r["value"], r["quote"]) for r in rows] == [
        ("last_updated", None, "Page last updated on:"),
        ("pages", "148", "148"),
    ]


def test_every_place_has_evidence_and_a_quote_is_cut_at_the_licence_s_limit() -> None:
    places = run(limit=20)["core.statement_evidence"].sort("char_start").to_dicts()
    assert [p["kind"] for p in places].count("event") == 3
    assert all(len(p["quote"]) <= 20 and TEXT[p["char_start"] : p["char_end"]] == p["quote"] for p in places)
    # "Portlift opened a plant in May 2026." cut at the last blank within 20 characters
    assert (places[0]["quote"], places[0]["is_cut"]) == ("Portlift opened a", True)


def test_the_same_rows_in_another_order_give_the_same_tables() -> None:
    one, other = run(), run(events=EVENTS[::-1], facts=FACTS[::-1])
    for name, table in one.items():
        key = list(table_of(name).key)
        assert table.sort(key).equals(other[name].sort(key)), name


def test_a_surface_that_the_text_does_not_hold_stops_the_build() -> None:
    with pytest.raises(BuildError, match="the statement says"):
        run(ranks=[RANK | {"surface": "another text"}])
    with pytest.raises(BuildError, match="a fault of the extractor"):
        run(ranks=[RANK | {"char_end": RANK["char_start"], "surface": ""}])


@pytest.mark.parametrize(
    ("words", "limit", "expected"),
    [
        ("one two three", 20, "one two three"),
        ("one two three", 7, "one two"),
        ("one two three", 6, "one"),
        ("unbroken", 4, "unbr"),
    ],
)
def test_words_are_cut_at_a_blank(words: str, limit: int, expected: str) -> None:
    assert shortened(words, limit) == expected


def test_a_relative_date_goes_back_from_the_period_that_the_text_tells_as_past_and_the_fact_shows_where() -> None:
    # 31 May 2026 less six months, both days in: from 1 December 2025.
    relative = [
        event("Cranefield bought Liftholm", "acquisition", None, ["Cranefield"], date_as_stated="past six months")
    ]
    past = {key: value for key, value in span("May 2026").items() if key != "surface"}
    told = [past | {"name": "past_period", "value": "2026-05"}]
    made = run(events=relative, facts=told)
    (row,) = made["core.events"].to_dicts()
    assert (row["window_start"], row["window_end"]) == (date(2025, 12, 1), date(2026, 5, 31))
    assert (row["window_basis"], row["window_anchor"]) == ("bounded_by_past_period", "2026-05")
    assert (row["event_date"], row["first_day"], row["relation_to_figures"]) == (None, None, "unknown")
    (fact,) = made["core.document_facts"].to_dicts()
    assert (fact["fact"], fact["value_date"], fact["quote"]) == ("past_period", "2026-05", "May 2026")
    (row,) = run(events=relative, facts=[])["core.events"].to_dicts()
    assert (row["window_start"], row["window_end"], row["window_basis"]) == (None, None, "unbounded")


Q1_2026 = "2026-33"


@pytest.mark.parametrize(
    ("dated", "stated", "written", "past", "window", "basis", "anchor"),
    [
        # 31 March 2026 less six months, both days in: from 1 October 2025.
        (None, "past six months", None, Q1_2026, ("2025-10-01", "2026-03-31"), "bounded_by_past_period", Q1_2026),
        (None, "past twelve months", None, "2026-05", ("2025-06-01", "2026-05-31"), "bounded_by_past_period", "2026-05"),
        # A later publication moves the end of "last year" on, so it stays open up to the bound.
        (None, "last year", None, Q1_2026, ("2025-01-01", "2026-03-31"), "bounded_by_past_period", Q1_2026),
        # The document's own date goes before what its text tells. 30 March less six months: 30 September has 30 days.
        (None, "past six months", "2026-03-30", Q1_2026, ("2025-09-30", "2026-03-30"), "document_date", "2026-03-30"),
        # Dated June 2026: on the 1st the three months began on 2 March, on the 30th they end.
        (None, "past three months", "2026-06", None, ("2026-03-02", "2026-06-30"), "document_date", "2026-06"),
        (None, "last year", "2026-06", None, ("2025-01-01", "2025-12-31"), "document_date", "2026-06"),
        (None, "last quarter", "2026-06", None, ("2026-01-01", "2026-03-31"), "document_date", "2026-06"),
        (None, "last month", "2026-01-15", None, ("2025-12-01", "2025-12-31"), "document_date", "2026-01-15"),
        (None, "Earlier this year", "2026-06-10", None, ("2026-01-01", "2026-06-10"), "document_date", "2026-06-10"),
        # A day that the earlier month has not: 31 August less six months is the last day of February.
        (None, "past six months", "2026-08-30", None, ("2026-02-28", "2026-08-30"), "document_date", "2026-08-30"),
        (None, "l’année dernière", "2026-06", None, ("2025-01-01", "2025-12-31"), "document_date", "2026-06"),
        (Q1_2026, "Q1 2026", "2026-06", None, ("2026-01-01", "2026-03-31"), "stated_date", None),
        (None, "past six months", "2025-03-10", Q1_2026, None, "contradicting_dates", None),
        (None, "past six months", None, None, None, "unbounded", None),
        (None, "recently", "2026-06", Q1_2026, None, "no_length", None),
        (None, None, "2026-06", Q1_2026, None, "undated", None),
    ],
)  # fmt: skip
def test_a_window_goes_back_from_what_is_known_and_names_it(
    dated: str | None,
    stated: str | None,
    written: str | None,
    past: str | None,
    window: tuple[str, str] | None,
    basis: str,
    anchor: str | None,
) -> None:
    relative = event("Cranefield bought Liftholm", "acquisition", dated, ["Cranefield"], date_as_stated=stated)
    told = [
        {key: value for key, value in span("May 2026").items() if key != "surface"}
        | {"name": "past_period", "value": past}
    ]
    (row,) = run(written=written, events=[relative], facts=told if past else [])["core.events"].to_dicts()
    days = (None, None) if window is None else tuple(date.fromisoformat(day) for day in window)
    assert (row["window_start"], row["window_end"]) == days
    assert (row["window_basis"], row["window_anchor"]) == (basis, anchor)
