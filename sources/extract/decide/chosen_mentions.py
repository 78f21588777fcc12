"""The figures of a document as chosen, or as the columns of its tables say, each in its own place. What mentions say of one another belongs in `settle`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.columns.claim_map import RECOGNISED, from_text
from sources.extract.columns.mapped_figures import DocumentFacts, with_mapped_figures
from sources.extract.columns.recognised import recognised
from sources.extract.decide.decide import decided
from sources.extract.decide.worded_metrics import with_worded_metrics
from sources.extract.read.rules_reading import RulesReading
from sources.metrics import metrics
from sources.records import Mention, Rejection


class Placed(NamedTuple):
    """The figures of a document, and the map of columns that some of them were read by."""

    mentions: Sequence[Mention]
    rejections: Sequence[Rejection]
    column_map: str | None


def chosen_mentions(laid: RulesReading, chosen: Sequence[FigureChoice]) -> list[Mention]:
    """All mentions in their order: as the choice has them, then as metrics with words of their own rename them.

    Args:
        laid: the document as the rules read it.
        chosen: of some of its mentions.
    """
    read = decided(laid.mentions, chosen)
    return with_worded_metrics(read, laid.scan.parsed, laid.scan.sentences, laid.context.grammar.language, metrics())


def placed_figures(laid: RulesReading, chosen: Sequence[FigureChoice]) -> Placed:
    """Mentions and rejections in order: as chosen, and those of tables whose columns are known as their map has them.

    Args:
        laid: the document as the rules read it.
        chosen: of some of its mentions.

    Raises:
        Unreadable: `wrong_columns`, see `columns.mapped_figures`; never for a map that no person gave.
    """
    parsed, context = laid.scan.parsed, laid.context
    mentions = chosen_mentions(laid, chosen)
    column_map = parsed.column_map or recognised(parsed)
    if column_map is not None:
        window = context.window
        present = window.base_year or window.dated or window.reference
        facts = DocumentFacts(context.grammar, context.market, context.area, present, context.numbers)
        is_recognised = column_map.startswith(RECOGNISED)
        maps = from_text(column_map)
        figures = with_mapped_figures(parsed, facts, maps, mentions, laid.rejections, is_recognised=is_recognised)
        if figures is not None:
            return Placed(*figures, column_map)
    return Placed(mentions, laid.rejections, None)
