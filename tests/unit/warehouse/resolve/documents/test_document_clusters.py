"""Independence of documents: text, figures, groups."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warehouse.policy import read_policy
from warehouse.resolve.documents.blocking import linked_pairs
from warehouse.resolve.documents.document_clusters import Cluster, DocumentTraits, clusters, figure
from warehouse.resolve.documents.text_signatures import bands, estimated_jaccard, shingles, signature

POLICY = read_policy().independence

# 40 different words make 36 runs of five.
WORDS = [f"word{number}" for number in range(40)]
TEXT = " ".join(WORDS)


def _voice(name: Any, publisher: Any = "p", group: Any = None, market: Any = None, figures: Any = ()) -> Any:
    return DocumentTraits(name, publisher, group or publisher, market, frozenset(figures))


def _clusters(voices: Any, texts: Any = None) -> Any:
    texts = texts or {}
    texts = {
        voice.document_id: texts.get(
            voice.document_id, f"nothing like {voice.document_id} in any other text of this test"
        )
        for voice in voices
    }
    return clusters(voices, texts.__getitem__, POLICY, _signed(texts))


def _signed(texts: Any) -> Any:
    return {name: signature(text, POLICY.shingle_words) for name, text in texts.items()}


def _figures(*values: Any, metric: Any = "market_size", year: Any = 2025) -> Any:
    return {figure(metric, "USD", Decimal(value), None, year) for value in values}


def test_a_text_reprinted_with_one_word_added_is_the_same_voice() -> None:
    # 36 runs of five in the one, 37 in the other, 36 shared: 36 / 37 = 0.97
    found = _clusters([_voice("b", "p"), _voice("a", "q")], {"b": TEXT, "a": f"{TEXT} more"})
    assert found == {"a": Cluster("a", "near_duplicate_text"), "b": Cluster("a", "near_duplicate_text")}


@pytest.mark.parametrize(
    ("changed", "tied"),
    [
        (0, True),
        # The last word of 40 lies in 1 of 36 runs: 35 shared of 37, 0.946.
        (39, True),
        # A word in the middle lies in 5 runs: 31 shared of 41, 0.756 < 0.8.
        (20, False),
    ],
)
def test_the_exact_share_of_common_runs_decides(changed: Any, tied: Any) -> None:
    other = [*WORDS]
    other[changed] = "changed" if changed else other[changed]
    found = _clusters([_voice("a", "p"), _voice("b", "q")], {"a": TEXT, "b": " ".join(other)})
    assert (found["a"].cluster_id == found["b"].cluster_id) is tied


def test_case_and_layout_make_no_other_text() -> None:
    found = _clusters([_voice("a"), _voice("b", "q")], {"a": TEXT, "b": TEXT.upper().replace(" ", ",\n ")})
    assert found["b"] == Cluster("a", "near_duplicate_text")


def test_scripts_without_blanks_are_compared_letter_by_letter() -> None:
    one = "介護ロボットの市場規模は二〇二五年に三十八億ドルとなり今後も伸びる見通しである"
    assert len(shingles(one, 5)) > 20
    found = _clusters([_voice("a"), _voice("b", "q")], {"a": one, "b": one + "。"})
    assert found["b"].cluster_id == "a"


def test_texts_without_words_are_no_copies_of_each_other() -> None:
    found = _clusters([_voice("a"), _voice("b", "q")], {"a": "— … —", "b": ""})
    assert found == {"a": Cluster("a", None), "b": Cluster("b", None)}
    assert shingles("", 5) == frozenset()
    assert shingles("One two", 5) == {"one two"}
    assert shingles("One two three", 2) == {"one two", "two three"}


@pytest.mark.parametrize(
    ("own", "other", "tied"),
    [
        ({1, 2, 3}, {1, 2, 3}, True),
        ({1, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8}, True),  # all of the smaller set
        ({1, 2, 3, 4, 5}, {1, 2, 3, 4, 9}, True),  # 4 of 5 = 0.8
        ({1, 2, 3, 4}, {1, 2, 3, 9}, False),  # 3 of 4 = 0.75
        ({1, 2}, {1, 2}, False),  # two equal figures happen
        ({1, 2, 3}, {11, 12, 13}, False),
    ],
)
def test_three_equal_figures_and_four_fifths_of_the_smaller_set_tie_two_publishers(
    own: Any, other: Any, tied: Any
) -> None:
    found = _clusters([_voice("a", "p", figures=_figures(*own)), _voice("b", "q", figures=_figures(*other))])
    assert found["b"] == (Cluster("a", "equal_figures") if tied else Cluster("b", None))


def test_equal_figures_of_one_publisher_or_of_other_years_tie_nothing() -> None:
    own = _figures(1, 2, 3)
    assert _clusters([_voice("a", "p", figures=own), _voice("b", "p", figures=own)])["b"].reason is None
    later = _figures(1, 2, 3, year=2026)
    assert _clusters([_voice("a", "p", figures=own), _voice("b", "q", figures=later)])["b"].reason is None


def test_publishers_whom_nobody_names_are_not_one_publisher() -> None:
    voices = [DocumentTraits(name, None, None, None, frozenset(_figures(1, 2, 3))) for name in ("a", "b")]
    assert _clusters(voices)["b"] == Cluster("a", "equal_figures")


def test_a_group_ties_its_documents_on_one_market_only() -> None:
    voices = [
        _voice("a", "p", "g", "lock"),
        _voice("b", "q", "g", "lock"),
        _voice("c", "q", "g", "bolt"),
        _voice("d", "q", "g", None),
    ]
    found = _clusters(voices)
    assert [found[name].cluster_id for name in "abcd"] == ["a", "a", "c", "d"]
    assert found["b"].reason == "publisher_group"


def test_ties_chain_and_each_document_names_its_own_strongest() -> None:
    voices = [
        _voice("a", "p", figures=_figures(1, 2, 3)),
        _voice("b", "q", figures=_figures(1, 2, 3)),
        _voice("c", "r"),
    ]
    found = _clusters(voices, {"b": TEXT, "c": TEXT})
    assert found == {
        "a": Cluster("a", "equal_figures"),
        "b": Cluster("a", "near_duplicate_text"),
        "c": Cluster("a", "near_duplicate_text"),
    }


@pytest.mark.parametrize(
    ("left", "right"),
    [(("USD", "21660000000"), ("USD", "2.166E+10")), (("percent", "14.60"), ("percent", "14.6"))],
)
def test_one_value_printed_in_two_ways_is_one_figure(left: Any, right: Any) -> None:
    one, other = (figure("market_size", unit, Decimal(value), None, 2025) for unit, value in (left, right))
    assert one == other is not None


def test_what_is_no_core_figure_or_has_no_year_proves_nothing() -> None:
    assert figure("other_numeric", "USD", Decimal(1), None, 2025) is None
    assert figure("market_size", "USD", Decimal(1), None, None) is None


_TEXTS = st.lists(st.sampled_from([TEXT, f"{TEXT} more", TEXT[:60], "other words altogether here now", ""]), max_size=7)


@settings(deadline=None)
@given(_TEXTS.flatmap(lambda texts: st.tuples(st.just(texts), st.permutations(range(len(texts))))))
def test_order_of_documents_changes_no_cluster(both: Any) -> None:
    texts, order = both
    named = {f"d{number}": text for number, text in enumerate(texts)}
    voices = [_voice(name, name) for name in named]
    signed = _signed(named)
    first = clusters(voices, named.__getitem__, POLICY, signed)
    assert first == clusters([voices[number] for number in order], named.__getitem__, POLICY, signed)
    for cluster in first.values():
        members = [name for name, other in first.items() if other.cluster_id == cluster.cluster_id]
        assert cluster.cluster_id == min(members)
        assert (cluster.reason is None) is (len(members) == 1)


_SETS = st.lists(
    st.tuples(st.sampled_from(["p", "q", "r", None]), st.sets(st.integers(1, 7), max_size=6)), min_size=1, max_size=9
)


@given(_SETS)
def test_blocks_find_the_same_ties_as_comparing_every_pair(sets: Any) -> None:
    voices = [
        DocumentTraits(f"d{number}", publisher, f"g{number}", None, frozenset(_figures(*values)))
        for number, (publisher, values) in enumerate(sets)
    ]
    root = {voice.document_id: voice.document_id for voice in voices}
    for one in voices:
        for other in voices:
            shared, smaller = len(one.figures & other.figures), min(len(one.figures), len(other.figures))
            named_alike = one.publisher_id is not None and one.publisher_id == other.publisher_id
            if one.document_id < other.document_id and not named_alike and shared >= 3 and shared >= 0.8 * smaller:
                low, high = sorted((root[one.document_id], root[other.document_id]))
                root = {name: low if known == high else known for name, known in root.items()}
    found = _clusters(voices)
    assert {name: cluster.cluster_id for name, cluster in found.items()} == root
    alone = {name for name in root if list(root.values()).count(root[name]) == 1}
    assert {name for name, cluster in found.items() if cluster.reason is None} == alone


def test_a_document_that_only_quotes_one_publisher_is_that_publisher_s_voice() -> None:
    voices = [
        _voice("a", "p", market="lock", figures=_figures(1)),
        DocumentTraits("b", "q", "q", "lock", frozenset(), frozenset({"p"})),
        DocumentTraits("c", "r", "r", "bolt", frozenset(), frozenset({"p"})),  # of another market
        DocumentTraits("d", "s", "s", "lock", frozenset(_figures(5)), frozenset({"p"})),  # has a figure of its own
        DocumentTraits("e", "t", "t", "lock", frozenset(), frozenset({"p", "s"})),  # a round-up of two houses
    ]
    found = _clusters(voices)
    assert [found[name].cluster_id for name in "abcde"] == ["a", "a", "c", "d", "e"]
    assert found["b"].reason == "quoted_source"


def test_copies_cost_one_comparison_each_and_not_one_per_pair() -> None:
    asked: list[tuple[str, str]] = []

    def are_tied(one: str, other: str) -> bool:
        asked.append((one, other))
        return True

    blocks = {f"d{number:03}": ["shared", number % 3] for number in range(300)}
    ties = list(linked_pairs(blocks, are_tied))
    assert (len(ties), len(asked)) == (299, 299)


def test_a_signature_estimates_how_much_two_texts_have_in_common() -> None:
    # 36 runs of five words; one word more makes 37, of which 36 are in both: 36 / 37 = 0.97. Another word in the middle changes
    # five of 36 runs: 31 / 41 = 0.76.
    longer, changed = f"{TEXT} more", TEXT.replace("word20", "other")
    one, two, three = (signature(text, 5) or "" for text in (TEXT, longer, changed))
    assert estimated_jaccard(one, one) == 1
    assert estimated_jaccard(one, two) == pytest.approx(36 / 37, abs=0.06)  # four standard errors of 128 permutations
    assert estimated_jaccard(one, three) == pytest.approx(31 / 41, abs=0.15)
    assert len(bands(one)) == 32
    assert set(bands(one)) & set(bands(two))
    assert signature("— … —", 5) is None
