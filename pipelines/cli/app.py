"""The program: its commands and the handling of errors.

Known errors are one sentence on standard error; a traceback means a bug.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from pipelines.cli.explore import (
    cite_command,
    diff_command,
    explain_command,
    export_command,
    show_command,
)
from pipelines.cli.operate import (
    backup_command,
    dev_command,
    doctor_command,
    migrate_command,
    service_command,
    tidy_command,
)
from pipelines.cli.publish import add_command, backfill_command, feeds_command, rebuild_command, run_command
from pipelines.cli.read import ask_command, extract_command, fuse_command, scopes_command
from pipelines.cli.review import review_command
from pipelines.cli.serve import mcp_command, serve_command
from pipelines.cli.sql import sql_command
from pipelines.cli.terminal.errors import in_words, usage_error
from pipelines.cli.terminal.messages import restored, tell
from pipelines.cli.terminal.stopping import Stopped
from pipelines.logs.redaction import redactor

app = typer.Typer(
    name="parallax",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    help=(
        "Market figures from conflicting vendor reports: every number traced, every disagreement explained.\n\n"
        "\b\n"
        "Start here:\n"
        "  parallax run                                    publish a release from the bundled sample reports\n"
        "  parallax run --inbox REPORTS                    ... from your own folder of reports\n"
        "  parallax add FILE --inbox REPORTS               put a report there and see what was read\n"
        '  parallax show "industrial heat pump"            one market, the vendors side by side\n'
        "  parallax explain ID                             one figure, down to the words that state it\n"
        "  parallax cite ID --style bibtex                 the same as a citation\n"
        '  parallax sql "from marts.market_estimates"      query the release in SQL\n'
        "  parallax review                                 questions that need a person\n"
        "  parallax fuse CLAIMS.csv                        reconcile claims of your own\n\n"
        "The data home is --home, else PARALLAX_HOME, else ./data."
    ),
)

_INTERRUPTED = 130


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        tell(f"parallax {version('parallax')}", to="stdout")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of the program itself."""


app.command("run", epilog=run_command.EXAMPLES)(run_command.run)
app.command("add", epilog=add_command.EXAMPLES)(add_command.add)
app.command("extract", epilog=extract_command.EXAMPLES)(extract_command.extract)
app.command("show", epilog=show_command.EXAMPLES)(show_command.show)
app.command("explain", epilog=explain_command.EXAMPLES)(explain_command.explain)
app.command("cite", epilog=cite_command.EXAMPLES)(cite_command.cite)
app.command("sql", epilog=sql_command.EXAMPLES)(sql_command.sql)
app.command("fuse", epilog=fuse_command.EXAMPLES)(fuse_command.fuse)
app.add_typer(review_command.app, name="review")
app.command("scopes", epilog=scopes_command.EXAMPLES)(scopes_command.scopes)
app.command("diff", epilog=diff_command.EXAMPLES)(diff_command.diff)
app.command("export", epilog=export_command.EXAMPLES)(export_command.export)
app.command("serve", epilog=serve_command.EXAMPLES)(serve_command.serve)
app.command("mcp", epilog=mcp_command.EXAMPLES)(mcp_command.mcp)
app.command("feeds", epilog=feeds_command.FEEDS_EXAMPLES)(feeds_command.feeds)
app.command("fetch", epilog=feeds_command.FETCH_EXAMPLES)(feeds_command.fetch)
app.command("dev", epilog=dev_command.EXAMPLES)(dev_command.dev)
app.command("doctor", epilog=doctor_command.EXAMPLES)(doctor_command.doctor)
app.command("rebuild", epilog=rebuild_command.EXAMPLES)(rebuild_command.rebuild)
app.command("tidy", epilog=tidy_command.EXAMPLES)(tidy_command.tidy)
app.command("backup", epilog=backup_command.EXAMPLES)(backup_command.backup)
app.command("migrate", epilog=migrate_command.EXAMPLES)(migrate_command.migrate)
app.command("daemon", epilog=service_command.DAEMON_EXAMPLES)(service_command.daemon)
app.command("webserver", epilog=service_command.WEBSERVER_EXAMPLES)(service_command.webserver)
app.command("backfill", epilog=backfill_command.EXAMPLES)(backfill_command.backfill)
app.command("ask", epilog=ask_command.EXAMPLES)(ask_command.ask)


def main(arguments: list[str] | None = None) -> None:
    """Runs the program and exits: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 ended by SIGTERM."""
    sys.exit(_code_of(sys.argv[1:] if arguments is None else arguments))


def _code_of(arguments: list[str]) -> int:
    try:
        # A call without arguments is shown the help, and ends as a wrong one.
        code = app(args=arguments or ["--help"], prog_name="parallax", standalone_mode=False)
        sys.stdout.flush()
        if not arguments:
            return 2
        if code == _INTERRUPTED:  # Typer turns Ctrl-C into an exit code and says nothing
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        # Whoever read our output has seen enough (`| head`); a second complaint at exit must not follow.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Stopped as stopped:  # has said so
        return stopped.code
    except (KeyboardInterrupt, typer.Abort):
        tell("interrupted; the last release is unchanged")
        return _INTERRUPTED
    except typer.Exit as stop:
        return stop.exit_code
    except Exception as error:
        wrong_usage = usage_error(error)
        message = wrong_usage or in_words(error)
        if message is None:
            raise
        told = restored(message)
        hidden = redactor(os.environ)(told)
        tell(message if hidden == told else hidden, word="error:")
        return 2 if wrong_usage else 1
