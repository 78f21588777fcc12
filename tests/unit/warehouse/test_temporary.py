"""What a killed process leaves in the temporary folder is removed by the next that works there; what is in use stays."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from warehouse.temporary import scratch_folder

ROOT = Path(__file__).resolve().parents[3]
HOLDER = """
import sys
from pathlib import Path
from warehouse.temporary import scratch_folder
with scratch_folder("work", Path(sys.argv[1])) as folder:
    (folder / "big").write_bytes(b"x" * 1000)
    print(folder.name, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path


def _holder(place: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(place)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def test_a_folder_is_empty_and_gone_with_its_block(place: Path) -> None:
    with scratch_folder("work", place) as folder:
        assert [path.name for path in folder.iterdir()] == [".alive"]
        assert folder.parent == place
    assert [*place.iterdir()] == []


def test_it_lies_in_the_systems_temporary_folder_by_default(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    with scratch_folder("work") as folder:
        assert folder.parent == place


def test_the_folder_of_a_killed_process_goes_and_that_of_a_living_one_stays(place: Path) -> None:
    with _holder(place) as killed, _holder(place) as living:
        names = []
        for one in (killed, living):
            assert one.stdout is not None
            names.append(one.stdout.readline().strip())
        killed.kill()
        killed.wait()
        assert (place / names[0] / "big").exists()
        with scratch_folder("work", place) as folder:
            assert {path.name for path in place.iterdir()} == {names[1], folder.name}
            assert (place / names[1] / "big").exists()
        living.communicate("")
    assert [*place.iterdir()] == []


def test_what_is_of_another_kind_or_no_folder_of_ours_stays(place: Path) -> None:
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / ".alive").touch()
    (place / "parallax-other-1").mkdir()
    (place / "parallax-other-1" / ".alive").touch()
    (place / "parallax-work-1").mkdir()  # just made, and not locked yet
    (place / "parallax-work-2").symlink_to(elsewhere)
    before = {path.name for path in place.iterdir()}
    with scratch_folder("work", place):
        pass
    assert {path.name for path in place.iterdir()} == before
    assert [path.name for path in elsewhere.iterdir()] == [".alive"]
