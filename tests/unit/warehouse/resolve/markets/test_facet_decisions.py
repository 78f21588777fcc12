"""Laws of comparing decided facets: seen from the other side it is the mirror image, and it never joins two markets."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from warehouse.resolve.markets.facet_decisions import Side, relation_of
from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.scopes.scope_relations import MIRRORED

NAMES = ("AI training GPU cluster", "AI GPU cluster", "inference server", "cloud GPU service", "heat pump")
VALUES = {
    "workload": ("training", "inference"),
    "technology": ("ai", "gpu", "cpu", "accelerator"),
    "layer": ("hardware", "software", "service"),
    "value_basis": ("revenue", "shipments"),
}
decided = st.fixed_dictionaries(
    {}, optional={facet: st.frozensets(st.sampled_from(values), max_size=2) for facet, values in VALUES.items()}
)
sides = st.builds(
    lambda name, facets: Side(read_name(name).tokens, facets, ("scope_facets by Ada",)), st.sampled_from(NAMES), decided
)


@given(a=sides, b=sides)
def test_a_comparison_by_facets_has_a_mirror_image_and_never_says_same(a: Side, b: Side) -> None:
    found, mirrored = relation_of(a, b), relation_of(b, a)
    if found is None or mirrored is None:
        assert found is mirrored
        return
    assert found.kind != "same" and "scope_facets by Ada" in found.reason
    assert mirrored.kind == MIRRORED.get(found.kind, found.kind)


@settings(deadline=None)
@given(side=sides)
def test_what_a_name_sells_stays_in_it(side: Side) -> None:
    for facet in ("workload", "technology", "layer", "product"):
        assert side.without(facet).tokens[-1:] == side.tokens[-1:]
