"""Check results as a file, and the gate: which of them block a release.

The checks themselves are `quality/`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from quality import CheckResult, planned_checks
from release.record import CHECKS, CheckCount, ReleaseError
from warehouse.values.wording import counted

SEVERITIES = ("error", "warning")


class ReleaseRefused(ReleaseError):
    """Checks of severity error failed; nothing was published and `latest` stands where it stood."""

    def __init__(self, failing: Sequence[CheckResult]) -> None:
        """`failing`: the checks that block."""
        lines = [
            f"  {check.table}: {check.name}: {counted(check.n_failing, 'failing row')}; {check.description}"
            for check in failing
        ]
        super().__init__(
            f"release refused: {counted(len(failing), 'blocking check')} failed; `latest` is unchanged\n"
            + "\n".join(lines)
        )
        self.failing = tuple(failing)


def blocking_failures(checks: Sequence[CheckResult]) -> tuple[CheckResult, ...]:
    """Failed checks of severity error, in a total order."""
    return tuple(check for check in in_order(checks) if not check.passed and check.severity == "error")


def in_order(checks: Sequence[CheckResult]) -> list[CheckResult]:
    """Checks by layer, table and name."""
    return sorted(checks, key=lambda check: (check.layer, check.table, check.name))


def counts(checks: Sequence[CheckResult]) -> dict[str, CheckCount]:
    """Passed and failed by severity."""
    return {
        severity: CheckCount(
            passed=sum(check.passed for check in checks if check.severity == severity),
            failed=sum(not check.passed for check in checks if check.severity == severity),
        )
        for severity in SEVERITIES
    }


def unjudged(checks: Sequence[CheckResult]) -> list[str]:
    """Checks that `quality` plans and that are not among the results."""
    known = {(check.table, check.name) for check in checks}
    return sorted(f"{plan.table}: {plan.name}" for plan in planned_checks() if (plan.table, plan.name) not in known)


def in_words(checks: Sequence[CheckResult]) -> str:
    """How many checks passed, and what became of the others."""
    failed = counts(checks)
    parts = [f"{sum(check.passed for check in checks)} passed"]
    parts += [f"{failed['error'].failed} blocking"] if failed["error"].failed else []
    parts += [f"{counted(failed['warning'].failed, 'warning')}"] if failed["warning"].failed else []
    return ", ".join(parts)


def write_checks(directory: Path, checks: Sequence[CheckResult]) -> None:
    """Writes results to `checks.json` of a build or release folder, in a total order."""
    rows = [asdict(check) for check in in_order(checks)]
    (directory / CHECKS).write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def add_checks(build: Path, checks: Sequence[CheckResult]) -> None:
    """Adds results to those a build has; a check that ran again replaces its earlier result."""
    again = {(check.table, check.name) for check in checks}
    before = read_checks(build) if (build / CHECKS).is_file() else ()
    write_checks(build, [*(check for check in before if (check.table, check.name) not in again), *checks])


def read_checks(directory: Path) -> tuple[CheckResult, ...]:
    """Reads the results that `write_checks` wrote.

    Raises:
        ReleaseError: the folder was never judged, or the file is not in that form.
    """
    path = directory / CHECKS
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return tuple(CheckResult(**{**row, "failing_rows": tuple(row["failing_rows"])}) for row in rows)
    except FileNotFoundError as error:
        raise ReleaseError(f"{path}: not there; a build is published only after its checks have run") from error
    except (ValueError, TypeError, KeyError) as error:
        raise ReleaseError(f"{path}: not a file of check results: {error}; run the checks again") from error
