"""Claims of a document from its mentions, with the rules' confidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sources.extract.choose.doubts import Doubt
from sources.extract.decide.confidence import with_confidence
from sources.extract.decide.evidence import evidence_of
from sources.extract.decide.settle import settle
from sources.extract.read.rules_reading import RulesReading
from sources.parse.draft import n_visible
from sources.records import Claim, Mention


def claims_of(
    laid: RulesReading, placed: Sequence[Mention], doubts: Mapping[tuple[int, int], Doubt]
) -> tuple[tuple[Claim, ...], tuple[Mention, ...]]:
    """Groups mentions into claims and says how sure each is.

    Args:
        laid: the document.
        placed: its mentions, in order of the text.
        doubts: of the chooser, by span.
    """
    parsed, language = laid.scan.parsed, laid.context.grammar.language
    settled, mentions = settle(parsed.document_id, placed)
    evidence = evidence_of(parsed, laid.scan.sentences, language, settled, mentions, doubts)
    return with_confidence(settled, evidence, parsed.n_recognised / max(1, n_visible(parsed.text))), mentions
