"""The machine of a measurement, without host name, path or user."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from typing import Any

LIBRARIES = "dagster dbt-core dbt-duckdb duckdb great-expectations polars pyarrow pydantic pypdfium2 selectolax".split()


def machine() -> dict[str, Any]:
    """Cores, memory, system, Python, library versions, and how busy the machine is as the benchmark begins.

    Returns:
        `load_average` is of the last minute: with more than a few tenths, others were at work, and wall times are too long.
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory_gib": round(memory / 2**30, 1),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load_average": round(os.getloadavg()[0], 1),
        "libraries": {name: version(name) for name in LIBRARIES},
    }
