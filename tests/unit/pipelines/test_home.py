"""Where things lie."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from pipelines.home import data_home, inbox, prepare_dagster_home, sample_inbox


def test_the_home_is_the_option_then_the_variable_then_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PARALLAX_HOME", raising=False)
    assert data_home() == tmp_path / "data"
    monkeypatch.setenv("PARALLAX_HOME", "elsewhere")
    assert data_home() == tmp_path / "elsewhere"
    assert data_home(Path("/chosen")) == Path("/chosen")


def test_the_inbox_is_the_option_then_the_variable_then_the_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARALLAX_INBOX", raising=False)
    assert inbox() == sample_inbox()
    assert list(sample_inbox().iterdir())
    monkeypatch.setenv("PARALLAX_INBOX", "/reports")
    assert inbox() == Path("/reports")
    assert inbox(Path("/mine")) == Path("/mine")


def test_dagsters_home_sends_nothing_and_runs_one_at_a_time(tmp_path: Path) -> None:
    settings = yaml.safe_load((prepare_dagster_home(tmp_path) / "dagster.yaml").read_text())
    assert settings["telemetry"] == settings["nux"] == {"enabled": False}
    assert settings["concurrency"]["runs"]["max_concurrent_runs"] == 1


def test_settings_that_someone_changed_stay(tmp_path: Path) -> None:
    settings = prepare_dagster_home(tmp_path) / "dagster.yaml"
    settings.write_text("telemetry: {enabled: false}\n")
    prepare_dagster_home(tmp_path)
    assert settings.read_text() == "telemetry: {enabled: false}\n"
