"""The interface of an engine (reads pending documents, runs the steps of the build, builds the marts) and the local engine.

Belongs here: the shape, and the engine of one machine. Spark's is `warehouse/spark/engine.py`; whoever starts a run chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from warehouse.ledger import Ledger
    from warehouse.ledger.reading import Reading
    from warehouse.marts import MartReport
    from warehouse.step import Step
    from warehouse.step_cache.cached_step import StepCache


class Engine(Protocol):
    """The three parts of a run that may happen elsewhere. Every engine gives the same rows."""

    def read_pending(self, ledger: Ledger, pending: Sequence[str], extractor_version: str) -> Iterator[Reading]:
        """Reads documents and records what they say, as `warehouse.ledger.reading.read_pending`."""

    def steps(self, cache: StepCache | None = None) -> tuple[Step, ...]:
        """The steps of the build, as `warehouse.steps.all_steps`; those that fall apart look up what `cache` has."""

    def build_marts(self, database: Path) -> MartReport:
        """Builds and tests the marts of a build, as `warehouse.marts.build_marts`."""


class LocalEngine:
    """This machine: worker processes, Polars, DuckDB."""

    def read_pending(self, ledger: Ledger, pending: Sequence[str], extractor_version: str) -> Iterator[Reading]:
        """See `Engine`."""
        from warehouse.ledger.reading import read_pending

        return read_pending(ledger, pending, extractor_version)

    def steps(self, cache: StepCache | None = None) -> tuple[Step, ...]:
        """See `Engine`.

        Raises:
            BuildError: PARALLAX_WORKERS holds no number of processes.
        """
        from warehouse.grouping.here import groups_on_cores, on_cores
        from warehouse.grouping.splits import BY_TEXT, SPLITS  # pulls in every room
        from warehouse.processes import workers
        from warehouse.step_cache.cached_step import cached
        from warehouse.steps import all_steps

        apart, n_workers = {**SPLITS, **BY_TEXT}, workers()
        run_groups = groups_on_cores(n_workers)

        def engaged(step: Step) -> Step:
            split = apart.get(step.name)
            if split is None:
                return step
            if cache is None or split.owners is None:
                return on_cores(step, split, n_workers)
            return cached(step, split, cache, run_groups)

        return tuple(map(engaged, all_steps()))

    def build_marts(self, database: Path) -> MartReport:
        """See `Engine`."""
        from warehouse.marts import build_marts

        return build_marts(database)
