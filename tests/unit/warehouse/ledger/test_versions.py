"""Versions of the reader in force, and the guard against a build of half old, half new."""

from __future__ import annotations

import pytest

from warehouse.ledger import LedgerError
from warehouse.ledger.versions import refuse_half


def test_one_version_is_no_half() -> None:
    assert refuse_half({"new": 7}, "new", tried=False) == 0
    assert refuse_half({}, "new", tried=False) == 0


def test_documents_that_nobody_tried_to_read_again_stop_the_build() -> None:
    with pytest.raises(LedgerError, match="3 of 10 documents wait to be read by the present version"):
        refuse_half({"new": 7, "old": 2, "older": 1}, "new", tried=False)


def test_documents_that_failed_one_by_one_are_counted_and_cost_no_other() -> None:
    assert refuse_half({"new": 7, "old": 3}, "new", tried=True) == 3
