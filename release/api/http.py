"""The HTTP face: read-only GETs over the latest release, for this machine.

Belongs here: addresses, forms of an answer, errors as problem+json. Who may ask is in `host_guard.py`. What is
answered is in the modules beside this one. No CORS: pages of other origins cannot read an answer. No page of
documentation, which would load its scripts from elsewhere; `/openapi.json` is the documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from release.api import answer_forms as forms
from release.api import evidence as evidence_of
from release.api import figure as figure_of
from release.api import lists, questions, tables
from release.api import markets as markets_of
from release.api.addresses import own_names
from release.api.host_guard import OnlyOwnNames
from release.api.problems import PROBLEM, STATUS, Candidate, Kind, Problem, QuestionError
from release.api.row_forms import Answer
from release.api.source import Source, asked_of, open_source

_DESCRIPTION = """\
Market figures from conflicting vendor reports: estimates and refusals with verdict, interval and reason, every number
down to the words that state it. Read-only, always the latest release, whose id every answer carries (ETag).

Start with `/v1/figure`: one figure in one answer. Money is in base units (USD 65.28 billion is 65280000000), with the
exact decimal text beside each number. `as_of`, `known_by` and `certain` ask what could be said on a day; such an
answer is made on the question, takes some seconds, and has no ETag.

Errors are `application/problem+json`: what is wrong, where, what to do, and what may have been meant (`candidates`).
"""
_ADDRESSES = {
    "figure": "/v1/figure?market=NAME&year=2025",
    "markets": "/v1/markets?q=WORDS",
    "market": "/v1/markets/ID",
    "evidence": "/v1/evidence/ID",
    "conflicts": "/v1/conflicts?market=NAME",
    "publishers": "/v1/publishers",
    "shares": "/v1/shares?market=NAME",
    "companies": "/v1/companies?market=NAME",
    "drivers": "/v1/drivers?market=NAME",
    "events": "/v1/events?market=NAME",
    "search": "/v1/search?q=WORDS",
    "openapi": "/openapi.json",
}


def api(home: Path, *, host: str = "127.0.0.1") -> FastAPI:
    """The application.

    Args:
        home: data home; its latest release is looked up anew for every request.
        host: address to bind to; beyond loopback, requests by address or by this machine's names are also accepted.
    """
    app = FastAPI(
        title="parallax",
        version="1",
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        dependencies=[Depends(only_known_parameters)],
    )
    app.add_middleware(OnlyOwnNames, names=own_names(host))
    _add_errors(app)
    _add_answers(app, home)
    _add_lists(app, home)
    described = _described(app.openapi())
    app.openapi = lambda: described  # type: ignore[method-assign]
    return app


def _described(openapi: dict[str, Any]) -> dict[str, Any]:
    """The description as it is: problems in their own media type, and no null in an address, where none can be sent."""
    for path in openapi["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                schema = parameter["schema"]
                given: dict[str, Any] = next(iter(schema.pop("anyOf", ())), {})
                schema.update(given)
                parameter.setdefault("description", schema.pop("description", ""))
            for answer in operation["responses"].values():
                content = answer.get("content", {})
                if PROBLEM in content:
                    content[PROBLEM] = content.pop("application/json")
    return openapi


def only_known_parameters(request: Request) -> None:
    """Refuses a request with a parameter that its address does not take: a slip must not answer another question.

    Raises:
        QuestionError: names the parameters that it takes.
    """
    described = request.app.openapi()["paths"].get(request.scope["route"].path, {}).get("get", {})
    known = {one["name"] for one in described.get("parameters", ()) if one["in"] == "query"}
    unknown = sorted(set(request.query_params) - known)
    if unknown:
        takes = f"takes {', '.join(sorted(known))}" if known else "takes no parameter"
        candidates = [Candidate(id=name, name="a parameter of this address") for name in similar(unknown, known)]
        raise QuestionError("bad-parameter", f"{', '.join(unknown)}: unknown; {request.url.path} {takes}", candidates)


def similar(names: Iterable[str], known: Collection[str]) -> list[str]:
    """Names that may have been meant."""
    from rapidfuzz import fuzz, process

    found = [process.extractOne(name, sorted(known), scorer=fuzz.ratio, score_cutoff=70.0) for name in names]
    return list(dict.fromkeys(str(one[0]) for one in found if one is not None))


Past = tuple[date | None, date | None, bool]


def _past(
    as_of: Annotated[questions.AsOf | None, Query()] = None,
    known_by: Annotated[questions.KnownBy | None, Query()] = None,
    certain: Annotated[questions.Certain, Query()] = False,
) -> Past:
    return as_of, known_by, certain


def _reply(
    home: Path, request: Request, past: Past, marts: Collection[str], answer: Callable[[Source], Answer]
) -> Response:
    """One question on one release: 304 where the asker has its answer already; a list also as a table."""
    form = _wanted(request)
    with open_source(home, asked_of(*past), marts) as source:
        headers = {"Cache-Control": "no-store", "Vary": "Accept"}
        if source.etag is not None:
            etag = source.etag if form == JSON else f'{source.etag[:-1]}-{form.rpartition("/")[2]}"'
            headers |= {"Cache-Control": "no-cache", "ETag": etag}
            if _has(request, etag):
                return Response(status_code=304, headers=headers)
        found = answer(source)
        if form != JSON and type(found) in TABLES:
            assert isinstance(found, forms.Page)
            headers["X-Total-Count"] = str(found.total)
            return Response(tables.written(tables.as_table(source, found), form), media_type=form, headers=headers)
    return Response(found.model_dump_json(), media_type=JSON, headers=headers)


def _add_answers(app: FastAPI, home: Path) -> None:
    reply = partial(_reply, home)

    @app.get("/", response_model=forms.ReleaseAnswer, responses=_may_be("no-release"), summary="The release")
    @app.get("/v1/release", response_model=forms.ReleaseAnswer, responses=_may_be("no-release"), summary="The release")
    def release(request: Request) -> Response:
        """What the latest release says of itself: when it was published, rows, checks, versions; where to go on."""
        return reply(request, (None, None, False), (), lambda source: lists.release_info(source, _ADDRESSES))

    @app.get("/v1/figure", response_model=forms.FigureAnswer, responses=_may_be(*_NAMED), summary="One figure")
    def figure(
        request: Request,
        past: Annotated[Past, Depends(_past)],
        market: Annotated[questions.MarketName, Query()],
        year: Annotated[questions.Year, Query()],
        metric: Annotated[questions.MetricName, Query()] = "market_size",
        area: Annotated[questions.AreaName, Query()] = "World",
        segment: Annotated[questions.SegmentName | None, Query()] = None,
        unit: Annotated[questions.UnitName | None, Query()] = None,
    ) -> Response:
        """A market's figure of a year: estimate or refusal with its reason, verdict, interval and what it covers, each
        publisher's figure with its quote, conflicts, and related scopes, which are never pooled.
        """
        return reply(
            request,
            past,
            figure_of.MARTS,
            lambda source: figure_of.figure(source, market, year, metric, area, segment, unit),
        )

    @app.get(
        "/v1/markets", response_model=forms.MarketPage, responses=_may_be(*_PAST) | _TABULAR, summary="Find markets"
    )
    def markets(
        request: Request,
        past: Annotated[Past, Depends(_past)],
        q: Annotated[questions.Words | None, Query()] = None,
        limit: Annotated[questions.Limit, Query()] = questions.ROWS,
        offset: Annotated[questions.Offset, Query()] = 0,
    ) -> Response:
        """Markets by name, best first; all of them without `q`."""
        return reply(
            request,
            past,
            markets_of.LIST_MARTS,
            lambda source: markets_of.markets(source, q, limit, offset),
        )

    @app.get(
        "/v1/markets/{market}", response_model=forms.MarketAnswer, responses=_may_be(*_NAMED), summary="One market"
    )
    def market(
        request: Request,
        past: Annotated[Past, Depends(_past)],
        market: questions.MarketName,
        metric: Annotated[questions.MetricName | None, Query()] = None,
        limit: Annotated[questions.Limit, Query()] = questions.ROWS,
        offset: Annotated[questions.Offset, Query()] = 0,
    ) -> Response:
        """One market: its series by year, the publishers' figures side by side; `limit` counts series."""
        return reply(
            request,
            past,
            markets_of.MARTS,
            lambda source: markets_of.market(source, market, metric, limit, offset),
        )

    @app.get("/v1/evidence/{id}", response_model=forms.EvidenceAnswer, responses=_may_be(*_NAMED), summary="Evidence")
    def evidence(
        request: Request,
        past: Annotated[Past, Depends(_past)],
        id: questions.Id,
    ) -> Response:
        """An estimate, vendor figure, conflict, bridge, claim or decision down to its claims and their quotes."""
        return reply(request, past, evidence_of.MARTS, lambda source: evidence_of.evidence(source, id))

    @app.get(
        "/v1/conflicts", response_model=forms.ConflictPage, responses=_may_be(*_NAMED) | _TABULAR, summary="Conflicts"
    )
    def conflicts(
        request: Request,
        past: Annotated[Past, Depends(_past)],
        market: Annotated[questions.MarketName | None, Query()] = None,
        verdict: Annotated[questions.VerdictName | None, Query()] = None,
        limit: Annotated[questions.Limit, Query()] = questions.ROWS,
        offset: Annotated[questions.Offset, Query()] = 0,
    ) -> Response:
        """Conflicts and limits of comparison, worst first: both sides with their words, ratio, rule, explanation."""
        return reply(
            request,
            past,
            lists.CONFLICT_MARTS,
            lambda source: lists.conflicts(source, market, verdict, limit, offset),
        )

    @app.get(
        "/v1/publishers", response_model=forms.PublisherPage, responses=_may_be(*_PAST) | _TABULAR, summary="Publishers"
    )
    def publishers(
        request: Request,
        past: Annotated[Past, Depends(_past)],
        limit: Annotated[questions.Limit, Query()] = questions.ROWS,
        offset: Annotated[questions.Offset, Query()] = 0,
    ) -> Response:
        """Publishers with their record: arithmetic errors, revisions, conflicts."""
        return reply(
            request,
            past,
            lists.PUBLISHER_MARTS,
            lambda source: lists.publishers(source, limit, offset),
        )


def _add_lists(app: FastAPI, home: Path) -> None:
    reply = partial(_reply, home)

    def add_list(listed: tables.Listed, summary: str, said: str) -> None:
        def rows(
            request: Request,
            past: Annotated[Past, Depends(_past)],
            market: Annotated[questions.MarketName | None, Query()] = None,
            limit: Annotated[questions.Limit, Query()] = questions.ROWS,
            offset: Annotated[questions.Offset, Query()] = 0,
        ) -> Response:
            return reply(
                request,
                past,
                tables.marts_of(listed),
                lambda source: tables.row_list(source, listed, market, limit, offset),
            )

        rows.__doc__, rows.__name__ = said, listed
        app.get(f"/v1/{listed}", response_model=forms.RowPage, responses=_may_be(*_NAMED) | _TABULAR, summary=summary)(
            rows
        )

    for listed, (summary, said) in tables.LISTS.items():
        add_list(listed, summary, said)

    @app.get("/v1/search", response_model=forms.SearchPage, responses=_may_be(*_PAST), summary="Search")
    def search(
        request: Request,
        q: Annotated[questions.SearchWords, Query()],
        kind: Annotated[questions.KindOfText | None, Query()] = None,
        limit: Annotated[questions.Limit, Query()] = questions.ROWS,
        offset: Annotated[questions.Offset, Query()] = 0,
    ) -> Response:
        """Names, headlines, quotes, and columns by what they hold, best first; slips are forgiven."""
        return reply(request, (None, None, False), (), lambda source: lists.search(source, q, kind, limit, offset))


JSON = "application/json"
FORMS = (JSON, "text/csv", "application/vnd.apache.parquet")
TABLES = (forms.RowPage, forms.MarketPage, forms.ConflictPage, forms.PublisherPage)
_TABULAR: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Also as CSV or Parquet, by Accept, with all columns of the mart.",
        "content": {form: {} for form in FORMS[1:]},
    }
}


def _wanted(request: Request) -> str:
    """The form that a request likes best, by its Accept; JSON where it names none of ours."""
    liked = []
    for part in request.headers.get("accept", "").split(","):
        name, *parameters = (one.strip() for one in part.split(";"))
        quality = next((one[2:] for one in parameters if one.startswith("q=")), "1")
        try:
            liked.append((float(quality), name.lower()))
        except ValueError:
            continue
    ours = [(quality, name) for quality, name in liked if name in FORMS and quality > 0]
    return max(ours, key=lambda one: one[0])[1] if ours else JSON


_PAST: tuple[Kind, ...] = ("bad-question", "past-not-answerable", "bad-parameter", "no-release")
_NAMED: tuple[Kind, ...] = ("not-found", "ambiguous", *_PAST)


def _may_be(*kinds: Kind) -> dict[int | str, dict[str, Any]]:
    """Documentation of the problems that an address can answer with."""
    found: dict[int | str, dict[str, Any]] = {
        STATUS[kind]: {"model": Problem, "description": "Problem", "content": {PROBLEM: {}}} for kind in kinds
    }
    found[304] = {"description": "The client already has this answer (If-None-Match)."}
    return found


def _has(request: Request, etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    return etag in tags or "*" in tags


def _add_errors(app: FastAPI) -> None:
    def told(request: Request, error: QuestionError, headers: dict[str, str] | None = None) -> Response:
        problem = error.problem(request.url.path)
        waits = {"Retry-After": "30"} if problem.status == STATUS["busy"] else {}
        return Response(
            problem.model_dump_json(),
            problem.status,
            media_type=PROBLEM,
            headers={"Cache-Control": "no-store", **waits, **(headers or {})},
        )

    @app.exception_handler(QuestionError)
    def question(request: Request, error: QuestionError) -> Response:
        return told(request, error)

    @app.exception_handler(RequestValidationError)
    def parameter(request: Request, error: RequestValidationError) -> Response:
        said = "; ".join(f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors())
        return told(request, QuestionError("bad-parameter", f"{said}; /openapi.json says what each parameter takes"))

    @app.exception_handler(HTTPException)
    def no_such_address(request: Request, error: HTTPException) -> Response:
        if error.status_code == STATUS["not-allowed"]:
            wrong = QuestionError("not-allowed", f"{request.method}: this API is read-only; use GET")
            return told(request, wrong, dict(error.headers or {}))
        return told(request, QuestionError("not-found", f"{request.url.path}: no such address; / lists all addresses"))

    @app.exception_handler(Exception)
    def bug(request: Request, error: Exception) -> Response:
        return told(request, QuestionError("bug", "internal error; see the log of the process"))
