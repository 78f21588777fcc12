"""The MCP face: the same questions as tools for agents, over standard input and output.

Belongs here: names and words of the tools. What is answered is in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations, jsonrpc_message_adapter

from release.api import answer_forms, lists, questions, row_forms, tables
from release.api import evidence as evidence_of
from release.api import figure as figure_of
from release.api import markets as markets_of
from release.api.problems import QuestionError
from release.api.source import Source, asked_of, open_source
from release.api.tables import LISTS

ROWS = 20  # fewer than over HTTP: an agent reads what it gets
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_INSTRUCTIONS = """\
Market figures from conflicting vendor reports, with verdicts and quotes; read-only, latest release.
Ask `figure` first: one call gives estimate or refusal, verdict, interval, each publisher's figure and its quote.
Cite the quotes. A refusal is an answer: do not average what it lists, and never pool related scopes.
An unknown market name is refused with candidates; ask again with the id of the one you mean.
"""


def server(home: Path) -> MCPServer[object]:
    """The server with its tools, over the latest release of a data home, looked up anew for every call."""
    mcp: MCPServer[object] = MCPServer("parallax", title="Parallax", instructions=_INSTRUCTIONS, log_level="WARNING")

    @contextmanager
    def source(
        marts: Collection[str], as_of: date | None = None, known_by: date | None = None, certain: bool = False
    ) -> Iterator[Source]:
        try:
            with open_source(home, asked_of(as_of, known_by, certain), marts) as opened:
                yield opened
        except QuestionError as error:
            raise ToolError(error.in_words()) from error

    @mcp.tool(title="One figure with verdict and quotes", annotations=_READ_ONLY)
    def figure(
        market: questions.MarketName,
        year: questions.Year,
        metric: questions.MetricName = "market_size",
        area: questions.AreaName = "World",
        segment: questions.SegmentName | None = None,
        unit: questions.UnitName | None = None,
        as_of: questions.AsOf | None = None,
        known_by: questions.KnownBy | None = None,
        certain: questions.Certain = False,
    ) -> Annotated[CallToolResult, answer_forms.FigureAnswer]:
        """A market's figure of a year in one call: estimate or refusal with its reason, verdict, interval, each
        publisher's figure with its quote, conflicts, and related scopes (never pool them). Read `answer` first.
        """
        with source(figure_of.MARTS, as_of, known_by, certain) as opened:
            return _told(figure_of.figure(opened, market, year, metric, area, segment, unit))

    @mcp.tool(title="Find markets", annotations=_READ_ONLY)
    def find_markets(
        words: questions.Words = "",
        limit: questions.Limit = ROWS,
        offset: questions.Offset = 0,
        as_of: questions.AsOf | None = None,
    ) -> Annotated[CallToolResult, answer_forms.MarketPage]:
        """Markets by words of their names, best first; without words all of them."""
        with source(markets_of.LIST_MARTS, as_of) as opened:
            return _told(markets_of.markets(opened, words, limit, offset))

    @mcp.tool(title="All series of one market", annotations=_READ_ONLY)
    def market(
        market: questions.MarketName,
        metric: questions.MetricName | None = None,
        limit: questions.Limit = 5,
        offset: questions.Offset = 0,
        as_of: questions.AsOf | None = None,
        known_by: questions.KnownBy | None = None,
        certain: questions.Certain = False,
    ) -> Annotated[CallToolResult, answer_forms.MarketAnswer]:
        """One market's estimates by series and year with the publishers side by side, whole market first, without
        quotes. Large: name a metric, or page (`limit` counts series).
        """
        with source(markets_of.MARTS, as_of, known_by, certain) as opened:
            return _told(markets_of.market(opened, market, metric, limit, offset))

    @mcp.tool(title="The evidence behind an id", annotations=_READ_ONLY)
    def evidence(id: questions.Id) -> Annotated[CallToolResult, answer_forms.EvidenceAnswer]:
        """An estimate, vendor figure, conflict, bridge, claim or decision down to its claims and every quote."""
        with source(evidence_of.MARTS) as opened:
            return _told(evidence_of.evidence(opened, id))

    @mcp.tool(title="Conflicts", annotations=_READ_ONLY)
    def conflicts(
        market: questions.MarketName | None = None,
        verdict: questions.VerdictName | None = None,
        limit: questions.Limit = ROWS,
        offset: questions.Offset = 0,
        as_of: questions.AsOf | None = None,
    ) -> Annotated[CallToolResult, answer_forms.ConflictPage]:
        """Where publishers disagree or cannot be compared, worst first: both sides with their words, ratio, rule."""
        with source(lists.CONFLICT_MARTS, as_of) as opened:
            return _told(lists.conflicts(opened, market, verdict, limit, offset))

    @mcp.tool(title="Publishers and their record", annotations=_READ_ONLY)
    def publishers(
        limit: questions.Limit = ROWS, offset: questions.Offset = 0
    ) -> Annotated[CallToolResult, answer_forms.PublisherPage]:
        """Publishers with their tier, licence, and record: arithmetic errors, revisions, conflicts."""
        with source(lists.PUBLISHER_MARTS) as opened:
            return _told(lists.publishers(opened, limit, offset))

    def add_list(listed: tables.Listed, title: str, said: str) -> None:
        def rows(
            market: questions.MarketName | None = None,
            limit: questions.Limit = ROWS,
            offset: questions.Offset = 0,
            as_of: questions.AsOf | None = None,
        ) -> Annotated[CallToolResult, answer_forms.RowPage]:
            with source(tables.marts_of(listed), as_of) as opened:
                return _told(tables.row_list(opened, listed, market, limit, offset))

        mcp.tool(name=listed, title=title, description=said, annotations=_READ_ONLY)(rows)

    for listed, (title, said) in LISTS.items():
        add_list(listed, title, said)

    @mcp.tool(title="Search names, quotes and columns", annotations=_READ_ONLY)
    def search(
        words: questions.SearchWords,
        kind: questions.KindOfText | None = None,
        limit: questions.Limit = ROWS,
        offset: questions.Offset = 0,
    ) -> Annotated[CallToolResult, answer_forms.SearchPage]:
        """Names, headlines, quotes, and columns by what they hold, best first; slips are forgiven."""
        with source(()) as opened:
            return _told(lists.search(opened, words, kind, limit, offset))

    @mcp.tool(title="The release", annotations=_READ_ONLY)
    def release() -> Annotated[CallToolResult, answer_forms.ReleaseAnswer]:
        """Which release answers: when it was published, what it holds, whether its checks passed."""
        with source(()) as opened:
            return _told(lists.release_info(opened))

    return mcp


def is_message(line: bytes) -> bool:
    """Whether the protocol's reader takes a line."""
    try:
        jsonrpc_message_adapter.validate_json(line.decode("utf-8", "replace"), by_name=False)
    except ValueError:
        return False
    return True


def _told(answer: row_forms.Answer) -> CallToolResult:
    """An answer as data in full, and as text without what is empty, which a model would read in vain."""
    said = answer.model_dump_json(exclude_none=True, exclude_defaults=True)
    return CallToolResult(
        content=[TextContent(type="text", text=said)], structured_content=answer.model_dump(mode="json")
    )
