"""The compiled tables are what their sources say, and without them everything is the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from warehouse.resolve import compile_lexicon
from warehouse.resolve.words import compiled_lexicon, vocabulary
from warehouse.resolve.words.tokens import longest_matches, phrase_pairs, tokens_of


def test_the_compiled_tables_are_what_their_sources_say() -> None:
    advice = "run `python -m warehouse.resolve.compile_lexicon` after a change of a vocabulary or of its reading"
    assert compiled_lexicon.tables(), advice
    fresh, stored = json.loads(compile_lexicon.content()), json.loads(compiled_lexicon.FILE.read_text(encoding="utf-8"))
    assert all(fresh[part] == stored[part] for part in ("digest", "tables")), advice


def test_tables_of_other_sources_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled_lexicon.tables.cache_clear()
    monkeypatch.setattr(compiled_lexicon, "digest", lambda *_: "other")
    assert compiled_lexicon.table("phrases") is None
    compiled_lexicon.tables.cache_clear()


_MODULE = '"""Reads."""\n\n\ndef read():\n    """One."""\n    return "a"\n'


@pytest.mark.parametrize(
    ("name", "changed", "is_same"),
    [
        ("m.py", _MODULE.replace("Reads", "Cuts"), True),
        ("m.py", _MODULE.replace('"""One."""', '"""Two.\n\n    More.\n    """'), True),
        ("m.py", _MODULE.replace('    """One."""\n', ""), True),
        ("m.py", _MODULE.replace("return", "# why\n\n    return"), True),
        ("m.py", _MODULE.replace('"a"', '"b"'), False),
        ("m.py", _MODULE.replace("read", "cut"), False),
        ("m.py", _MODULE.replace('return "a"', '"a"'), False),
        ("m.yml", _MODULE.replace("One", "Two"), False),
    ],
)
def test_docstrings_and_comments_leave_the_digest_as_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, changed: str, is_same: bool
) -> None:
    monkeypatch.setattr(compiled_lexicon, "sources", lambda: (tmp_path / name,))
    (tmp_path / name).write_text(_MODULE)
    digest = compiled_lexicon.digest()
    (tmp_path / name).write_text(changed)
    assert (compiled_lexicon.digest() == digest) is is_same


def test_tables_whose_sources_differ_in_words_alone_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled_lexicon.tables.cache_clear()
    digest = compiled_lexicon.digest
    monkeypatch.setattr(compiled_lexicon, "digest", lambda *by: "other" if by else digest())
    assert compiled_lexicon.table("phrases") is not None
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
