"""The checks of a build: `judge` reads a DuckDB file and returns the result of each check. It never writes.

Belongs here: checks as data (`suites/`), their running (`judge.py`), the one door to Great Expectations (`gx.py`).
No Dagster: `pipelines` turns results into asset checks. What happens on a failure is the release's decision.
"""

from quality.expectations import Expected, read_expectations
from quality.judge import PlannedCheck, claims_by_publisher, judge, judge_expected, missing_in_words, planned_checks
from quality.result import CheckResult, Severity

__all__ = [
    "CheckResult",
    "Expected",
    "PlannedCheck",
    "Severity",
    "claims_by_publisher",
    "judge",
    "judge_expected",
    "missing_in_words",
    "planned_checks",
    "read_expectations",
]
