"""Tells somebody outside of alerts: a command that reads `changes.json`, or a webhook that is sent it.

The one edge of this room. What is configured stands in the environment, because it belongs to an installation and not to a
release; a hook that fails is told and never undoes a release.
"""

from __future__ import annotations

import shlex
import subprocess
import urllib.request
from collections.abc import Mapping
from urllib.parse import urlsplit

from release.changes.record import Changes

COMMAND = "PARALLAX_ALERT_COMMAND"
WEBHOOK = "PARALLAX_ALERT_WEBHOOK"
SECONDS = 30.0


def tell(changes: Changes, environment: Mapping[str, str]) -> list[str]:
    """Runs the hooks that are configured, where there is an alert.

    Args:
        changes: the difference; its JSON goes to the command's standard input and is the webhook's body.
        environment: where `PARALLAX_ALERT_COMMAND` (words as a shell splits them, no shell runs) and
            `PARALLAX_ALERT_WEBHOOK` (an http or https address) stand.

    Returns:
        What went wrong, one line per hook; empty where all were told or nothing was to tell.
    """
    if not changes.alerts:
        return []
    content = changes.model_dump_json().encode()
    failures = []
    if command := environment.get(COMMAND):
        failures += _run(command, content)
    if address := environment.get(WEBHOOK):
        failures += _post(address, content)
    return failures


def _run(command: str, content: bytes) -> list[str]:
    try:
        done = subprocess.run(shlex.split(command), input=content, capture_output=True, timeout=SECONDS, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return [f"{COMMAND}: could not be run: {error}"]
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        return [f"{COMMAND}: ended with {done.returncode}{': ' + said[-1] if said else ''}"]
    return []


def _post(address: str, content: bytes) -> list[str]:
    # The address may hold a secret: only its host is ever told.
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return [f"{WEBHOOK}: not an http or https address"]
    request = urllib.request.Request(address, data=content, headers={"Content-Type": "application/json"}, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            answer.read(1)
    except OSError as error:
        return [f"{WEBHOOK} at {parts.hostname}: {getattr(error, 'reason', error)}"]
    return []
