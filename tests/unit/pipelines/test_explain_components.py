"""How `explain` prints what a distance consists of: shares with the bounds that are known."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from rich.tree import Tree

from pipelines.cli.explore.trace_tree import _add_components


@pytest.mark.parametrize(
    ("low", "high", "printed"),
    [
        (45.49, 81.24, "scope: 65.4 % (45.5 to 81.2 %); how"),
        (45.49, None, "scope: 65.4 % (45.5 % or more); how"),
        (None, 81.24, "scope: 65.4 % (81.2 % or less); how"),
        (None, None, "scope: 65.4 %; how"),
    ],
)
def test_an_end_that_bounds_leave_open_is_not_printed(low: float | None, high: float | None, printed: str) -> None:
    row = {
        "component": "scope", "status": "computed", "log_share_pct": 65.41, "log_share_low_pct": low,
        "log_share_high_pct": high, "how": "how",
    }  # fmt: skip
    tree = Tree("root")
    trace: Any = SimpleNamespace(bridge=None, components=[row])
    _add_components(tree, trace)
    assert str(tree.children[0].children[0].label) == printed
