"""A standalone Spark cluster on loopback: a master and workers as processes of their own, that can be killed. Nothing of Parallax here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from trials.processes import cpu_seconds, kill, of_session

LOOPBACK = "127.0.0.1"
PATIENCE = 60.0  # seconds for a process of the cluster to say that it is up
_MASTER = re.compile(r"Starting Spark master at (spark://\S+)")
_JOINED = re.compile(r"Successfully registered with master")


class ClusterError(RuntimeError):
    """The cluster did not come up; the message names the log."""


@dataclass(slots=True)
class Node:
    """One process of the cluster, in a session of its own, by which all that it starts can be found."""

    name: str
    log: Path
    process: subprocess.Popen[bytes]

    def wait_for(self, pattern: re.Pattern[str]) -> re.Match[str]:
        """Waits until its log says something.

        Raises:
            ClusterError: it ended, or did not say it in time.
        """
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = pattern.search(self.log.read_text(encoding="utf-8", errors="replace"))
            if found:
                return found
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise ClusterError(f"{self.name} did not come up; its log is {self.log}")

    def pids(self) -> list[int]:
        """Every process of its session: itself, executors, and the Python processes that those started."""
        return of_session(self.process.pid)

    def cpu_seconds(self) -> float:
        """Processor time of all its processes that live, and of their ended children, so far."""
        return cpu_seconds(self.pids())

    def kill(self) -> None:
        """Kills it with all that it started, at once, as a machine that goes dark."""
        kill([*self.pids(), *([self.process.pid] if self.process.poll() is None else [])])
        self.process.wait()


@dataclass(slots=True)
class Cluster:
    """A running cluster.

    Attributes:
        master: its address.
        workers: in the order they were started.
    """

    master: str
    home: Path
    workers: list[Node] = field(default_factory=list)


@contextmanager
def cluster(home: Path, n_workers: int, *, cores: int = 1, memory: str = "1g") -> Iterator[Cluster]:
    """Starts master and workers, and ends all of them with the block.

    Args:
        home: folder for logs and scratch files.
        n_workers: worker processes.
        cores: of each worker.
        memory: of each worker.

    Raises:
        ClusterError: a process did not come up.
    """
    home.mkdir(parents=True, exist_ok=True)
    nodes: list[Node] = []
    try:
        at = ["--host", LOOPBACK, "--webui-port", "0"]
        master = _start(home, "master", ["org.apache.spark.deploy.master.Master", *at, "--port", "0"])
        nodes.append(master)
        found = Cluster(master.wait_for(_MASTER)[1], home)
        for number in range(1, n_workers + 1):
            name = f"worker-{number}"
            does = ["org.apache.spark.deploy.worker.Worker", *at, "--cores", str(cores), "--memory", memory]
            worker = _start(home, name, [*does, "--work-dir", str(home / name), found.master])
            nodes.append(worker)
            found.workers.append(worker)
        for worker in found.workers:
            worker.wait_for(_JOINED)
        yield found
    finally:
        for node in reversed(nodes):
            node.kill()


def _start(home: Path, name: str, does: Sequence[str]) -> Node:
    spec = find_spec("pyspark")
    assert spec is not None and spec.origin is not None, "pyspark is not installed"
    spark_home = Path(spec.origin).parent
    log = home / f"{name}.log"
    # The log is how a process says that it is up; its level has to let that through.
    level = home / "log4j2.properties"
    if not level.exists():
        level.write_text(_LOGGING, encoding="utf-8")
    surroundings = {
        **os.environ,
        "SPARK_HOME": str(spark_home),
        "SPARK_LOCAL_IP": LOOPBACK,
        "SPARK_NO_DAEMONIZE": "1",
        "SPARK_LOCAL_DIRS": str(home / "scratch"),
        "SPARK_DAEMON_JAVA_OPTS": f"-Dlog4j2.configurationFile={level}",
        "SPARK_DAEMON_MEMORY": "256m",
        "PYSPARK_PYTHON": sys.executable,
    }
    with log.open("wb") as out:
        process = subprocess.Popen(
            [str(spark_home / "bin" / "spark-class"), *does],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=surroundings,
            start_new_session=True,
        )
    return Node(name, log, process)


_LOGGING = """\
rootLogger.level = info
rootLogger.appenderRef.stdout.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{HH:mm:ss} %p %c{1}: %m%n
"""
