"""`python -m trials.synthetic.writing FOLDER COUNT [--forms txt,md,html,pdf] [--briefs]`: writes synthetic reports.

Beside the folder stands `FOLDER.known.jsonl` with every claim that they make. One report is held at a time.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from trials.synthetic.composing import BRIEF, REPORT, Length, compose
from trials.synthetic.forms import FORMS, sidecar

SEED = 7
MIX = {"txt": 45, "md": 25, "html": 20, "pdf": 10}
WITH_SIDECAR = 0.8
PER_FOLDER = 1_000


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes a collection and says how large it is."""
    parser = argparse.ArgumentParser(prog="python -m trials.synthetic.writing", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int, help="reports of the collection")
    parser.add_argument("--forms", default=",".join(MIX), help="default: %(default)s")
    parser.add_argument("--briefs", action="store_true", help="about 1 kB each without tables, in the place of 8 to 30")
    chosen = parser.parse_args(arguments)
    length = BRIEF if chosen.briefs else REPORT
    n_bytes = write_reports(chosen.folder, chosen.count, range(chosen.count), chosen.forms.split(","), length)
    print(f"{chosen.count} reports, {n_bytes:,} bytes")


def write_reports(
    folder: Path,
    count: int,
    numbers: Sequence[int],
    forms: Sequence[str] = tuple(MIX),
    length: Length = REPORT,
) -> int:
    """Writes reports of a collection and what they claim.

    Args:
        folder: made where it is missing; holds a folder per thousand reports.
        count: reports of the collection, which decides on its markets and publishers.
        numbers: which of them to write.
        forms: formats, in the proportions of `MIX`.
        length: of their texts.

    Returns:
        Bytes of the reports, without sidecars.
    """
    for thousand in {number // PER_FOLDER for number in numbers}:
        (folder / f"{thousand:03d}").mkdir(parents=True, exist_ok=True)
    total = 0
    with folder.with_name(folder.name + ".known.jsonl").open("a", encoding="utf-8") as known:
        for number in numbers:
            n_bytes, lines = _write(folder, count, number, forms, length)
            total += n_bytes
            known.write(lines)
    return total


def _write(folder: Path, count: int, number: int, forms: Sequence[str], length: Length) -> tuple[int, str]:
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
