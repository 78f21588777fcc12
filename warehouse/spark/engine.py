"""Spark as an engine of a run: a session for as long as it lasts, begun when something is first asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse.ledger import Ledger
from warehouse.ledger.reading import Reading, read_pending
from warehouse.marts import MartReport
from warehouse.spark.session import session
from warehouse.step import Step

if TYPE_CHECKING:
    from types import TracebackType

    from pyspark.sql import SparkSession

    from warehouse.step_cache.cached_step import StepCache


class SparkEngine:
    """A cluster. The driver is this process: it holds the ledger's lock and its pointer, and publishes."""

    def __init__(self, master: str) -> None:
        """Starts nothing yet.

        Args:
            master: address of the cluster.
        """
        self._master = master
        self._open = ExitStack()
        self._session: SparkSession | None = None

    def __enter__(self) -> SparkEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._session = None
        self._open.close()

    def spark(self) -> SparkSession:
        """The session.

        Raises:
            SparkMissing: this machine cannot run Spark.
            BuildError: the cluster does not answer.
        """
        if self._session is None:
            self._session = self._open.enter_context(session(self._master))
        return self._session

    def read_pending(self, ledger: Ledger, pending: Sequence[str], extractor_version: str) -> Iterator[Reading]:
        """See `warehouse.engine.Engine`."""
        from warehouse.spark.reading import reader

        if not pending:
            return iter(())
        return read_pending(
            ledger, pending, extractor_version, elsewhere=reader(self.spark(), ledger, extractor_version)
        )

    def steps(self, cache: StepCache | None = None) -> tuple[Step, ...]:
        """See `warehouse.engine.Engine`."""
        from warehouse.grouping.here import groups_on_cores
        from warehouse.grouping.splits import BY_TEXT, SPLITS
        from warehouse.processes import workers
        from warehouse.spark.groups import groups_on_spark, on_spark
        from warehouse.step_cache.cached_step import cached
        from warehouse.steps import all_steps

        # Texts are at hand where the ledger is.
        places = {
            **dict.fromkeys(SPLITS, groups_on_spark(self.spark())),
            **dict.fromkeys(BY_TEXT, groups_on_cores(workers())),
        }

        def engaged(step: Step) -> Step:
            split = {**SPLITS, **BY_TEXT}.get(step.name)
            if split is not None and cache is not None and split.owners is not None:
                return cached(step, split, cache, places[step.name])
            return on_spark(step, SPLITS[step.name], self.spark()) if step.name in SPLITS else step

        return tuple(map(engaged, all_steps()))

    def build_marts(self, database: Path) -> MartReport:
        """See `warehouse.engine.Engine`."""
        from warehouse.spark.marts import build_marts

        return build_marts(database, self.spark())
