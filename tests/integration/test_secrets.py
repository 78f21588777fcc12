"""Secrets of an installation, planted in every possible place: after real commands none is in any file or output.

One run with its feeds, its webhook, its metrics and Dagster's storage (`press` in conftest.py); `parallax doctor` and `feeds` behind it.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.integration.commands import parallax
from tests.integration.conftest import Published

METRICS = "parallax.prom"  # in the home
MARK = "kanarien"  # every planted value holds it
_KEPT = socket.socket()  # ours for as long as this process lives, and nobody listens
_KEPT.bind(("127.0.0.1", 0))
CLOSED = _KEPT.getsockname()[1]
SECRETS = {
    "PARALLAX_ALERT_WEBHOOK": f"http://127.0.0.1:{CLOSED}/services/{MARK}-webhook-path?token={MARK}-webhook-query",
    "PARALLAX_ALERT_COMMAND": f"{sys.executable} -c 'import sys; sys.exit(sys.argv[1])' https://hooks.example/{MARK}-command",
    "PARALLAX_METRICS_TOKEN": f"{MARK}-metrics-token",
    "PGPASSWORD": f"{MARK}-pg-password",
    "AWS_SECRET_ACCESS_KEY": f"{MARK}-aws-secret",
    "GITHUB_TOKEN": f"{MARK}-hub-token",
    "SMTP_PASSWORD": f"{MARK} with blanks/and+signs",
    "SOME_DSN": f"postgresql://reader:{MARK}-dsn@db.example/x",
    "UNRELATED": f"{MARK}-plain-variable",
}
FEED = """name: {name}
kind: rss
urls: ["{url}"]
licence: CC-BY-4.0
licence_note: "asked and granted, mail of 2026-04-02"
contact: desk@example.org
{more}
"""


@dataclass(frozen=True)
class Left:
    """A home after the commands, and what they said."""

    home: Path
    said: dict[str, str]


@contextmanager
def planted(**more: str) -> Iterator[None]:
    """All secrets around what is called here."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (SECRETS | more).items():
            patch.setenv(name, value)
        yield


def write_feeds(home: Path) -> None:
    """Feeds whose addresses hold secrets."""
    (home / "feeds").mkdir(parents=True)
    feeds = {
        "with-a-user": f"http://reader:{MARK}-feed-password@127.0.0.1:{CLOSED}/feed.xml",
        "with-a-token": f"http://127.0.0.1:{CLOSED}/feed.xml?token={MARK}-feed-query",
    }
    for name, url in feeds.items():
        (home / "feeds" / f"{name}.yml").write_text(FEED.format(name=name, url=url, more="allow_private: true"))


@pytest.fixture(scope="module")
def left(press: Published) -> Left:
    with planted():
        called = {words: parallax(words, "--home", str(press.home)) for words in ("feeds", "doctor")}
    with planted(PARALLAX_DAGSTER_POSTGRES_URL=f"mysql://parallax:{MARK}-postgres@db/x"):
        called["a wrong address of a server"] = parallax("daemon", "--check", "--home", str(press.home))
    written = {"run": press.said, "metrics": (press.home / METRICS).read_text(encoding="utf-8")}
    return Left(press.home, written | {words: done.out + done.err for words, done in called.items()})


def test_the_commands_did_their_work(left: Left) -> None:
    """Else nothing was there that could have told a secret."""
    assert all(left.said.values())
    assert "with-a-user" in left.said["run"]
    assert list((left.home / "logs").glob("run-*.log"))
    assert (left.home / "dagster").is_dir()
    assert (left.home / "releases" / "latest" / "README.md").exists()


def test_no_output_tells_a_secret(left: Left) -> None:
    for command, said in left.said.items():
        assert [line for line in said.splitlines() if MARK in line] == [], command


def test_no_file_that_a_command_wrote_holds_a_secret(left: Left) -> None:
    """Logs, Dagster's events and every file of the release.

    The feed's own file is the user's. The ledger keeps the addresses that were asked for as they are: they are asked for again.
    """
    n_read = 0
    for path in left.home.rglob("*"):
        if path.is_file() and not path.is_symlink() and path.relative_to(left.home).parts[0] not in ("feeds", "ledger"):
            n_read += 1
            content = path.read_bytes()
            assert MARK.encode() not in content, path.relative_to(left.home)
            assert MARK.encode("utf-16-le") not in content, path.relative_to(left.home)
    assert n_read > 50
