"""The checks as code: one suite per layer. `quality/judge.py` runs them."""

from quality.suites.core import core_suite
from quality.suites.marts import marts_suite

__all__ = ["core_suite", "marts_suite"]
