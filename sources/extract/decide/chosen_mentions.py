"""The mentions of a document as chosen, each in its own place. What mentions say of one another belongs in `settle`."""

from __future__ import annotations

from collections.abc import Sequence

from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.decide.decide import decided
from sources.extract.decide.worded_metrics import with_worded_metrics
from sources.extract.read.rules_reading import RulesReading
from sources.metrics import metrics
from sources.records import Mention


def chosen_mentions(laid: RulesReading, chosen: Sequence[FigureChoice]) -> list[Mention]:
    """All mentions in their order: as the choice has them, then as metrics with words of their own rename them.

    Args:
        laid: the document as the rules read it.
        chosen: of some of its mentions.
    """
    read = decided(laid.mentions, chosen)
    return with_worded_metrics(read, laid.parsed, laid.sentences, laid.context.grammar.language, metrics())
