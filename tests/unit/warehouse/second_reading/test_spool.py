"""The spool: what is on disk survives, what was cut off is none, and nothing is taken in twice."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from sources.records import StoredAnswer
from warehouse.ledger import Ledger, open_ledger
from warehouse.second_reading.spool import absorb, append, spool_path, spooled


def answer(number: int) -> StoredAnswer:
    """An answer to question q and a number."""
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    return StoredAnswer(f"q{number}", "d", "m", "{}", "answered", "Größe ⟦1⟧", 1, 2, Decimal("0.000012345"), noon)


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """An empty one."""
    return open_ledger(tmp_path)


def test_answers_come_back_as_they_were_put_in(ledger: Ledger) -> None:
    append(ledger, [answer(1)])
    append(ledger, [answer(2), answer(3)])
    assert spooled(ledger) == (answer(1), answer(2), answer(3))
    assert absorb(ledger) == 3
    assert ledger.answers() == (answer(1), answer(2), answer(3))
    assert not spool_path(ledger).exists()
    assert absorb(ledger) == 0


@pytest.mark.parametrize("n_bytes", range(1, 60, 7))
def test_a_line_that_a_kill_cut_off_is_none(ledger: Ledger, n_bytes: int) -> None:
    append(ledger, [answer(1), answer(2)])
    path = spool_path(ledger)
    path.write_bytes(path.read_bytes()[:-n_bytes])
    assert spooled(ledger) == (answer(1),)
    assert absorb(ledger) == 1


def test_a_kill_between_the_batch_and_the_end_of_the_spool_takes_nothing_in_twice(ledger: Ledger) -> None:
    append(ledger, [answer(1)])
    content = spool_path(ledger).read_bytes()
    absorb(ledger)
    spool_path(ledger).write_bytes(content)
    append(ledger, [answer(2)])
    assert absorb(ledger) == 1
    assert ledger.answers() == (answer(1), answer(2))
