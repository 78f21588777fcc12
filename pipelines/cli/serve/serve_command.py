"""`parallax serve`: the latest release over HTTP, for programs on this machine."""

from __future__ import annotations

import socket
from typing import Annotated

import typer

from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption

HOST = "127.0.0.1"
PORT = 8350

EXAMPLES = """\b
Examples:
  parallax serve
  parallax serve --port 9000
  curl "http://127.0.0.1:8350/v1/figure?market=industrial+heat+pump&year=2025"
"""


def serve(
    home: HomeOption = None,
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port to listen on.")] = PORT,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")] = HOST,
    open_to_network: Annotated[
        bool,
        typer.Option(
            "--open-to-network",
            help="Allow a --host that other machines reach. There is no login and no encryption: whoever reaches the "
            "port reads every figure and quote of the release.",
        ),
    ] = False,
    with_metrics: Annotated[
        bool,
        typer.Option("--metrics", help="Also answer /metrics for Prometheus: age of the release, documents, checks."),
    ] = False,
) -> None:
    """Serve the latest release read-only over HTTP, on this machine only: figures with verdict and quotes as JSON.

    /openapi.json describes every address. A new release takes effect at the next request. Ends with Ctrl-C.
    """
    from pipelines.home import data_home
    from release.api.addresses import is_loopback

    if not is_loopback(host) and not open_to_network:
        raise UsageError(
            f"--host {whole(host)}: other machines could reach it, and there is no login; listen on {HOST}, or add "
            "--open-to-network if everyone who reaches this port may read every figure and quote of the release"
        )
    _ask_for_port(host, port)

    import uvicorn

    from pipelines.cli.serve.half_sent import Impatient
    from release.api.http import api
    from release.catalogue import latest

    folder = data_home(home)
    current = latest(folder)
    if current is None:
        tell(
            f"{whole(folder)}: no release published yet; every request gets 503 until `parallax run` has published one",
            word="warning:",
        )
    shown = f"[{host}]" if ":" in host else host
    tell(f"{current.release_id if current else 'no release'} on http://{shown}:{port} (Ctrl-C ends it)")
    tell(whole(folder), word="home", style="dim")
    served = api(folder, host=host)
    if with_metrics:
        from pipelines.metrics.route import add_metrics

        add_metrics(served, folder)
    uvicorn.run(
        served, host=host, port=port, log_level="warning", access_log=False, server_header=False,
        timeout_keep_alive=5, limit_concurrency=100, http=Impatient,
    )  # fmt: skip


def _ask_for_port(host: str, port: int) -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise UsageError(f"--host {whole(host)}: no address of this machine ({error.strerror or error})") from error
    family, kind, _, _, address = found[0]
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            raise CommandError(
                f"port {port} on {host} is not free ({error.strerror}); choose another with --port"
            ) from error
