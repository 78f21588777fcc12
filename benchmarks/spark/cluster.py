"""A standalone Spark cluster on loopback: a master and two workers as processes of their own, that can be killed. Nothing of Parallax here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from trials.processes import RunError, kill, of_session

PATIENCE = 60.0  # seconds for a process of the cluster to say that it is up
WORKERS = 2
_LOGGING = """\
rootLogger.level = info
rootLogger.appenderRef.stdout.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{HH:mm:ss} %p %c{1}: %m%n
"""


@dataclass(slots=True)
class Node:
    """One process of the cluster, in a session of its own, by which all that it starts can be found."""

    log: Path
    process: subprocess.Popen[bytes]

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Waits until its log says something; RunError where it ends, or does not say it in time."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            if found := re.search(pattern, self.log.read_text(encoding="utf-8", errors="replace")):
                return found
            time.sleep(0.1)
        raise RunError(f"a process of the cluster did not come up; its log is {self.log}")

    def pids(self) -> list[int]:
        """Every process of its session: itself, executors, and the Python processes that those started."""
        return of_session(self.process.pid)

    def kill(self) -> None:
        """Kills it with all that it started, at once, as a machine that goes dark."""
        kill([*self.pids(), *([self.process.pid] if self.process.poll() is None else [])])
        self.process.wait()


@contextmanager
def cluster(home: Path) -> Iterator[tuple[str, list[Node]]]:
    """Starts a master and workers of one core each, gives the master's address and the workers, and ends all with the block."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "log4j2.properties").write_text(_LOGGING, encoding="utf-8")  # the log is how a process says that it is up
    nodes: list[Node] = []
    at = ["--host", "127.0.0.1", "--webui-port", "0"]
    try:
        nodes.append(_start(home, "master", ["org.apache.spark.deploy.master.Master", *at, "--port", "0"]))
        master = nodes[0].wait_for(r"Starting Spark master at (spark://\S+)")[1]
        for name in (f"worker-{number + 1}" for number in range(WORKERS)):
            does = [
                "org.apache.spark.deploy.worker.Worker",
                *at,
                "--cores",
                "1",
                "--memory",
                "1g",
                "--work-dir",
                str(home / name),
                master,
            ]
            nodes.append(_start(home, name, does))
        for worker in nodes[1:]:
            worker.wait_for("Successfully registered with master")
        yield master, nodes[1:]
    finally:
        for node in reversed(nodes):
            node.kill()


def _start(home: Path, name: str, does: Sequence[str]) -> Node:
    spec = find_spec("pyspark")
    assert spec is not None and spec.origin is not None, "pyspark is not installed"
    spark_home, log = Path(spec.origin).parent, home / f"{name}.log"
    surroundings = {
        "SPARK_HOME": str(spark_home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1", "SPARK_LOCAL_DIRS": str(home / "scratch"),
        "SPARK_DAEMON_JAVA_OPTS": f"-Dlog4j2.configurationFile={home / 'log4j2.properties'}", "SPARK_DAEMON_MEMORY": "256m",
        "PYSPARK_PYTHON": sys.executable,
    }  # fmt: skip
    with log.open("wb") as out:
        words = [str(spark_home / "bin" / "spark-class"), *does]
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, **surroundings},
            start_new_session=True,
        )
    return Node(log, process)
