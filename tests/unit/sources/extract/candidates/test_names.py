"""Names among tokens: runs of content words, cut at either end, joined by a link word, and every piece in scripts without blanks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract.candidates.parts import names_in
from sources.extract.candidates.tokens import FIGURE, FUNCTION, LINK, YEAR, tokens_of, with_spans


def names(text: str, language: str = "en", figures: tuple[str, ...] = ()) -> set[str]:
    spans = [(text.index(f), text.index(f) + len(f), FIGURE) for f in figures]
    tokens = with_spans(tokens_of(text, language), spans)
    found = names_in(tokens, 0, len(tokens.low))
    assert len(set(found)) == len(found)
    return {text[tokens.starts[a] : tokens.ends[b - 1]] for a, b in found}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tower", {"tower"}),
        ("the tower", {"tower"}),
        ("tower cranes", {"tower cranes", "tower", "cranes"}),
        # three words: whole, one or two cut from the left, the same from the right; the middle alone needs two cuts
        ("electric tower cranes", {"electric tower cranes", "tower cranes", "cranes", "electric tower", "electric"}),
        ("oil of the sea", {"oil", "sea"}),  # "the" is no link word
        ("oil and gas", {"oil", "gas", "oil and gas"}),
        ("oil and of gas", {"oil", "gas", "oil and of gas"}),  # two link words
        ("oil, gas", {"oil", "gas"}),  # a comma ends a run and joins nothing
        ("oil & gas", {"oil", "gas", "oil & gas"}),
        ("7 quays", {"quays"}),  # a run begins with no digit
        ("quays 7", {"quays 7", "quays", "7"}),
        ("of the", set()),
        ("", set()),
    ],
)
def test_runs_of_content_words_are_names_whole_and_cut(text: str, expected: set[str]) -> None:
    assert names(text) == expected


def test_a_figure_ends_a_run() -> None:
    assert names("quays 40 units", figures=("40",)) == {"quays", "units"}


def test_a_verb_ends_a_run_in_a_second_round_only() -> None:
    found = names("Gantry cranes climbed", "en")
    assert {"Gantry cranes climbed", "Gantry cranes"} <= found
    # "wide gantry cranes climbed fast ..." leaves the three words before the verb only where verbs end runs
    long = "wide electric harbour gantry cranes climbed very fast again last term"
    assert "wide electric harbour gantry cranes" in names(long)


def test_of_a_run_of_more_than_seven_words_the_ends_are_names_and_not_the_whole() -> None:
    words = "aa bb cc dd ee ff gg hh ii".split()  # nine words: two or three must be cut
    whole = " ".join(words)
    expected = {" ".join(words[:n]) for n in (1, 2, 3, 6, 7)} | {" ".join(words[-n:]) for n in (1, 2, 3, 6, 7)}
    assert names(whole) == expected


def test_two_runs_of_more_than_eight_tokens_are_not_joined() -> None:
    assert "aa bb cc dd and ee ff gg" in names("aa bb cc dd and ee ff gg")  # eight tokens
    assert "aa bb cc dd and ee ff gg hh" not in names("aa bb cc dd and ee ff gg hh")


def test_in_a_script_without_blanks_every_piece_of_two_signs_is_a_name() -> None:
    # four signs: 3 pieces of two, 2 of three, 1 of four
    assert names("門式起重", "zh") == {"門式", "式起", "起重", "門式起", "式起重", "門式起重"}
    assert names("門", "zh") == {"門"}


def test_of_more_than_twelve_signs_without_blanks_those_that_open_and_end_the_run_are_names() -> None:
    text = "門式起重機設備製造產業鏈條價值"  # 15 signs
    assert names(text, "zh") == {text[:n] for n in range(2, 13)} | {text[-n:] for n in range(2, 13)}


WORDS = st.lists(
    st.sampled_from(["the", "of", "and", ",", "oil", "gas", "wind", "led", "7", "42", "市場", "の", "é", "&"]),
    max_size=24,
)


@given(WORDS, st.integers(0, 8), st.integers(0, 30))
def test_no_name_begins_or_ends_with_a_function_word_or_leaves_its_bounds(
    words: list[str], first: int, length: int
) -> None:
    text = " ".join(words)
    spans = [(i, i + 2, YEAR) for i in range(len(text)) if text.startswith("42", i)]
    tokens = with_spans(tokens_of(text, "en"), spans)
    last = min(len(tokens.low), first + length)
    for a, b in names_in(tokens, min(first, last), last):
        assert first <= a < b <= last
        assert not tokens.classes[a] & (FUNCTION | YEAR)
        assert not tokens.classes[b - 1] & (FUNCTION | YEAR)
        assert tokens.low[a][0].isalnum()
        held = [tokens.classes[i] for i in range(a, b) if tokens.classes[i] & FUNCTION]
        assert all(bits & LINK for bits in held)
