"""Tests of this folder are about the rules, which read beside the model; `model` and `join` say themselves who reads."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def _the_rules_read(rules_reader: None) -> None:
    """See `rules_reader`."""
