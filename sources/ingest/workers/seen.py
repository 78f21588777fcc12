"""A worker as seen from outside: its channel, its document, its remaining time. The supervisor decides whom to end."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field

from sources.ingest.workers import wire
from sources.ingest.workers.attempts import End
from sources.ingest.workers.tasks import Task

_CHUNK = 1 << 18


@dataclass(slots=True, eq=False)
class Worker:
    """A worker as it is seen from here.

    Attributes:
        channel: documents go out here, answers come in.
        inbox: frames of which a part has come.
        until: when it must be ready, or have answered.
        pid: its process id, as soon as it is known.
        is_ready: it has said so.
        n_read: documents that it has answered.
        task: what it reads.
        unsent: the rest of what it is to read.
        cause: why it is ended by us.
        used: processor seconds that it had used when it was given what it reads.
    """

    channel: socket.socket
    inbox: wire.Inbox
    until: float
    pid: int | None = None
    is_ready: bool = False
    n_read: int = 0
    task: Task | None = None
    unsent: list[memoryview] = field(default_factory=list)
    cause: End | None = None
    used: float = 0.0

    @property
    def is_idle(self) -> bool:
        """Whether it could read something."""
        return self.is_ready and self.task is None

    @property
    def is_fresh(self) -> bool:
        """Whether it has read nothing yet."""
        return self.n_read == 0

    def send(self) -> None:
        """Sends as much of what it is to read as it takes now."""
        try:
            while self.unsent:
                n_sent = self.channel.send(self.unsent[0])
                self.unsent[0] = self.unsent[0][n_sent:]
                if not self.unsent[0]:
                    self.unsent.pop(0)
        except BlockingIOError:
            pass
        except OSError:
            self.unsent = []  # it is gone, as will be heard

    def received(self) -> bytes | None:
        """What it has said meanwhile; nothing where it is gone, None where it has said nothing."""
        try:
            return self.channel.recv(_CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""
