"""Every step that falls apart writes the same rows whole, in any number of groups, and in processes of this machine."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import ModuleType

import polars as pl
import pytest

from tests.integration.conftest import Published
from warehouse.build import run_step
from warehouse.connection import held_open, query
from warehouse.decisions import Decisions
from warehouse.explain import components, estimates_step
from warehouse.grouping import estimate_splits, market_splits
from warehouse.grouping.estimate_splits import ESTIMATE_SPLITS
from warehouse.grouping.groups import cuts, dealt_out, empty, in_groups, no_text
from warehouse.grouping.here import on_cores
from warehouse.grouping.splits import BY_TEXT, SPLITS
from warehouse.ledger import open_ledger
from warehouse.ledger.texts import texts_of
from warehouse.policy import read_policy
from warehouse.schema import core_tables, raw_tables, work_tables
from warehouse.step import BuildContext, Step
from warehouse.steps import all_steps
from warehouse.values import frame_groups as grouped

STEPS = {step.name: step for step in all_steps()}
_FEW = {
    "work.reprints",
    "work.pairs_in_documents",
    "work.retractions",
    "work.forecast_errors",
    "work.count_times_price",
    *(name for name in work_tables() if name.endswith(("_pairs", "_findings"))),  # of one rule each
}  # in the samples
APART = {**SPLITS, **BY_TEXT}
# One of each way to fall apart; `make proofs` has processes compute all.
_ON_CORES = {min(SPLITS), min(BY_TEXT)}


@pytest.fixture(scope="module", autouse=True)
def _opened_once(samples: Published) -> Iterator[None]:
    """Each step reads several tables of one file."""
    with held_open(samples.latest / "warehouse.duckdb"):
        yield


def table(samples: Published, name: str) -> pl.DataFrame:
    """A table as the build hands it to a step."""
    if name in work_tables():
        return whole(next(step.name for step in STEPS.values() if name in step.writes), samples)[name]
    contract = (raw_tables() if name in raw_tables() else core_tables())[name]
    return query(samples.latest / "warehouse.duckdb", f"SELECT * FROM {contract.sql_name}").cast(
        contract.polars_schema()
    )


def rows(step: Step, samples: Published) -> dict[str, pl.DataFrame]:
    """What a step writes over the samples."""
    context = BuildContext(read_policy(), Decisions(), texts_of(open_ledger(samples.home)))
    return run_step(step, {name: table(samples, name) for name in step.reads}, context)


@functools.cache
def whole(name: str, samples: Published) -> dict[str, pl.DataFrame]:
    """What it writes where nothing falls apart, made once for all tests; enough rows to tell."""
    found = rows(STEPS[name], samples)
    few = {
        written: frame.height
        for written, frame in found.items()
        if frame.height <= (10 if written in core_tables() else 3)
    }
    assert few.keys() <= _FEW, few
    return found


@pytest.mark.parametrize("name", sorted(SPLITS))
@pytest.mark.parametrize("n_groups", [7, *(pytest.param(n, marks=pytest.mark.proof) for n in (1, 2, 1000))])
def test_a_step_that_falls_apart_writes_the_same_rows_in_any_number_of_groups(
    samples: Published, name: str, n_groups: int
) -> None:
    apart = rows(in_groups(STEPS[name], SPLITS[name], n_groups), samples)
    for written, frame in whole(name, samples).items():
        assert apart[written].equals(frame), written


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in _ON_CORES else pytest.mark.proof) for name in sorted(APART)]
)
@pytest.mark.parametrize("n_workers", [pytest.param(1, marks=pytest.mark.proof), 3])
def test_processes_of_this_machine_write_the_same_rows(samples: Published, name: str, n_workers: int) -> None:
    apart = rows(on_cores(STEPS[name], APART[name], n_workers, at_least=0), samples)
    for written, frame in whole(name, samples).items():
        assert apart[written].equals(frame), written


@pytest.mark.parametrize("name", sorted(ESTIMATE_SPLITS))
def test_groups_write_the_very_form_of_their_tables(samples: Published, name: str) -> None:
    step, split = STEPS[name], ESTIMATE_SPLITS[name]
    context = BuildContext(read_policy(), Decisions(), no_text)
    frames = {read: table(samples, read) for read in step.reads}
    shared = split.shared(frames, context)
    for _, group in dealt_out(split.cut(frames, context), 3):
        for written, frame in split.run({**shared, **group}, context).items():
            assert frame.schema == empty(written).schema, (
                written
            )  # what is stored is put beside what a build has none of


def test_disagreements_are_decomposed_alike_however_few_are_looked_up_at_a_time(
    samples: Published, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = whole("conflict_components", samples)
    monkeypatch.setattr(components, "AT_ONCE", 3)
    assert rows(STEPS["conflict_components"], samples)["core.conflict_components"].equals(
        at_once["core.conflict_components"]
    )


@pytest.mark.parametrize(
    ("name", "module", "constant"),
    [("causes", estimate_splits, "PAIRS_AT_ONCE"), ("conflict_components", market_splits, "CONFLICTS_AT_ONCE")],
)
def test_a_step_that_is_cut_in_portions_writes_the_same_rows(
    samples: Published, name: str, module: ModuleType, constant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, constant, 1)  # a portion for each market
    context = BuildContext(read_policy(), Decisions(), no_text)
    frames = {read: table(samples, read) for read in STEPS[name].reads}
    assert len(list(cuts(SPLITS[name], frames, context))) > 3
    apart = rows(on_cores(STEPS[name], SPLITS[name], 1, at_least=0), samples)
    for written, frame in whole(name, samples).items():
        assert apart[written].equals(frame), written


def test_estimates_are_joined_alike_however_few_at_a_time(samples: Published, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = whole("estimates", samples)
    monkeypatch.setattr(estimates_step, "AT_ONCE", 3)
    for written, frame in rows(STEPS["estimates"], samples).items():
        assert frame.equals(at_once[written]), written


@pytest.mark.parametrize("name", ["coherence"])
def test_a_step_writes_the_same_rows_however_few_documents_it_looks_at_at_a_time(
    samples: Published, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = whole(name, samples)
    monkeypatch.setattr(grouped, "_DOCUMENTS_AT_ONCE", 1)
    for written, frame in rows(STEPS[name], samples).items():
        assert frame.equals(at_once[written]), written
