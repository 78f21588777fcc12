"""Whole texts: cut into pages without loss, quoted places marked, and only where a licence lets them be passed on."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from release.changes.reading import changes_of
from release.record import Release
from release.site.addresses import Addresses
from release.site.build import build_site
from release.site.texts import pages_of, pieces_of


def quote(evidence_id: str, start: int, end: int) -> dict[str, Any]:
    return {"evidence_id": evidence_id, "claim_id": f"c-{evidence_id}", "char_start": start, "char_end": end}


@given(text=st.text(alphabet="ab \n", max_size=200), longest=st.integers(2, 40))
def test_pages_follow_one_another_without_a_gap_and_none_is_too_long(text: str, longest: int) -> None:
    places = pages_of(text, longest)
    assert "".join(text[start:end] for start, end in places) == text
    assert all(end - start <= longest for start, end in places)
    assert all(first[1] == second[0] for first, second in pairwise(places))


def test_a_page_ends_behind_a_line_where_one_ends_in_its_second_half() -> None:
    # ten characters a page: the line break at 7 lies in the second half, the one at 2 does not
    assert pages_of("ab\ndefg\nijklmnop", 10) == [(0, 8), (8, 16)]
    assert pages_of("ab\ndefghijklmnop", 10) == [(0, 10), (10, 16)]


def test_quotes_that_lie_over_one_another_are_cut_into_pieces_of_the_innermost_claim() -> None:
    at = Addresses(claims={"c-a": "evidence/m.html#c-a", "c-b": "evidence/m.html#c-b"})
    #     0123456789
    text = "xxAAABBAxx"  # a from 2 to 8, b within it from 5 to 7
    found = list(pieces_of(text, 0, 10, [quote("a", 2, 8), quote("b", 5, 7)], at))
    assert [(piece.text, piece.anchors, (piece.href or "")[-1:]) for piece in found] == [
        ("xx", (), ""),
        ("AAA", ("a",), "a"),
        ("BB", ("b",), "b"),
        ("A", (), "a"),
        ("xx", (), ""),
    ]


@given(st.text(max_size=60), st.lists(st.tuples(st.integers(0, 59), st.integers(1, 20)), max_size=6))
def test_the_pieces_of_a_page_are_its_text_and_every_quote_has_one_anchor(
    text: str, places: list[tuple[int, int]]
) -> None:
    quotes = [
        quote(str(n), start, min(start + length, len(text)))
        for n, (start, length) in enumerate(places)
        if start < len(text)
    ]
    found = list(pieces_of(text, 0, len(text), quotes, Addresses()))
    assert "".join(piece.text for piece in found) == text
    anchors = [one for piece in found for one in piece.anchors]
    assert sorted(anchors) == sorted(one["evidence_id"] for one in quotes)


@pytest.fixture
def site_with_texts(tmp_path: Path, release: Release, all_passed: Any, small_world: Any) -> Path:
    """The small world's site, with the text of one document that may be passed on."""
    chosen = next(iter(small_world.texts))
    target = tmp_path / "site"
    build_site(
        release.database,
        release.record,
        all_passed,
        changes_of(release.path),
        target,
        lambda document_id: small_world.texts[document_id] if document_id == chosen else None,
    )
    return target


def test_a_text_that_may_be_passed_on_has_a_page_and_its_quotes_lead_there(site_with_texts: Path) -> None:
    pages = list((site_with_texts / "texts").iterdir())
    assert len(pages) == 1
    text = pages[0].read_text()
    assert '<span id="t-' in text
    linked = [
        page for page in (site_with_texts / "evidence").iterdir() if f"texts/{pages[0].name}#t-" in page.read_text()
    ]
    assert linked, "no quote leads into the whole text"


def test_a_release_without_such_a_licence_holds_no_whole_text(release: Release) -> None:
    assert not (release.path / "site" / "texts").exists()
