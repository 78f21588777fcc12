"""Words that a model writes and no text holds: they are shown as refused, and cost nothing else."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.parse import parse
from sources.second_reader.join import join
from sources.second_reader.odds import OddsFile
from sources.second_reader.records import Refusal, Verified

TEXT = "The global pump market was worth USD 5 billion in 2025.\n"


@pytest.mark.parametrize(
    ("said", "kept"),
    [("USD 9", "USD 9"), ("\ud800 9", "? 9"), ("9\x00\x1b[2J\n8", "9  [2J 8"), ("市場 9", "市場 9")],
)
def test_words_that_no_table_or_terminal_takes_are_made_readable(said: str, kept: str) -> None:
    first = extract(parse(TEXT.encode()))
    refused = Verified(refusals=(Refusal(0, 0, "", "second_reader.quote_not_in_text", said),))
    joined = join(first, refused, OddsFile(measured_on="nobody", second={}, outcomes={}))
    (choice,) = joined.choices
    assert choice.second == kept
    assert len(joined.claims) == 1
