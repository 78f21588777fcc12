"""The kept tables are what their sources say, and without them everything is the same."""

from __future__ import annotations

import pytest

from warehouse.resolve import compiled, make_compiled
from warehouse.resolve.tokens import matched, tokens_of, written_out
from warehouse.resolve.vocabulary import synonyms


def test_the_kept_tables_are_what_their_sources_say() -> None:
    told = "run `python -m warehouse.resolve.make_compiled` after a change of a vocabulary or of its reading"
    assert compiled.tables(), told
    assert make_compiled.content() + "\n" == compiled.FILE.read_text(encoding="utf-8"), told


def test_tables_of_other_sources_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled.tables.cache_clear()
    monkeypatch.setattr(compiled, "digest", lambda: "other")
    assert compiled.kept("phrases") is None
    compiled.tables.cache_clear()


def test_every_synonym_and_acronym_comes_to_rest() -> None:
    for phrase in (*synonyms(), *written_out()):
        once = tokens_of(phrase)
        assert tokens_of(" ".join(once)) == once, phrase


def test_tokens_are_cut_alike_whether_the_longest_phrases_are_known_or_not() -> None:
    table = {("a", "b"): 1, ("b",): 2}
    assert list(matched(("a", "b", "b"), table)) == list(matched(("a", "b", "b"), table, {"a": 2, "b": 1}))
