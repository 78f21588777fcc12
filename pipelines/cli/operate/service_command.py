"""`parallax daemon` and `parallax webserver`: the two parts of Dagster as services, on this machine only."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.operate.dev_command import HOST, ask_for_port, environment_of
from pipelines.cli.terminal.options import HomeOption

DAEMON_EXAMPLES = """\b
Examples:
  parallax daemon --home /var/lib/parallax --inbox /srv/reports
  parallax daemon --check
"""
WEBSERVER_EXAMPLES = """\b
Examples:
  parallax webserver --home /var/lib/parallax
  parallax webserver --read-only
"""
_MODULE = ("-m", "pipelines.defs.definitions")
InboxOption = Annotated[
    Path | None,
    typer.Option(
        "--inbox", metavar="DIR", help="Folder the sensor watches.  [default: PARALLAX_INBOX]", show_default=False
    ),
]


def daemon(
    home: HomeOption = None,
    inbox: InboxOption = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Only check whether a daemon of this home is alive; exit 1 if not."),
    ] = False,
) -> None:
    """Run schedules, the inbox sensor and the queue of runs, for a service manager. Ends with SIGTERM.

    Unlike in `parallax dev`, the sensor, the daily release and the housekeeping are on from the start.
    """
    from pipelines.defs.automation import VARIABLE

    if check:
        _become("dagster._daemon", ["liveness-check"], home, inbox, {})
    automation = {VARIABLE: os.environ.get(VARIABLE, "on")}
    _become("dagster._daemon", ["run", *_MODULE], home, inbox, automation, is_daemon=True)


def webserver(
    home: HomeOption = None,
    inbox: InboxOption = None,
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port of the interface.")] = 3000,
    read_only: Annotated[bool, typer.Option("--read-only", help="Show everything, but start nothing.")] = False,
) -> None:
    """Serve Dagster's interface on this machine, for a service manager. It has no login: put one in front of it."""
    ask_for_port(port)
    arguments = ["-h", HOST, "-p", str(port), *_MODULE, *(["--read-only"] if read_only else [])]
    _become("dagster_webserver", arguments, home, inbox, {})


def _become(
    module: str,
    arguments: list[str],
    home: Path | None,
    inbox: Path | None,
    more: dict[str, str],
    *,
    is_daemon: bool = False,
) -> None:
    from pipelines.dagster_storage import make_dagster_storage
    from pipelines.home import data_home, prepare_dagster_home
    from pipelines.home import inbox as chosen_inbox
    from pipelines.logs.setup import log_settings

    folder = data_home(home)
    log_settings(os.environ)  # a wrong setting is told here, not in the log of a run at night
    prepared = prepare_dagster_home(folder)
    if is_daemon:
        from pipelines.cli.operate.one_daemon import be_the_only_daemon

        be_the_only_daemon(prepared)
    make_dagster_storage(prepared)  # here, where a run that begins at the same time waits for it
    command = [sys.executable, "-m", module, *arguments]
    os.execve(command[0], command, environment_of(folder, chosen_inbox(inbox)) | more)
