"""The currency that ends the text before a figure, however much text is before it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sources.grammar.currencies import _before, currency_before

MARKS = sorted(_before()[1])


@given(
    st.text("aZ 9.$€\n", max_size=60), st.sampled_from(MARKS), st.sampled_from(["", " ", ".", "  ", "\u00a0", " \n", "  \n"])
)  # fmt: skip
def test_a_mark_is_found_as_in_the_whole_text(lead: str, mark: str, behind: str) -> None:
    left = lead + mark + behind
    pattern, codes = _before()
    match = pattern.search(left)
    found = currency_before(left)
    assert (found and (found.code, found.length)) == (match and (codes[match["mark"]], len(left) - match.start()))
