"""What all assets of a layer share, said once: group, kinds, owner. Nothing here knows a single asset."""

import dagster as dg

from warehouse.schema import Table
from warehouse.schema.marts import Mart

OWNERS = ["team:parallax"]
# Steps that write to the data home: one run of them at a time (`concurrency.pools` of dagster.yaml).
POOL = "home"
SOURCES, CORE, MARTS, RELEASE = "sources", "core", "marts", "release"


def core_spec(table: Table) -> dg.AssetSpec:
    """A table of schema core: asset key `core/x` for table `core.x`."""
    return dg.AssetSpec(
        key=[CORE, table.bare_name],
        deps=[["ledger", "receipts"], ["ledger", "extractions"], ["ledger", "second_readings"]],
        description=table.doc,
        group_name=CORE,
        kinds={"python", "duckdb"},
        owners=OWNERS,
        skippable=True,
        metadata={
            "key": ", ".join(table.key),
            "dagster/column_schema": dg.TableSchema(
                [
                    dg.TableColumn(c.name, c.sql_type, c.doc, dg.TableColumnConstraints(nullable=not c.required))
                    for c in table.columns
                ]
            ),
        },
    )


def mart_spec(mart: Mart) -> dg.AssetSpec:
    """A mart: asset key `marts/x` for table `marts.x`, dbt model `x` and file `parquet/x.parquet`."""
    return dg.AssetSpec(
        key=[MARTS, mart.name],
        deps=[[CORE, table] for table in mart.core_tables],
        description=f"{mart.doc}\n\nOne row per {mart.grain}.",
        group_name=MARTS,
        kinds={"dbt", "duckdb"},
        owners=OWNERS,
        skippable=True,
        metadata={
            "grain": mart.grain,
            "key": ", ".join(mart.key),
            "dagster/column_schema": dg.TableSchema([dg.TableColumn(c.name, description=c.doc) for c in mart.columns]),
        },
    )
