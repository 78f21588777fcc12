"""The one door to Great Expectations: how many rows each rule of a layer has found, and which rules do not hold.

The library is imported on first use (it takes seconds) and used on one frame a layer, in an ephemeral context: nothing is written,
nothing is sent.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl


class ExpectationError(RuntimeError):
    """The expectations could not be evaluated."""


def broken(frame: pl.DataFrame) -> frozenset[int]:
    """Judges the rules of a layer.

    Args:
        frame: a row per rule: rule, table, severity, n_failing; null where the rule could not be run.

    Returns:
        Numbers of the rows whose rule does not hold, from 0 in the frame's order.

    Raises:
        ExpectationError: the frame has no column `n_failing`, or the library gives up.
    """
    library, whole_frame = _library()
    expectations = library.expectations
    suite = library.ExpectationSuite(
        name="rules",
        expectations=[
            expectations.ExpectColumnValuesToNotBeNull(column="n_failing"),
            expectations.ExpectColumnValuesToBeBetween(column="n_failing", min_value=0, max_value=0),
        ],
    )
    batch = whole_frame.get_batch({"dataframe": frame.to_pandas()})
    report = batch.validate(suite, result_format={"result_format": "COMPLETE"})
    rows: set[int] = set()
    for outcome in report.results:
        if not outcome.success:
            if "unexpected_index_list" not in outcome.result:
                raise ExpectationError(f"{outcome.expectation_config.type}: {outcome.exception_info}")
            rows.update(outcome.result["unexpected_index_list"])
    return frozenset(rows)


@cache
def _library() -> tuple[Any, Any]:
    """The library and a definition that takes a frame as it is; made once per process."""
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    import great_expectations as library

    # It tells of its own temporary folder, at a level that it sets itself.
    logging.getLogger("great_expectations.data_context.types.base").setLevel(logging.WARNING)

    context: Any = library.get_context(mode="ephemeral")
    context.variables.progress_bars = {"globally": False}
    asset = context.data_sources.add_pandas("frames").add_dataframe_asset("frame")
    return library, asset.add_batch_definition_whole_dataframe("whole")
