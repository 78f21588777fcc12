"""What is the beginning of a longer text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.parse import parse
from warehouse.resolve.documents.truncated_documents import is_truncation, longer_versions

REPORT = "Mühlen: Größe des Marktes\n\nEr war 2025 „4,2 Mrd. €“ wert – und wächst.\n\n石臼の市場規模は42億米ドル。\n"


@pytest.mark.parametrize(
    ("text", "whole", "is_one"),
    [
        ("USD 5 bil", "USD 5 billion", True),
        ("USD 5 billion\n\n", "USD 5 billion in 2025", True),
        ("USD 5 billion", "USD 5 billion\n\n", False),  # nothing is behind it
        ("USD 5 billion", "USD 5 billion", False),
        ("USD 5 billion", "USD 6 billion in 2025", False),
        ("in 2025", "USD 5 billion in 2025", False),
        ("", "USD 5 billion", False),
        ("5 Mrd. \ufffd", "5 Mrd. €", False),  # not longer
        ("5 Mrd. \ufffd", "5 Mrd. € im Jahr", True),
        ("5 Mrd. â‚", "5 Mrd. € im Jahr", True),  # read as windows-1252
    ],
)
def test_a_beginning_is_told_by_its_characters(text: str, whole: str, is_one: bool) -> None:
    assert is_truncation(text, whole) is is_one


@given(st.integers(min_value=2, max_value=len(REPORT.encode()) - 8))
def test_every_half_of_a_file_is_a_beginning_of_the_whole_wherever_its_bytes_were_cut(cut: int) -> None:
    assert is_truncation(parse(REPORT.encode()[:cut]).text, parse(REPORT.encode()).text)


def test_each_place_is_looked_at_for_itself() -> None:
    texts = {"half": "USD 5", "whole": "USD 5 billion", "other": "EUR 7"}
    there = [("/a", "half"), ("/a", "whole"), ("/a", "other"), ("/b", "half")]
    assert longer_versions(there, texts.__getitem__) == {"half": frozenset({"whole"})}
    assert longer_versions([("/a", "half"), ("/b", "whole")], texts.__getitem__) == {}
