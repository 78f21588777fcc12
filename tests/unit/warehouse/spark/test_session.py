"""Missing requirements for Spark are reported before anything starts, and no local cluster is reachable from outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from warehouse.spark import session as module
from warehouse.spark.session import (
    check_master,
    is_loopback,
    java_version,
    missing_for_spark,
    missing_java,
    settings,
)


def java(folder: Path, told: str) -> Path:
    """A program that tells a version as Java does, in a folder as JAVA_HOME names it."""
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho '{told}' >&2\n")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize(
    ("told", "version"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('openjdk version "21" 2023-09-19', 21),
        ('java version "1.8.0_391"', 8),
        ("no words of Java", None),
    ],
)
def test_the_version_of_java_is_read_in_its_old_and_its_new_form(
    tmp_path: Path, told: str, version: int | None
) -> None:
    assert java_version(str(java(tmp_path, told))) == version


def test_an_old_java_is_named_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java(tmp_path, 'java version "1.8.0_391"')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert missing_java() == (
        f"{tmp_path}/bin/java is Java 8: Spark needs Java 17 or later; name the folder of one in JAVA_HOME"
    )


def test_a_java_home_without_java_is_not_silently_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert missing_java() == f"{tmp_path}: JAVA_HOME names it, and it holds no bin/java: Spark needs Java 17 or later"


def test_a_java_of_seventeen_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java(tmp_path, 'openjdk version "17.0.15" 2025-04-15')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert missing_java() is None


def test_without_pyspark_the_command_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    lacking = missing_for_spark()
    assert lacking is not None
    assert "pyspark is not installed" in lacking
    assert "`make spark`" in lacking


@pytest.mark.parametrize("master", ["spark://host:7077", "spark://a:1,b:2", "local[2]", "local[*]", "local", "yarn"])
def test_addresses_of_masters_are_taken(master: str) -> None:
    assert check_master(master) == master


@pytest.mark.parametrize("master", ["", "host:7077", "spark://host", "spark://host:7077 --conf x", "http://host:7077"])
def test_other_addresses_are_refused_in_words(master: str) -> None:
    with pytest.raises(ValueError, match="is no Spark master; give one like"):
        check_master(master)


@pytest.mark.parametrize(
    ("master", "ours"),
    [
        ("spark://127.0.0.1:7077", True),
        ("spark://localhost:7077", True),
        ("local[2]", True),
        ("spark://10.0.0.7:1", False),
    ],
)
def test_the_driver_of_a_cluster_on_this_machine_listens_on_loopback_alone(master: str, ours: bool) -> None:
    assert is_loopback(master) == ours
    found = settings(master, {})
    assert (found.get("spark.driver.bindAddress") == "127.0.0.1") == ours


def test_executors_are_told_where_to_keep_what_they_compile_and_no_secret() -> None:
    found = settings("local[2]", {"XDG_CACHE_HOME": "/cache", "AWS_SECRET_ACCESS_KEY": "x"})
    assert found["spark.executorEnv.XDG_CACHE_HOME"] == "/cache"
    assert not any("SECRET" in name for name in found)
