"""The parts of Dagster as services: on this machine only, with their settings, and automation where a service asks for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pipelines.cli.operate import dev_command as dev
from pipelines.cli.operate import one_daemon
from pipelines.cli.operate import service_command as service
from pipelines.cli.operate.one_daemon import be_the_only_daemon
from pipelines.cli.terminal.errors import CommandError
from pipelines.logs.setup import LogSettingError


class Became(Exception):
    """Instead of becoming another process."""


@pytest.fixture
def became(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Calls a command and gives the process that it would become, with its environment."""
    monkeypatch.delenv("PARALLAX_AUTOMATION", raising=False)
    monkeypatch.delenv("PARALLAX_DAGSTER_POSTGRES_URL", raising=False)
    monkeypatch.setattr(service, "ask_for_port", lambda port: None)

    def execve(path: str, command: list[str], environment: dict[str, str]) -> None:
        raise Became(command, environment)

    monkeypatch.setattr(os, "execve", execve)

    def call(command: Any, **options: Any) -> tuple[list[str], dict[str, str]]:
        with pytest.raises(Became) as stopped:
            command(home=tmp_path / "home", inbox=tmp_path, **options)
        while one_daemon._held:  # the process that would have been would be gone now
            one_daemon._held.pop().release()
        words, environment = stopped.value.args
        return words, environment

    return call


def test_the_daemon_turns_automation_on_and_prepares_its_home(became: Any, tmp_path: Path) -> None:
    words, environment = became(service.daemon, check=False)
    assert words[1:] == ["-m", "dagster._daemon", "run", "-m", "pipelines.defs.definitions"]
    assert environment["PARALLAX_AUTOMATION"] == "on"
    assert environment["PARALLAX_INBOX"] == str(tmp_path)
    assert (Path(environment["DAGSTER_HOME"]) / "dagster.yaml").exists()
    assert environment["DAGSTER_DISABLE_TELEMETRY"] == "yes"


def test_a_home_has_one_daemon_and_the_lock_goes_with_the_process_that_it_becomes(tmp_path: Path) -> None:
    """A process of its own takes the lock and becomes another program, as the daemon does; its child does not keep it."""
    child = "import subprocess, sys; subprocess.Popen(['sleep', '30']); print('ready', flush=True); sys.stdin.read()"
    first = subprocess.Popen(
        [
            sys.executable, "-c",
            "import os, sys; from pathlib import Path; from pipelines.cli.operate.one_daemon import be_the_only_daemon as only; "
            f"only(Path({str(tmp_path)!r})); os.execv(sys.executable, [sys.executable, '-c', {child!r}])",
        ],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3], start_new_session=True,
    )  # fmt: skip
    try:
        assert first.stdout is not None
        assert first.stdout.readline() == "ready\n"
        with pytest.raises(CommandError, match=f"process {first.pid}\\) is at work on this home"):
            be_the_only_daemon(tmp_path)
        first.kill()
        first.wait()
        be_the_only_daemon(tmp_path)
    finally:
        os.killpg(first.pid, signal.SIGKILL)


def test_who_says_that_automation_is_off_keeps_it_off(became: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARALLAX_AUTOMATION", "off")
    assert became(service.daemon, check=False)[1]["PARALLAX_AUTOMATION"] == "off"


def test_a_check_of_the_daemon_starts_none(became: Any) -> None:
    words, _ = became(service.daemon, check=True)
    assert words[1:] == ["-m", "dagster._daemon", "liveness-check"]


@pytest.mark.parametrize("read_only", [False, True])
def test_the_interface_listens_on_loopback_and_nowhere_else(became: Any, read_only: bool) -> None:
    words, environment = became(service.webserver, port=3000, read_only=read_only)
    assert words[words.index("-h") + 1] == "127.0.0.1"
    assert ("--read-only" in words) is read_only
    assert "PARALLAX_AUTOMATION" not in environment


def test_so_does_the_interface_of_somebody_who_looks_around(tmp_path: Path) -> None:
    words, _ = dev.command_line(tmp_path, tmp_path, 3000)
    assert words[words.index("-h") + 1] == "127.0.0.1"


def test_a_wrong_setting_is_told_at_the_start_and_not_at_night(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARALLAX_LOG", "xml")
    with pytest.raises(LogSettingError):
        service.daemon(home=tmp_path, inbox=tmp_path, check=False)
