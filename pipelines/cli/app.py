"""The program: its commands and the handling of errors.

Known errors are one sentence on standard error; a traceback means a bug.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from pipelines.cli import (
    ask,
    backfill,
    backup,
    cite,
    dev,
    diff,
    doctor,
    explain,
    extract,
    feeds,
    fuse,
    label,
    mcp,
    metrics,
    migrate,
    rebuild,
    releases,
    review,
    run,
    scopes,
    serve,
    service,
    show,
    sql,
    tidy,
)
from pipelines.cli.errors import in_words, usage_error
from pipelines.cli.stopping import Stopped
from pipelines.logs.redaction import redactor
from pipelines.visible import visible

app = typer.Typer(
    name="parallax",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    help=(
        "Market figures from conflicting vendor reports: every number traced, every disagreement explained.\n\n"
        "\b\n"
        "Start here:\n"
        "  parallax run                                    publish a release from the bundled sample reports\n"
        "  parallax run --inbox REPORTS                    ... from your own folder of txt, md, html and pdf files\n"
        '  parallax show "industrial heat pump"            one market, the vendors side by side\n'
        "  parallax explain ID                             one figure, down to the words that state it\n"
        "  parallax cite ID --style bibtex                 the same as a citation\n"
        '  parallax sql "from marts.market_estimates"      query the release in SQL\n'
        "  parallax review                                 questions that need a person\n"
        "  parallax fuse CLAIMS.csv                        reconcile claims of your own\n\n"
        "The data home is --home, else PARALLAX_HOME, else ./data."
    ),
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"parallax {version('parallax')}")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of the program itself."""


app.command("run", epilog=run.EXAMPLES)(run.run)
app.command("extract", epilog=extract.EXAMPLES)(extract.extract)
app.command("show", epilog=show.EXAMPLES)(show.show)
app.command("explain", epilog=explain.EXAMPLES)(explain.explain)
app.command("cite", epilog=cite.EXAMPLES)(cite.cite)
app.command("sql", epilog=sql.EXAMPLES)(sql.sql)
app.command("fuse", epilog=fuse.EXAMPLES)(fuse.fuse)
app.add_typer(review.app, name="review")
app.command("scopes", epilog=scopes.EXAMPLES)(scopes.scopes)
app.command("label", epilog=label.EXAMPLES)(label.label)
app.command("releases", epilog=releases.EXAMPLES)(releases.releases)
app.command("diff", epilog=diff.EXAMPLES)(diff.diff)
app.command("serve", epilog=serve.EXAMPLES)(serve.serve)
app.command("mcp", epilog=mcp.EXAMPLES)(mcp.mcp)
app.command("feeds", epilog=feeds.FEEDS_EXAMPLES)(feeds.feeds)
app.command("fetch", epilog=feeds.FETCH_EXAMPLES)(feeds.fetch)
app.command("dev", epilog=dev.EXAMPLES)(dev.dev)
app.command("doctor", epilog=doctor.EXAMPLES)(doctor.doctor)
app.command("rebuild", epilog=rebuild.EXAMPLES)(rebuild.rebuild)
app.command("tidy", epilog=tidy.EXAMPLES)(tidy.tidy)
app.command("backup", epilog=backup.EXAMPLES)(backup.backup)
app.command("migrate", epilog=migrate.EXAMPLES)(migrate.migrate)
app.command("daemon", epilog=service.DAEMON_EXAMPLES)(service.daemon)
app.command("webserver", epilog=service.WEBSERVER_EXAMPLES)(service.webserver)
app.command("backfill", epilog=backfill.EXAMPLES)(backfill.backfill)
app.command("ask", epilog=ask.EXAMPLES)(ask.ask)
app.command("metrics", epilog=metrics.EXAMPLES)(metrics.metrics)


def main(arguments: list[str] | None = None) -> None:
    """Runs the program and exits: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 ended by SIGTERM."""
    sys.exit(_code_of(sys.argv[1:] if arguments is None else arguments))


def _code_of(arguments: list[str]) -> int:
    try:
        code = app(args=arguments, prog_name="parallax", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        # Whoever read our output has seen enough (`| head`); a second complaint at exit must not follow.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Stopped as stopped:  # has said so
        return stopped.code
    except (KeyboardInterrupt, typer.Abort):
        typer.echo("interrupted; the last release is unchanged", err=True)
        return 130
    except typer.Exit as stop:
        return stop.exit_code
    except Exception as error:
        wrong_usage = usage_error(error)
        message = wrong_usage or in_words(error)
        if message is None:
            raise
        typer.echo(f"error: {visible(redactor(os.environ)(message))}", err=True)
        return 2 if wrong_usage else 1
