"""The checks of `quality` as asset checks: one step after each layer, one check per rule, two severities.

A check of severity error blocks what lies behind its layer. The gate itself stands in `release`: it reads the results
from the build and publishes nothing that was not judged whole.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

import dagster as dg

from pipelines.defs.policies import POOL
from pipelines.defs.resources import Home, LedgerParam, ProgressParam
from quality import CheckResult, PlannedCheck, planned_checks
from quality.result import Layer

SEVERITY = {"error": dg.AssetCheckSeverity.ERROR, "warning": dg.AssetCheckSeverity.WARN}


def day_of_run(run_config: Mapping[str, Any]) -> date:
    """The day that whoever started the run named for it, else today (UTC): here stands the clock that no check reads."""
    named = run_config.get("ops", {}).get("core", {}).get("config", {}).get("as_of_day")
    return datetime.now(UTC).date() if named is None else date.fromisoformat(named)


def check_spec(planned: PlannedCheck) -> dg.AssetCheckSpec:
    """A rule about table `core.x` as a check of asset `core/x`."""
    return dg.AssetCheckSpec(
        name=planned.name,
        asset=dg.AssetKey(planned.table.split(".")),
        description=planned.description,
        blocking=planned.severity == "error",
    )


def check_result(result: CheckResult) -> dg.AssetCheckResult:
    """A result with its failing rows as a table."""
    return dg.AssetCheckResult(
        asset_key=dg.AssetKey(result.table.split(".")),
        check_name=result.name,
        passed=result.passed,
        severity=SEVERITY[result.severity],
        description=result.description,
        metadata={
            "failing": result.n_failing,
            **({"failing_rows": _table(result)} if result.failing_rows else {}),
            **{name: str(result.metadata[name]) for name in ("skipped", "error") if name in result.metadata},
        },
    )


def _table(result: CheckResult) -> dg.TableMetadataValue:
    columns = list(dict.fromkeys(name for row in result.failing_rows for name in row))
    return dg.MetadataValue.table(
        records=[
            dg.TableRecord({name: "" if row.get(name) is None else row[name] for name in columns})
            for row in result.failing_rows
        ],
        schema=dg.TableSchema([dg.TableColumn(name) for name in columns]),
    )


def _judge(layer: Layer) -> Callable[..., Iterator[dg.AssetCheckResult]]:
    def judge_layer(
        context: dg.AssetCheckExecutionContext, home: Home, ledger: LedgerParam, progress: ProgressParam
    ) -> Iterator[dg.AssetCheckResult]:
        from quality import Expected, claims_by_publisher, judge, missing_in_words, read_expectations
        from release.catalogue import standing
        from release.making.builds import standing_build
        from release.making.judgement import add_checks, in_words
        from release.record import DATABASE
        from warehouse.ledger.texts import texts_of

        progress.begin(f"check {layer}")
        build = standing_build(home.path)
        before = standing(home.path).release if layer == "core" else None
        expected = Expected(
            read_expectations(home.path), claims_by_publisher(before.database) if before is not None else {}
        )
        day = day_of_run(context.run.run_config)
        results = judge(build / DATABASE, texts_of(ledger), day, [layer], expected)
        add_checks(build, results)
        progress.end(in_words(results))
        for line in missing_in_words(results):
            progress.warn(line)
        yield from map(check_result, results)

    return judge_layer


def _checks_of(layer: Layer) -> dg.AssetChecksDefinition:
    return dg.multi_asset_check(
        name=f"judge_{layer}",
        pool=POOL,
        specs=[check_spec(planned) for planned in planned_checks() if planned.layer == layer],
        description=f"Every check on schema {layer}.",
    )(_judge(layer))


judge_core = _checks_of("core")
judge_marts = _checks_of("marts")
