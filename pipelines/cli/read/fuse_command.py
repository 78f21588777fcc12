"""`parallax fuse`: the reconciler on anyone's claims. Stateless: no home, no release."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.terminal.errors import UsageError
from pipelines.cli.terminal.messages import tell, whole
from warehouse.values.wording import counted

EXAMPLES = """\b
Examples:
  parallax fuse claims.parquet --out values.parquet --weights sources.parquet
  parallax fuse claims.csv
  parallax fuse claims.csv --level 0.8 --out values.csv
"""


def fuse(
    claims: Annotated[
        Path, typer.Argument(metavar="CLAIMS", help="Parquet or CSV with source, object, attribute, num.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", help="File for the values (.parquet or .csv).  [default: CSV on standard output]"),
    ] = None,
    weights: Annotated[
        Path | None, typer.Option("--weights", help="File for the weights of the sources (.parquet or .csv).")
    ] = None,
    level: Annotated[float, typer.Option("--level", help="Probability that lo to hi covers the value.")] = 0.9,
) -> None:
    """Fuse claims of many sources into one value per object and attribute, with an interval and the sources' weights.

    The claims alone determine scale (ratios or differences) and estimator (the most credible repeated value, or a robust
    centre) of each attribute. The order of rows changes nothing; unit errors and copies have no weight.
    """
    if not 0 < level < 1:
        raise UsageError(f"--level is {level}; give a number between 0 and 1, such as 0.9")
    for path in (out, weights):
        if path is not None and path.suffix not in (".parquet", ".csv"):
            raise UsageError(f"{whole(path)}: unknown format; use a name that ends in .parquet or .csv")
    if not claims.is_file():
        raise UsageError(f"{whole(claims)}: no such file; check the spelling")
    from warehouse.fuse.engine import fuse as fused
    from warehouse.fuse.files import read_claims, write_table

    result = fused(read_claims(claims), level)
    if out is None:
        sys.stdout.write(result.values.write_csv())
    else:
        write_table(result.values, out)
    if weights is not None:
        write_table(result.weights, weights)
    said = f"{counted(result.values.height, 'value')} from {counted(result.weights.height, 'source')}"
    where = ", ".join(whole(path) for path in (out, weights) if path is not None)
    tell(f"{said}{f' → {where}' if where else ''}")
