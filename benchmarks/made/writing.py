"""`python -m benchmarks.made.writing FOLDER COUNT [--forms txt,md,html,pdf] [--briefs] [--start N] [--processes 2]`: writes synthetic reports.

Beside the folder stands `FOLDER.known.jsonl` with every claim that they make. One report is held at a time.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import repeat
from multiprocessing import Pool
from pathlib import Path
from random import Random

from benchmarks.made.composing import BRIEF, REPORT, Length, compose
from benchmarks.made.forms import FORMS, sidecar

SEED = 7
MIX = {"txt": 45, "md": 25, "html": 20, "pdf": 10}
WITH_SIDECAR = 0.8
PER_FOLDER = 1_000


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes a collection and says how large it is."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.made.writing", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int, help="reports of the collection")
    parser.add_argument("--forms", default=",".join(MIX), help="default: %(default)s")
    parser.add_argument("--start", type=int, default=0, help="number of the first report that is written")
    parser.add_argument("--stop", type=int, help="number behind the last one; by default the count")
    parser.add_argument("--briefs", action="store_true", help="about 1 kB each without tables, in the place of 8 to 30")
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args(arguments)
    numbers = range(chosen.start, chosen.count if chosen.stop is None else chosen.stop)
    length = BRIEF if chosen.briefs else REPORT
    n_bytes = write_reports(chosen.folder, chosen.count, numbers, chosen.forms.split(","), length, chosen.processes)
    print(f"{len(numbers)} reports, {n_bytes:,} bytes")


def write_reports(
    folder: Path,
    count: int,
    numbers: Sequence[int],
    forms: Sequence[str] = tuple(MIX),
    length: Length = REPORT,
    processes: int = 1,
) -> int:
    """Writes reports of a collection and what they claim.

    Args:
        folder: made where it is missing; holds a folder per thousand reports.
        count: reports of the collection, which decides on its markets and publishers.
        numbers: which of them to write.
        forms: formats, in the proportions of `MIX`.
        length: of their texts.
        processes: how many write.

    Returns:
        Bytes of the reports, without sidecars.
    """
    for thousand in {number // PER_FOLDER for number in numbers}:
        (folder / f"{thousand:03d}").mkdir(parents=True, exist_ok=True)
    asked = zip(repeat(folder), repeat(count), numbers, repeat(tuple(forms)), repeat(length))
    total = 0
    with folder.with_name(folder.name + ".known.jsonl").open("a", encoding="utf-8") as known:
        for n_bytes, lines in _written(asked, processes):
            total += n_bytes
            known.write(lines)
    return total


_Asked = tuple[Path, int, int, tuple[str, ...], Length]


def _written(asked: Iterable[_Asked], processes: int) -> Iterator[tuple[int, str]]:
    if processes == 1:
        yield from map(_write, asked)
        return
    with Pool(processes) as pool:
        yield from pool.imap(_write, asked, chunksize=32)


def _write(asked: _Asked) -> tuple[int, str]:
    folder, count, number, forms, length = asked
    report = compose(SEED, count, number, length)
    random = Random(f"made form {SEED} {number}")
    form = random.choices(forms, [MIX[name] for name in forms])[0]
    content = FORMS[form](report)
    path = folder / f"{number // PER_FOLDER:03d}" / f"{number:06d}.{form}"
    path.write_bytes(content)
    if random.random() < WITH_SIDECAR:
        path.with_name(path.name + ".meta.yml").write_text(sidecar(report), encoding="utf-8")
    head = {"document": path.name, "publisher": report.publisher, "market": report.market}
    lines = (json.dumps({**head, **asdict(claim)}) + "\n" for claim in report.known)
    return len(content), "".join(lines)


if __name__ == "__main__":
    main()
