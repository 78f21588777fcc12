"""Rows come in groups of their key, as if they had been put into a dictionary, and frames in slices of whole documents."""

from __future__ import annotations

import sys
from collections import defaultdict

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.values import frame_groups as grouped
from warehouse.values.frame_groups import by_documents, groups_of_rows

ROWS = st.lists(
    st.tuples(st.sampled_from(["a", "B", "\u00e4", "\U0001f600", "\uffee"]), st.integers(1, 3)), max_size=30
)


@given(ROWS)
def test_groups_are_those_of_a_dictionary_in_the_order_of_its_keys(rows: list[tuple[str, int]]) -> None:
    schema = {"series_id": pl.String, "year": pl.Int64, "place": pl.Int64}
    frame = pl.DataFrame([(*row, place) for place, row in enumerate(rows)], schema=schema, orient="row")
    wanted = defaultdict(list)
    for row in frame.iter_rows(named=True):
        wanted[row["series_id"], row["year"]].append(row)
    assert list(groups_of_rows(frame, ("series_id", "year"))) == [wanted[key] for key in sorted(wanted)]


def test_words_that_repeat_are_one_object_and_those_that_do_not_are_not_looked_up() -> None:
    frame = pl.DataFrame(
        {
            "series_id": ["a kite"] * 4,
            "year": [1, 1, 2, 2],
            "market_id": ["kites", None] * 2,
            "id": [f"no. {number}" for number in range(4)],
        }
    )
    looked_up: list[str] = []

    def noted(word: str) -> str:
        looked_up.append(word)
        return sys.intern(word)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grouped, "intern", noted)
        rows = [row for group in groups_of_rows(frame, ("series_id", "year")) for row in group]

    assert rows == frame.to_dicts()
    assert len({id(row["series_id"]) for row in rows}) == 1 and rows[0]["market_id"] is rows[2]["market_id"]
    assert set(looked_up) == {"a kite", "kites"}


def test_every_row_comes_once_and_a_document_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouped, "_DOCUMENTS_AT_ONCE", 2)
    frames = {
        "core.claims": pl.DataFrame({"document_id": ["d", "a", "c", "a", "b", "e"], "n": range(6)}),
        "core.segments": pl.DataFrame({"document_id": ["e", "b", "b"], "n": range(3)}),
    }

    slices = list(by_documents(frames, ("core.claims", "core.segments")))

    assert [[*slice_["core.claims"]["n"]] for slice_ in slices] == [[1, 3, 4], [0, 2], [5]]  # a and b, c and d, e
    assert [[*slice_["core.segments"]["n"]] for slice_ in slices] == [[1, 2], [], [0]]


def test_no_documents_are_no_slices() -> None:
    assert not list(by_documents({"core.claims": pl.DataFrame(schema={"document_id": pl.String})}, ("core.claims",)))
