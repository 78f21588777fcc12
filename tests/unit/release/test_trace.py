"""From any figure down to the words: ids resolve, sentences are whole, and a quote that does not hold is seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from release.reading.trace import sentence_around, trace
from release.record import Release, ReleaseError


def quotes(found: Any) -> list[tuple[str, str, bool | None]]:
    """Document, quote and whether it holds, of every mention."""
    return [(mention.document, mention.quote, mention.holds) for claim in found.claims for mention in claim.mentions]


def test_an_estimate_leads_to_every_claim_that_was_looked_at(release: Release, small_world: Any) -> None:
    found = trace(release.database, "e1", small_world.text_of)
    assert found.kind == "estimate"
    assert [row["publisher"] for row in found.figures] == ["Acme Research", "Borealis Insights", "Copyhouse Wire"]
    # c01 (twice) and c08 are counted, c10 is a copy: three claims, four mentions, by document name and place
    assert quotes(found) == [
        ("d_copy.txt", "USD 10.0 billion", True),
        ("d_new.txt", "USD 10.0 billion", True),
        ("d_new.txt", "USD 10.0 billion", True),
        ("d_other.txt", "EUR 8.8 billion", True),
    ]


@pytest.mark.parametrize(
    ("wanted", "kind", "claims"),
    [
        ("e2", "estimate", ["c02"]),
        ("k1", "conflict", ["c01", "c09", "c10"]),
        ("v2", "figure", ["c01", "c02"]),
        ("c05", "claim", ["c05"]),
    ],
)
def test_every_kind_of_id_resolves(
    release: Release, small_world: Any, wanted: str, kind: str, claims: list[str]
) -> None:
    found = trace(release.database, wanted, small_world.text_of)
    assert found.kind == kind
    assert sorted(claim.row["claim_id"] for claim in found.claims) == claims
    assert all(holds for _, _, holds in quotes(found))


def test_an_unknown_id_says_where_ids_are_found(release: Release) -> None:
    with pytest.raises(
        ReleaseError, match=r"^zzzz: no estimate.*bridge, claim or decision.*parallax show MARKET"
    ) as told:
        trace(release.database, "zzzz", None)
    assert str(told.value).count("zzzz") == 1


@pytest.mark.parametrize("hostile", ["", "%", "' OR 1=1 --", "e", "c0"])
def test_a_short_or_hostile_id_finds_nothing(release: Release, hostile: str) -> None:
    with pytest.raises(ReleaseError, match=r"no estimate|give at least 4 characters"):
        trace(release.database, hostile, None)


def test_a_prefix_is_taken_where_it_is_the_only_one(tmp_path: Path, release: Release) -> None:
    database = tmp_path / "long_ids.duckdb"
    database.write_bytes(release.database.read_bytes())
    with duckdb.connect(str(database)) as connection:
        for old, new in (("c01", "abcdef01"), ("c02", "abcdef99")):
            connection.execute(f"UPDATE marts.claims SET claim_id = '{new}' WHERE claim_id = '{old}'")
    assert trace(database, "abcdef0", None).row["claim_id"] == "abcdef01"
    with pytest.raises(
        ReleaseError, match=r"several ids begin with this.*\n  abcdef01 \(claim\)\n  abcdef99 \(claim\)"
    ):
        trace(database, "abcd", None)


def test_without_a_text_the_published_context_is_shown_and_nothing_is_claimed(release: Release) -> None:
    found = trace(release.database, "c03", None)
    mention = found.claims[0].mentions[0]
    assert (mention.quote, mention.holds) == ("14.9%", None)
    assert mention.before.endswith("a CAGR of ")


def test_a_text_that_has_changed_is_seen(release: Release) -> None:
    found = trace(release.database, "c03", lambda _: "another text")
    assert [holds for _, _, holds in quotes(found)] == [False]


def test_the_sentence_ends_at_full_stops_and_line_ends_but_not_in_numbers() -> None:
    text = "First one. It was USD 1.5 billion in 2025 (U.S. only). Last one.\nNext line"
    start = text.index("USD")
    before, after = sentence_around(text, start, start + len("USD 1.5 billion"))
    assert before == "It was "
    assert after == " in 2025 (U.S."  # an abbreviation ends it early: what is shown is shorter, never wrong
    assert sentence_around("a\nUSD 5 m\nb", 2, 9) == ("", "")


@given(st.text(max_size=60), st.text(min_size=1, max_size=20), st.text(max_size=60))
def test_what_stands_around_a_quote_always_stands_in_the_text_beside_it(before: str, quote: str, after: str) -> None:
    text = before + quote + after
    left, right = sentence_around(text, len(before), len(before) + len(quote))
    assert before.endswith(left)
    assert after.startswith(right)
