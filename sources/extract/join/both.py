"""The figures and claims of a document as the reader in force has them: the rules', the model's, or both joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sources.extract.answer import Reader
from sources.extract.choose.doubts import Doubt
from sources.extract.decide.claims import claims_of
from sources.extract.document.context import Context
from sources.extract.join.confidence import with_joint_confidence
from sources.extract.join.joined import Joined, joined, of_model
from sources.extract.join.odds import Weights
from sources.extract.join.pairs import Pair, Span, pairs_of
from sources.extract.read.rules_reading import RulesReading
from sources.extract.resolve.mention import PageValues
from sources.extract.window.outline import fact_lines
from sources.extract.window.sight import Line
from sources.records import Claim, Mention, Rejection


@dataclass(frozen=True)
class PageFacts:
    """What PAGE stands for in an answer, and the lines where the page says it."""

    page: PageValues
    lines: tuple[Line, ...]


def page_facts(context: Context) -> PageFacts:
    """The facts of a page, as code finds them: the model gets them when it reads and when it is fitted."""
    return PageFacts(PageValues(context.market, context.area, context.parts), fact_lines(context.facts))


@dataclass(frozen=True)
class BothReadings:
    """The rules' reading of a document beside the model's.

    Attributes:
        pairs: figures that the model answered for.
        others: the rules' mentions of other figures.
        rejections: the rules'.
        doubts: of the rules' chooser, by span.
    """

    laid: RulesReading
    pairs: Sequence[Pair]
    others: Sequence[Mention]
    rejections: Sequence[Rejection]
    doubts: Mapping[Span, Doubt]

    @property
    def is_wide(self) -> bool:
        """Whether the text is Japanese, Chinese or Korean."""
        return self.laid.context.grammar.is_cjk

    def joined(self, fitted: Mapping[str, Sequence[float]]) -> Joined:
        """Both as one, by weights of the differences."""
        return joined(self.pairs, self.others, self.rejections, fitted)

    def of_model(self) -> Joined:
        """The model's reading alone."""
        return of_model(self.pairs, self.rejections)


def both_readings(
    laid: RulesReading,
    mentions: Sequence[Mention],
    rejections: Sequence[Rejection],
    doubts: Mapping[Span, Doubt],
    model: Reader,
) -> BothReadings:
    """Asks the model about the figures of a document that the rules have read."""
    facts = page_facts(laid.context)
    claims, settled = claims_of(laid, mentions, doubts)
    confidence = {claim.claim_id: claim.confidence for claim in claims}
    sure = {(m.char_start, m.char_end): c for m in settled if (c := confidence[m.claim_id]) is not None}
    answers = model.answer(laid.scan, facts.lines)
    pairs, others = pairs_of(laid.scan, mentions, answers, facts.page, doubts, sure)
    return BothReadings(laid, pairs, others, rejections, doubts)


def joint_claims(read: BothReadings, result: Joined, weights: Weights) -> tuple[tuple[Claim, ...], tuple[Mention, ...]]:
    """Claims of a joined reading, with its confidence."""
    claims, mentions = claims_of(read.laid, result.mentions, read.doubts)
    return with_joint_confidence(claims, mentions, result, read.is_wide, weights.confidence), mentions
