"""A part of a site is taken over where everything that it asked for is the same, and drawn where anything differs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from release.site.addresses import Addresses
from release.site.kept import Before, Block, Parts, keep_parts, read_before
from release.site.paper import Paper, cut_by_key
from release.site.rows import DIGEST, Rows

SCHEMA = {"id": pl.String, "market": pl.String, "value": pl.Int64}
FIGURE = st.tuples(st.sampled_from(["a", "b", None]), st.integers(0, 2))


def world(figures: list[tuple[str | None, int]], target: Path, before: Before | None) -> tuple[Rows, Addresses, Parts]:
    told: list[dict[str, Any]] = [
        {"id": f"f{n}", "market": market, "value": value} for n, (market, value) in enumerate(figures)
    ]
    frame = pl.DataFrame(told, schema=SCHEMA)
    rows = Rows(Path("none"), {"figures": frame.with_columns(frame.hash_rows(seed=0).alias(DIGEST))})
    rows.reads.find = rows.named
    at = Addresses.watched(rows.reads)
    at.claims.update({one["id"]: f"p{one['value']}.html" for one in told})
    return rows, at, Parts(rows.reads, vars(at), Paper(target, {}), before)


def drawn(rows: Rows, at: Addresses, parts: Parts) -> dict[str, list[Block]]:
    """A list for each of three markets: its figures, and the address of the first figure of all."""

    def of(market: str | None) -> list[Block]:
        own = rows.by("figures", "market").get(market, [])
        told = [(row["id"], Markup(f"{row['value']} ")) for row in own]
        return [*told, ("", Markup(at.claims.get("f0", "none")))]

    return {str(market): parts.blocks(f"list {market}", partial(of, market)) for market in ("a", "b", None)}


@given(st.lists(FIGURE, max_size=6), st.lists(FIGURE, max_size=6))
def test_taken_over_or_drawn_a_part_is_the_same(
    first: list[tuple[str | None, int]], then: list[tuple[str | None, int]]
) -> None:
    parts = world(first, Path("none"), None)
    drawn(*parts)
    again = world(then, Path("none"), Before(Path("none"), parts[2].made))
    assert drawn(*again) == drawn(*world(then, Path("none"), None))
    assert first != then or again[2].taken == 3


def test_a_part_is_drawn_when_a_row_or_an_address_that_it_asked_for_differs() -> None:
    parts = world([("a", 1), ("b", 1)], Path("none"), None)
    drawn(*parts)
    before = Before(Path("none"), parts[2].made)

    def taken(figures: list[tuple[str | None, int]]) -> int:
        again = world(figures, Path("none"), before)
        drawn(*again)
        return again[2].taken

    assert taken([("a", 1), ("b", 1)]) == 3
    assert taken([("a", 1), ("b", 2)]) == 2  # b draws its row anew
    assert taken([("a", 1), ("b", 1), (None, 1)]) == 2  # a group that was empty is no longer
    assert taken([("a", 2), ("b", 1)]) == 0  # all link to the first figure, which moved


def test_a_part_that_reads_a_whole_mart_is_refused() -> None:
    rows, _, parts = world([("a", 1)], Path("none"), None)
    with pytest.raises(RuntimeError, match="reads all of figures"):
        parts.blocks("all", lambda: [("", Markup(rows.count("figures")))])


def test_what_is_kept_is_read_back_and_refused_where_other_code_made_it(tmp_path: Path) -> None:
    rows, at, parts = world([("a", 1)], tmp_path, None)
    drawn(rows, at, parts)
    keep_parts(tmp_path / "store" / "site.json", "code", parts.made)
    before = read_before(tmp_path / "store" / "site.json", "code", tmp_path)
    assert before is not None
    again = world([("a", 1)], tmp_path, before)
    assert drawn(*again) == drawn(rows, at, parts)
    assert again[2].taken == 3
    assert read_before(tmp_path / "store" / "site.json", "other code", tmp_path) is None
    assert read_before(tmp_path / "none.json", "code", tmp_path) is None


def test_one_card_more_leaves_the_pages_of_the_explorer_that_do_not_hold_it() -> None:
    cards = [(f"x{n}", Markup("." * 6_000)) for n in range(2_000)]
    more = [*cards[:900], ("new", Markup("." * 6_000)), *cards[900:]]
    before, after = (["".join(key for key, _ in page) for page in cut_by_key(told)] for told in (cards, more))
    assert len(before) > 20
    assert len(set(after) - set(before)) <= 2
