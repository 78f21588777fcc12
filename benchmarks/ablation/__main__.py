"""`python -m benchmarks.ablation`: the contribution of each rule module of the reader, by switching it off and reading the labelled texts again.

A line per module: core figures that are right with part and area (tier `attributed`) gained and lost per group of texts, records that no label
judges and that change, forms that break. Kept-aside texts are counted, never shown. A module that one group needs is not measured
in those behind it. At the end all modules that pay nothing are off at once.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.ablation.measuring import Baseline, baseline, measured, rule_switches
from benchmarks.ablation.switching import Switch
from benchmarks.ablation.table import TITLES, Line, rows
from trials.markdown import table

_STATE: list[tuple[Baseline, Mapping[str, Switch], bool]] = []  # for the processes that are forked


def _forked(names: tuple[str, ...]) -> Line:
    base, switches, to_the_end = _STATE[0]
    return measured([switches[name] for name in names], base, to_the_end=to_the_end or len(names) > 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures modules one by one, then those that pay nothing together."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ablation", description=__doc__)
    parser.add_argument(
        "module", nargs="*", help="measure these only, one by one and then together whatever they are worth"
    )
    parser.add_argument(
        "--full", action="store_true", help="all groups of texts, also for modules that one of them needs"
    )
    parser.add_argument("--out", type=Path, metavar="FILE.md", help="the table as a file as well")
    options = parser.parse_args(arguments)
    switches = rule_switches(options.module)
    base = baseline(list(switches.values()))
    print(f"{len(base.known)} texts and forms read; {len(switches)} modules", file=sys.stderr)
    _STATE[:] = [(base, switches, options.full)]
    gc.collect()
    gc.freeze()
    lines = []
    with multiprocessing.get_context("fork").Pool(2, maxtasksperchild=1) as pool:
        for line in pool.imap_unordered(_forked, [(name,) for name in switches]):
            lines.append(line)
            print("\t".join(next(rows([line]))), file=sys.stderr, flush=True)
        lines.sort(key=lambda one: one.module)
        together = tuple(one.module for one in lines if options.module or one.pays_nothing)
        joint = list(pool.imap(_forked, [together] if len(together) > 1 else []))
    page = table(TITLES, rows([*lines, *joint]))
    print(page)
    if options.out:
        options.out.write_text(page + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
