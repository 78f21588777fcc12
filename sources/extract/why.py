"""Why each figure of a document is read as it is: the choices that `extract` made, with their reasons. Nothing of it is stored."""

from __future__ import annotations

from sources.extract.choose.reasons import Reason, reasons_of
from sources.extract.choose.weights import weights
from sources.extract.rules_reading import read_by_rules
from sources.records import ParsedDocument


def why(parsed: ParsedDocument) -> dict[tuple[int, int], tuple[Reason, ...]]:
    """Reasons for metric, part, area, time and status of every figure, by its span in the canonical text.

    Figures that only rules read (a driver's impact) have none.

    Args:
        parsed: canonical text with blocks.
    """
    laid = read_by_rules(parsed)
    found = reasons_of(laid.page, weights())
    if laid.plain is None:
        return found
    return {laid.plain.in_source(*span): reasons for span, reasons in found.items()}
