"""Tokens are slices of the text, carry the classes of the lexicon, phrases of several words among them, and let a figure be one token."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract.candidates.tokens import (
    AREA,
    BIT,
    CJK,
    CLASSES,
    FIGURE,
    FUNCTION,
    LINK,
    YEAR,
    Tokens,
    marked,
    tokens_of,
    with_spans,
)
from sources.grammar.language import grammar

LETTERS = st.text(st.sampled_from("ab C é ßİ 12.,%’'-& \n 市場①〇クラのを 시장은²_п"), max_size=40)


def bits(tokens: Tokens, bit: int) -> list[str]:
    return [word for word, classes in zip(tokens.low, tokens.classes, strict=True) if classes & bit]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Gantry cranes", ("gantry", "cranes")),
        ("R&D of AT&T", ("r&d", "of", "at&t")),
        ("Europe's low-lift share", ("europe's", "low-lift", "share")),
        ("4.2 to 1,300 m²", ("4.2", "to", "1,300", "m", "²")),
        ("a, b; (c)\nd", ("a", ",", "b", ";", "(", "c", ")", "\n", "d")),
        ("Größe été", ("größe", "été")),
        ("рынок кранов", ("рынок", "кранов")),
        ("半導体市場", ("半", "導", "体", "市", "場")),
        ("クラウドの市場", ("クラウド", "の", "市", "場")),
        ("시장은 AI", ("시장은", "ai")),
        ("①市場", ("①", "市", "場")),
        ("二〇二四年", ("二", "〇", "二", "四", "年")),
        ("", ()),
    ],
)
def test_a_text_is_cut_into_words_numbers_signs_and_lines(text: str, words: tuple[str, ...]) -> None:
    assert tokens_of(text, "en").low == words


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh", "ja"])
def test_every_token_of_every_phrase_of_the_lexicon_has_its_class(language: str) -> None:
    n_long = 0
    for name in CLASSES:
        for phrase in grammar(language).phrases(name):
            if "~" in phrase:
                continue
            tokens = tokens_of(f"Quay {phrase} 7", language)
            first, last = tokens.between(5, 5 + len(phrase))
            assert all(bits & BIT[name] for bits in tokens.classes[first:last]), (name, phrase)
            n_long += last - first > 1
    assert n_long > 20


def test_a_phrase_of_several_words_counts_only_as_a_whole() -> None:
    assert "annual average growth rate" in grammar("en").phrases("metrics.cagr")
    cagr = BIT["metrics.cagr"]
    assert bits(tokens_of("The annual average growth rate fell", "en"), cagr) == ["annual", "average", "growth", "rate"]
    assert bits(tokens_of("The annual average harbour", "en"), cagr) == []
    assert bits(tokens_of("the annual average", "en"), cagr) == []  # the text ends inside the phrase


def test_function_words_links_and_scripts_without_blanks_have_classes() -> None:
    tokens = tokens_of("the oil and gas of 市場のクラ", "en")
    assert bits(tokens, FUNCTION) == ["the", "and", "of", "の"]
    assert bits(tokens, LINK) == ["and", "of"]
    assert bits(tokens, CJK) == ["市", "場", "の", "クラ"]


def test_english_function_words_count_in_every_language_and_others_in_their_own_only() -> None:
    assert bits(tokens_of("der Anteil the", "de"), FUNCTION) == ["der", "the"]
    assert bits(tokens_of("der Anteil the", "en"), FUNCTION) == ["the"]


@given(LETTERS)
def test_tokens_are_slices_in_order_that_leave_out_blanks_only(text: str) -> None:
    tokens = tokens_of(text, "ja")
    assert len(tokens.starts) == len(tokens.ends) == len(tokens.low) == len(tokens.classes)
    at = 0
    for start, end, low in zip(tokens.starts, tokens.ends, tokens.low, strict=True):
        assert start < end
        assert low == text[start:end].lower()
        assert text[at:start].strip(" ") == ""
        at = end
    assert text[at:].strip(" ") == ""


@given(LETTERS, st.integers(0, 40), st.integers(0, 40))
def test_tokens_between_two_offsets_are_those_that_overlap(text: str, a: int, b: int) -> None:
    tokens = tokens_of(text, "en")
    start, end = min(a, b), max(a, b)
    first, last = tokens.between(start, end)
    overlapping = [i for i in range(len(tokens.low)) if tokens.starts[i] < end and tokens.ends[i] > start]
    assert list(range(first, last)) == overlapping


def test_a_figure_is_one_token_of_its_class_without_words() -> None:
    text = "worth about USD 4.2 billion in mid-2024."
    tokens = with_spans(tokens_of(text, "en"), [(12, 27, FIGURE), (35, 39, YEAR)])
    assert [text[s:e] for s, e in zip(tokens.starts, tokens.ends, strict=True)] == [
        "worth", "about", "USD 4.2 billion", "in", "2024", ".",
    ]  # fmt: skip
    assert tokens.low == ("worth", "about", "", "in", "", ".")
    assert (tokens.classes[2], tokens.classes[4]) == (FIGURE, YEAR)


@pytest.mark.parametrize(
    ("spans", "kept"),
    [
        ([(4, 7, YEAR), (0, 7, FIGURE)], [(0, 7, FIGURE)]),  # starts first
        ([(0, 3, YEAR), (0, 7, FIGURE)], [(0, 7, FIGURE)]),  # the longer of two
        ([(0, 3, FIGURE), (4, 7, YEAR)], [(0, 3, FIGURE), (4, 7, YEAR)]),
        ([(3, 4, FIGURE)], []),  # a blank
    ],
)
def test_of_spans_that_overlap_one_is_a_token(
    spans: list[tuple[int, int, int]], kept: list[tuple[int, int, int]]
) -> None:
    tokens = with_spans(tokens_of("one two six", "en"), spans)
    found = [t for t in zip(tokens.starts, tokens.ends, tokens.classes, strict=True) if t[2] & (FIGURE | YEAR)]
    assert found == kept


@given(LETTERS, st.lists(st.tuples(st.integers(0, 38), st.integers(1, 9), st.sampled_from([FIGURE, YEAR])), max_size=6))
def test_tokens_with_spans_stay_in_order_and_disjoint(text: str, drawn: list[tuple[int, int, int]]) -> None:
    spans = [(a, min(len(text), a + n), bit) for a, n, bit in drawn if a < len(text)]
    tokens = with_spans(tokens_of(text, "en"), spans)
    edges = [at for pair in zip(tokens.starts, tokens.ends, strict=True) for at in pair]
    assert edges == sorted(edges)
    assert len(tokens.starts) == len(tokens.ends) == len(tokens.low) == len(tokens.classes)
    ours = [(s, e) for s, e, c in zip(tokens.starts, tokens.ends, tokens.classes, strict=True) if c & (FIGURE | YEAR)]
    assert set(ours) <= {(s, e) for s, e, _ in spans}


def test_a_class_more_is_given_to_the_tokens_within_a_span_only() -> None:
    tokens = tokens_of("ports of North America grow", "en")
    after = marked(tokens, [(9, 22)], AREA)
    assert bits(after, AREA) == ["north", "america"]
    assert [c & ~AREA for c in after.classes] == list(tokens.classes)
