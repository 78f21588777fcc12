"""The marts: one step that runs the dbt project on the unpublished build."""

from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

import dagster as dg

from pipelines.defs.policies import MARTS, POOL, mart_spec
from pipelines.defs.resources import EngineParam, Home, LedgerParam, ProgressParam
from warehouse.schema.marts import marts as mart_contracts
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from warehouse.marts import NodeResult

# dbt's data tests, each of which runs right behind its model. `quality` has checks of the same names.
_TESTS = [
    dg.AssetCheckSpec(f"dbt_{test}", asset=dg.AssetKey([MARTS, mart.name]), description=f"dbt data test `{test}`.")
    for mart in mart_contracts().values()
    for test in mart.tests
]


@dg.multi_asset(
    name="marts", pool=POOL, specs=[mart_spec(mart) for mart in mart_contracts().values()], check_specs=_TESTS
)
def marts(
    home: Home, ledger: LedgerParam, progress: ProgressParam, engine: EngineParam
) -> Iterator[dg.MaterializeResult[None] | dg.AssetCheckResult]:
    """Builds and tests every mart."""
    from release.making.builds import standing_build
    from release.record import DATABASE
    from warehouse.marts import MartError

    started = perf_counter()
    progress.begin("marts")
    try:
        report = engine.build_marts(standing_build(home.path) / DATABASE)
    except MartError as error:
        yield from _checks(error.results)
        raise
    warned = {warning.name: warning.n_failing or 0 for warning in report.warnings}
    progress.end(
        f"{len(report.rows)} tables, {len(report.tests)} tests"
        + (f", {counted(len(warned), 'warning')}" if warned else "")
    )
    models = {model.name: model.seconds for model in report.models}
    for name in mart_contracts():
        yield dg.MaterializeResult(
            asset_key=["marts", name],
            metadata={
                "dagster/row_count": report.rows[name],
                "model_seconds": round(models.get(name, 0.0), 3),
                "dbt_seconds": round(perf_counter() - started, 3),
                "dbt_warnings": dg.MetadataValue.json(warned),
            },
        )
    yield from _checks(report.tests)


def _checks(results: "Iterable[NodeResult]") -> Iterator[dg.AssetCheckResult]:
    """What dbt found, test by test; a test that was skipped found nothing."""
    for test in results:
        if test.kind == "test" and test.status != "skipped":
            yield dg.AssetCheckResult(
                asset_key=[MARTS, test.mart],
                check_name=f"dbt_{test.check}",
                passed=test.status == "pass",
                severity=dg.AssetCheckSeverity.WARN if test.status == "warn" else dg.AssetCheckSeverity.ERROR,
                metadata={"failing": test.n_failing or 0, "seconds": round(test.seconds, 3)},
            )
