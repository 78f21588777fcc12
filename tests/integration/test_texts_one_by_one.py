"""Steps of the build that read texts hold few of them at a time: a corpus is never in memory."""

from __future__ import annotations

import weakref
from collections.abc import Iterator

import pytest

from tests.integration.conftest import Published
from tests.integration.test_grouping import table
from warehouse.build import run_step
from warehouse.connection import held_open
from warehouse.decisions import Decisions
from warehouse.ledger import open_ledger
from warehouse.ledger.texts import texts_of
from warehouse.policy import read_policy
from warehouse.step import BuildContext
from warehouse.steps import all_steps


class Text(str):
    """A text whose end can be seen."""


AT_A_TIME = 2  # one that is read while the one before it goes
READERS = (
    "text signatures",
    "documents",
    "quotes",
    "figure contexts",
    "evidence",
)


@pytest.fixture(scope="module", autouse=True)
def _opened_once(samples: Published) -> Iterator[None]:
    """Each step reads several tables of one file."""
    with held_open(samples.latest / "warehouse.duckdb"):
        yield


@pytest.mark.parametrize("name", READERS)
def test_a_step_holds_few_texts_at_a_time(samples: Published, name: str) -> None:
    read = texts_of(open_ledger(samples.home))
    alive: weakref.WeakValueDictionary[int, Text] = weakref.WeakValueDictionary()  # equal texts count each
    asked: set[str] = set()
    most = 0

    def text_of(document_id: str) -> str:
        nonlocal most
        text = Text(read(document_id))
        alive[id(text)] = text
        asked.add(document_id)
        most = max(most, len(alive))
        return text

    step = next(step for step in all_steps() if step.name == name)
    frames = {table_: table(samples, table_) for table_ in step.reads}
    run_step(step, frames, BuildContext(read_policy(), Decisions(), text_of))

    assert len(asked) > AT_A_TIME, "too few to tell"
    assert most <= AT_A_TIME, f"{most} of {len(asked)} texts at a time"


def test_every_step_that_reads_texts_is_watched(samples: Published) -> None:
    def no_text(document_id: str) -> str:
        raise LookupError(document_id)

    readers = []
    for step in all_steps():
        try:
            run_step(
                step,
                {name: table(samples, name) for name in step.reads},
                BuildContext(read_policy(), Decisions(), no_text),
            )
        except LookupError:
            readers.append(step.name)
    assert sorted(readers) == sorted(READERS)
