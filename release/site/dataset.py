"""The release as a schema.org Dataset (https://schema.org/Dataset), in the head of the front page."""

from __future__ import annotations

from typing import Any

from release.record import DATABASE, PARQUET, WORKBOOK, ReleaseRecord
from release.site.rows import Rows
from warehouse.schema.marts import marts

_PARQUET_TYPE = "application/vnd.apache.parquet"
_WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def dataset(rows: Rows, record: ReleaseRecord) -> dict[str, Any]:
    """What the release says of itself; addresses are relative to the site's front page.

    Args:
        rows: the marts.
        record: the release's own record.

    Returns:
        A JSON-LD object. It names no licence of its own: each quote stands under its document's.
    """
    years = [row["time_period_year"] for row in rows.of("market_estimates", "time_period_year")]
    covered = {"temporalCoverage": f"{min(years)}/{max(years)}"} if years else {}
    files = [
        (WORKBOOK, _WORKBOOK_TYPE),
        (DATABASE, "application/octet-stream"),
        *((f"{PARQUET}/{mart}.parquet", _PARQUET_TYPE) for mart in marts()),
    ]
    return {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": f"Parallax release {record.release_id}",
        "description": "Market figures of several publishers, each linked to the words that state it, with agreements, conflicts, and "
        "the reconciled estimate or a refusal with its reason.",
        "version": record.release_id,
        "datePublished": record.published_at.date().isoformat(),
        **covered,
        "distribution": [
            {"@type": "DataDownload", "name": file, "encodingFormat": kind, "contentUrl": f"../{file}"}
            for file, kind in files
        ],
    }
