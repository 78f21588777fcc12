"""A rebuilt release uses its own decisions and policy, whatever people have decided since.

That the marts come out the same, byte by byte, is shown in `tests/integration/test_rebuild_check.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from release.keep.release_records import KeptRecord, keep_record, kept_record
from release.making.builds import fingerprint_of, sign
from release.making.rebuilding import inputs_then
from release.manifest import verify_files
from release.record import Release, ReleaseDamaged, ReleaseError, ReleaseRecord
from release.snapshot import SNAPSHOT, read_snapshot, snapshot_of
from warehouse.decisions import Decisions, read_decisions
from warehouse.fingerprint import inputs, joined
from warehouse.ledger import Ledger, open_ledger
from warehouse.policy import read_policy

DECISION = """- kind: retraction
  document_id: {document_id}
  author: Ada
  date: {day}
  reason: withdrawn by its publisher
{more}"""


def _decide(home: Path, name: str, day: str, more: str = "") -> Decisions:
    (home / "decisions").mkdir(exist_ok=True)
    text = DECISION.format(document_id=name * 64, day=day, more=more)
    (home / "decisions" / f"{name}.yml").write_text(text)
    return read_decisions(home)


def _kept(ledger: Ledger, decisions: Decisions, day: date | None, said: date | None = None) -> KeptRecord:
    """What a release keeps that was made from these; `said` is the day that its record names."""
    made_from = inputs(ledger, read_policy(), decisions, day)
    record = ReleaseRecord(
        format_version=1, release_id="r000001", published_at=datetime(2026, 11, 20, tzinfo=UTC), fingerprint=joined(made_from),
        rows={}, documents={}, checks={}, warnings=(), versions={}, as_of_day=said or day, made_from=made_from,
    )  # fmt: skip
    return KeptRecord(record=record, marts={}, snapshot=snapshot_of(read_policy(), decisions))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with an empty ledger and one decision."""
    open_ledger(tmp_path)
    _decide(tmp_path, "a", "2026-10-01")
    return tmp_path


def test_decisions_that_were_edited_since_change_nothing_in_what_a_release_is_made_from(home: Path) -> None:
    ledger, then = open_ledger(home), read_decisions(home)
    kept = _kept(ledger, then, date(2026, 11, 20))
    _decide(home, "b", "2026-11-21")
    found = inputs_then(home, ledger, kept)
    assert found.decisions == then
    assert found.made_from == kept.record.made_from
    assert joined(found.made_from) == kept.record.fingerprint


def test_where_nobody_named_a_day_the_day_that_decisions_were_judged_by_is_no_other_input(home: Path) -> None:
    then = _decide(home, "b", "2026-10-02", "  expires: 2026-10-20\n")
    ledger = open_ledger(home)
    kept = _kept(ledger, then, None, said=date(2026, 11, 20))
    assert inputs_then(home, ledger, kept).made_from == kept.record.made_from


def test_of_a_release_of_before_the_decisions_of_now_are_taken_and_named(home: Path) -> None:
    ledger = open_ledger(home)
    kept = _kept(ledger, read_decisions(home), date(2026, 11, 20)).model_copy(update={"snapshot": None})
    now = _decide(home, "b", "2026-11-19")
    found = inputs_then(home, ledger, kept)
    assert found.decisions == now
    assert [name for name, hashed in found.made_from.items() if kept.record.made_from[name] != hashed] == ["decisions"]


def test_a_policy_that_this_version_does_not_understand_is_replaced_by_its_own(home: Path) -> None:
    ledger = open_ledger(home)
    kept = _kept(ledger, read_decisions(home), date(2026, 11, 20))
    assert kept.snapshot is not None
    other = kept.snapshot.model_copy(update={"policy": {"unknown": 1}})
    found = inputs_then(home, ledger, kept.model_copy(update={"snapshot": other}))
    assert found.policy == read_policy()
    assert found.decisions == read_decisions(home)


def test_a_release_carries_what_it_was_made_with_and_so_does_its_record(
    tmp_path: Path, build: Path, publish_build: Callable[..., Release]
) -> None:
    decisions = _decide(tmp_path, "a", "2026-10-01")
    snapshot = snapshot_of(read_policy(), decisions)
    sign(build, "ab" * 32, None, {}, snapshot)
    release = publish_build()
    assert verify_files(release.path) == []
    assert SNAPSHOT in (release.path / "manifest.sha256").read_text()
    assert kept_record(tmp_path, "r000001").snapshot == snapshot
    (tmp_path / "releases" / ".records" / "r000001.json").unlink()  # the record is lost: the release tells it
    kept = kept_record(tmp_path, "r000001")
    assert kept.snapshot == snapshot
    assert kept.snapshot.known_decisions == decisions
    keep_record(tmp_path, kept)
    assert kept_record(tmp_path, "r000001") == kept


def test_a_damaged_snapshot_and_a_half_signature_are_told(tmp_path: Path) -> None:
    with pytest.raises(ReleaseDamaged, match=r"reviewed\.json: not in its form"):
        read_snapshot(b"{}", tmp_path / SNAPSHOT)
    sign(tmp_path, "ab" * 32)
    (tmp_path / "fingerprint").write_text("")
    with pytest.raises(ReleaseError, match="half a hash"):
        fingerprint_of(tmp_path)
