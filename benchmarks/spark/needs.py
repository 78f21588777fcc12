"""Whether `make spark-test` can run here: exit 0 with a Java that Spark accepts, else 1 and a sentence. Needs no pyspark."""

from __future__ import annotations

import sys

from warehouse.spark.session import missing_java


def main() -> int:
    """Says what is missing; the exit code."""
    lacking = missing_java()
    if lacking is not None:
        print(f"spark-test skipped, nothing was tested: {lacking}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
