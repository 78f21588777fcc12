"""Rows as frames in the form of a core table."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import polars as pl
import pytest

from warehouse.schema import core_tables, framing
from warehouse.schema.framing import framed
from warehouse.step import BuildError

AREA = {"ref_area": "vendor:North", "area": "North", "kind": "vendor_region"}


def test_rows_with_lists_are_what_polars_makes_of_them() -> None:
    rows: list[dict[str, Any]] = [
        {**AREA, "members": ["CAN", "USA"]},
        {**AREA, "ref_area": "001", "members": None},
        {**AREA, "ref_area": "vendor:None", "members": []},
    ]
    expected = pl.DataFrame(rows, schema=core_tables()["core.areas"].polars_schema())
    assert framed("core.areas", rows).equals(expected, null_equal=True)
    assert framed("core.areas", rows).schema == expected.schema


def test_tuples_are_lists_and_rows_may_come_one_by_one() -> None:
    rows = ({**AREA, "members": ("CAN", "USA")} for _ in range(1))
    assert framed("core.areas", rows)["members"].to_list() == [["CAN", "USA"]]


def test_rows_of_several_parts_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framing, "AT_ONCE", 2)
    rows = [{**AREA, "ref_area": str(number), "members": [str(number)] * number} for number in range(5)]
    found = framed("core.areas", iter(rows))
    assert found["ref_area"].to_list() == ["0", "1", "2", "3", "4"]
    assert found["members"].to_list() == [[], ["1"], ["2"] * 2, ["3"] * 3, ["4"] * 4]


def test_no_rows_are_a_frame_of_the_tables_columns() -> None:
    assert framed("core.areas", []).schema == core_tables()["core.areas"].polars_schema()


@pytest.mark.parametrize("cell", ["CAN", {"CAN", "USA"}, frozenset({"CAN"}), 7])
def test_what_is_no_list_is_refused_by_its_column(cell: object) -> None:
    with pytest.raises(BuildError, match="members"):
        framed("core.areas", [{**AREA, "members": cell}])


def test_a_list_of_something_else_is_refused() -> None:
    with pytest.raises(TypeError, match="int"):
        framed("core.areas", [{**AREA, "members": [1, 2]}])


def test_a_missing_list_is_null_and_an_empty_one_is_empty() -> None:
    cells = [None, ["CAN", "USA"], [], None, ("MEX",), None]
    rows = [{**AREA, "members": cell} for cell in cells]
    assert framed("core.areas", [AREA, *rows])["members"].to_list() == [
        None,
        None,
        ["CAN", "USA"],
        [],
        None,
        ["MEX"],
        None,
    ]


def test_lists_are_framed_without_pandas() -> None:
    code = "import sys; from warehouse.schema.framing import framed; framed('core.areas', [%r]); print('pandas' in sys.modules)"
    asked = [sys.executable, "-c", code % {**AREA, "members": ["CAN"]}]
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip() == "False"
