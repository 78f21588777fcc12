"""Formats: an older ledger is refused with the command that migrates it, migrates whole, and a newer one is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from warehouse.ledger import LedgerError, formats, open_ledger
from warehouse.ledger.formats import FORMAT_VERSION, FormatStep, format_content, migrate, read_format


def as_format_1(home: Path) -> None:
    """The ledger as the program wrote it before `head.json`."""
    root = home / "ledger"
    (root / "head.json").unlink(missing_ok=True)
    (root / "format.json").unlink()
    (root / "format.json").write_text(json.dumps({"ledger": "parallax", "format_version": 1}))


def test_an_older_ledger_is_refused_with_the_command_and_migrates_with_every_row(tmp_path: Path, fill, arrive, noon):
    ledger = fill(tmp_path, ["USD 1", "USD 2"])
    before = ledger.digest()
    as_format_1(tmp_path)
    with pytest.raises(LedgerError, match=rf"ledger format 1, .* run `parallax migrate --home {tmp_path}`"):
        open_ledger(tmp_path)
    assert [step.old for step in migrate(tmp_path / "ledger")] == [1]
    assert open_ledger(tmp_path).digest() == before
    assert open_ledger(tmp_path).take_in([arrive("USD 3", "inbox/3.txt")], now=noon).landed
    assert migrate(tmp_path / "ledger") == ()


def test_an_empty_older_ledger_migrates(tmp_path: Path, arrive, noon):
    open_ledger(tmp_path)
    as_format_1(tmp_path)
    migrate(tmp_path / "ledger")
    assert open_ledger(tmp_path).take_in([arrive("USD 3")], now=noon).landed


def test_a_newer_ledger_is_refused_by_name_and_not_migrated(tmp_path: Path):
    open_ledger(tmp_path)
    formats.write_format(tmp_path / "ledger", FORMAT_VERSION + 1)
    for attempt in (lambda: open_ledger(tmp_path), lambda: migrate(tmp_path / "ledger")):
        with pytest.raises(LedgerError, match=rf"format {FORMAT_VERSION + 1} is newer than this program's"):
            attempt()


def test_a_damaged_older_ledger_stays_as_it_is(tmp_path: Path, fill):
    ledger = fill(tmp_path, ["USD 1"])
    (ledger.batches()[0].folder / "batch.json").unlink()
    as_format_1(tmp_path)
    with pytest.raises(LedgerError, match=r"batch\.json: missing"):
        migrate(tmp_path / "ledger")
    assert read_format(tmp_path / "ledger") == 1
    assert not (tmp_path / "ledger" / "head.json").exists()


def test_steps_run_in_order_and_one_that_fails_leaves_the_format_before_it(tmp_path: Path):
    root = tmp_path / "ledger"
    open_ledger(tmp_path)
    formats.write_format(root, 1)

    def fails(root: Path) -> dict[str, bytes]:
        raise LedgerError("a step that fails; mend it")

    first = FormatStep(1, "a", lambda root: {"a.json": b"a"})
    second = FormatStep(2, "b", lambda root: {"b.json": (root / "a.json").read_bytes() + b"b"})
    with pytest.raises(LedgerError, match="a step that fails"):
        migrate(root, (first, FormatStep(2, "b", fails)))
    assert (read_format(root), (root / "a.json").read_bytes()) == (2, b"a")
    assert migrate(root, (first, second)) == (second,)
    assert (read_format(root), (root / "b.json").read_bytes()) == (3, b"ab")


def test_the_steps_lead_without_a_gap_to_the_format_that_is_written():
    assert [step.old for step in formats.STEPS] == list(range(1, FORMAT_VERSION))


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"format_version": "1"}', b'{"format_version": true}', b"\0" * 40]
)
def test_a_damaged_format_is_told(tmp_path: Path, content: bytes):
    open_ledger(tmp_path)
    file = tmp_path / "ledger" / "format.json"
    file.unlink()
    file.write_bytes(content)
    with pytest.raises(LedgerError, match=r"format\.json: (missing or )?damaged"):
        open_ledger(tmp_path)
    assert format_content(FORMAT_VERSION) != content
