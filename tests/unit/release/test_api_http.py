"""The HTTP face: addresses, headers, problems; and its OpenAPI held against what it does, by schemathesis."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup

from release.api import http, lists
from release.manifest import write_manifest
from release.record import Release

BASE = "http://127.0.0.1:8350"
PROBLEM = "application/problem+json"


def _client(home: Path) -> TestClient:
    return TestClient(http.api(home), base_url=BASE, raise_server_exceptions=False)


@pytest.fixture
def client(release: Release) -> Iterator[TestClient]:
    with _client(release.path.parents[1]) as opened:
        yield opened


def _problem(answer: Any, status: int, kind: str) -> dict[str, Any]:
    assert answer.status_code == status
    assert answer.headers["content-type"] == PROBLEM
    found: dict[str, Any] = answer.json()
    assert (found["status"], found["type"]) == (status, f"urn:parallax:problem:{kind}")
    assert "Traceback" not in answer.text
    return found


def test_one_get_gives_a_figure_with_verdict_and_quote(client: TestClient) -> None:
    answer = client.get("/v1/figure", params={"market": "widget", "year": 2025})
    assert answer.status_code == 200
    found = answer.json()
    assert (found["estimate"]["verdict"], found["estimate"]["value"]["value"]) == ("agree", 9972000000)
    assert found["figures"][0]["quotes"][0]["quote"] == "USD 10.0 billion"
    assert '"value":9972000000,' in answer.text  # an integer, as it was counted


@pytest.mark.parametrize(
    "address",
    ["/", "/v1/release", "/v1/markets", "/v1/markets?q=widget", "/v1/markets/widget", "/v1/conflicts", "/v1/publishers",
     "/v1/evidence/c01c", "/openapi.json"],
)  # fmt: skip
def test_every_address_answers_json(client: TestClient, address: str) -> None:
    answer = client.get(address)
    if address == "/v1/evidence/c01c":  # no such id in the small world
        _problem(answer, 404, "not-found")
        return
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("address", "told", "candidates"),
    [
        (
            "/v1/figure?market=widget&year=2025&aera=Japan",
            "aera: unknown; /v1/figure takes area, as_of, certain,",
            ["area"],
        ),
        (
            "/v1/markets?query=widget",
            "query: unknown; /v1/markets takes as_of, certain, known_by, limit, offset, q",
            [],
        ),
        ("/v1/markets/widget?years=2025", "years: unknown; /v1/markets/widget takes as_of,", []),
        ("/v1/release?limit=3", "limit: unknown; /v1/release takes no parameter", []),
    ],
)
def test_a_parameter_that_an_address_does_not_take_is_refused(
    client: TestClient, address: str, told: str, candidates: list[str]
) -> None:
    found = _problem(client.get(address), 422, "bad-parameter")
    assert told in found["detail"]
    assert [one["id"] for one in found["candidates"]] == candidates


@pytest.mark.parametrize("listed", ["shares", "companies", "drivers", "events"])
def test_a_list_gives_the_rows_of_its_mart(client: TestClient, release: Release, listed: str) -> None:
    found = client.get(f"/v1/{listed}").json()
    (count,) = duckdb.sql(f"SELECT count(*) FROM '{release.parquet / found['mart']}.parquet'").fetchone() or (0,)
    assert found["total"] == len(found["rows"]) == count
    assert client.get(f"/v1/{listed}?market=nothing+like+it").status_code == 404


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("/v1/markets", "market_id"),
        ("/v1/conflicts", "conflict_id"),
        ("/v1/publishers", "publisher_id"),
        ("/v1/drivers", "driver_id"),
    ],
)
def test_a_list_is_also_csv_and_parquet_in_the_same_order(client: TestClient, address: str, key: str) -> None:
    page = client.get(address).json()
    rows = page.get("rows") or page[address.rpartition("/")[2]] if page["total"] else []
    as_csv = client.get(address, headers={"Accept": "application/json;q=0.5, text/csv"})
    assert as_csv.headers["content-type"] == "text/csv; charset=utf-8"
    assert as_csv.headers["x-total-count"] == str(page["total"])
    assert [row[key] for row in csv.DictReader(io.StringIO(as_csv.text))] == [row[key] for row in rows]
    as_parquet = client.get(address, headers={"Accept": "application/vnd.apache.parquet"})
    assert pl.read_parquet(io.BytesIO(as_parquet.content))[key].to_list() == [row[key] for row in rows]
    assert len({client.get(address).headers["etag"], as_csv.headers["etag"], as_parquet.headers["etag"]}) == 3


@pytest.mark.parametrize(
    "accept", ["*/*", "text/html", "text/csv;q=0", "text/csv;q=x", "text/csv;q=0.1, application/json"]
)
def test_without_a_wish_for_a_table_a_list_is_json(client: TestClient, accept: str) -> None:
    assert client.get("/v1/markets", headers={"Accept": accept}).headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("asked", "kind", "first"),
    [
        ("smart widgte", None, ("market", "smart-widget")),
        ("borealis insihgts", None, ("publisher", "borealis")),
        ("8.8 billion", "quote", ("quote", None)),
        ("next independent publisher interval lower", "column", ("column", "marts.market_estimates.predicted_low")),
    ],
)
def test_search_forgives_a_slip_in_names_quotes_and_columns(
    client: TestClient, asked: str, kind: str | None, first: tuple[str, str | None]
) -> None:
    found = client.get("/v1/search", params={"q": asked} | ({"kind": kind} if kind else {})).json()["found"]
    assert found[0]["kind"] == first[0]
    assert first[1] in (None, found[0]["id"])
    assert client.get("/v1/search", params={"q": "xqzzyv"}).json()["total"] == 0


def test_the_etag_is_the_releases_and_spares_a_second_answer(client: TestClient, release: Release) -> None:
    first = client.get("/v1/markets")
    assert first.headers["etag"] == f'"{release.release_id}-{release.fingerprint[:12]}"'
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/v1/markets", headers={"If-None-Match": f'"other", W/{first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/v1/markets", headers={"If-None-Match": '"other"'}).status_code == 200


def test_the_pointer_is_read_anew_for_every_request(tmp_path: Path, release: Release) -> None:
    folder = tmp_path / "releases"
    client = _client(tmp_path)
    found = _problem(client.get("/v1/markets"), 503, "no-release")
    assert "run `parallax run` first" in found["detail"]
    for release_id in ("r000001", "r000002"):
        shutil.copytree(release.path, folder / release_id)
        (folder / release_id).chmod(0o755)
        record = folder / release_id / "release.json"
        record.chmod(0o644)
        record.write_text(json.dumps(json.loads(record.read_text()) | {"release_id": release_id}))
        (folder / release_id / "manifest.sha256").chmod(0o644)
        write_manifest(folder / release_id)
        (folder / "latest").unlink(missing_ok=True)
        (folder / "latest").symlink_to(release_id)
        assert client.get("/v1/release").json()["release_id"] == release_id
    (folder / "latest").unlink()
    (folder / "latest").symlink_to("r000009")
    _problem(client.get("/v1/figure", params={"market": "widget", "year": 2025}), 503, "no-release")


def test_a_page_of_another_origin_gets_nothing(client: TestClient) -> None:
    _problem(client.get("/v1/markets", headers={"host": "evil.example"}), 421, "bad-host")
    answer = client.get("/v1/markets", headers={"origin": "https://evil.example"})
    assert "access-control-allow-origin" not in answer.headers
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["x-content-type-options"] == "nosniff"
    _problem(client.options("/v1/markets", headers={"origin": "https://evil.example"}), 405, "not-allowed")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_nothing_can_be_changed(client: TestClient, method: str) -> None:
    assert client.request(method, "/v1/markets").headers["allow"] == "GET"


@pytest.mark.parametrize(
    ("address", "status", "kind", "told"),
    [
        ("/v1/figure?market=widget", 422, "bad-parameter", "query.year"),
        ("/v1/figure?market=widget&year=twenty", 422, "bad-parameter", "query.year"),
        ("/v1/figure?market=a%00b&year=2025", 422, "bad-parameter", "query.market"),
        (f"/v1/figure?market={'x' * 201}&year=2025", 422, "bad-parameter", "at most 200"),
        ("/v1/figure?market=widget&year=2025&metric=beauty", 422, "bad-parameter", "query.metric"),
        ("/v1/figure?market=widget&year=2025&as_of=yesterday", 422, "bad-parameter", "query.as_of"),
        ("/v1/figure?market=widget&year=2025&area=Atlantis", 404, "not-found", "no area of that name"),
        ("/v1/figure?market=widget&year=2025&segment=stone", 404, "not-found", "no segment of Widget"),
        ("/v1/figure?market=%E2%80%AEtegdiw&year=2025", 404, "not-found", "no market of that name"),
        ("/v1/figure?market='%3B%20DROP%20TABLE%20marts.markets--&year=2025", 404, "not-found", "DROP TABLE"),
        ("/v1/figure?market=widget&year=2025&certain=true", 400, "bad-question", "certain needs as_of"),
        ("/v1/markets?limit=1000000", 422, "bad-parameter", "less than or equal to 200"),
        ("/v1/markets?limit=-1", 422, "bad-parameter", "query.limit"),
        ("/v1/markets?offset=99999999999999999999", 422, "bad-parameter", "query.offset"),
        ("/v1/markets/no-such", 404, "not-found", "no market of that name"),
        ("/v1/markets/..%2F..%2Fetc", 404, "not-found", ""),
        ("/v1/evidence/zzzz", 404, "not-found", "starting with this"),
        ("/v2/figure", 404, "not-found", "no such address"),
        ("/docs", 404, "not-found", "no such address"),  # its scripts would come from elsewhere
    ],
)
def test_a_problem_says_what_where_and_what_to_do(
    client: TestClient, address: str, status: int, kind: str, told: str
) -> None:
    assert told in _problem(client.get(address), status, kind)["detail"]


def test_a_bug_shows_no_trace(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(lists, "publishers", broken)
    answer = client.get("/v1/publishers")
    _problem(answer, 500, "bug")
    assert "secret" not in answer.text
    assert "Zero" not in answer.text


def test_a_release_that_cannot_tell_its_past_says_so(client: TestClient) -> None:
    # The small world has no layer raw, which the past is made of.
    answer = client.get("/v1/figure", params={"market": "widget", "year": 2025, "as_of": "2026-01-01"})
    _problem(answer, 409, "past-not-answerable")
    assert "etag" not in answer.headers


def test_many_ask_at_once_and_get_the_same(client: TestClient) -> None:
    def ask(number: int) -> tuple[int, str]:
        address = ("/v1/figure?market=widget&year=2025", "/v1/conflicts", "/v1/markets/widget")[number % 3]
        answer = client.get(address)
        return number % 3, answer.text if answer.status_code == 200 else f"{answer.status_code}"

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(48)))
    assert len(set(answers)) == 3


def test_every_address_and_parameter_is_described(client: TestClient) -> None:
    openapi = client.get("/openapi.json").json()
    for path, methods in openapi["paths"].items():
        assert list(methods) == ["get"], path
        assert methods["get"]["description"]
        for parameter in methods["get"].get("parameters", []):
            assert parameter["description"], f"{path} {parameter['name']}"
            assert "anyOf" not in parameter["schema"]
        for status, answer in methods["get"]["responses"].items():
            assert status in ("200", "304") or list(answer["content"]) == [PROBLEM]


@pytest.fixture(scope="module")
def openapi(release: Release) -> Any:
    """The application with its description, as schemathesis asks it."""
    app: FastAPI = http.api(release.path.parents[1])
    # "certain" without a day is well formed and makes no sense: 400.
    accepted = {"positive_data_acceptance": {"expected-statuses": ["2xx", "304", "400", "404", "409"]}}
    config = schemathesis.Config.from_dict({"checks": accepted, "base-url": BASE})
    return schemathesis.openapi.from_asgi("/openapi.json", app, config=config, headers={"Host": "127.0.0.1:8350"})


@pytest.mark.parametrize(
    "address",
    ["/", "/v1/release", "/v1/figure", "/v1/markets", "/v1/markets/{market}", "/v1/evidence/{id}", "/v1/conflicts",
     "/v1/publishers"],
)  # fmt: skip
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_whatever_is_asked_the_answer_is_as_described(openapi: Any, address: str, mode: GenerationMode) -> None:
    operation = openapi[address]["GET"]
    if mode.is_negative and not (operation.query or operation.path_parameters):
        pytest.skip("takes no parameter that could be wrong")

    @settings(max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def holds(case: Any) -> None:
        case.call_and_validate()

    holds()


def test_every_address_is_tried(openapi: Any) -> None:
    assert len(list(openapi.get_all_operations())) == 13


@pytest.mark.parametrize(
    ("address", "path", "query"),
    [
        ("/v1/figure", {}, {"market": "widget", "year": 2025}),
        ("/v1/figure", {}, {"market": "widget", "year": 2025, "metric": "share", "segment": "cloud"}),
        ("/v1/figure", {}, {"market": "widget", "year": 2050}),
        ("/v1/figure", {}, {"market": "smart", "year": 2025}),
        ("/v1/markets", {}, {"q": "widgets", "limit": 1}),
        ("/v1/markets/{market}", {"market": "widget"}, {"metric": "cagr"}),
        ("/v1/evidence/{id}", {"id": "ESTIMATE"}, {}),
        ("/v1/evidence/{id}", {"id": "CONFLICT"}, {}),
        ("/v1/conflicts", {}, {"market": "widget", "verdict": "conflict_likely"}),
    ],
)
def test_what_is_known_is_answered_as_described(
    openapi: Any, client: TestClient, address: str, path: dict[str, Any], query: dict[str, Any]
) -> None:
    found = client.get("/v1/figure", params={"market": "widget", "year": 2025}).json()["estimate"]
    ids = {"ESTIMATE": found["estimate_id"], "CONFLICT": found["conflict_ids"][0]}
    named = {key: ids.get(value, value) for key, value in path.items()}
    openapi[address]["GET"].Case(path_parameters=named, query=query).call_and_validate()


def test_an_answer_in_another_form_would_be_noticed(openapi: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "publishers", lambda source, limit, offset: lists.release_info(source))
    with pytest.raises(FailureGroup, match="schema"):
        openapi["/v1/publishers"]["GET"].Case().call_and_validate()
