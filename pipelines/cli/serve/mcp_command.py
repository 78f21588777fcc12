"""`parallax mcp`: the latest release as tools for an agent, over standard input and output."""

from __future__ import annotations

import io
import sys

from pipelines.cli.terminal.messages import tell
from pipelines.cli.terminal.options import HomeOption

EXAMPLES = """\b
Examples:
  parallax mcp --home /path/to/data
  claude mcp add parallax -- parallax mcp --home /path/to/data
"""


def mcp(home: HomeOption = None) -> None:
    """Serve the latest release to an agent over the Model Context Protocol. An agent's program starts this, not you.

    Tools: figure, find_markets, market, evidence, conflicts, publishers, shares, companies,
    drivers, events, search, release. `figure` gives a figure with its
    verdict and its quotes in one call. Ends when its input ends.
    """
    from pipelines.home import data_home
    from release.api.mcp import is_message, server
    from release.api.mcp_lines import ReadableLines

    if sys.stdin.isatty():
        tell("waiting for an agent's program on standard input; Ctrl-C ends it", style="dim")
    sys.stdin = io.TextIOWrapper(io.BufferedReader(ReadableLines(sys.stdin.buffer, is_message)), encoding="utf-8")
    server(data_home(home)).run("stdio")
