"""The doctor of the releases, and the command: one line a fault, exit 1; nothing is repaired."""

from __future__ import annotations

import errno
import json
import re
import shutil
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from pipelines.cli.app import main
from release.health import make_again, release_findings
from release.keep.release_records import keep_missing, keep_record, kept_record
from release.making.publishing import _make_durable
from trials.homes import FIRST_DAY, tiny_release
from warehouse.fingerprint import ROOT, code_version


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Two whole releases."""
    for number in (1, 2):
        tiny_release(tmp_path, number, FIRST_DAY)
        _make_durable(tmp_path / "releases" / f"r{number:06d}")
    keep_missing(tmp_path)
    return tmp_path


def _release(home: Path) -> Path:
    path = home / "releases" / "r000002"
    path.chmod(0o755)
    return path


def _altered(name: str) -> Callable[[Path], None]:
    def alter(home: Path) -> None:
        file = _release(home) / name
        file.chmod(0o644)
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
        file.chmod(0o444)
        file.parent.chmod(0o555)

    return alter


def _log(home: Path) -> None:
    (_release(home) / "warehouse.duckdb.wal").write_bytes(b"")
    (home / "releases" / "r000002" / "warehouse.duckdb.wal").chmod(0o444)
    (home / "releases" / "r000002").chmod(0o555)


def _pointer(target: str | None) -> Callable[[Path], None]:
    def point(home: Path) -> None:
        (home / "releases" / "latest").unlink()
        if target is not None:
            (home / "releases" / "latest").symlink_to(target)

    return point


FAULTS: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "database": (_altered("warehouse.duckdb"), r"warehouse\.duckdb", "parallax rebuild r000002"),
    "record": (_altered("release.json"), r"release\.json", "parallax rebuild r000002"),
    "parquet": (_altered("parquet/numbers.parquet"), r"numbers\.parquet", "parallax rebuild r000002"),
    "manifest": (_altered("manifest.sha256"), "r000002", "parallax rebuild r000002"),
    "log": (_log, r"\.wal", "remove it"),
    "writable": (lambda home: (home / "releases" / "r000002" / "release.json").chmod(0o644), r"release\.json", "chmod"),
    "leftover": (lambda home: (home / "releases" / ".tmp-abc").mkdir(), r"\.tmp-abc", "the next run removes it"),
    "foreign": (lambda home: (home / "releases" / "notes").mkdir(), "notes", "move it"),
    "pointer gone": (_pointer(None), "latest", "ln -sfn r000002"),
    "pointer astray": (_pointer("../elsewhere"), "latest", "parallax rebuild"),
    "kept record": (
        lambda home: (home / "releases" / ".records" / "r000001.json").write_text("{}"), "r000001", "remove the file"
    ),
    "no kept record": (lambda home: (home / "releases" / ".records" / "r000001.json").unlink(), "r000001", "parallax tidy"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_and_says_what_to_do(home: Path, name: str) -> None:
    assert release_findings(home) == []
    fault, where, to_do = FAULTS[name]
    fault(home)
    findings = release_findings(home)
    assert findings
    assert re.search(where, findings[0].where), findings
    assert to_do in findings[0].to_do


def test_a_lost_release_is_missed(home: Path) -> None:
    from release.keep.retention import discard_folder

    discard_folder(home / "releases" / "r000002")
    assert {finding.to_do for finding in release_findings(home)} == {"run `parallax rebuild r000002`"}


def test_a_disk_without_room_for_the_next_build_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 1_000))
    (finding,) = release_findings(home)
    assert "MB free" in finding.what


def _called(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return ended.value.code


def test_the_command_ends_with_0_or_1_and_prints_a_line_or_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _called("doctor", "--home", str(home)) == 0
    assert capsys.readouterr().out == ""
    FAULTS["database"][0](home)
    assert _called("doctor", "--home", str(home)) == 1
    assert capsys.readouterr().out.count("\n") == 1
    assert _called("doctor", "--home", str(home), "--format", "json") == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert finding["where"].endswith("warehouse.duckdb")
    assert _called("doctor", "--home", str(home / "nowhere")) == 2


def test_tidy_and_migrate_say_what_they_did(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from warehouse.ledger import open_ledger

    assert _called("migrate", "--home", str(home)) == 1  # no ledger
    open_ledger(home)
    assert _called("migrate", "--home", str(home)) == 0
    assert "already" in capsys.readouterr().out
    assert _called("tidy", "--home", str(home)) == 0
    assert "releases deleted: none" in capsys.readouterr().out


def test_a_file_that_the_disk_does_not_give_is_damage_and_a_full_table_of_files_is_none(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from release import manifest
    from release.catalogue import standing
    from release.record import ReleaseError

    def failing(number: int) -> Callable[[Path], str]:
        def sha256_of(path: Path) -> str:
            if path.name == "numbers.parquet" and path.parent.parent.name == "r000002":
                raise OSError(number, "no", str(path))
            return real(path)

        return sha256_of

    real = manifest.sha256_of
    monkeypatch.setattr(manifest, "sha256_of", failing(errno.EIO))
    assert [finding.to_do for finding in release_findings(home)] == ["run `parallax rebuild r000002`"]
    stood = standing(home)
    assert stood.release is not None
    assert (stood.release.release_id, stood.named) == ("r000001", "r000002")
    monkeypatch.setattr(manifest, "sha256_of", failing(errno.EMFILE))
    with pytest.raises(ReleaseError, match="cannot be read"):
        standing(home)


@pytest.mark.parametrize(
    ("made_by", "to_do"),
    [(None, "run `parallax rebuild r000002`"), ("0" * 64, "another version of the program made it")],
    ids=["this program", "another version"],
)
def test_of_a_release_of_another_version_a_rebuild_is_not_promised(home: Path, made_by: str | None, to_do: str) -> None:
    kept = kept_record(home, "r000002")
    code = code_version(ROOT) if made_by is None else made_by
    keep_record(home, kept.model_copy(update={"record": kept.record.model_copy(update={"made_from": {"code": code}})}))
    assert make_again(home, "r000002").startswith(to_do)
    assert "parallax rebuild r000002" in make_again(home, "r000002")
