"""A Spark session for one run, and the requirements of a machine for it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from warehouse.step import BuildError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[2]
JAVA = 17
LOOPBACK = "127.0.0.1"
PATIENCE = 120.0  # seconds for a cluster to give the first executor
PARTITIONS_PER_CORE = 4
_MASTERS = re.compile(r"(spark://[^\s/,]+:\d+(,[^\s/,]+:\d+)*|local(\[(\d+|\*)\])?|yarn|k8s://\S+)\Z")
_LOCAL_NAMES = frozenset({"localhost", LOOPBACK, "[::1]", "::1"})
_VERSION = re.compile(r'version "(?:1\.)?(\d+)')
# Where those who read documents on executors keep compiled patterns, and find their own programs.
_PASSED_ON = ("XDG_CACHE_HOME", "HOME", "PATH", "PARALLAX_WORKERS", "PARALLAX_METRIC_DEFINITIONS")


class SparkMissing(BuildError):
    """This machine cannot run Spark. The message says what is missing and which command brings it."""


def missing_for_spark() -> str | None:
    """What this machine lacks for Spark, with what to do, in words; None where nothing is missing. Starts no Java."""
    for module, name in (("pyspark", "pyspark"), ("dbt.adapters.spark", "dbt-spark")):
        if _lacks(module):
            return (
                f"{name} is not installed in {sys.prefix}: the default install knows nothing of Spark; `make spark` makes an "
                "environment of its own for it, then run .venv-spark/bin/parallax run --engine spark --master URL"
            )
    return missing_java()


def missing_java() -> str | None:
    """Why there is no Java that Spark can run on, in words; None where there is one."""
    java, home = _java(), os.environ.get("JAVA_HOME")
    if java is None and home:
        return f"{home}: JAVA_HOME names it, and it holds no bin/java: Spark needs Java {JAVA} or later"
    if java is None:
        return f"no java was found: Spark needs Java {JAVA} or later; install it, or name its folder in JAVA_HOME"
    version = java_version(java)
    if version is None or version < JAVA:
        return f"{java} is Java {version or '?'}: Spark needs Java {JAVA} or later; name the folder of one in JAVA_HOME"
    return None


def java_version(java: str) -> int | None:
    """The major version of a Java program; None where it does not tell."""
    try:
        printed = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=60, check=False).stderr
    except OSError:
        return None
    match = _VERSION.search(printed)
    return int(match[1]) if match else None


def check_master(master: str) -> str:
    """A master's address as Spark takes it.

    Raises:
        ValueError: it is none; the message says what one looks like.
    """
    if not _MASTERS.match(master):
        raise ValueError(f"{master!r} is no Spark master; give one like spark://HOST:7077 or local[2]")
    return master


def is_loopback(master: str) -> bool:
    """Whether a master is on this machine, so that nothing has to be reachable from outside."""
    return master.startswith("local") or urlsplit(master).hostname in _LOCAL_NAMES


def settings(master: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Spark's settings for a run; all else is the cluster's own (`spark-defaults.conf`).

    Args:
        master: the address of the cluster.
        environment: of this process.

    Returns:
        Settings by name.
    """
    options = {
        "spark.app.name": "parallax",
        "spark.master": master,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        # No catalogue outlives the run: the ledger and the releases are the only state.
        "spark.sql.catalogImplementation": "in-memory",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.ansi.enabled": "true",
        "spark.sql.sources.default": "parquet",
        "spark.sql.parquet.compression.codec": "zstd",
        # A document may hold megabytes: few at a time in one batch that goes to Python.
        "spark.sql.execution.arrow.maxRecordsPerBatch": "16",
        "spark.executorEnv.PYTHONPATH": str(ROOT),
        "spark.executorEnv.PYTHONHASHSEED": "0",
    }
    options |= {f"spark.executorEnv.{name}": environment[name] for name in _PASSED_ON if environment.get(name)}
    if is_loopback(master):
        options |= {"spark.driver.host": LOOPBACK, "spark.driver.bindAddress": LOOPBACK}
    return options


@contextmanager
def session(master: str) -> Iterator[SparkSession]:
    """A session on a cluster; it ends with the block.

    Args:
        master: the address of the cluster, `spark://HOST:PORT`; `local[N]` runs in this process.

    Raises:
        SparkMissing: pyspark, dbt-spark or Java are not there.
        BuildError: the cluster does not answer.
    """
    lacking = missing_for_spark()
    if lacking is not None:
        raise SparkMissing(lacking)
    # Said of its pandas interface; nothing here uses it, and every run would begin with it.
    warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas", category=FutureWarning)
    from pyspark.errors import PySparkRuntimeError
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    if is_loopback(master):
        os.environ.setdefault("SPARK_LOCAL_IP", LOOPBACK)
    builder = SparkSession.builder
    for name, value in settings(master, os.environ).items():
        builder = builder.config(name, value)
    try:
        spark = builder.getOrCreate()
    except PySparkRuntimeError as error:
        raise BuildError(f"{master}: Spark could not be started: {error}") from error
    except Exception as error:
        if "py4j" not in type(error).__module__:
            raise
        raise BuildError(
            f"{master}: no Spark cluster answers there; check the address, and that master and workers are up"
        ) from error
    try:
        if not master.startswith("local"):
            _await_executor(spark, master)
        # 200 by default, whatever the cluster: a few for each core, joined where they are small.
        spark.conf.set(
            "spark.sql.shuffle.partitions", str(PARTITIONS_PER_CORE * max(2, spark.sparkContext.defaultParallelism))
        )
        yield spark
    finally:
        spark.stop()


def _await_executor(spark: SparkSession, master: str) -> None:
    """Waits for the first executor: without one a job would wait for ever, and say so in a log that nobody reads."""
    until = time.monotonic() + PATIENCE
    status = spark.sparkContext._jsc.sc()  # the driver itself is one entry
    while status.getExecutorMemoryStatus().size() < 2:
        if time.monotonic() > until:
            raise BuildError(
                f"{master}: no worker of the cluster gave an executor within {PATIENCE:.0f} s; check that workers are up and "
                "have a core and memory to spare (spark.executor.memory)"
            )
        time.sleep(0.2)


def _java() -> str | None:
    home = os.environ.get("JAVA_HOME")
    if home:
        java = Path(home) / "bin" / "java"
        return str(java) if java.is_file() else None
    return shutil.which("java")


def _lacks(module: str) -> bool:
    try:
        return find_spec(module) is None
    except ModuleNotFoundError:  # the parent package is missing as well
        return True
