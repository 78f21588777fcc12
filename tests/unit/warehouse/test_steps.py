"""The real order of steps: complete and in order."""

from __future__ import annotations

from warehouse.build import check_order
from warehouse.schema import core_tables, work_tables
from warehouse.steps import all_steps


def test_every_table_is_written_by_one_step_and_read_only_afterwards():
    steps = all_steps()
    check_order(steps)
    assert sorted(table for step in steps for table in step.writes) == sorted([*core_tables(), *work_tables()])


def test_every_table_of_work_is_read_by_a_step():
    assert {table for step in all_steps() for table in step.reads} >= set(work_tables())
