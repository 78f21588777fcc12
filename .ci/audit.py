"""Known advisories against the locked dependencies: asks pip-audit, holds the answer against reviewed exceptions.

Belongs here: the verdict on an answer, and the call. Where the advisories cannot be reached nothing is known, which is said
and is no failure; a package that was skipped was not audited, whatever the program's exit code.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ALLOWED = HERE / "allowed_advisories.yml"
_FIELDS = {"id", "package", "author", "date", "reason", "expires"}
_SECONDS = 300
LOUD = "=" * 20 + " NOT AUDITED: this is no pass " + "=" * 20
ADVICE = (
    "Where the advisories can be reached, `make audit` asks again and fails on what it finds; here it fails nothing."
)


def allowed_of(text: str) -> list[dict[str, Any]]:
    """Reviewed exceptions.

    Raises:
        ValueError: an entry lacks a field or has another, or its end is no date.
    """
    import yaml

    entries = (yaml.safe_load(text) or {}).get("allowed") or []
    for number, entry in enumerate(entries, 1):
        if set(entry) != _FIELDS or not isinstance(entry["expires"], date):
            raise ValueError(f"{ALLOWED.name}: entry {number}: give {', '.join(sorted(_FIELDS))}; expires is a date")
    return list(entries)


def judged(
    found: Iterable[Mapping[str, Any]], allowed: Iterable[Mapping[str, Any]], today: date
) -> tuple[list[str], list[str]]:
    """What is wrong, and what was not looked up.

    Args:
        found: dependencies of pip-audit's answer.
        allowed: reviewed exceptions.
        today: the day by which they end.

    Returns:
        Problems in words; names of packages that nothing is known of.
    """
    until = {(entry["package"], entry["id"]): entry["expires"] for entry in allowed}
    problems, unknown = [], []
    for one in found:
        if "skip_reason" in one:
            unknown.append(one["name"])
        for advisory in one.get("vulns", ()):
            names = [advisory["id"], *advisory.get("aliases", ())]
            ends = [until[one["name"], name] for name in names if (one["name"], name) in until]
            fixed = ", ".join(advisory.get("fix_versions", ())) or "no version yet"
            what = f"{one['name']} {one['version']}: {advisory['id']}, fixed in {fixed}"
            if not ends:
                problems.append(f"{what}; raise the version (`make lock`) or review it in .ci/{ALLOWED.name}")
            elif max(ends) < today:
                problems.append(f"{what}; the exception in .ci/{ALLOWED.name} ended on {max(ends)}")
    return problems, unknown


def main(arguments: list[str]) -> int:
    """Audits lock files: `audit.py PIP_AUDIT LOCK...`."""
    program, *locks = arguments
    allowed, code = allowed_of(ALLOWED.read_text(encoding="utf-8")), 0
    blind: list[str] = []
    for lock in locks:
        call = [
            program,
            "--require-hashes",
            "--disable-pip",
            "--progress-spinner",
            "off",
            "--format",
            "json",
            "-r",
            lock,
        ]
        done = None
        try:
            done = subprocess.run(call, capture_output=True, text=True, check=False, timeout=_SECONDS)
            found = json.loads(done.stdout)["dependencies"]
        except (subprocess.TimeoutExpired, json.JSONDecodeError, KeyError, TypeError, OSError) as error:
            why = (done.stderr.strip().splitlines() if done is not None else []) or [f"{type(error).__name__}: {error}"]
            blind.append(f"{lock}: no answer of {program}: {why[-1][:200]}")
            continue
        problems, unknown = judged(found, allowed, datetime.now(UTC).date())
        print(f"{lock}: {len(found) - len(unknown)} of {len(found)} packages looked up, {len(problems)} problems")
        if unknown or not found:
            shown = ", ".join(unknown[:5]) + (" ..." if len(unknown) > 5 else "")
            blind.append(f"{lock}: nothing is known here of {len(unknown)} of {len(found)} packages: {shown}")
        for problem in problems:
            print(f"{lock}: {problem}")
        code = code or int(bool(problems))
    if blind:
        print("\n".join([LOUD, *blind, ADVICE]), file=sys.stderr, flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
