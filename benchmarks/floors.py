"""Each stage against the least that any program must do: `python -m benchmarks.floors INBOX DATABASE`. Floors only.

Belongs here: reading bytes, decoding them, looking for digits, adding up rows. What the stages take is `main_job.py`'s.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

from sources.ingest import discover
from trials.clock import timed
from warehouse.connection import connect

_DIGITS = re.compile(r"[0-9][0-9.,]*")
_OF_STAGE = {
    "take in": "read and hash",
    "parse and extract": "decode and look for digits",
    "build": "copy of every core table",
    "marts": "copy of every mart",
    "judge core": "aggregate over core",
    "judge marts": "aggregate over marts",
    "publish": "copy of every mart to Parquet",
}


def floors(inbox: Path, database: Path, work: Path) -> dict[str, float]:
    """Processor seconds of the least that each stage has to do over the same documents and rows.

    Returns:
        By stage.
    """
    paths = discover([inbox])
    contents: list[bytes] = []

    def read() -> None:
        for path in paths:
            content = path.read_bytes()
            hashlib.sha256(content).digest()
            contents.append(content)

    def decode() -> None:
        for content in contents:
            for _ in _DIGITS.finditer(content.decode("utf-8", "replace")):
                pass

    found = {"take in": timed(read).cpu, "parse and extract": timed(decode).cpu}
    con = connect(database)
    try:
        tables = {
            schema: [
                f'{schema}."{name}"'
                for (name,) in con.execute(
                    f"SELECT table_name FROM duckdb_tables() WHERE schema_name = '{schema}' ORDER BY 1"
                ).fetchall()
            ]
            for schema in ("core", "marts")
        }

        def copied(schema: str) -> None:
            for table in tables[schema]:
                con.execute(f"CREATE OR REPLACE TEMP TABLE copied AS FROM {table}")

        def summed(schema: str) -> None:
            for table in tables[schema]:
                con.execute(f"SELECT count(*), count(COLUMNS(*)) FROM {table}").fetchall()

        def written() -> None:
            for number, table in enumerate(tables["marts"]):
                con.execute(f"COPY (FROM {table}) TO '{work / f'{number}.parquet'}' (FORMAT parquet, COMPRESSION zstd)")

        found["build"] = timed(lambda: copied("core")).cpu
        found["marts"] = timed(lambda: copied("marts")).cpu
        found["judge core"] = timed(lambda: summed("core")).cpu
        found["judge marts"] = timed(lambda: summed("marts")).cpu
        found["publish"] = timed(written).cpu
    finally:
        con.close()
    return {stage: round(seconds, 3) for stage, seconds in found.items()}


def distances(cpu: dict[str, float], least: dict[str, float]) -> dict[str, dict[str, Any]]:
    """Stages beside their floors: both in processor seconds, how many times, and what the floor is."""
    return {
        stage: {
            "cpu_seconds": cpu[stage],
            "floor_seconds": least[stage],
            "times": round(cpu[stage] / max(least[stage], 1e-3)),
            "floor": _OF_STAGE[stage],
        }
        for stage in least
        if stage in cpu
    }


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as scratch:
        print(json.dumps(floors(Path(sys.argv[1]), Path(sys.argv[2]), Path(scratch))))
