"""`parallax fuse`: the reconciler on anyone's claims. Stateless: no home, no release."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.terminal.errors import UsageError

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
        typer.Option("--out", help="Where the values go (.parquet or .csv); CSV on standard output without it."),
    ] = None,
    weights: Annotated[
        Path | None, typer.Option("--weights", help="Where source and weight go (.parquet or .csv).")
    ] = None,
    level: Annotated[float, typer.Option("--level", help="Probability that lo to hi is to cover the value.")] = 0.9,
) -> None:
    """Fuse claims of many sources into one value per object and attribute, with an interval and the sources' weights.

    Scale (ratios or differences) and estimator (the most credible repeated value, or a robust centre) are chosen per
    attribute from the claims alone. The order of rows changes nothing; unit slips and copies do not weigh.
    """
    if not 0 < level < 1:
        raise UsageError(f"--level is {level}; it must lie between 0 and 1, such as 0.9")
    for path in (out, weights):
        if path is not None and path.suffix not in (".parquet", ".csv"):
            raise UsageError(f"{path}: results go to .parquet or .csv; choose one of these endings")
    if not claims.is_file():
        raise UsageError(f"{claims}: no such file; check the spelling")
    from warehouse.fuse.engine import fuse as fused
    from warehouse.fuse.files import read_claims, write_table

    result = fused(read_claims(claims), level)
    if out is None:
        sys.stdout.write(result.values.write_csv())
    else:
        write_table(result.values, out)
    if weights is not None:
        write_table(result.weights, weights)
    said = f"{result.values.height} value(s) from {result.weights.height} source(s)"
    where = ", ".join(str(path) for path in (out, weights) if path is not None)
    typer.echo(f"{said}{f' → {where}' if where else ''}", err=True)
