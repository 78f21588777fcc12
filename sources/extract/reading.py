"""The figures of a document as the reader in force reads them. What a document states besides figures does not belong here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sources.extract.choose.chooser import choose
from sources.extract.choose.doubts import doubts_of
from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.choose.weights import weights
from sources.extract.decide.chosen_mentions import Placed, placed_figures
from sources.extract.decide.claims import claims_of
from sources.extract.read.rules_reading import RulesReading, read_by_rules
from sources.extract.reader_name import ReaderName, reader_in_force
from sources.records import Claim, Mention, ParsedDocument, ReadingChoice, Rejection

if TYPE_CHECKING:
    from sources.extract.join.both import BothReadings
    from sources.extract.join.joined import Joined


@dataclass(frozen=True)
class FiguresRead:
    """The figures of a document, without the ids that settling gives.

    Attributes:
        laid: the document as the rules lay it out.
        chosen: by the rules' chooser.
        placed: as the rules alone read the figures.
        both, joined: the model's reading beside the rules', and what was made of the two; None where the rules read alone.
        reader: who reads.
    """

    laid: RulesReading
    chosen: Sequence[FigureChoice]
    placed: Placed
    both: BothReadings | None = None
    joined: Joined | None = None
    reader: ReaderName = "rules"

    @property
    def mentions(self) -> Sequence[Mention]:
        """In order of the text."""
        return self.joined.mentions if self.joined else self.placed.mentions

    @property
    def rejections(self) -> Sequence[Rejection]:
        """In order of the text."""
        return self.joined.rejections if self.joined else self.placed.rejections

    def claims(self) -> tuple[tuple[Claim, ...], tuple[Mention, ...]]:
        """The mentions grouped into claims, with their confidence."""
        if self.both is None or self.joined is None:
            return claims_of(self.laid, self.placed.mentions, doubts_of(self.chosen))
        from sources.extract.join.both import joint_claims
        from sources.extract.join.odds import weights as joint_weights

        return joint_claims(self.both, self.joined, joint_weights())

    def choices(self) -> tuple[ReadingChoice, ...]:
        """Where the rules and the model differ; empty where only one of them reads."""
        if self.reader != "both" or self.both is None or self.joined is None:
            return ()
        from sources.extract.join.choices import choices_of

        return choices_of(self.both, self.joined)


def read_figures(parsed: ParsedDocument) -> FiguresRead:
    """Reads the figures of a document.

    Args:
        parsed: canonical text with blocks.

    Raises:
        Unreadable: `wrong_columns`: `parsed.column_map` does not fit its tables.
    """
    laid = read_by_rules(parsed)
    chosen = choose(laid.page, weights()) if laid.mentions else ()
    placed = placed_figures(laid, chosen)
    reader = reader_in_force()
    if reader == "rules" or placed.column_map is not None:  # what the columns of a table hold is known, it is not read
        return FiguresRead(laid, chosen, placed)
    from sources.extract.join.both import both_readings
    from sources.extract.join.odds import weights as joint_weights
    from sources.extract.model.reader import built_in_model

    both = both_readings(laid, placed.mentions, placed.rejections, doubts_of(chosen), built_in_model())
    result = both.joined(joint_weights().differences) if reader == "both" else both.of_model()
    return FiguresRead(laid, chosen, placed, both, result, reader)
