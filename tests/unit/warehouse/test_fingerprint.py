"""The fingerprint: moves with code, policy, decisions and ledger; not with caches, samples or paths."""

from __future__ import annotations

from datetime import date
from importlib.metadata import version

import pytest

from warehouse.decisions import Alias, Decisions
from warehouse.fingerprint import ENGINES, ROOT, code_files, code_version, fingerprint
from warehouse.policy import read_policy


def tree(root):
    for name, text in {
        "sources/a.py": "1",
        "sources/grammar/en.yml": "2",
        "warehouse/build.py": "3",
        "dbt_project/models/x.sql": "4",
        "README.md": "5",
        "tests/test_a.py": "6",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("sources/a.py", True),
        ("sources/grammar/en.yml", True),
        ("dbt_project/models/x.sql", True),
        ("quality/new.py", True),
        ("release/site/templates/market.html", True),
        ("release/site/static/charts.js", True),
        ("release/site/static/page.css", True),
        ("sources/ask/conventions.md", True),
        ("README.md", False),
        ("tests/test_a.py", False),
        ("pipelines/cli/app.py", False),
        ("warehouse/__pycache__/build.py", False),
        ("dbt_project/target/manifest.json", False),
        ("sources/samples/report.yml", False),
    ],
)
def test_the_code_version_moves_with_what_reaches_the_marts(tmp_path, name, moves):
    before = code_version(tree(tmp_path))
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("changed")
    assert (code_version(tmp_path) != before) is moves


def test_another_python_or_numpy_makes_another_build(tmp_path, fill, monkeypatch):
    ledger = fill(tmp_path, ["USD 1"])
    known = fingerprint(ledger, read_policy(), Decisions())
    with monkeypatch.context() as patch:
        patch.setattr("warehouse.fingerprint.python_version", lambda: "3.11.0")
        assert fingerprint(ledger, read_policy(), Decisions()) != known
    installed = {name: version(name) for name in ENGINES} | {"numpy": "0"}
    monkeypatch.setattr("warehouse.fingerprint.version", installed.__getitem__)
    assert fingerprint(ledger, read_policy(), Decisions()) != known


def test_the_code_version_does_not_depend_on_where_the_code_lies(tmp_path):
    assert code_version(tree(tmp_path / "here")) == code_version(tree(tmp_path / "there"))


def test_a_file_that_moves_moves_the_version(tmp_path):
    before = code_version(tree(tmp_path))
    (tmp_path / "sources" / "a.py").rename(tmp_path / "sources" / "b.py")
    assert code_version(tmp_path) != before


def test_the_real_code_is_found_in_a_total_order():
    names = [path.relative_to(ROOT).as_posix() for path in code_files(ROOT)]
    assert names == sorted(names)
    assert {"warehouse/build.py", "warehouse/policy.yml", "warehouse/schema/core.yml", "sources/records.py"} <= set(
        names
    )


def test_ledger_policy_and_decisions_move_the_fingerprint_and_nothing_else_does(tmp_path, fill, arrive, noon):
    ledger, policy, decisions = fill(tmp_path, ["USD 1"]), read_policy(), Decisions()
    first = fingerprint(ledger, policy, decisions)
    assert fingerprint(ledger, policy, decisions) == first
    stricter = policy.model_copy(update={"evidence": policy.evidence.model_copy(update={"context_chars": 1})})
    alias = Alias(kind="alias", name="a", market="b", author="Ada", date=date(2026, 1, 1), reason="same")
    others = [
        fingerprint(ledger, stricter, decisions),
        fingerprint(ledger, policy, Decisions(aliases=(alias,))),
    ]
    ledger.take_in([arrive("USD 2", "inbox/2.txt")], now=noon)
    others.append(fingerprint(ledger, policy, decisions))
    assert len({first, *others}) == 4
