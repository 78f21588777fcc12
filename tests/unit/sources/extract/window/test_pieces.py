"""Pieces of a text with their places, and the windows in which they are read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from learning.base_model import tokenizer_json
from sources.extract.window.pieces import SHARED, WINDOW, homes, pieces_of, windows_of

_LETTERS = "abcdefghijklmnopqrstuvwxyzäöüßé0123456789.,:%$€()-キロ亿年シェア"
_VOCABULARY = (
    ("<s>", 0.0),
    ("<pad>", 0.0),
    ("</s>", 0.0),
    ("<unk>", 0.0),
    ("▁", -2.0),
    *((letter, -4.0) for letter in _LETTERS),
    ("▁2025", -3.0),
    ("▁million", -3.0),
    ("▁\n", -1.0),
)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.from_str(tokenizer_json(_VOCABULARY))


TEXTS = st.text(st.sampled_from(_LETTERS + "ABCＡ１２㌔㎏ﬁ½ \n\t…’“”漢한글"), max_size=200)


@given(text=TEXTS)
def test_spans_are_code_points_of_the_text_whatever_normalisation_does(text: str, tokenizer: Tokenizer) -> None:
    pieces = pieces_of(text, tokenizer)
    assert len(pieces.ids) == len(pieces.starts) == len(pieces.ends)
    assert (pieces.starts >= 0).all()
    assert (pieces.ends <= len(text)).all()
    assert (np.diff(pieces.starts) >= 0).all()
    covered = {at for start, end in zip(pieces.starts, pieces.ends, strict=True) for at in range(start, end)}
    assert {at for at, letter in enumerate(text) if not letter.isspace()} <= covered


def test_the_pieces_of_a_span_are_those_that_share_its_characters(tokenizer: Tokenizer) -> None:
    text = "in 2025, 12 million"
    pieces = pieces_of(text, tokenizer)
    own = pieces.within(text.index("2025"), text.index("2025") + 4)
    assert [text[pieces.starts[p] : pieces.ends[p]] for p in own] == ["2025"]


def test_a_line_break_is_a_piece_and_the_next_line_begins_a_word(tokenizer: Tokenizer) -> None:
    pieces = pieces_of("12\n2025", tokenizer)
    assert [tokenizer.id_to_token(one) for one in pieces.ids.tolist()] == ["▁", "1", "2", "▁\n", "▁2025"]


@pytest.mark.parametrize("n", [1, WINDOW - 1, WINDOW, WINDOW + 1, 3 * WINDOW])
def test_every_piece_in_sight_has_a_home_with_text_on_both_sides(n: int) -> None:
    windows = windows_of(n, np.ones(n, dtype=bool))
    window, place = homes(windows, n)
    assert (window >= 0).all()
    for piece in range(n):
        home = windows[window[piece]]
        assert home[place[piece]] == piece
        before, behind = piece - home.start, home.stop - 1 - piece
        assert before >= SHARED // 2 - 1 or home.start == 0
        assert behind >= SHARED // 2 - 1 or home.stop == n


def test_a_window_that_no_figure_sees_is_not_read() -> None:
    n = 3 * WINDOW
    seen = np.zeros(n, dtype=bool)
    seen[:10] = True
    windows = windows_of(n, seen)
    assert windows == (range(WINDOW),)
    window, _ = homes(windows, n)
    assert set(window[WINDOW:].tolist()) == {-1}
