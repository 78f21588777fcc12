"""The word list of figures refuses a key that it does not know. What the words tell: `tests/forms/told_figures.yml`."""

from __future__ import annotations

from pathlib import Path

import pytest

from sources.grammar.figure_words import figure_words_of


def test_a_word_list_with_an_unknown_key_is_refused_by_name(tmp_path: Path) -> None:
    bad = tmp_path / "figure_words.yml"
    bad.write_text("wholes: [market]\nhues: [red]\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"figure_words\.yml: (?:hues|other_subjects)"):
        figure_words_of(bad)
