"""Deployment files and docs/operations.md name what is there: commands, options, settings, files, and no open door."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from pipelines.cli.app import app
from pipelines.home import HOME_VARIABLE, INBOX_VARIABLE
from warehouse.ledger import open_ledger

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
PROGRAM = "/opt/parallax/.venv/bin/parallax"
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def commands() -> dict[str, set[str]]:
    """Every command of the program with its options."""
    program: Any = typer.main.get_command(app)
    found = dict(program.commands)
    for name, command in program.commands.items():
        found |= {f"{name} {inner}": one for inner, one in getattr(command, "commands", {}).items()}
    return {
        name: {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        for name, command in found.items()
    }


def assert_is_a_command(words: list[str]) -> None:
    """Fails where a command line names a command or an option that there is not."""
    known = commands()
    name, *rest = words
    if rest and f"{name} {rest[0]}" in known:
        name = f"{name} {rest.pop(0)}"
    assert name in known, name
    for word in rest:
        if word.startswith("--"):
            assert word.partition("=")[0] in known[name], (name, word)


def unit(path: Path) -> dict[str, list[tuple[str, str]]]:
    """Sections of a unit; keys may come again."""
    found: dict[str, list[tuple[str, str]]] = {}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(section, []).append((key, value))
    return found


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_starts_a_command_that_there_is_as_nobody_special_and_writes_to_the_home_alone(path: Path) -> None:
    service = dict(unit(path)["Service"])
    program, *words = shlex.split(service["ExecStart"])
    assert program == PROGRAM
    assert_is_a_command(words)
    assert (service["User"], service["ProtectSystem"], service["NoNewPrivileges"]) == ("parallax", "strict", "yes")
    assert service["CapabilityBoundingSet"] == ""
    assert "ReadWritePaths" not in service
    assert f"{HOME_VARIABLE}=/var/lib/parallax" in service["Environment"]
    assert f"{INBOX_VARIABLE}=" in service["Environment"]


@pytest.mark.parametrize("name", ["parallax-webserver.service", "parallax-serve.service"])
def test_what_listens_is_reached_from_this_machine_alone(name: str) -> None:
    service = dict(unit(DEPLOY / "systemd" / name)["Service"])
    assert (service["IPAddressDeny"], service["IPAddressAllow"]) == ("any", "localhost")
    assert "--open-to-network" not in service["ExecStart"]
    assert "--host" not in service["ExecStart"]


def test_systemd_itself_finds_no_fault_in_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    for path in (DEPLOY / "systemd").iterdir():
        text = path.read_text(encoding="utf-8").replace(PROGRAM, "/bin/true")  # it asks whether the program is there
        (tmp_path / path.name).write_text(re.sub(r"(?m)^Documentation=.*\n", "", text), encoding="utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", *sorted(tmp_path.iterdir())], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stderr) == (0, "")


def test_stopping_the_daemon_waits_for_the_run_that_holds_the_ledger(tmp_path: Path) -> None:
    """The command of the unit, with a folder of our own and a second of patience, while a run holds the lock and after."""
    stop = dict(unit(DEPLOY / "systemd" / "parallax-daemon.service")["Service"])["ExecStop"].removeprefix("-")
    if not Path(shlex.split(stop)[0]).exists():
        pytest.skip("flock of util-linux is not on this machine")
    ledger = open_ledger(tmp_path)
    words = shlex.split(stop.replace("/var/lib/parallax", str(tmp_path)).replace("--wait 110", "--wait 0.2"))
    with ledger.lock():
        assert subprocess.run(words, check=False).returncode == 1
    assert subprocess.run(words, check=False).returncode == 0


def test_the_timer_starts_the_unit_of_its_name_and_makes_up_for_a_missed_hour() -> None:
    parser = configparser.ConfigParser()
    parser.read(DEPLOY / "systemd" / "parallax-run.timer")
    assert parser["Timer"]["Persistent"] == "true"
    assert (DEPLOY / "systemd" / "parallax-run.service").exists()


def test_the_services_of_compose_run_what_there_is_without_root_and_publish_no_port() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yml").read_text(encoding="utf-8"))
    assert set(compose["services"]) == {"daemon", "webserver", "serve"}
    for service in compose["services"].values():
        assert_is_a_command(service["command"])
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["user"] == "10001:10001"
        assert "ports" not in service
        assert service["healthcheck"]["test"][0] == "CMD"
        assert any(volume.endswith(":/srv/parallax/inbox:ro") for volume in service["volumes"])
    assert (DEPLOY / compose["services"]["daemon"]["build"]["context"]).resolve() == ROOT


def test_the_image_takes_wheels_by_their_hash_from_no_named_host_and_is_not_root() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    lines = text.replace("\\\n", " ").splitlines()
    for line in lines:
        if re.search(r"pip (install|sync)", line):
            for one in (part for part in line.split("&&") if re.search(r"pip (install|sync)", part)):
                assert ("--require-hashes" in one and "--only-binary :all:" in one) or "--no-deps" in one, one
        if line.startswith("COPY ") and "--from" not in line:
            for source in line.split()[1:-1]:
                assert (ROOT / source).exists(), source
    assert [line for line in lines if line.startswith("USER ")] == ["USER 10001:10001"]
    assert not re.search(r"\b[a-z0-9-]+\.(io|com|org|net)\b", text)
    healthcheck = next(line for line in lines if line.startswith("HEALTHCHECK"))
    assert_is_a_command(yaml.safe_load(healthcheck.partition("CMD ")[2])[1:])


def test_no_deployment_file_names_a_host_of_a_registry() -> None:
    for path in DEPLOY.rglob("*"):
        if path.is_file():
            assert not re.search(r"\b(docker\.io|ghcr\.io|quay\.io|pypi\.org|registry\.)", path.read_text()), path


def test_every_command_that_the_page_names_is_there_with_its_options() -> None:
    fenced = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL))
    inline = re.findall(r"`(parallax [^`]+)`", PAGE)
    lines = [line.strip() for line in fenced.splitlines() if line.strip().startswith("parallax ")] + inline
    assert len(lines) > 15
    for line in lines:
        assert_is_a_command(shlex.split(line, comments=True)[1:])


def test_every_file_and_setting_that_the_page_names_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        if target not in ("security.md", "reliability.md"):
            assert (ROOT / "docs" / target).resolve().exists(), target
    for path in re.findall(r"/opt/parallax/(deploy/[^\s*]+)", PAGE):
        assert (ROOT / path).exists(), path
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for room in ("pipelines", "release", "sources", "warehouse")
        for path in (ROOT / room).rglob("*.py")
    )
    for name in set(re.findall(r"PARALLAX_[A-Z_]+", PAGE + (DEPLOY / "environment.example").read_text())):
        assert f'"{name}"' in code or name == "PARALLAX_INBOX_DIR", name
