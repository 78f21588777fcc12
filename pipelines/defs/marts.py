"""The marts: one step that runs the dbt project on the unpublished build."""

from collections.abc import Iterator
from time import perf_counter

import dagster as dg

from pipelines.defs.policies import POOL, mart_spec
from pipelines.defs.resources import EngineParam, Home, LedgerParam, ProgressParam
from warehouse.schema.marts import marts as mart_contracts
from warehouse.values.wording import counted


@dg.multi_asset(name="marts", pool=POOL, specs=[mart_spec(mart) for mart in mart_contracts().values()])
def marts(
    home: Home, ledger: LedgerParam, progress: ProgressParam, engine: EngineParam
) -> Iterator[dg.MaterializeResult[None]]:
    """Builds and tests every mart."""
    from release.making.builds import standing_build
    from release.record import DATABASE

    started = perf_counter()
    progress.begin("marts")
    report = engine.build_marts(standing_build(home.path) / DATABASE)
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
