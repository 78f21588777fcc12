"""A figure that no table holds is rejected alone; its document keeps every other claim."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.parse import parse
from sources.records import Extraction


def _read(said: str) -> Extraction:
    text = f"Basalt Fibre Market Report\n\nThe global basalt fibre market was valued at USD 4 billion in 2024. {said}\n"
    read = extract(parse(text.encode()))
    assert not isinstance(read, str)
    return read


@pytest.mark.parametrize(
    ("said", "is_rejected"),
    [
        # 38 digits, nine of them behind the point: 29 before it
        ("In 2025 it was valued at USD 99999999999999999999 billion.", False),  # 9.99e28
        ("In 2025 it was valued at USD 100000000000000000000 billion.", True),  # 1e29
        ("In 2025 it was valued at USD 9999999999999999999999 billion.", True),
        ("In March 2026 Orin Works acquired Delta Looms for USD 9999999999999999999999 billion.", True),  # of an event
    ],
)
def test_a_figure_beyond_the_range_of_tables_is_rejected_by_its_rule_and_no_other_is(
    said: str, is_rejected: bool
) -> None:
    read = _read(said)
    rejected = [one.surface for one in read.rejections if one.rule == "beyond_range"]
    assert bool(rejected) is is_rejected
    assert 4_000_000_000 in {claim.value for claim in read.claims}
    assert all(claim.value < 10**29 for claim in read.claims)
    spans = {(one.char_start, one.char_end) for one in read.rejections if one.rule == "beyond_range"}
    assert not spans & {(one.char_start, one.char_end) for one in read.mentions}, "one fate per token"
