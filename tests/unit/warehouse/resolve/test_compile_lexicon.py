"""The compiled tables are what their sources say, and without them everything is the same."""

from __future__ import annotations

import pytest

from warehouse.resolve import compile_lexicon
from warehouse.resolve.words import compiled_lexicon, vocabulary
from warehouse.resolve.words.tokens import longest_matches, phrase_pairs, tokens_of


def test_the_compiled_tables_are_what_their_sources_say() -> None:
    told = "run `python -m warehouse.resolve.compile_lexicon` after a change of a vocabulary or of its reading"
    assert compiled_lexicon.tables(), told
    assert compile_lexicon.content() + "\n" == compiled_lexicon.FILE.read_text(encoding="utf-8"), told


def test_tables_of_other_sources_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled_lexicon.tables.cache_clear()
    monkeypatch.setattr(compiled_lexicon, "digest", lambda: "other")
    assert compiled_lexicon.table("phrases") is None
    compiled_lexicon.tables.cache_clear()


def test_every_synonym_and_acronym_comes_to_rest() -> None:
    for phrase, _ in phrase_pairs():
        once = tokens_of(phrase)
        assert tokens_of(" ".join(once)) == once, phrase


def test_tokens_are_cut_alike_whether_the_longest_phrases_are_known_or_not() -> None:
    table = {("a", "b"): 1, ("b",): 2}
    assert list(longest_matches(("a", "b", "b"), table)) == list(
        longest_matches(("a", "b", "b"), table, {"a": 2, "b": 1})
    )


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([("linear alkylbenzene", "lab"), ("lab", "laboratory")], r"'lab' reads as 'laboratory' in turn"),
        ([("crowd", "mob"), ("crowd", "throng")], r"'crowd' reads as 'mob' and as 'throng'"),
    ],
)
def test_two_things_that_would_read_as_one_are_refused(
    monkeypatch: pytest.MonkeyPatch, pairs: list[tuple[str, str]], message: str
) -> None:
    monkeypatch.setattr("warehouse.resolve.words.tokens.phrase_pairs", lambda: pairs)
    with pytest.raises(ValueError, match=message):
        compile_lexicon.refuse_collisions()


@pytest.mark.parametrize("acronym", ["mice", "cart", "facts"])
def test_an_acronym_that_is_an_ordinary_word_is_refused(monkeypatch: pytest.MonkeyPatch, acronym: str) -> None:
    changed = vocabulary.acronyms().model_copy(update={"acronyms": {"trade": {acronym: "some three words"}}})
    monkeypatch.setattr(vocabulary, "acronyms", lambda: changed)
    with pytest.raises(ValueError, match=f"'{acronym}' is an ordinary word"):
        compile_lexicon.refuse_collisions()


def test_the_packaged_vocabularies_make_no_two_things_one() -> None:
    compile_lexicon.refuse_collisions()
