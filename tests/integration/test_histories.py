"""Builds that look up stored results equal builds that compute everything, whatever happened to the home before."""

from __future__ import annotations

import pytest

from trials.histories import differences


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_a_random_history_leaves_no_difference(number: int) -> None:
    found, counts = differences(number, n_documents=6, n_events=4)
    assert found == []
    assert sum(one.n_computed for one in counts) < sum(one.n_groups for one in counts)  # something was looked up
