"""`parallax dev`: Dagster's own interface, on this machine only."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.terminal.errors import CommandError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption

HOST = "127.0.0.1"  # the interface has no login

EXAMPLES = """\b
Examples:
  parallax dev
  parallax dev --inbox REPORTS --port 3001
"""


def dev(
    home: HomeOption = None,
    inbox: Annotated[
        Path | None,
        typer.Option(
            "--inbox",
            metavar="DIR",
            help="Folder the sensor watches.  [default: PARALLAX_INBOX, else the samples]",
            show_default=False,
        ),
    ] = None,
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port of the interface.")] = 3000,
) -> None:
    """Open the Dagster interface on this machine: assets, checks, runs, schedule and inbox sensor. Ends with Ctrl-C.

    It takes up to a minute to start and about 800 MB. Only this machine can reach it; it has no login.
    """
    from pipelines.cli.operate.one_daemon import be_the_only_daemon
    from pipelines.dagster_storage import make_dagster_storage
    from pipelines.home import data_home, prepare_dagster_home
    from pipelines.home import inbox as chosen_inbox

    folder, watched = data_home(home), chosen_inbox(inbox)
    ask_for_port(port)
    prepared = prepare_dagster_home(folder)
    be_the_only_daemon(prepared)  # `dagster dev` has one of its own
    tell(f"Dagster on http://{HOST}:{port} (starting takes up to a minute; Ctrl-C ends it)")
    tell(whole(folder), word="home ", style="dim")
    tell(whole(watched), word="inbox", style="dim")
    make_dagster_storage(prepared)  # before the processes of `dagster dev`, and a run beside it, all ask for it
    command, environment = command_line(folder, watched, port)
    os.execve(command[0], command, environment)


def command_line(home: Path, inbox: Path, port: int) -> tuple[list[str], dict[str, str]]:
    """The process that `parallax dev` becomes, and its environment."""
    command = [sys.executable, "-m", "dagster", "dev", "-h", HOST, "-p", str(port), "-m", "pipelines.defs.definitions"]
    return command, environment_of(home, inbox)


def environment_of(home: Path, inbox: Path) -> dict[str, str]:
    """What a process of Dagster finds in its environment."""
    from pipelines.home import HOME_VARIABLE, INBOX_VARIABLE, dagster_home

    return {
        **os.environ,
        "DAGSTER_HOME": str(dagster_home(home)),
        "DAGSTER_DISABLE_TELEMETRY": "yes",
        HOME_VARIABLE: str(home),
        INBOX_VARIABLE: str(inbox),
    }


def ask_for_port(port: int) -> None:
    """Refuses a port that somebody else listens on (CommandError)."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise CommandError(
                f"port {port} on {HOST} is not free ({error.strerror}); choose another with --port"
            ) from error
