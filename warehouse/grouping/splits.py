"""The steps of the build that split into groups, and their keys. All other steps run whole: see docs/decisions/0023, 0025 and 0039.

Belongs here: for each such step the rows that have to stay together, and what is global and made once. The functions are the steps'
own. A test runs each of them whole and in groups and wants the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import polars as pl

from warehouse.audit.word_findings import STEP as WORDS
from warehouse.balance.coherence import STEP as COHERENCE
from warehouse.balance.coherence import publishers_balanced
from warehouse.grouping import market_splits
from warehouse.grouping.dealing import complete as _complete
from warehouse.grouping.dealing import keyed as _keyed
from warehouse.grouping.dealing import named as _named
from warehouse.grouping.dealing import once
from warehouse.grouping.estimate_splits import ESTIMATE_SPLITS
from warehouse.grouping.groups import KEY, Split, together
from warehouse.grouping.market_splits import cut_estimates, estimates_of_markets
from warehouse.load.evidence import STEP as EVIDENCE
from warehouse.resolve.documents.text_signatures import STEP as SIGNATURES
from warehouse.resolve.documents.text_signatures import in_force
from warehouse.step import BuildContext, Frames

# -- evidence: a mention with the words around it, in the text of its document ---------------------------------------------------

_QUOTED = EVIDENCE.reads


def _cut_evidence(frames: Frames, context: BuildContext) -> Frames:
    cut = {name: _keyed(frames[name], "document_id") for name in _QUOTED}
    asked = cut["core.documents"].select(KEY, "document_id", "text_sha256", "quote_limit_chars")
    return {**cut, "core.documents": asked, "core.claims": cut["core.claims"].select(KEY, "claim_id")}


def _run_evidence(frames: Frames, context: BuildContext) -> Frames:
    return EVIDENCE.run(_complete(frames, _QUOTED), context)


# -- text signatures: a text by its hash -----------------------------------------------------------------------------------------


def _cut_signatures(frames: Frames, context: BuildContext) -> Frames:
    return {"raw.documents": _keyed(in_force(frames, context), "document_id")}


# -- words: a document's words against each other -----------------------------------------------------------------------------------


def _cut_words(frames: Frames, context: BuildContext) -> Frames:
    cut = {name: _keyed(frames[name], "document_id") for name in WORDS.reads if name != "core.markets"}
    return {**cut, "core.markets": _named(frames["core.markets"], "market_id", cut.values())}


def _run_words(frames: Frames, context: BuildContext) -> Frames:
    return WORDS.run(_complete(once(frames), WORDS.reads), context)


# -- coherence: a document's own figures are balanced by themselves, and estimates, which join all publishers, market by market ----

_BALANCED = ("core.claims", "core.segments", "core.observations", "core.growth_audit", "core.vendor_figures")


def _cut_coherence(frames: Frames, context: BuildContext) -> Frames:
    of_documents = {name: _keyed(frames[name], "document_id") for name in _BALANCED}
    return {**of_documents, **_beside(cut_estimates(frames))}


def _run_coherence(frames: Frames, context: BuildContext) -> Frames:
    of_documents = publishers_balanced(_complete(frames, _BALANCED), context.policy)
    return together([of_documents, estimates_of_markets(_of_others(frames), context.policy)], COHERENCE.writes)


_BESIDE = "beside."


def _beside(frames: Frames) -> Frames:
    """Frames under names of their own, where one step deals a table by two keys."""
    return {f"{_BESIDE}{name}": frame for name, frame in frames.items()}


def _of_others(frames: Frames) -> Frames:
    return {name.removeprefix(_BESIDE): frame for name, frame in frames.items() if name.startswith(_BESIDE)}


def _nothing(frames: Frames, context: BuildContext) -> Frames:
    return {}


SPLITS: Mapping[str, Split] = MappingProxyType(
    {
        "word findings": Split(_cut_words, _nothing, _run_words, owners={"work.word_findings": "document_id"}),
        "bridges": market_splits.BRIDGES,
        "conflict_components": market_splits.COMPONENTS,
        **ESTIMATE_SPLITS,
        "coherence": Split(
            _cut_coherence,
            _nothing,
            _run_coherence,
            owners=dict.fromkeys(COHERENCE.writes, pl.coalesce("document_id", "market_id")),
        ),
    }
)

# Steps that read texts: on machines that have the ledger at hand.
BY_TEXT: Mapping[str, Split] = MappingProxyType(
    {
        "text signatures": Split(
            _cut_signatures, _nothing, SIGNATURES.run, owners=dict.fromkeys(SIGNATURES.writes, "document_id")
        ),
        "evidence": Split(_cut_evidence, _nothing, _run_evidence, owners={"core.evidence": "document_id"}),
    }
)
