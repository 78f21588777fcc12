"""What is installed: hashes for every requirement, wheels only, nothing that names where to get it; advisories expire."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
# Where packages come from is the machine's business: a host in a file would be asked past the machine's own settings.
_HOST = re.compile(
    "|".join(
        (
            r"pypi\." + "org",
            "pythonhosted" + r"\.org",
            r"registry\." + r"npmjs",
            r"--(?:extra-)?index-url|--find-links|--trusted-host",
        )
    )
)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_requirement_of_a_lock_is_one_version_with_hashes(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert lines
    for line in lines:
        assert re.match(
            r"[A-Za-z0-9][\w.-]*(?:\[[\w,-]+\])?==[^\s;]+(?:\s*;[^#]*?)?(?:\s+--hash=sha256:[0-9a-f]{64})+\s*$", line
        ), line[:120]


def test_every_install_of_the_makefile_wants_hashes_and_wheels() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = [line for line in text.splitlines() if re.search(r"pip (?:install|sync)", line)]
    assert len(installs) >= 3
    for line in installs:
        is_own = "--no-deps --no-build-isolation --editable ." in line  # the program itself, from this folder
        assert is_own or ("--require-hashes" in line and "--only-binary :all:" in line), line


def test_an_interpreter_that_matches_possessive_groups_wrongly_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """3.11.2 takes all of "aca" here, since it goes on behind a group that it had to leave; it misread figures."""
    found = re.match("(?:ab?c){1,3}+", "aca")
    assert found is not None
    assert found[0] == "ac"
    code = compile((ROOT / "sources" / "__init__.py").read_text(encoding="utf-8"), "sources", "exec")
    exec(code, {})
    monkeypatch.setattr(sys, "version_info", (3, 11, 4))
    with pytest.raises(ImportError, match=r"needs Python 3\.11\.5"):
        exec(code, {})


def test_no_file_names_a_registry() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("no git working tree")
    for name in filter(None, listed.stdout.decode().split("\0")):
        path = ROOT / name
        if path.suffix in (".pdf", ".parquet", ".png") or not path.is_file() or path == Path(__file__):
            continue
        found = _HOST.search(path.read_text(encoding="utf-8", errors="replace"))
        assert found is None, f"{name}: {found and found[0]}"


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ci_audit", ROOT / ".ci" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FOUND: list[dict[str, Any]] = [
    {"name": "a", "version": "1", "vulns": [{"id": "X-1", "aliases": ["Y-1"], "fix_versions": ["2"]}]},
    {"name": "b", "version": "1", "vulns": []},
    {"name": "c", "skip_reason": "not found"},
]
TODAY = date(2026, 11, 21)


def test_an_advisory_fails_until_it_is_reviewed_and_again_when_the_review_ends(audit: Any) -> None:
    def told(**entry: Any) -> tuple[list[str], list[str]]:
        found: tuple[list[str], list[str]] = audit.judged(FOUND, [entry] if entry else [], TODAY)
        return found

    problems, unknown = told()
    assert unknown == ["c"]
    assert len(problems) == 1
    assert "a 1: X-1, fixed in 2; raise the version" in problems[0]
    assert told(package="a", id="Y-1", expires=TODAY) == ([], ["c"])
    assert "ended on 2026-11-20" in told(package="a", id="X-1", expires=date(2026, 11, 20))[0][0]
    assert told(package="b", id="X-1", expires=TODAY)[0] == problems  # another package's review


def test_the_reviewed_exceptions_are_whole(audit: Any) -> None:
    audit.allowed_of(audit.ALLOWED.read_text(encoding="utf-8"))
    with pytest.raises(ValueError, match="entry 1: give author"):
        audit.allowed_of("allowed: [{id: X-1, package: a}]")


def answering(tmp_path: Path, script: str) -> str:
    """A program that stands where pip-audit stands."""
    program = tmp_path / "pip-audit"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo 'ConnectionError: no way there' >&2; exit 1", "no way there"),
        ("echo '<html>login</html>'", "no answer of"),
        ('echo \'{"dependencies": [{"name": "numpy", "skip_reason": "no such page"}]}\'', "of 1 of 1 packages: numpy"),
        ("echo '{\"dependencies\": []}'", "of 0 of 0 packages"),
        ("echo '[]'", "no answer of"),
    ],
)
def test_what_could_not_be_looked_up_fails_nothing_and_is_told_loudly_as_no_pass(
    audit: Any, capsys: Any, tmp_path: Path, script: str, said: str
) -> None:
    assert audit.main([answering(tmp_path, script), "requirements/lock.txt"]) == 0
    told = capsys.readouterr().err
    assert "NOT AUDITED: this is no pass" in told
    assert said in told


def test_a_program_that_is_not_there_is_told_loudly_too(audit: Any, capsys: Any) -> None:
    assert audit.main(["/no/such/program", "requirements/lock.txt"]) == 0
    assert "NOT AUDITED: this is no pass" in capsys.readouterr().err


def test_an_advisory_fails_the_audit_and_a_whole_answer_is_not_called_blind(
    audit: Any, capsys: Any, tmp_path: Path
) -> None:
    known = '{"name": "a", "version": "1", "vulns": [%s]}'
    for vulns, code in (("", 0), ('{"id": "X-1", "aliases": [], "fix_versions": ["2"]}', 1)):
        script = 'echo \'{"dependencies": [' + known % vulns + "]}'"
        assert audit.main([answering(tmp_path, script), "requirements/lock.txt"]) == code
        told = capsys.readouterr()
        assert "1 of 1 packages looked up" in told.out
        assert told.err == ""
