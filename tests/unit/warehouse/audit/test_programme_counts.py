"""Counts of a public programme against the reference: 41 projects, 35 companies, 15 member states of Hy2Tech."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

D = Decimal


def findings(book: Any) -> list[dict[str, Any]]:
    rows = book.build()["core.audit_findings"].filter(rule="programme_count").to_dicts()
    return sorted(rows, key=lambda row: (row["unit_measure"], row["stated"]))


@pytest.fixture
def one(book: Any) -> Any:
    """A book with one document."""
    book.document("d", "p", market_id="pumps")
    return book


def said(book: Any, words: str, figure: str, **fields: Any) -> str:
    """A claim on a figure of a sentence at the beginning of the text."""
    claim_id = str(book.claim("d", figure, figure, metric="other_numeric", unit_measure="things", **fields))
    start = words.index(figure)
    end = start + len(figure)
    book.row(
        "core.evidence", evidence_id=f"{claim_id}-e", claim_id=claim_id, document_id="d", char_start=start, char_end=end,
        prefix=words[:start], quote=figure, suffix=words[end:],
    )  # fmt: skip
    return claim_id


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Hy2Tech funds 41 projects in 15 member states", {"member states": "consistent", "projects": "consistent"}),
        ("Hy2Tech funds 41 projects in 18 member states", {"member states": "mismatch", "projects": "consistent"}),
        ("Hy2Tech funds 41 projects in more than 18 member states", {"member states": "mismatch", "projects": "consistent"}),
        ("Hy2Tech funds 41 projects in more than 12 member states", {"member states": "consistent", "projects": "consistent"}),
        ("Hy2Tech funds 41 projects in 20 member states", {"member states": "mismatch", "projects": "consistent"}),
        # 5 % of 34 to either side: 32.30 to 35.70 holds 35
        ("Hy2Tech has about 34 companies with 41 projects", {"companies": "consistent", "projects": "consistent"}),
        ("With 10 projects on electrolysers, Hy2Tech has 41 hydrogen projects", {"projects": "consistent"}),  # a part
        ("Hy2Tech funds 38 projects in 18 member states", {}),  # no count fixes the stage
        ("Hy2Tech funds 41 projects. Another scheme spans 18 member states", {"projects": "consistent"}),
        ("The scheme funds 41 projects in 18 member states", {}),  # names no programme
        ("Hy2Tech funds 41 projects and 18 new companies", {"projects": "consistent"}),  # counts what is added
    ],
)  # fmt: skip
def test_counts_are_tested_where_one_of_the_sentence_is_that_of_the_stage(
    one: Any, words: str, expected: dict[str, str]
) -> None:
    figure = next(number for number in ("41", "38") if number in words)
    claim_id = said(one, words, figure)
    rows = findings(one)
    assert {row["unit_measure"]: row["outcome"] for row in rows} == expected
    assert len(rows) == len(expected)
    assert all(row["claim_ids"] == [claim_id] for row in rows)


def test_a_mismatch_names_both_counts_the_day_and_the_source(one: Any) -> None:
    said(one, "Hy2Tech funds 41 projects in more than 18 member states", "41")
    row = findings(one)[0]
    assert (row["stated"], row["expected"], row["deviation"], row["severity"]) == (D(18), D(15), D(3), "high")
    assert row["explanation"].startswith(
        "IPCEI Hy2Tech: more than 18 member states against 15 member states of the reference as of 2022-07-15: differs (stor"
    )
    assert "29:55" in row["spans"]  # "Hy2Tech funds 41 projects in " has 29 characters, the count 26


def test_a_place_in_the_context_of_two_claims_is_one_finding_of_its_own_claim(one: Any) -> None:
    words = "Hy2Tech funds 41 projects in 18 member states"
    projects, states = said(one, words, "41"), said(one, words, "18")
    rows = findings(one)
    assert [(row["unit_measure"], row["claim_ids"]) for row in rows] == [
        ("member states", [states]),
        ("projects", [projects]),
    ]


def test_claims_that_are_set_aside_are_not_tested(one: Any) -> None:
    said(one, "Hy2Tech funds 41 projects in 18 member states", "41", status="quarantined")
    assert findings(one) == []
