"""Checks of labels: what is a fault, what is to be looked at, and the exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus import check
from corpus.__main__ import main
from corpus.check import checked
from corpus.splits import digits_of
from tests.labelled_pages import NEWS, write_pages


def changed(folder: Path, old: str, new: str, name: str = "wb001.yml") -> tuple[str, int]:
    write_pages(folder)
    path = folder / name
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return checked("w", folder)


def test_labels_without_fault_are_counted(tmp_path: Path) -> None:
    write_pages(tmp_path)
    assert checked("w", tmp_path) == ("2 texts, 7 figures: 0 faults, 0 to look at", 0)
    assert checked("a", tmp_path) == ("0 texts, 0 figures: 0 faults, 0 to look at", 0)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("surface: 4%", "surface: 4%, nth: 2", "'4%' stands 1 times, not 2"),
        ("surface: 9%", "surface: by 4%", "'by 4%' (nth 1) overlaps another label, '4%'"),
        ("metric: growth_rate, value: 9", "metric: market_size, value: 9", "'9%' (nth 1): a market_size in 'percent'"),
        ("wb001.txt", "wa001.txt", "its text is wa001.txt"),
        ("metric: growth_rate", "metric: growth", "claims.0.metric"),
        ("wb001.txt", "wb002.txt", "wb002.txt"),
    ],
)
def test_a_fault_is_told_with_its_file(tmp_path: Path, old: str, new: str, said: str) -> None:
    told, n_faults = changed(tmp_path, old, new)
    assert n_faults >= 1
    assert any(line.startswith("wb001.yml: ") for line in told.split("\n"))
    assert said in told


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("value: -4", "value: -5", "value -5 is not in '4%'"),
        ("  - {surface: 9%", "decoys: []\n#", "neither labelled nor a decoy"),
        ("metric: growth_rate, value: -4", "metric: share, value: 400", "a share of 400"),
        ("metric: growth_rate, value: -4, unit: percent, year: 2024, status: historical", "metric: volume, value: 4, unit: kites", "has no year and no status"),
        ("speaker:", "segment: Box kites, speaker:", "no segment of ['Box kites'] stands in the text"),
    ],
)  # fmt: skip
def test_what_only_looks_odd_is_no_fault(tmp_path: Path, old: str, new: str, said: str) -> None:
    told, n_faults = changed(tmp_path, old, new)
    assert n_faults == 0
    assert f"wb001.yml: to look at: {said}" in told or said in told


def test_line_ends_and_a_text_without_labels_are_faults(tmp_path: Path) -> None:
    write_pages(tmp_path)
    (tmp_path / "wb001.txt").write_bytes(NEWS.replace("\n", "\r\n").encode())
    (tmp_path / "wa001.yml").unlink()
    told, n_faults = checked("w", tmp_path)
    assert n_faults == 2
    assert "wb001.yml: the text has a carriage return: its lines end in LF" in told
    assert "wa001.txt: no labels beside it" in told


def test_a_name_must_end_in_the_digits_of_its_address(tmp_path: Path) -> None:
    address = "https://example.com/kites"
    source = f'source: {{host: example.com, address: "{address}", kind: blog}}\nlanguage'
    for digits, faults in ((digits_of(address), 0), ("00ff00", 1)):
        folder = tmp_path / digits
        folder.mkdir()
        write_pages(folder)
        labels = (folder / "wb001.yml").read_text(encoding="utf-8")
        said = labels.replace("wb001", f"n{digits}").replace("language", source)
        (folder / f"n{digits}.yml").write_text(said, encoding="utf-8")
        (folder / f"n{digits}.txt").write_text(NEWS, encoding="utf-8")
        assert checked("n", folder)[1] == faults
    (tmp_path / "00ff00" / "n00ff00.yml").write_text(labels.replace("wb001", "n00ff00"), encoding="utf-8")
    assert "source.address is missing" in checked("n", tmp_path / "00ff00")[0]


def test_the_command_ends_with_1_on_a_fault_and_2_on_a_part_that_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "l"]) == 0
    assert "12 texts, 182 figures: 0 faults" in capsys.readouterr().out
    assert main(["check", "x"]) == 2
    assert "no part 'x'" in capsys.readouterr().err
    monkeypatch.setattr(check, "_findings", lambda *_: [(True, "wrong")])
    assert main(["check", "l"]) == 1
