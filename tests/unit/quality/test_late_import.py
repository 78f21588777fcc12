"""A module that is imported late runs at its first use, and is itself then; what is not named is imported as ever."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from quality.late_import import loaded_when_used


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("late_one", "at_once"):
        (tmp_path / f"{name}.py").write_text(
            f"from pathlib import Path\nPath({str(tmp_path / name)!r}).touch()\nvalue = 7\n"
        )
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def test_a_named_module_runs_at_its_first_use_and_another_at_once(folder: Path) -> None:
    with loaded_when_used(["late_one"]):
        import at_once  # type: ignore[import-not-found]
        import late_one  # type: ignore[import-not-found]
    assert ((folder / "late_one").exists(), (folder / "at_once").exists()) == (False, True)
    assert (late_one.value, at_once.value) == (7, 7)
    assert (folder / "late_one").exists()


def test_finders_and_the_collector_are_as_before_also_after_an_error(folder: Path) -> None:
    before = (list(sys.meta_path), gc.isenabled())
    with pytest.raises(ModuleNotFoundError), loaded_when_used(["not_there_at_all"]):
        import not_there_at_all  # type: ignore[import-not-found] # noqa: F401
    assert (list(sys.meta_path), gc.isenabled()) == before


@pytest.mark.slow
def test_checks_need_neither_charts_nor_distributions() -> None:
    program = """
import sys
import polars as pl
from quality.check import Expect
from quality.gx import validate
frame = pl.DataFrame({"a": [1, 2], "b": [1, 3], "term": ["x", "y"]})
checks = [
    (Expect("ExpectTableRowCountToEqual", {"value": 2}), True, ()),
    (Expect("ExpectColumnPairValuesToBeEqual", {"column_A": "a", "column_B": "b"}), False, (1,)),
    (Expect("ExpectColumnValuesToBeBetween", {"column": "a", "min_value": 2}), False, (0,)),
    (Expect("ExpectColumnValuesToBeInSet", {"column": "term", "value_set": ["x"]}), False, (1,)),
    (Expect("ExpectColumnValuesToMatchRegex", {"column": "term", "regex": "^[xy]$"}), True, ()),
]
for expect, passed, rows in checks:
    verdict = validate(frame, [expect])
    assert (verdict.passed, verdict.rows) == (passed, rows), (expect, verdict)
assert "great_expectations" in sys.modules
assert not {"altair.vegalite", "scipy.stats._stats_py"} & set(sys.modules)
import altair, scipy.stats
assert altair.Chart.__name__ == "Chart" and scipy.stats.norm.cdf(0) == 0.5
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
