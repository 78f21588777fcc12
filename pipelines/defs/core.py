"""The core layer: one step that rebuilds every core table in a fresh file, unless there is nothing new."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import dagster as dg

from pipelines.defs.policies import POOL, core_spec
from pipelines.defs.resources import EngineParam, Home, LedgerParam, ProgressParam
from pipelines.progress import Progress
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from warehouse.step_cache.cached_step import Counts


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


@dg.multi_asset(name="core", pool=POOL, specs=[core_spec(table) for table in core_tables().values()])
def core(
    context: dg.AssetExecutionContext,
    config: CoreConfig,
    home: Home,
    ledger: LedgerParam,
    progress: ProgressParam,
    engine: EngineParam,
) -> Iterator[dg.MaterializeResult[None]]:
    """Builds raw and core from the ledger."""
    from pipelines.operations import read_operations
    from release.catalogue import standing
    from release.making.builds import clear_bench, discard_published, sign
    from release.making.settling import settle
    from release.snapshot import snapshot_of
    from warehouse.build import build
    from warehouse.decisions import read_decisions
    from warehouse.fingerprint import inputs, joined
    from warehouse.ledger.versions import refuse_half, versions_in_force
    from warehouse.policy import read_policy
    from warehouse.step_cache.home_store import step_cache

    started = perf_counter()
    if not ledger.batches():
        context.log.info("nothing has arrived yet: core, marts, checks and release are skipped")
        progress.begin("compare")
        progress.end("nothing has arrived yet")
        return
    if read_operations(home.path).reading.on_new_extractor == "all":
        from sources.extract import extractor_version

        left = refuse_half(versions_in_force(ledger), extractor_version(), tried=_reads_too(context.run))
        if left:
            progress.warn(
                f"reading of an older version kept for {counted(left, 'document')} that could not be read again"
            )
    policy, decisions = read_policy(), read_decisions(home.path)
    made_from = inputs(ledger, policy, decisions, config.day)
    _end_what_was_begun(home, joined(made_from), progress)
    stood = standing(home.path)
    if stood.damage is not None:
        progress.warn(f"{stood.damage}; the next release is made from the ledger; `parallax doctor` says more")
    if stood.is_of(joined(made_from)):
        discard_published(home.path, joined(made_from))
        context.log.info("nothing new since the latest release: core, marts, checks and release are skipped")
        progress.begin("compare")
        progress.end("nothing new since the latest release")
        _tell_what_is_missing(home, config.day or datetime.now(UTC).date(), progress)
        return
    cache = step_cache(home.path, made_from)
    steps = engine.steps(cache)
    progress.begin("reconcile", total=len(steps))
    target = clear_bench(home.path, context.run.run_id)

    def begin_again(n_aside: int) -> None:
        progress.end(f"{counted(n_aside, 'claim')} set aside, building again without them")
        progress.begin("reconcile", total=len(steps))

    announced = [_announced(step, progress) for step in steps]
    make = partial(build, ledger, target, policy, decisions, announced, config.day)
    report = settle(make, policy.set_aside, again=begin_again)
    sign(target, joined(made_from), report.as_of_day, made_from, snapshot_of(policy, decisions))
    seconds = round(perf_counter() - started, 3)
    for one in cache.counts:
        context.log.info(f"{one.step}: {one}")
    progress.end(_done(report.rows, cache.computed))
    for table in core_tables().values():
        yield dg.MaterializeResult(
            asset_key=["core", table.bare_name],
            metadata={
                "dagster/row_count": report.rows[table.name],
                "build_seconds": seconds,
                "groups": cache.computed.n_groups,
                "groups_computed": cache.computed.n_computed,
                "fingerprint": made_from,
            },
        )


def _done(rows: Mapping[str, int], computed: "Counts") -> str:
    """What was made, and how much of it was computed; an engine that looks nothing up counts no groups."""
    made = f"{rows.get('core.claims', 0):,} claims, {rows.get('core.estimates', 0):,} estimates"
    return f"{made}; {computed}" if computed.n_groups else made


def _reads_too(run: dg.DagsterRun) -> bool:
    """Whether documents are read in the same run, or only what lies behind them is made again."""
    selected, steps = run.asset_selection, run.step_keys_to_execute
    return (selected is None or dg.AssetKey(["ledger", "extractions"]) in selected) and (
        steps is None or "ledger__extractions" in steps
    )


def _end_what_was_begun(home: Home, fingerprint: str, progress: Progress) -> None:
    """A run that was killed just before its release got the pointer has done all the work: only the telling is left."""
    from release.changes.hook import tell
    from release.changes.reading import changes_of
    from release.making.publishing import recover

    recovered = recover(home.path, fingerprint)
    if recovered is not None:
        progress.warn(f"{recovered.release_id} was made by a run that was killed; `latest` leads to it now")
        for failure in tell(changes_of(recovered.path), os.environ):
            progress.warn(failure)


def _tell_what_is_missing(home: Home, day: date, progress: Progress) -> None:
    """Where nothing new comes nothing is built and judged, and that may itself be what is wrong."""
    from quality import Expected, judge_expected, missing_in_words, read_expectations
    from release.catalogue import latest

    current, expectations = latest(home.path), read_expectations(home.path)
    if current is None or not expectations.publishers:
        return
    for line in missing_in_words(judge_expected(current.database, day, Expected(expectations))):
        progress.warn(line)


def _announced(step: Step, progress: Progress) -> Step:
    """The step, telling the listener when it is done."""

    def run(frames: Frames, context: BuildContext) -> Frames:
        written = step.run(frames, context)
        progress.advance(step.name)
        return written

    return replace(step, run=run)
