"""Which checks there are, as code: one suite per layer. How a check is run is not said here."""

from quality.suites.core import core_suite
from quality.suites.marts import marts_suite

__all__ = ["core_suite", "marts_suite"]
