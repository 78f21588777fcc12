"""What a published release says of its changes, and the difference of any two, through the command line."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from pipelines.cli import app
from release import latest
from release.changes.reading import changes_of, difference
from release.manifest import write_manifest
from release.record import Release, ReleaseError
from warehouse.policy import read_policy

pytestmark = pytest.mark.slow

OTHER = "cd" * 32


@pytest.fixture(scope="module")
def two(busy_home: SimpleNamespace) -> tuple[Release, Release]:
    """Two releases; in the second a claim is gone."""
    first = latest(busy_home.home)
    assert first is not None
    with duckdb.connect(str(busy_home.home / "builds" / "b" / "warehouse.duckdb")) as connection:
        for mart in ("evidence", "claims"):
            connection.execute(f"DELETE FROM marts.{mart} WHERE claim_id = (SELECT min(claim_id) FROM marts.claims)")
    return first, busy_home.publish(OTHER)


def test_a_first_release_says_so_and_the_second_what_went(two: tuple[Release, Release]) -> None:
    first, second = two
    assert changes_of(first.path).before is None
    told = changes_of(second.path)
    assert (told.release_id, told.before) == ("r000002", "r000001")
    assert [row.change for row in told.figures] == ["withdrawn"]


def test_any_two_releases_can_be_compared_and_by_default_the_last_two(two: tuple[Release, Release]) -> None:
    home = two[0].path.parents[1]
    written = changes_of(two[1].path)
    assert difference(home, None, None, read_policy()) == written
    backwards = difference(home, "r000002", "r000001", read_policy())
    assert [row.change for row in backwards.figures] == ["new"]
    with pytest.raises(ReleaseError, match="r000001: there is no release before it"):
        difference(home, None, "r000001", read_policy())
    with pytest.raises(ReleaseError, match="r000009: no such release"):
        difference(home, "r000009", None, read_policy())


def test_the_command_prints_the_same_as_text_and_as_json(two: tuple[Release, Release], capsys: Any) -> None:
    home = str(two[0].path.parents[1])
    for arguments in (["diff", "--home", home], ["diff", "--home", home, "--format", "json"]):
        with pytest.raises(SystemExit) as ended:
            app.main(arguments)
        assert ended.value.code == 0
    seen = capsys.readouterr().out
    text, _, data = seen.partition("{")
    assert "r000002 against r000001" in text and "1 figures withdrawn" in text
    assert json.loads("{" + data) == changes_of(two[1].path).model_dump(mode="json")


def test_a_release_without_the_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match=r"changes.json: not there.*compare two releases"):
        changes_of(tmp_path)
    (tmp_path / "changes.json").write_text('{"release_id": 3}')
    write_manifest(tmp_path)
    with pytest.raises(ReleaseError, match="not in the form of this version"):
        changes_of(tmp_path)
