"""Lists of words: what a file may hold, and the patterns that they make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sources.grammar.pattern_words import (
    lists_of_languages,
    pattern_words,
    word_lists,
    word_lists_of,
    words_of_languages,
)

SOURCES = Path(__file__).parents[4] / "sources"
FOLDERS = sorted(path.stem for path in (SOURCES / "grammar" / "pattern_words").glob("*.yml"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_list_of_a_folder_is_used_there(folder: str) -> None:
    code = "".join(path.read_text() for path in (SOURCES / "extract" / folder).rglob("*.py"))
    lists = word_lists_of(SOURCES / "grammar" / "pattern_words" / f"{folder}.yml")
    used = set(re.findall(r"[\"'](\w+)[\"']", code))
    assert [
        name for name in lists if used.isdisjoint((name, re.sub(r"_(?:de|es|fr|it|ja|ko|pt|zh|cjk|mul)$", "", name)))
    ] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_phrase_of_a_list_matches_itself(folder: str) -> None:
    sources = pattern_words(folder)
    for name, phrases in word_lists_of(SOURCES / "grammar" / "pattern_words" / f"{folder}.yml").items():
        for phrase in phrases:
            assert re.fullmatch(sources[name], phrase), (name, phrase)
            assert re.fullmatch(sources[name], phrase.replace("'", "’").replace(" ", "\u00a0"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rise_verbs: [rises?]", "rise_verbs.*plain text.*rises"),
        ("rise_verbs: [rises, rose, rises]", "rise_verbs.*'rises' is there twice"),
        ("rise_verbs: []", "rise_verbs.*at least 1"),
        ("- rises", "valid dictionary"),
        ("rise_verbs: [rises, erhöht]", "rise_verbs: 'erhöht' is in another language"),
        ("rise_verbs_cjk: [増加, rises]", "rise_verbs_cjk: 'rises' is in another language"),
        ("rise_verbs_de: [erhöht, 増加]", "rise_verbs_de: '増加' is in another language"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_its_name_and_list(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "metric.yml").write_text(text)
    with pytest.raises(ValueError, match=rf"metric\.yml: .*{said}"):
        word_lists_of(tmp_path / "metric.yml")


def test_a_list_of_several_languages_may_mix_their_letters(tmp_path: Path) -> None:
    (tmp_path / "metric.yml").write_text(
        "units: [m², tonnes]\nrise_verbs_mul: [rises, erhöht, 増加]\nrise_verbs_cjk: [増加, 상승]"
    )
    assert [*word_lists_of(tmp_path / "metric.yml")] == ["units", "rise_verbs_mul", "rise_verbs_cjk"]


def test_words_that_yaml_takes_for_truth_stay_words(tmp_path: Path) -> None:
    (tmp_path / "text.yml").write_text("answers: [no, on, off]")
    assert word_lists_of(tmp_path / "text.yml") == {"answers": ("no", "on", "off")}


def test_a_list_is_taken_together_with_those_of_other_languages_under_its_name() -> None:
    lists = word_lists("time")
    together = lists_of_languages("time")["since_words"]
    assert together[: len(lists["since_words"])] == lists["since_words"]
    assert set(together) == {word for name, words in lists.items() if name.startswith("since_words") for word in words}
    assert len(together) == len(set(together))
    pattern = words_of_languages("time")["since_words"]
    assert all(re.fullmatch(pattern, word) for word in ("since", "seit", "depuis", "a partir de", "dal"))
    assert not re.fullmatch(pattern_words("time")["since_words"], "seit")
