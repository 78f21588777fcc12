"""Lists of members as documents give them: top members in the order of the list, members of members apart, areas in areas."""

from __future__ import annotations

import polars as pl

from warehouse.resolve.statements.listed_members import nested_segments, top_members
from warehouse.schema import core_tables


def segments(*rows: tuple[str, str, str | None, int]) -> pl.DataFrame:
    """Rows of document d and market m: (key, member, parent, position)."""
    return pl.DataFrame(
        [
            {
                "document_id": "d", "market_id": "m", "dimension": key.partition(":")[0], "segment_key": key,
                "segment": member, "parent": parent, "position": position,
            }
            for key, member, parent, position in rows
        ],
        schema=core_tables()["core.segments"].polars_schema(),
    )  # fmt: skip


def test_top_members_stand_in_the_order_of_the_list_whatever_the_order_of_the_rows() -> None:
    listed = segments(
        ("type:b", "B", None, 1), ("type:a", "A", None, 0), ("type:a1", "A1", "A", 2), ("use:x", "X", None, 0)
    )
    for rows in (listed, listed.reverse()):
        found = {place: [row["segment"] for row in members] for place, members in top_members(rows).items()}
        assert found == {("d", "m", "type"): ["A", "B"], ("d", "m", "use"): ["X"]}
    assert nested_segments(listed, "document_id") == {("d", "type:a1")}
