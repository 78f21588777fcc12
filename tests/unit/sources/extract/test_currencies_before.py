"""The currency that ends the text before a figure, however much text is before it."""

from __future__ import annotations

from itertools import product

import pytest

from sources.grammar.currencies import _before, currency_before

LEADS = ("", "a", "It sold boats for a", "It sold boats worth ", "$ or 9 € or ")
BEHIND = ("", " ", ".", "  ", "\u00a0", " \n", "  \n")


@pytest.mark.parametrize("mark", sorted(_before()[1]))
def test_a_mark_is_found_as_in_the_whole_text(mark: str) -> None:
    pattern, codes = _before()
    for lead, behind in product(LEADS, BEHIND):
        left = lead + mark + behind
        match = pattern.search(left)
        found = currency_before(left)
        assert (found and (found.code, found.length)) == (match and (codes[match["mark"]], len(left) - match.start()))
