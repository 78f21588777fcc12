"""The gate and the file of check results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from release.making.judgement import add_checks, blocking_failures, in_words, read_checks, unjudged, write_checks
from release.record import ReleaseError


def test_results_come_back_as_they_were_written(tmp_path: Path, with_failed: Any) -> None:
    checks = with_failed("error")
    write_checks(tmp_path, checks)
    assert sorted(map(repr, read_checks(tmp_path))) == sorted(map(repr, checks))


def test_a_check_that_ran_again_replaces_its_result(tmp_path: Path, with_failed: Any, all_passed: Any) -> None:
    add_checks(tmp_path, with_failed("error"))
    assert len(blocking_failures(read_checks(tmp_path))) == 1
    add_checks(tmp_path, [check for check in all_passed if check.layer == "core"])
    add_checks(tmp_path, [check for check in all_passed if check.layer == "marts"])
    assert blocking_failures(read_checks(tmp_path)) == ()
    assert unjudged(read_checks(tmp_path)) == []


def test_a_warning_never_blocks_and_an_error_always_does(with_failed: Any) -> None:
    assert blocking_failures(with_failed("warning")) == ()
    assert len(blocking_failures(with_failed("error"))) == 1


def test_a_warning_check_that_could_not_be_run_blocks(all_passed: Any) -> None:
    # quality reports it with severity error, whatever the plan said
    broken = replace(next(c for c in all_passed if c.severity == "warning"), passed=False, severity="error")
    assert blocking_failures([broken]) == (broken,)


def test_words_name_what_failed(with_failed: Any, all_passed: Any) -> None:
    assert in_words(all_passed) == f"{len(all_passed)} passed"
    assert in_words(with_failed("error")) == f"{len(all_passed) - 1} passed, 1 blocking"
    assert in_words(with_failed("warning")) == f"{len(all_passed) - 1} passed, 1 warning"


def test_a_folder_that_was_not_judged_or_a_broken_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match=r"only after its checks have run"):
        read_checks(tmp_path)
    (tmp_path / "checks.json").write_text('[{"name": "x"}]')
    with pytest.raises(ReleaseError, match=r"not a file of check results"):
        read_checks(tmp_path)
