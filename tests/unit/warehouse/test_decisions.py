"""Decisions: every kind read, ordered, none without author, date and reason; contradictions refused."""

from __future__ import annotations

from decimal import Decimal
from typing import get_args

import pytest

from warehouse.decision_kinds import Facet
from warehouse.decisions import PACKAGED, read_decisions
from warehouse.resolve.words.vocabulary import FACETS
from warehouse.reviewed import ReviewedFileError

WHO = "author: Ada\n  date: 2026-11-20\n  reason: because"
ALL = f"""\
- kind: alias
  name: Robot Arms
  market: Industrial Robots
  {WHO}
- kind: override
  claim_id: c1
  obs_value: 12.5
  {WHO}
- kind: rejected_claim
  claim_id: c2
  {WHO}
- kind: retraction
  document_id: {"a" * 64}
  {WHO}
- kind: accepted_conflict
  conflict_id: k1
  {WHO}
- kind: confirmed_claim
  claim_id: c3
  {WHO}
- kind: closed_question
  question_id: q1
  {WHO}
"""


def write(home, **files):
    folder = home / "decisions"
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.yml").write_text(text)
    return home


def test_every_kind_is_read(tmp_path):
    found = read_decisions(write(tmp_path, all=ALL))
    assert [alias.market for alias in found.aliases if alias.name == "Robot Arms"] == ["Industrial Robots"]
    assert found.overrides[0].obs_value == Decimal("12.5")
    assert found.rejected_claims[0].claim_id == "c2"
    assert found.retractions[0].author == "Ada"
    assert found.accepted_conflicts[0].reason == "because"
    assert found.confirmed_claims[0].claim_id == "c3"
    assert found.closed_questions[0].question_id == "q1"


def test_a_decision_may_name_the_facets_of_the_vocabulary():
    assert get_args(Facet) == FACETS


def test_the_packaged_decisions_are_valid():
    assert PACKAGED.parent.name == "warehouse"
    read_decisions(None)


def test_files_and_entries_in_another_order_are_the_same_decisions(tmp_path):
    entries = ["- " + entry for entry in ALL.removeprefix("- ").split("\n- ")]
    one = write(tmp_path / "one" if (tmp_path / "one").mkdir() is None else tmp_path, all=ALL)
    (tmp_path / "two").mkdir()
    two = write(tmp_path / "two", **{f"f{9 - number}": entry for number, entry in enumerate(entries)})
    assert read_decisions(one) == read_decisions(two)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  author: Ada\n", "", r"all\.yml:1: 0\.alias\.author: this key is required"),
        ("date: 2026-11-20", "date: someday", r"all\.yml:5: 0\.alias\.date"),
        ("date: 2026-11-20", "date: 2026-13-20", r"all\.yml:1: not valid YAML: .*month"),
        ("reason: because", "reason: '  '", r"all\.yml:6: 0\.alias\.reason"),
        ("kind: override", "kind: overide", r"all\.yml:7: 1: .*'overide'"),
        (
            "  market: Industrial Robots",
            "  market: Industrial Robots\n  weight: 2",
            r"all\.yml:4: 0\.alias\.weight: unknown",
        ),
        ("a" * 64, "abc", r"document_id"),
        ("obs_value: 12.5", "obs_value: much", r"all\.yml:9: 1\.override\.obs_value"),
        (ALL, "kind: alias", r"all\.yml:1: the file: .*list"),
        (ALL, "- [", r"all\.yml:\d: not valid YAML"),
    ],
)
def test_a_wrong_decision_is_refused_with_its_line(tmp_path, old, new, message):
    assert old in ALL
    with pytest.raises(ReviewedFileError, match=message):
        read_decisions(write(tmp_path, all=ALL.replace(old, new, 1)))


def test_two_decisions_that_contradict_each_other_are_refused_and_equal_ones_are_one(tmp_path):
    again = f"- kind: alias\n  name: Robot Arms\n  market: Industrial Robots\n  {WHO}\n"
    home = write(tmp_path, all=ALL, b=again)
    assert sum(alias.name == "Robot Arms" for alias in read_decisions(home).aliases) == 1
    write(tmp_path, b=again.replace("Industrial Robots", "Toys"))
    with pytest.raises(ReviewedFileError, match=r"'Robot Arms' .*contradicts alias"):
        read_decisions(home)


def test_an_empty_file_decides_nothing(tmp_path):
    assert read_decisions(write(tmp_path, all="# nothing yet\n")) == read_decisions(None)
