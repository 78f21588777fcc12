"""No two phrases of the vocabularies read as one, and every form comes to rest."""

from __future__ import annotations

import pytest

from warehouse.resolve.words import tokens, vocabulary
from warehouse.resolve.words.tokens import Tokens, longest_matches, phrase_pairs, tokens_of


def refuse_collisions() -> None:
    """Raises ValueError where two things would read as one: every phrase has one form, and that form is nothing else."""
    faults: list[str] = []
    read_as: dict[Tokens, Tokens] = {}
    for phrase, form in tokens.phrase_pairs():
        left, right = tokens.phrase_tokens(phrase), tokens.phrase_tokens(form)
        if read_as.setdefault(left, right) != right:
            faults.append(f"{phrase!r} reads as {' '.join(read_as[left])!r} and as {form!r}")
    listed = vocabulary.acronyms()
    keys = {acronym for theme in listed.acronyms.values() for acronym in theme}
    faults += [
        f"{acronym!r} is an ordinary word; list it under in_capitals" for acronym in sorted(keys & listed.ordinary)
    ]
    for acronym in sorted(keys):
        acronym_tokens = tokens.phrase_tokens(acronym)
        if acronym_tokens != tokens.raw_tokens(acronym):
            faults.append(f"{acronym!r} is read as {' '.join(acronym_tokens)!r}")
        elif read_as.get(acronym_tokens, acronym_tokens) != acronym_tokens:
            faults.append(f"{acronym!r} stands for its words and reads as {' '.join(read_as[acronym_tokens])!r}")
    for right in sorted(set(read_as.values())):
        if len(right) == 1 and read_as.get(right, right) != right:
            faults.append(f"what reads as {right[0]!r} reads as {' '.join(read_as[right])!r} in turn")
    faults += _cycles()
    if faults:
        raise ValueError("the vocabularies make two things one:\n" + "\n".join(dict.fromkeys(faults)))


def _cycles() -> list[str]:
    """Phrases that read as each other in turn: a name that has one would never come to rest."""
    table, longest = tokens._phrases(), tokens._longest()
    return [
        f"{' '.join(phrase)!r} reads as {' '.join(once)!r} and comes back"
        for phrase in sorted({*table, *table.values()})
        if (last := tokens.rewritten(phrase))
        != (
            once := tuple(
                word for single, right in tokens.longest_matches(last, table, longest) for word in right or single
            )
        )
    ]


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
        refuse_collisions()


@pytest.mark.parametrize("acronym", ["mice", "cart", "facts"])
def test_an_acronym_that_is_an_ordinary_word_is_refused(monkeypatch: pytest.MonkeyPatch, acronym: str) -> None:
    changed = vocabulary.acronyms().model_copy(update={"acronyms": {"trade": {acronym: "some three words"}}})
    monkeypatch.setattr(vocabulary, "acronyms", lambda: changed)
    with pytest.raises(ValueError, match=f"'{acronym}' is an ordinary word"):
        refuse_collisions()


def test_the_packaged_vocabularies_make_no_two_things_one() -> None:
    refuse_collisions()
