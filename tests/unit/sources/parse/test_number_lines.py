"""Lines of numbers are looked at in time that grows with them, and each number is read as one."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from sources.parse.text import rolled, words

PATTERNS = {
    "figures behind a label": words.VALUES,
    "one figure": words.ONE,
    "values in a line": rolled._VALUES,
}


@pytest.fixture
def alarm() -> Iterator[None]:
    """Ends what does not end by itself."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(10)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=list(PATTERNS))
@pytest.mark.parametrize("beginning", ["", "Europe "])
def test_two_hundred_numbers_that_can_be_read_in_two_ways_end_at_once(pattern: re.Pattern[str], beginning: str) -> None:
    line = beginning + "1,111 " * 200 + "\x01!"
    assert pattern.fullmatch(line) is None
    pattern.match(line)
    pattern.search(line)


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("1,111 2.345 10.5%", ["1,111", "2.345", "10.5%"]),
        ("1,2342,0255.2%", ["1,234", "2,025", "5.2%"]),  # blanks were lost between numbers with groups
        ("1.234.567,8 12", ["1.234.567,8", "12"]),
        ("12,5 13,25", ["12,5", "13,25"]),
        ("5.2025 7", ["5.2025", "7"]),  # four digits behind the point are no group
    ],
)
def test_numbers_in_a_row_are_told_apart(line: str, numbers: list[str]) -> None:
    assert words.VALUES.fullmatch(line)
    assert words.ONE.findall(line) == numbers
