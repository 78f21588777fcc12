"""A language model is joined with the reading of the built-in reader: here, the rules."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def _the_rules_read(rules_reader: None) -> None:
    """See `rules_reader`."""
