"""The core layer: one step that rebuilds every core table in a fresh file, unless there is nothing new."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from time import perf_counter

import dagster as dg

from pipelines.defs.policies import core_spec
from pipelines.defs.resources import Home, LedgerParam, ProgressParam
from pipelines.progress import Progress
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


class CoreConfig(dg.Config):
    """What a run may say of the build beside its files.

    Attributes:
        as_of_day: the day, as YYYY-MM-DD, by which the expiry of decisions is judged; by default the latest day that
            decisions and documents name. The build itself reads no clock.
    """

    as_of_day: str | None = None

    @property
    def day(self) -> date | None:
        """The day, where one is given."""
        return None if self.as_of_day is None else date.fromisoformat(self.as_of_day)


@dg.multi_asset(name="core", specs=[core_spec(table) for table in core_tables().values()])
def core(
    context: dg.AssetExecutionContext, config: CoreConfig, home: Home, ledger: LedgerParam, progress: ProgressParam
) -> Iterator[dg.MaterializeResult[None]]:
    """Builds raw and core from the ledger."""
    from release.builds import clear_bench, discard_published, sign
    from release.catalogue import is_current
    from warehouse.build import build
    from warehouse.decisions import read_decisions
    from warehouse.fingerprint import inputs, joined
    from warehouse.policy import read_policy
    from warehouse.steps import all_steps

    started = perf_counter()
    policy, decisions = read_policy(), read_decisions(home.path)
    made_from = inputs(ledger, policy, decisions, config.day)
    if is_current(home.path, joined(made_from)):
        discard_published(home.path, joined(made_from))
        context.log.info("nothing new since the latest release: core, marts, checks and release are skipped")
        progress.begin("compare")
        progress.end("nothing new since the latest release")
        return
    steps = all_steps()
    progress.begin("reconcile", total=len(steps))
    target = clear_bench(home.path, context.run.run_id)
    report = build(ledger, target, policy, decisions, [_announced(step, progress) for step in steps], config.day)
    sign(target, joined(made_from), report.as_of_day, made_from)
    seconds = round(perf_counter() - started, 3)
    progress.end(f"{report.rows.get('core.claims', 0):,} claims, {report.rows.get('core.estimates', 0):,} estimates")
    for table in core_tables().values():
        yield dg.MaterializeResult(
            asset_key=["core", table.bare_name],
            metadata={
                "dagster/row_count": report.rows[table.name],
                "build_seconds": seconds,
                "fingerprint": made_from,
            },
        )


def _announced(step: Step, progress: Progress) -> Step:
    """The step, telling the listener when it is done."""

    def run(frames: Frames, context: BuildContext) -> Frames:
        written = step.run(frames, context)
        progress.advance(step.name)
        return written

    return replace(step, run=run)
