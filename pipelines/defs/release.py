"""The last layer: a checked build becomes a release, and `latest` points at it."""

import os
from collections.abc import Iterator
from time import perf_counter

import dagster as dg

from pipelines.defs.policies import OWNERS, POOL, RELEASE
from pipelines.defs.resources import Home, LedgerParam, ProgressParam
from warehouse.schema.marts import marts as mart_contracts

CHANGES_WITHIN_POLICY = "changes_within_policy"


@dg.asset(
    key=["release", "latest"],
    deps=[["marts", name] for name in mart_contracts()],
    group_name=RELEASE,
    kinds={"duckdb", "parquet"},
    owners=OWNERS,
    pool=POOL,
    output_required=False,
    check_specs=[
        dg.AssetCheckSpec(
            name=CHANGES_WITHIN_POLICY,
            asset=dg.AssetKey(["release", "latest"]),
            description="No estimate moved, and no figure went, by more than `change_alerts` of the policy allows.",
        )
    ],
    description=(
        "An immutable folder with the database, one Parquet file per mart, the data package and a manifest of hashes. "
        "`latest` flips to it in one step, only after every blocking check has passed; otherwise the old release stays."
    ),
)
def latest_release(
    home: Home, ledger: LedgerParam, progress: ProgressParam
) -> Iterator[dg.MaterializeResult[None] | dg.AssetCheckResult]:
    """Publishes the unpublished build."""
    from release.changes.hook import tell
    from release.changes.reading import changes_of
    from release.making.builds import discard, fingerprint_of, standing_build
    from release.making.judgement import read_checks
    from release.making.publishing import publish
    from warehouse.ledger.texts import texts_of

    started = perf_counter()
    progress.begin("publish")
    build = standing_build(home.path)
    published = publish(home.path, build, fingerprint_of(build), read_checks(build), texts_of(ledger))
    discard(build)
    record, changes = published.record, changes_of(published.path)
    progress.end(published.release_id)
    yield dg.MaterializeResult(
        metadata={
            "release_id": published.release_id,
            "path": dg.MetadataValue.path(str(published.path)),
            "fingerprint": published.fingerprint,
            "dagster/row_count": sum(record.rows.values()),
            "rows": dg.MetadataValue.json(record.rows),
            "documents": dg.MetadataValue.json(record.documents),
            "warnings": dg.MetadataValue.json(list(record.warnings)),
            "seconds": round(perf_counter() - started, 3),
        }
    )
    failures = tell(changes, os.environ)
    yield dg.AssetCheckResult(
        asset_key=dg.AssetKey(["release", "latest"]),
        check_name=CHANGES_WITHIN_POLICY,
        passed=not changes.alerts,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={
            "alerts": dg.MetadataValue.json([alert.model_dump(mode="json") for alert in changes.alerts]),
            "counts": dg.MetadataValue.json(changes.counts),
            **({"hooks that failed": dg.MetadataValue.json(failures)} if failures else {}),
        },
    )
