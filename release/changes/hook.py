"""Notifies somebody outside of alerts: a command that reads `changes.json`, or a webhook that receives it.

The one edge of this room. What is configured stands in the environment, because it belongs to an installation and not to a
release; a hook that fails is told and never undoes a release.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import urllib.request
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from urllib.parse import urlsplit

from release.changes.record import Changes

COMMAND = "PARALLAX_ALERT_COMMAND"
WEBHOOK = "PARALLAX_ALERT_WEBHOOK"
SECONDS = 30.0
SHORTEST = 6  # a shorter argument is an option or a number, and stands in harmless words too
_ADDRESS = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s'\"<>]{1,2000}")


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
        words = shlex.split(command)
        done = subprocess.run(words, input=content, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:  # its own message repeats the whole command
        return [f"{COMMAND}: did not end within {SECONDS:g} seconds"]
    except (OSError, ValueError) as error:
        return [f"{COMMAND}: could not be run: {error}"]
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        return [f"{COMMAND}: ended with {done.returncode}{': ' + _without(words[1:], said[-1]) if said else ''}"]
    return []


def _without(words: Sequence[str], text: str) -> str:
    """A text without what stood in a command: an argument, or the address in it, may hold a secret."""
    parts = {part for word in words for part in (word, *_ADDRESS.findall(word), word.rpartition("=")[2])}
    for part in sorted(parts, key=len, reverse=True):
        if len(part) >= SHORTEST:
            text = text.replace(part, "***")
    return _ADDRESS.sub("***", text)


def _post(address: str, content: bytes) -> list[str]:
    # The address may hold a secret: only its host is ever told.
    try:
        parts = urlsplit(address)
    except ValueError:
        return [f"{WEBHOOK}: not an http or https address"]
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return [f"{WEBHOOK}: not an http or https address"]
    try:
        request = urllib.request.Request(
            address, data=content, headers={"Content-Type": "application/json"}, method="POST"
        )
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            answer.read(1)
    except (ValueError, HTTPException):  # their messages repeat the address
        return [f"{WEBHOOK} at {parts.hostname}: the address cannot be used, or its answer is no HTTP"]
    except OSError as error:
        return [f"{WEBHOOK} at {parts.hostname}: {getattr(error, 'reason', error)}"]
    return []
