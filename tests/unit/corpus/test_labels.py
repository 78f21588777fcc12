"""What labels say beyond the figure: speaker, assertion and the bases of money, of the page and of the claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.label_file import read_labels
from corpus.labels import corpus_texts, labelled_folder, length_of
from tests.labelled_pages import write_pages


def test_a_label_says_who_speaks_what_is_not_asserted_and_the_bases(tmp_path: Path) -> None:
    write_pages(tmp_path)
    vendor, news = labelled_folder(tmp_path)
    assert [label.speakers for label in vendor.labels] == [(), (), ("Ostwick",), (), ()]
    assert [label.assertion for label in vendor.labels] == [None, "withdrawn", None, None, None]
    # the page's price basis holds where a claim does not take it away
    assert [label.price_basis for label in vendor.labels] == ["current", "current", None, "current", "current"]
    assert {label.value_basis for label in vendor.labels} == {None}
    assert [label.speakers for label in news.labels] == [("ministry", "the ministry"), ()]
    assert (vendor.publishers, news.publishers) == (("Crail Yard Research", "Crail Yard"), ())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("assertion: withdrawn", "assertion: denied"),
        ("price_basis: current", "price_basis: constant-15"),
        ("price_basis: current", "price_basis: unstated"),
        ("price_basis: current", "value_basis: sales"),
    ],
)
def test_a_wrong_key_is_refused_with_its_file(tmp_path: Path, old: str, new: str) -> None:
    write_pages(tmp_path)
    path = tmp_path / "wa001.yml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"(?s)wa001\.yml.*{new.split(':')[0]}"):
        read_labels(path)


def test_a_part_without_texts_has_none() -> None:
    assert corpus_texts("x") == ()


def test_a_name_outside_the_corpus_has_no_length() -> None:
    assert [length_of(name) for name in ("../parts.yml", "a01.yml", "", "a99.txt")] == [None] * 4
