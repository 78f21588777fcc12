"""`python -m trials.histories COUNT [--start N] [--at-once N]`: walks random histories, names each that differs, ends with 1 if one does.

A history is a home to which documents come in any order, decisions are taken and end, policy and code change, checks set claims
aside and processes are killed. At its end, all its tables equal those of a rebuild without any store; of one history in ten, all
files of its release do.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from trials.histories.running import TEXTS, in_words, timed
from trials.histories.texts import read_texts


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m trials.histories", description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--at-once", type=int, default=2, help="histories side by side (default: %(default)s)")
    options = parser.parse_args(arguments)
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # frames are small: threads cost more than they bring
    n_different = n_tables = n_files = 0
    with tempfile.TemporaryDirectory(prefix="parallax-histories-") as scratch:
        folder = Path(scratch)
        (folder / "inbox").mkdir()
        (folder / TEXTS).write_bytes(pickle.dumps(read_texts(folder / "inbox"), pickle.HIGHEST_PROTOCOL))
        numbers = range(options.start, options.start + options.count)
        with ProcessPoolExecutor(options.at_once, mp_context=get_context("spawn")) as pool:
            for walked, seconds in pool.map(timed, numbers, [str(folder)] * len(numbers)):
                n_different += bool(walked.differences)
                n_tables, n_files = n_tables + walked.n_tables, n_files + walked.n_files
                print(in_words(walked, seconds), flush=True)
    print(
        f"{options.count} histories, {n_different} with differences; {n_tables:,} tables and {n_files:,} files compared"
    )
    sys.exit(1 if n_different else 0)


if __name__ == "__main__":
    main()
