"""The steps of the build that split into groups, and their keys. All other steps run whole: see docs/decisions/0023, 0025 and 0039.

Belongs here: for each such step the rows that have to stay together, and what is global and made once. The functions are the steps'
own. A test runs each of them whole and in groups and wants the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import polars as pl

from warehouse.align.alignment import align, conventions_of
from warehouse.audit.audit_step import STEP as AUDIT
from warehouse.audit.audit_step import across_documents, finding_rows, within_documents
from warehouse.audit.growth_audit import audit_growth, declared_conventions
from warehouse.audit.revisions import STEP as REVISIONS
from warehouse.balance.coherence import estimates_balanced, publishers_balanced
from warehouse.bridge.bridges import STEP as BRIDGES
from warehouse.compare.scorecard import STEP as SCORECARD
from warehouse.decisions import Decisions
from warehouse.explain.claim_lookups import looked_up
from warehouse.explain.components import by_year, components
from warehouse.grouping.estimate_splits import ESTIMATE_SPLITS
from warehouse.grouping.groups import KEY, Split, empty
from warehouse.load.evidence import STEP as EVIDENCE
from warehouse.observe.observations import observed, voices
from warehouse.step import BuildContext, Frames

_ORIGIN = ("document_id", "cluster_id", "status", "figure_date", "base_year")
_VOICES = "shared.voices"
_DECIDED = "shared.decided"
_CONVENTIONS = "shared.conventions"
_DISAGREEMENTS = "shared.disagreements"


def _keyed(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    return frame.with_columns(pl.col(column).alias(KEY))


def _named(table: pl.DataFrame, column: str, dealt: Iterable[pl.DataFrame]) -> pl.DataFrame:
    """The rows of a table that the frames of a group name in a column, each for every group that names it: a group that is given
    more than it asks for has to be computed whenever any of that changes.
    """
    names = [frame.select(KEY, column).unique() for frame in dealt if column in frame.columns]
    return table.join(pl.concat(names).unique(), on=column, how="inner", maintain_order="left")


# -- evidence: a mention with the words around it, in the text of its document ---------------------------------------------------

_QUOTED = EVIDENCE.reads


def _cut_evidence(frames: Frames, context: BuildContext) -> Frames:
    cut = {name: _keyed(frames[name], "document_id") for name in _QUOTED}
    asked = cut["core.documents"].select(KEY, "document_id", "text_sha256", "quote_limit_chars")
    return {**cut, "core.documents": asked, "core.claims": cut["core.claims"].select(KEY, "claim_id")}


def _run_evidence(frames: Frames, context: BuildContext) -> Frames:
    return EVIDENCE.run(_complete(frames, _QUOTED), context)


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
        **cut,
        "core.publishers": _named(names, "publisher_id", cut.values()),
        "core.markets": _named(frames["core.markets"], "market_id", cut.values()),
    }


def _run_findings(frames: Frames, context: BuildContext) -> Frames:
    there = _complete(frames, (*_AUDITED, *_NAMES))
    return finding_rows(within_documents(there, context.policy), there["core.evidence"], context.policy)


def _findings_across(frames: Frames, context: BuildContext) -> Frames:
    return finding_rows(across_documents(frames, context.policy), frames["core.evidence"], context.policy)


# -- coherence: a document's own figures are balanced by themselves; estimates, which join all publishers, with all of them --------

_BALANCED = ("core.claims", "core.segments", "core.observations", "core.growth_audit", "core.vendor_figures")


def _cut_coherence(frames: Frames, context: BuildContext) -> Frames:
    return {name: _keyed(frames[name], "document_id") for name in _BALANCED}


def _run_coherence(frames: Frames, context: BuildContext) -> Frames:
    return publishers_balanced(_complete(frames, _BALANCED), context.policy)


def _estimates_balanced(frames: Frames, context: BuildContext) -> Frames:
    return estimates_balanced(frames, context.policy)


# -- conflict_components: a disagreement with what both sides rest on, which may be of any document -----------------------------


def _cut_components(frames: Frames, context: BuildContext) -> Frames:
    return {_DISAGREEMENTS: _keyed(by_year(frames["core.conflicts"], frames["core.conflict_sides"]), "market_id")}


def _share_components(frames: Frames, context: BuildContext) -> Frames:
    return looked_up(frames)


def _run_components(frames: Frames, context: BuildContext) -> Frames:
    return components(frames[_DISAGREEMENTS], frames)


def _complete(frames: Frames, names: tuple[str, ...]) -> Frames:
    """The frames of a group, with those of which it was dealt no row."""
    return {name: frames[name] if name in frames else empty(name) for name in names}


def _nothing(frames: Frames, context: BuildContext) -> Frames:
    return {}


SPLITS: Mapping[str, Split] = MappingProxyType(
    {
        "observations": Split(
            _cut_observations, _share_observations, _run_observations, owners={"core.observations": "document_id"}
        ),
        "growth_audit": Split(_cut_growth, _nothing, _run_growth, owners={"core.growth_audit": "publisher_id"}),
        "vendor_figures": Split(_cut_figures, _nothing, _run_figures, owners={"core.vendor_figures": "document_id"}),
        "audit_findings": Split(
            _cut_findings, _nothing, _run_findings, _findings_across, {"core.audit_findings": "document_id"}
        ),
        **ESTIMATE_SPLITS,
        "conflict_components": Split(_cut_components, _share_components, _run_components),
        "coherence": Split(
            _cut_coherence,
            _nothing,
            _run_coherence,
            _estimates_balanced,
            dict.fromkeys(("core.balanced_figures", "core.balance_constraints"), "document_id"),
        ),
    }
)

# Steps that ask for everything at once, and hold much while they do: whole, yet in a process that gives it back.
ALONE: Mapping[str, Split] = MappingProxyType(
    {step.name: Split(_nothing, _nothing, _nothing, step.run) for step in (BRIDGES, REVISIONS, SCORECARD)}
)

# Steps that read texts: on machines that have the ledger at hand.
BY_TEXT: Mapping[str, Split] = MappingProxyType(
    {"evidence": Split(_cut_evidence, _nothing, _run_evidence, owners={"core.evidence": "document_id"})}
)
