"""The figures of a document as chosen, or as its sidecar maps them, each in its own place. What mentions say of one another belongs in `settle`."""

from __future__ import annotations

from collections.abc import Sequence

from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.columns.claim_map import from_text
from sources.extract.columns.mapped_figures import with_mapped_figures
from sources.extract.decide.decide import decided
from sources.extract.decide.worded_metrics import with_worded_metrics
from sources.extract.read.rules_reading import RulesReading
from sources.metrics import metrics
from sources.records import Mention, Rejection


def chosen_mentions(laid: RulesReading, chosen: Sequence[FigureChoice]) -> list[Mention]:
    """All mentions in their order: as the choice has them, then as metrics with words of their own rename them.

    Args:
        laid: the document as the rules read it.
        chosen: of some of its mentions.
    """
    read = decided(laid.mentions, chosen)
    return with_worded_metrics(read, laid.parsed, laid.sentences, laid.context.grammar.language, metrics())


def placed_figures(laid: RulesReading, chosen: Sequence[FigureChoice]) -> tuple[Sequence[Mention], Sequence[Rejection]]:
    """Mentions and rejections in order: as chosen, and those of tables whose columns a sidecar maps as it maps them.

    Args:
        laid: the document as the rules read it.
        chosen: of some of its mentions.

    Raises:
        Unreadable: `wrong_columns`, see `columns.mapped_figures`.
    """
    mentions = chosen_mentions(laid, chosen)
    if laid.parsed.column_map is None:
        return mentions, laid.rejections
    maps = from_text(laid.parsed.column_map)
    return with_mapped_figures(laid.parsed, laid.context, maps, mentions, laid.rejections)
