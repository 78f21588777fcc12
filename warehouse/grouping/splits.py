"""The steps of the build that split into groups, and their keys. All other steps run whole: see docs/decisions/0023, 0025 and 0039.

Belongs here: for each such step the rows that have to stay together, and what is global and made once. The functions are the steps'
own. A test runs each of them whole and in groups and wants the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import polars as pl

from warehouse.align.alignment import align, conventions_of
from warehouse.audit.audit_step import STEP as AUDIT
from warehouse.audit.audit_step import across_documents, finding_rows, within_documents
from warehouse.audit.growth_audit import audit_growth, declared_conventions
from warehouse.audit.growth_findings import RULES_ACROSS
from warehouse.balance.coherence import STEP as COHERENCE
from warehouse.balance.coherence import publishers_balanced
from warehouse.compare.scorecard import STEP as SCORECARD
from warehouse.decisions import Decisions
from warehouse.grouping import market_splits, publisher_splits
from warehouse.grouping.dealing import complete as _complete
from warehouse.grouping.dealing import keyed as _keyed
from warehouse.grouping.dealing import named as _named
from warehouse.grouping.estimate_splits import ESTIMATE_SPLITS
from warehouse.grouping.groups import KEY, Split, together
from warehouse.grouping.market_splits import cut_estimates, estimates_of_markets
from warehouse.grouping.publisher_splits import ACROSS, cut_across, speaker
from warehouse.load.evidence import STEP as EVIDENCE
from warehouse.observe.observations import observed, voices
from warehouse.resolve.documents.text_signatures import STEP as SIGNATURES
from warehouse.resolve.documents.text_signatures import in_force
from warehouse.step import BuildContext, Frames

_ORIGIN = ("document_id", "cluster_id", "status", "figure_date", "base_year")
_VOICES = "shared.voices"
_DECIDED = "shared.decided"
_CONVENTIONS = "shared.conventions"


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


# -- observations: a claim with its document; whose figure it is, is known only over all documents -----------------------------


def _cut_observations(frames: Frames, context: BuildContext) -> Frames:
    claims, documents = (_keyed(frames[name], "document_id") for name in ("core.claims", "core.documents"))
    named = {"claim_id": list(voice_of := voices(frames)), "publisher_id": list(voice_of.values())}
    behind = pl.DataFrame(named, schema={"claim_id": pl.String, "publisher_id": pl.String})
    behind = behind.join(claims.select("claim_id", KEY), on="claim_id")
    groups = frames["core.publishers"].select("publisher_id", "publisher_group")
    return {
        "core.claims": claims,
        "core.documents": documents.select(KEY, *_ORIGIN),
        "core.publishers": _named(groups, "publisher_id", (claims, behind)),
        _VOICES: behind,
        _DECIDED: _decided_claims(context.decisions).join(claims.select("claim_id", KEY), on="claim_id"),
    }


def _share_observations(frames: Frames, context: BuildContext) -> Frames:
    return {"core.fx_rates": frames["core.fx_rates"]}


def _decided_claims(decisions: Decisions) -> pl.DataFrame:
    """What decisions say of claims: their observations are made again when it changes."""
    taken = [(one.claim_id, f"override {one.obs_value}") for one in decisions.overrides]
    taken += [(one.claim_id, "rejected") for one in decisions.rejected_claims]
    return pl.DataFrame(taken, schema={"claim_id": pl.String, "decided": pl.String}, orient="row")


def _run_observations(frames: Frames, context: BuildContext) -> Frames:
    there = {**frames, **_complete(frames, ("core.claims", "core.documents", "core.publishers"))}
    voice_of = frames.get(_VOICES, pl.DataFrame(schema={"claim_id": pl.String, "publisher_id": pl.String}))
    return observed(there, context, dict(voice_of.select("claim_id", "publisher_id").iter_rows()))


# -- growth_audit: a publisher's CAGRs, whose convention is found over all of its documents ------------------------------------


def _cut_growth(frames: Frames, context: BuildContext) -> Frames:
    claims, documents = _keyed(frames["core.claims"], "publisher_id"), frames["core.documents"]
    asked = documents.select("document_id", "status", "base_year")
    declared = frames["core.publishers"].select("publisher_id", "growth_convention")
    return {
        "core.claims": claims,
        "core.documents": _named(asked, "document_id", [claims]),
        "core.publishers": _keyed(declared, "publisher_id"),
    }


def _run_growth(frames: Frames, context: BuildContext) -> Frames:
    there = _complete(frames, ("core.claims", "core.documents", "core.publishers"))
    declared = declared_conventions(there["core.publishers"])
    return {"core.growth_audit": audit_growth(there["core.claims"], there["core.documents"], context.policy, declared)}


# -- vendor_figures: a document's own figures on its publisher's own paths -----------------------------------------------------


def _cut_figures(frames: Frames, context: BuildContext) -> Frames:
    cut = {name: _keyed(frames[name], "document_id") for name in ("core.observations", "core.claims")}
    conventions = conventions_of(frames["core.publishers"], frames["core.growth_audit"])
    named = {"publisher_id": list(conventions), "convention": list(conventions.values())}
    table = pl.DataFrame(named, schema={"publisher_id": pl.String, "convention": pl.String})
    return {**cut, _CONVENTIONS: _named(table, "publisher_id", cut.values())}


def _run_figures(frames: Frames, context: BuildContext) -> Frames:
    there = _complete(frames, ("core.observations", "core.claims"))
    conventions = {}
    if _CONVENTIONS in frames:
        conventions = dict(frames[_CONVENTIONS].select("publisher_id", "convention").iter_rows())
    figures = align(there["core.observations"], there["core.claims"], context.policy, conventions)
    return {"core.vendor_figures": figures}


# -- audit_findings: a document's figures and words against each other; across documents with all of them -------------------------

_NAMES = ("core.publishers", "core.markets")
_AUDITED = tuple(table for table in AUDIT.reads if table not in _NAMES)


def _cut_findings(frames: Frames, context: BuildContext) -> Frames:
    cut = {name: _keyed(frames[name], "document_id") for name in _AUDITED}
    names = frames["core.publishers"].select("publisher_id", "publisher")
    return {
        **_beside(cut_across(frames)),
        **cut,
        "core.publishers": _named(names, "publisher_id", cut.values()),
        "core.markets": _named(frames["core.markets"], "market_id", cut.values()),
    }


def _run_findings(frames: Frames, context: BuildContext) -> Frames:
    there = _complete(frames, (*_AUDITED, *_NAMES))
    of_document = finding_rows(within_documents(there, context.policy), there["core.evidence"], context.policy)
    across = _complete(_of_others(frames), ACROSS)
    of_publisher = finding_rows(across_documents(across, context.policy), across["core.evidence"], context.policy)
    return together([of_document, of_publisher], AUDIT.writes)


def _auditor() -> pl.Expr:
    """Whose group made a finding: that of the publisher for rules across documents, else that of the document."""
    return pl.when(pl.col("rule").is_in(RULES_ACROSS)).then(speaker()).otherwise("document_id")


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
        "observations": Split(
            _cut_observations, _share_observations, _run_observations, owners={"core.observations": "document_id"}
        ),
        "growth_audit": Split(_cut_growth, _nothing, _run_growth, owners={"core.growth_audit": "publisher_id"}),
        "vendor_figures": Split(_cut_figures, _nothing, _run_figures, owners={"core.vendor_figures": "document_id"}),
        "audit_findings": Split(_cut_findings, _nothing, _run_findings, owners={"core.audit_findings": _auditor()}),
        "bridges": market_splits.BRIDGES,
        "conflict_components": market_splits.COMPONENTS,
        "distances": market_splits.DISTANCES,
        "revisions": publisher_splits.REVISIONS,
        **ESTIMATE_SPLITS,
        "coherence": Split(
            _cut_coherence,
            _nothing,
            _run_coherence,
            owners=dict.fromkeys(COHERENCE.writes, pl.coalesce("document_id", "market_id")),
        ),
    }
)

# Steps that ask for everything at once, and hold much while they do: whole, yet in a process that gives it back.
ALONE: Mapping[str, Split] = MappingProxyType(
    {step.name: Split(_nothing, _nothing, _nothing, step.run) for step in (SCORECARD,)}
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
