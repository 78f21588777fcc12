"""Parts, families and splits: worked out from a text's name by parts.yml, which agrees with the texts."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.label_file import Labels, read_labels
from corpus.labels import CORPUS, files_of
from corpus.parts import all_parts, part_of, read_parts
from corpus.splits import Split, density_of, digits_of, family_of, is_in, is_kept_aside

pytestmark = pytest.mark.slow

GROWING = "npt"  # parts whose texts are being written
NAMES = [f"m{n}" for n in range(1, 2001)]


@pytest.mark.parametrize(
    ("name", "is_aside"),
    [
        ("a03", False),
        ("d02.txt", False),
        ("d03.txt", True),  # 3 = 1 x 3
        ("d30", True),
        ("e30.txt", False),  # 30 = 7 x 4 + 2
        ("e32.txt", True),  # 32 = 8 x 4
        ("l12.txt", False),
        # printf m12 | sha256sum: a8 = 168 = 42 x 4; m11: bb = 187 = 46 x 4 + 3
        ("m12.txt", True),
        ("m12", True),
        ("m11.txt", False),
        ("n0c1234.txt", True),  # 0c = 12 = 3 x 4
        ("n0d1234.txt", False),
        ("pa00ff00.md", True),  # 00
        ("tff0000.xlsx", False),  # ff = 255
    ],
)
def test_the_rule_of_a_part_says_which_texts_are_kept_aside(name: str, is_aside: bool) -> None:
    assert is_kept_aside(name) is is_aside
    assert is_in(name, Split.all)
    assert is_in(name, Split.kept_aside) is is_aside
    assert is_in(name, Split.train) is not is_aside


def test_about_a_quarter_of_part_m_is_kept_aside() -> None:
    # 2,000 names, chance 1/4: 500 expected, standard deviation sqrt(2000 * 1/4 * 3/4) = 19.4; four of them are 77
    assert abs(sum(map(is_kept_aside, NAMES)) - 500) <= 77


def test_the_name_alone_says_whether_a_text_of_part_m_is_kept_aside() -> None:
    # the first byte of the hash, divided by four without a rest; worked in a shell: `printf m12 | sha256sum`
    aside = ["m12", "m14", "m17", "m19", "m21", "m24", "m32", "m35", "m36", "m39"]
    assert [name for name in NAMES[:40] if is_kept_aside(name)] == aside


def test_a_page_is_kept_aside_by_its_name_without_the_letter_of_the_part() -> None:
    pages = [path.stem for path in files_of("w")]
    assert sum(map(is_kept_aside, pages)) == 38
    assert [name for name in pages if is_kept_aside(name)] == [
        name for name in pages if hashlib.sha256(name[1:].encode()).digest()[0] % 5 == 0
    ]


def test_a_name_without_the_digits_of_its_address_is_refused() -> None:
    with pytest.raises(ValueError, match=r"n12\.txt: its name does not end in 6 hexadecimal digits"):
        is_kept_aside("n12.txt")


@given(st.sampled_from("abcfghijkl"), st.integers(1, 9999))
def test_no_text_of_a_part_without_a_rule_is_kept_aside(letter: str, n: int) -> None:
    assert not is_kept_aside(f"{letter}{n}")


@given(st.sampled_from("abcdefghijklm"), st.integers(1, 9999), st.sampled_from(["", ".txt", ".md", ".yml"]))
def test_a_suffix_changes_nothing(letter: str, n: int, suffix: str) -> None:
    assert is_kept_aside(f"{letter}{n}{suffix}") == is_kept_aside(f"{letter}{n}")
    assert family_of(f"{letter}{n}{suffix}") == family_of(f"{letter}{n}")


@pytest.mark.parametrize(
    ("name", "family"),
    [("c12.txt", "c"), ("m7.txt", "m7"), ("m512.txt", "m5"), ("k1.txt", "k"), ("wf203.txt", "wf2"), ("pa00ff00", "p")],
)
def test_a_family_is_the_letter_and_of_large_parts_the_kind_and_the_first_digit_too(name: str, family: str) -> None:
    assert family_of(name) == family


@pytest.mark.parametrize(("name", "density"), [("c12.txt", "dense"), ("k1", "plain")])
def test_a_part_says_the_density_of_texts_whose_labels_do_not(name: str, density: str) -> None:
    assert density_of(name) == density


def test_a_text_of_no_part_is_refused() -> None:
    with pytest.raises(ValueError, match=r"z01\.txt: no part 'z' in parts\.yml"):
        part_of("z01.txt")


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("kept_aside: {}", "give one of number_divisible_by, hash_divisible_by"),
        ("kept_aside: {number_divisible_by: 3, hash_divisible_by: 4}\n    errors_open: train", "not two"),
        ("kept_aside: {number_divisible_by: 1}\n    errors_open: train", "greater than or equal to 2"),
        ("kept_aside: {number_divisible_by: 3}", "errors of kept-aside texts are not open"),
        ("errors_open: train", "needs kept_aside"),
        ("densitiy: plain", "densitiy"),
        ("languages: [xx]", "languages"),
    ],
)
def test_a_wrong_part_is_refused_with_file_and_key(tmp_path: Path, part: str, said: str) -> None:
    lines = {"what": "a page", "languages": "[en]", "density": "plain"}
    kept = "\n".join(f"    {key}: {value}" for key, value in lines.items() if not part.startswith(f"{key}:"))
    (tmp_path / "p.yml").write_text(f"parts:\n  a:\n{kept}\n    {part}\n")
    with pytest.raises(ValueError, match=rf"(?s)p\.yml.*{said}"):
        read_parts(tmp_path / "p.yml")


@cache
def labels() -> dict[str, Labels]:
    return {path.name: read_labels(path) for path in CORPUS.glob("*.yml")}


def test_every_text_is_of_a_part_lies_beside_its_labels_and_is_in_a_language_of_its_part() -> None:
    found = labels()
    assert {said.document for said in found.values()} == {p.name for p in CORPUS.iterdir() if p.suffix != ".yml"}
    for letter, part in all_parts().items():
        languages = {said.language for name, said in found.items() if name[0] == letter}
        assert languages <= set(part.languages), letter
        assert letter in GROWING or languages == set(part.languages), letter
    assert set(all_parts()) - {name[0] for name in found} <= set(GROWING)


def test_the_name_of_a_text_agrees_with_the_address_of_its_page() -> None:
    for name, said in labels().items():
        rule = part_of(name).kept_aside
        if rule and rule.address_divisible_by:
            assert said.source, name
            assert said.source.address, name
            assert Path(name).stem.endswith(digits_of(said.source.address)), name


def test_the_digits_of_an_address_are_the_first_of_its_hash() -> None:
    # printf https://example.com/page | sha256sum
    assert digits_of("https://example.com/page") == "3641c5"


def test_the_dataset_card_counts_the_texts_and_figures_of_each_part() -> None:
    card = (CORPUS.parent / "README.md").read_text(encoding="utf-8")
    for letter in all_parts():
        of = [said for name, said in labels().items() if name[0] == letter]
        assert f"\n| {letter} | {len(of)} | {sum(len(said.claims) for said in of):,} |" in card
    every = [len(said.claims) for said in labels().values()]
    assert f"{len(every):,} texts" in card
    assert f"{sum(every):,} labelled figures" in card
