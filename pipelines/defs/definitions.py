"""What Dagster loads. Everything is said in `build.py`."""

from pipelines.defs.build import build_defs

defs = build_defs()
