"""The step that makes core.documents of raw documents, sidecars and facts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.decisions import Decisions, Retraction
from warehouse.resolve.documents import core_publishers, text_signatures
from warehouse.resolve.documents.core_documents import STEP
from warehouse.resolve.markets import core_markets

Run = Callable[..., dict[str, pl.DataFrame]]
Doc = Callable[[str], str]
Frame = Callable[[str, Any], pl.DataFrame]
Place = Callable[..., dict[str, dict[str, Any]]]

TEXT = " ".join(f"word{number}" for number in range(40))


def _tables(
    doc: Doc, documents: Any, claims: Any = (), facts: Any = (), metadata: Any = (), receipts: Any = None
) -> Any:
    """Raw tables; `documents` are short names. Every document has a receipt unless told otherwise."""
    receipts = (
        receipts if receipts is not None else [{"document_id": doc(d), "origin": d, "name": d} for d in documents]
    )
    return {
        "raw.documents": [{"document_id": doc(d), "n_candidates": 3} for d in documents],
        "raw.receipts": receipts,
        "raw.claims": claims,
        "raw.facts": facts,
        "raw.metadata": metadata,
    }


def _before(run: Run, raw: Any, *more: Any) -> Any:
    """What the steps before make of raw tables."""
    steps = (core_publishers.STEP, core_markets.STEP, text_signatures.STEP)
    return {table: rows for step in steps for table, rows in run(step, raw, *more).items()}


@pytest.fixture
def place(run: Run, doc: Doc) -> Any:
    """Runs publishers, markets and documents on raw tables; gives core.documents by short name."""

    def _place(documents: Any, decisions: Any = None, texts: Any = None, **tables: Any) -> Any:
        raw = _tables(doc, documents, **tables)
        known = {doc(name): text for name, text in (texts or {}).items()}
        core = _before(run, raw, decisions, known)
        found = run(STEP, raw | core, decisions, known)["core.documents"]
        names = {doc(name): name for name in documents}
        return {names[row["document_id"]]: row for row in found.to_dicts()}

    return _place


def test_a_document_is_what_its_sidecar_says_before_what_its_text_says(place: Place, doc: Doc) -> None:
    found = place(
        ["a"],
        metadata=[
            {
                "document_id": doc("a"),
                "publisher": "Tallowgate Newswire",
                "title": "Of locks",
                "url": "https://x.example/r/1",
                "report_id": "T-1",
                "published_on": date(2026, 4, 16),
                "data_as_of": "2026-01",
                "licence": "CC-BY-4.0",
                "quote_limit_chars": 99,
            }
        ],
        facts=[
            {"document_id": doc("a"), "name": name, "value": value, "char_start": at, "char_end": at + 1}
            for at, (name, value) in enumerate(
                [
                    ("title", "Another title"),
                    ("publisher", "Nobody"),
                    ("forecast_window", "2026-2032"),
                    ("base_year", "2025"),
                    ("published_on", "1 May 2020"),
                    ("market", "smart locks"),
                ]
            )
        ],
    )["a"]
    assert (found["title"], found["publisher_id"], found["publisher"]) == (
        "Of locks",
        "tallowgate-newswire",
        "Tallowgate Newswire",
    )
    assert (found["published_on"], found["data_as_of"], found["figure_date"]) == (
        date(2026, 4, 16),
        "2026-01",
        date(2026, 1, 31),
    )
    assert (found["licence"], found["quote_limit_chars"]) == ("CC-BY-4.0", 99)
    assert (found["forecast_start"], found["forecast_end"], found["base_year"]) == (2026, 2032, 2025)
    assert found["market_id"] == "smart-lock"
    assert found["report_key"] == "tallowgate-newswire|url|x.example/r/1"


def test_without_a_sidecar_text_and_profile_speak_and_the_rest_stays_null(place: Place, doc: Doc) -> None:
    found = place(
        ["a", "b"],
        facts=[
            {"document_id": doc("a"), "name": "publisher", "value": "Tallowgate"},
            {"document_id": doc("a"), "name": "published_on", "value": "April 2026", "char_start": 9},
            {"document_id": doc("a"), "name": "last_updated", "value": None, "char_start": 19},
        ],
    )
    a = found["a"]
    assert (a["publisher"], a["licence"], a["quote_limit_chars"]) == ("Tallowgate Newswire", "all-rights-reserved", 200)
    assert a["published_on"] is None  # a month is no day
    assert a["text_date"] == "2026-04"
    assert a["figure_date"] == date(2026, 4, 30)  # but its end bounds the figures
    b = found["b"]
    for column in ("publisher_id", "publisher", "title", "url", "market_id", "published_on", "figure_date", "licence"):
        assert b[column] is None, column
    assert b["quote_limit_chars"] == 300  # policy
    assert b["report_key"] == f"unknown|document|{doc('b')}"


def test_of_several_sidecars_the_earliest_published_decides_field_by_field(place: Place, doc: Doc) -> None:
    sidecars = [
        {"document_id": doc("a"), "origin": "1", "title": "undated", "url": "https://x.example/1"},
        {"document_id": doc("a"), "origin": "3", "published_on": date(2026, 1, 1), "title": "third"},
        {"document_id": doc("a"), "origin": "2", "published_on": date(2026, 1, 1), "title": "second"},
        {"document_id": doc("a"), "origin": "0", "published_on": date(2026, 9, 1), "title": "late"},
    ]
    for order in (sidecars, sidecars[::-1]):
        found = place(["a"], metadata=order)["a"]
        assert (found["title"], found["published_on"], found["url"]) == (
            "second",
            date(2026, 1, 1),
            "https://x.example/1",
        )


def test_the_name_is_the_first_in_alphabetical_order_of_all_receipts(place: Place, doc: Doc) -> None:
    receipts = [
        {"document_id": doc("a"), "origin": origin, "name": name} for origin, name in (("1", "z.txt"), ("2", "b.txt"))
    ]
    assert place(["a"], receipts=receipts)["a"]["name"] == "b.txt"


def test_the_later_edition_supersedes_and_a_retracted_document_is_absent(place: Place, doc: Doc) -> None:
    metadata = [
        {"document_id": doc(name), "publisher": "P", "report_id": "R", "published_on": day}
        for name, day in (("old", date(2026, 2, 10)), ("new", date(2026, 9, 15)))
    ]
    found = place(["old", "new"], metadata=metadata)
    assert (found["old"]["status"], found["old"]["superseded_by"]) == ("superseded", doc("new"))
    assert (found["new"]["status"], found["new"]["superseded_by"]) == ("stated", None)
    retraction = Retraction(kind="retraction", document_id=doc("new"), author="a", date=date(2026, 10, 1), reason="r")
    left = place(["old", "new"], Decisions(retractions=(retraction,)), metadata=metadata)
    assert set(left) == {"old"}
    assert left["old"]["status"] == "stated"  # nothing supersedes it any more


def test_counts_of_a_document_are_those_of_its_rows(run: Run, doc: Doc) -> None:
    raw = _tables(doc, ["a", "b"], claims=[{"claim_id": "c", "document_id": doc("a")}])
    raw["raw.mentions"] = [{"document_id": doc("a"), "char_start": n, "char_end": n + 1} for n in (1, 5)]
    raw["raw.rejections"] = [{"document_id": doc("b"), "char_start": 7, "char_end": 8}]
    core = _before(run, raw)
    found = run(STEP, raw | core)["core.documents"]
    counts = found.select("document_id", "n_candidates", "n_mentions", "n_rejections", "n_claims").rows()
    assert set(counts) == {(doc("a"), 3, 2, 0, 1), (doc("b"), 3, 0, 1, 0)}


@pytest.mark.parametrize(
    ("facts", "title", "claimed", "market_id"),
    [
        ({"market": "Smart locks"}, "Door Bolt Market", ["Door bolts"], "smart-lock"),  # the text says it
        ({}, "Smart Lock Market 2030", ["Smart locks", "Door bolts", "Door bolts"], "smart-lock"),  # the title does
        ({}, "Smart locks", ["Smart locks", "Door bolts", "Door bolts"], "smart-lock"),  # without the word, if known
        ({}, "Wind Market", ["Door bolts", "Door bolts", "Smart locks"], "door-bolt"),  # most claims, not a title alone
        ({}, None, ["Door bolts", "Smart locks"], None),  # no majority
        ({}, None, [], None),
    ],
)
def test_what_a_document_is_about_is_said_by_text_title_or_most_claims(
    place: Place, doc: Doc, facts: Any, title: Any, claimed: Any, market_id: Any
) -> None:
    found = place(
        ["a"],
        facts=[{"document_id": doc("a"), "name": name, "value": value} for name, value in facts.items()],
        metadata=[{"document_id": doc("a"), "title": title}] if title else [],
        claims=[{"claim_id": f"c{n}", "document_id": doc("a"), "market": name} for n, name in enumerate(claimed)],
    )["a"]
    assert found["market_id"] == market_id


def _three_figures(doc: Doc, name: Any, publisher: Any = None) -> Any:
    return [
        {
            "claim_id": f"{name}{number}",
            "document_id": doc(name),
            "market": "Smart locks",
            "publisher": publisher,
            "value": Decimal(number),
            "year_stated": 2025,
        }
        for number in (11, 22, 33)
    ]


def test_a_syndicated_copy_and_a_text_that_only_quotes_share_the_cluster_of_their_source(
    place: Place, doc: Doc
) -> None:
    metadata = [{"document_id": doc(name), "publisher": name.upper()} for name in ("wire", "house", "blog")]
    claims = [
        *_three_figures(doc, "house"),
        *_three_figures(doc, "wire"),
        *_three_figures(doc, "blog", publisher="HOUSE"),  # the blog says whose figures they are
    ]
    found = place(
        ["wire", "house", "blog"], metadata=metadata, claims=claims, texts={"wire": TEXT, "house": f"{TEXT} end"}
    )
    assert found["wire"]["cluster_id"] == found["house"]["cluster_id"] == min(map(doc, ("wire", "house", "blog")))
    assert found["wire"]["cluster_reason"] == "near_duplicate_text"
    assert found["blog"]["cluster_id"] == found["house"]["cluster_id"]
    assert found["blog"]["cluster_reason"] == "quoted_source"


def test_an_undetermined_language_is_the_sidecars(run: Run, doc: Doc) -> None:
    raw = _tables(doc, ["a"], metadata=[{"document_id": doc("a"), "language": "ja"}])
    raw["raw.documents"] = [{"document_id": doc("a"), "language": "und"}]
    core = _before(run, raw)
    assert run(STEP, raw | core)["core.documents"]["language"].to_list() == ["ja"]


def test_row_order_changes_nothing(run: Run, doc: Doc, frame: Frame) -> None:
    names = ["a", "b", "c"]
    raw = _tables(
        doc,
        names,
        metadata=[{"document_id": doc(n), "publisher": "P", "report_id": "R", "data_as_of": "2026"} for n in names],
        claims=[claim for n in names for claim in _three_figures(doc, n)],
    )
    core = _before(run, raw)
    frames = {table: frame(table, rows) for table, rows in raw.items()} | core
    backwards = {table: found.reverse() for table, found in frames.items()}
    first, second = run(STEP, frames), run(STEP, backwards)
    assert first["core.documents"].equals(second["core.documents"])
    assert first["core.documents"].filter(pl.col("edition_order_unknown")).height == 3


def test_no_documents_give_an_empty_table(run: Run) -> None:
    assert run(STEP, {})["core.documents"].is_empty()


WHOLE = "Mill Market Report\n\nThe mill market was worth USD 4.2 billion in 2025. It grows at 9.4 % – to 2032.\n"


@pytest.mark.parametrize("cut", [20, 60, 89, len(WHOLE) - 1])
def test_the_whole_of_a_file_supersedes_its_half_from_the_same_place_whatever_came_first(
    place: Place, doc: Doc, cut: int
) -> None:
    receipts = [
        {"document_id": doc(name), "origin": "/inbox/a.txt", "name": "a.txt", "outcome": "landed"}
        for name in ("half", "whole")
    ]
    texts = {"half": WHOLE[: cut - 1] if cut == 89 else WHOLE[:cut].rstrip(), "whole": WHOLE + "Outlook."}
    for order in (receipts, receipts[::-1]):
        found = place(["half", "whole"], texts=texts, receipts=order)
        half, whole = found["half"], found["whole"]
        assert (half["status"], half["superseded_by"], half["superseded_reason"]) == (
            "superseded",
            doc("whole"),
            "whole_file",
        )
        assert (whole["status"], whole["superseded_reason"], whole["edition_order_unknown"]) == ("stated", None, False)
        assert half["report_key"] == whole["report_key"]


def test_texts_of_two_places_or_two_texts_of_one_place_both_stay(place: Place, doc: Doc) -> None:
    texts = {"half": WHOLE[:60], "whole": WHOLE}
    apart = [{"document_id": doc(n), "origin": f"/inbox/{n}", "name": n} for n in texts]
    assert {row["status"] for row in place(list(texts), texts=texts, receipts=apart).values()} == {"stated"}
    one = [{"document_id": doc(n), "origin": "/inbox/a.txt", "name": "a.txt"} for n in texts]
    other = {"half": "Another report.", "whole": WHOLE}
    assert {row["status"] for row in place(list(texts), texts=other, receipts=one).values()} == {"stated"}


def test_a_text_cut_short_on_purpose_stays_where_its_date_says_that_it_is_the_later(place: Place, doc: Doc) -> None:
    receipts = [{"document_id": doc(n), "origin": "/inbox/a.txt", "name": "a.txt"} for n in ("half", "whole")]
    dates = [
        {"document_id": doc(name), "published_on": day}
        for name, day in (("half", date(2026, 9, 1)), ("whole", date(2026, 1, 1)))
    ]
    found = place(["half", "whole"], texts={"half": WHOLE[:60], "whole": WHOLE}, receipts=receipts, metadata=dates)
    assert found["half"]["status"] == "stated"
    assert (found["whole"]["superseded_by"], found["whole"]["superseded_reason"]) == (doc("half"), "later_edition")


def test_of_three_stages_of_one_file_only_the_whole_stays(place: Place, doc: Doc) -> None:
    names = ["a", "b", "c"]
    receipts = [{"document_id": doc(n), "origin": "/inbox/a.txt", "name": "a.txt"} for n in names]
    texts = {"a": WHOLE[:30], "b": WHOLE[:70], "c": WHOLE}
    found = place(names, texts=texts, receipts=receipts)
    assert {name: row["status"] for name, row in found.items()} == {"a": "superseded", "b": "superseded", "c": "stated"}
