"""The one door to Great Expectations: a frame and expectations in, the rows that fail out. No check is named here.

The library is imported on first use (it takes seconds) and used on frames only, in an ephemeral context: nothing is
written, nothing is sent.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from quality.check import Expect
from quality.late_import import loaded_when_used

if TYPE_CHECKING:
    import polars as pl

# It draws charts with the one and compares distributions with the other: half of its own import (measured).
_ASKED_FOR_BY_NO_CHECK = ("altair", "scipy.stats")


class ExpectationError(RuntimeError):
    """An expectation could not be evaluated: it names no class, or a column that the frame does not have."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What Great Expectations found.

    Attributes:
        passed: every expectation holds.
        rows: numbers of the frame's rows that fail, ascending; all of them where an expectation on the table fails.
        unmet: the expectations that do not hold, as "kind(column)".
    """

    passed: bool
    rows: tuple[int, ...]
    unmet: tuple[str, ...]


def validate(frame: pl.DataFrame, expectations: Sequence[Expect]) -> Verdict:
    """Judges a frame.

    Args:
        frame: aggregates or failing rows; small.
        expectations: what must hold of it.

    Returns:
        The verdict; row numbers count from 0 in the frame's order.

    Raises:
        ExpectationError: an expectation could not be evaluated.
    """
    library, whole_frame = _library()
    batch = whole_frame.get_batch({"dataframe": frame.to_pandas()})
    suite = library.ExpectationSuite(name="check", expectations=[_expectation(library, each) for each in expectations])
    report = batch.validate(suite, result_format={"result_format": "COMPLETE"})
    rows: set[int] = set()
    unmet: list[str] = []
    for outcome in report.results:
        if outcome.success:
            continue
        configuration = outcome.expectation_config
        column = configuration.kwargs.get("column") or configuration.kwargs.get("column_A") or "table"
        name = f"{configuration.type}({column})"
        if "unexpected_index_list" not in outcome.result and "observed_value" not in outcome.result:
            raise ExpectationError(f"{name} could not be evaluated: {_reason(outcome.exception_info)}")
        unmet.append(name)
        rows.update(outcome.result.get("unexpected_index_list", range(frame.height)))
    return Verdict(bool(report.success), tuple(sorted(rows)), tuple(sorted(unmet)))


@cache
def _library() -> tuple[Any, Any]:
    """The library and a definition that takes a frame as it is; made once per process."""
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    with loaded_when_used(_ASKED_FOR_BY_NO_CHECK):
        import great_expectations as library

    # It tells of its own temporary folder, at a level that it sets itself.
    logging.getLogger("great_expectations.data_context.types.base").setLevel(logging.WARNING)

    context: Any = library.get_context(mode="ephemeral")
    context.variables.progress_bars = {"globally": False}
    asset = context.data_sources.add_pandas("frames").add_dataframe_asset("frame")
    return library, asset.add_batch_definition_whole_dataframe("whole")


def _expectation(library: Any, expect: Expect) -> Any:
    kind = getattr(library.expectations, expect.kind, None)
    if kind is None:
        raise ExpectationError(f"Great Expectations knows no {expect.kind}")
    return kind(**expect.arguments)


def _reason(exception_info: Any) -> str:
    """The message within the nested report of an expectation that raised."""
    if isinstance(exception_info, dict):
        message = exception_info.get("exception_message")
        if message:
            return str(message)
        for part in exception_info.values():
            reason = _reason(part)
            if reason:
                return reason
    return ""
