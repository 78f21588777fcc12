"""Building the site of a large release, the largest of synthetic reports that is there: `python -m benchmarks.site RELEASE WORK`."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from typing import Any

from trials.clock import rounded, timed

REQUIRED_SECONDS, REQUIRED_BYTES = 20.0, 2_000_000
COUNTED = ("markets", "publishers", "claims", "vendor_figures", "conflicts")


def site_seconds(release: Path, work: Path) -> dict[str, Any]:
    """Builds the site once in this process; loading libraries is no part of it.

    Returns:
        Rows of `COUNTED`, `pages`, `megabytes` of all pages, `largest` page and `largest_bytes`, `wall_seconds`, `cpu_seconds`,
        `peak_megabytes`, and `holds`: whether both limits are kept.
    """
    from quality import planned_checks  # noqa: F401 - loaded before the clock starts
    from release.changes.reading import changes_of
    from release.making.judgement import read_checks
    from release.record import read_release
    from release.site.build import build_site

    record, checks, changes = read_release(release).record, read_checks(release), changes_of(release)
    sizes: dict[str, int] = {}
    database, site = release / "warehouse.duckdb", work / "site"
    seconds = timed(lambda: sizes.update(build_site(database, record, checks, changes, site, lambda _: None)))
    largest = max(sizes, key=lambda page: sizes[page])
    return {
        **{name: record.rows[name] for name in COUNTED},
        "pages": len(sizes),
        "megabytes": round(sum(sizes.values()) / 1e6, 1),
        "largest": largest,
        "largest_bytes": sizes[largest],
        "wall_seconds": rounded(seconds.wall),
        "cpu_seconds": rounded(seconds.cpu),
        "peak_megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "holds": seconds.wall < REQUIRED_SECONDS and sizes[largest] < REQUIRED_BYTES,
    }


if __name__ == "__main__":
    print(json.dumps(site_seconds(Path(sys.argv[1]), Path(sys.argv[2]))))
