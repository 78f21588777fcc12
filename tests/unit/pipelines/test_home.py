"""Paths of home and inbox."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
import pytest
import yaml

from pipelines.home import (
    PlacesOverlapError,
    SettingError,
    check_apart,
    data_home,
    inbox,
    prepare_dagster_home,
    sample_inbox,
)


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


def test_dagsters_home_sends_nothing_and_lets_one_run_write_at_a_time(tmp_path: Path) -> None:
    settings = yaml.safe_load((prepare_dagster_home(tmp_path) / "dagster.yaml").read_text())
    assert settings["telemetry"] == settings["nux"] == {"enabled": False}
    assert settings["concurrency"]["pools"] == {"default_limit": 1, "granularity": "run"}


def test_settings_that_someone_changed_stay(tmp_path: Path) -> None:
    settings = prepare_dagster_home(tmp_path) / "dagster.yaml"
    settings.write_text("telemetry: {enabled: false}\n")
    prepare_dagster_home(tmp_path)
    assert settings.read_text() == "telemetry: {enabled: false}\n"


def test_one_setting_moves_dagsters_storage_to_a_server_and_back_and_no_file_holds_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("dagster_postgres", reason="the extra [postgres] is not installed")
    own = prepare_dagster_home(tmp_path)
    monkeypatch.setenv("PARALLAX_DAGSTER_POSTGRES_URL", "postgresql://me:geheim-wort@db/parallax")
    server = prepare_dagster_home(tmp_path)
    assert server != own
    written = (server / "dagster.yaml").read_text()
    assert yaml.safe_load(written)["storage"] == {
        "postgres": {"postgres_url": {"env": "PARALLAX_DAGSTER_POSTGRES_URL"}}
    }
    assert "geheim" not in written
    assert "storage" not in yaml.safe_load((own / "dagster.yaml").read_text())
    monkeypatch.delenv("PARALLAX_DAGSTER_POSTGRES_URL")
    assert prepare_dagster_home(tmp_path) == own


def test_an_address_that_is_none_is_refused_without_being_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARALLAX_DAGSTER_POSTGRES_URL", "mysql://me:geheim-wort@db/parallax")
    with pytest.raises(SettingError, match="begins with postgresql://") as refused:
        prepare_dagster_home(tmp_path)
    assert "geheim" not in str(refused.value)


def test_a_server_without_its_library_is_refused_with_the_extra_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARALLAX_DAGSTER_POSTGRES_URL", "postgresql://db/parallax")
    monkeypatch.setattr("pipelines.home.find_spec", lambda name: None)
    with pytest.raises(SettingError, match=r"extra \[postgres\]"):
        prepare_dagster_home(tmp_path)
    assert not (tmp_path / "dagster-postgres").exists()


def test_dagster_itself_accepts_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(prepare_dagster_home(tmp_path)))
    with dg.DagsterInstance.get() as instance:
        assert instance.run_retries_enabled
        assert instance.run_retries_max_retries == 2
        assert not instance.run_retries_retry_on_asset_or_op_failure
        assert instance.run_monitoring_enabled
        assert instance.get_concurrency_config().pool_config.default_pool_limit == 1
        assert not instance.telemetry_enabled


def overlap(home: Path, inbox: Path) -> str:
    """What is said of a home and an inbox; nothing where they lie apart."""
    try:
        check_apart(home, inbox)
    except PlacesOverlapError as error:
        return str(error)
    return ""


def test_a_home_within_the_inbox_and_an_inbox_within_the_home_are_refused_by_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox = tmp_path / "inbox"
    (inbox / "data" / "reports").mkdir(parents=True)
    (tmp_path / "way").symlink_to(inbox)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "inbox").symlink_to(inbox)  # a link in the home is no folder of the home
    monkeypatch.chdir(inbox)
    assert "the inbox holds the data home" in overlap(inbox / "data", inbox)
    assert "the inbox holds the data home" in overlap(inbox / "new" / "home", inbox), "it need not exist"
    assert "the inbox holds the data home" in overlap(Path("data"), Path())
    assert "the inbox holds the data home" in overlap(tmp_path / "way" / "data", inbox)
    assert "the inbox holds the data home" in overlap(inbox / "data", tmp_path / "way")
    assert "the data home holds the inbox" in overlap(inbox / "data", inbox / "data" / "reports")
    assert "they are one folder" in overlap(inbox, Path("data/.."))
    assert "as --inbox" in overlap(inbox, inbox)
    for home, reports in (
        (tmp_path / "home", inbox),
        (tmp_path / "home", tmp_path / "home" / "inbox"),
        (tmp_path / "inbox2", inbox),
        (tmp_path / "new", inbox),
        (inbox / "data", inbox / "data2"),
    ):
        assert overlap(home, reports) == "", (home, reports)


def test_a_folder_of_two_names_is_known_by_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As on a file system that knows no case: two spellings, one folder.
    (tmp_path / "Inbox" / "data").mkdir(parents=True)
    real = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> object:
        return real(Path(str(path).replace("INBOX", "Inbox")), follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", stat)
    assert "the inbox holds the data home" in overlap(tmp_path / "Inbox" / "data", tmp_path / "INBOX")
