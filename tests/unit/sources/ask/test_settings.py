"""Settings from a file and from variables; the key is in no text that anybody prints."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from sources.ask.calling import CallFailed, call, client_of
from sources.ask.settings import KEY_VARIABLE, NAME, Settings, read_settings
from sources.reviewed import ReviewedFileError
from tests.model_server import Reply, model_server
from tests.second_pages import question

KEY = "sk-do-not-print-me"
FILE = "url: http://127.0.0.1:8000/v1\nmodel: local\n"


def test_without_a_model_there_are_no_settings(tmp_path: Path) -> None:
    assert read_settings(tmp_path, {}) is None
    assert read_settings(tmp_path, {KEY_VARIABLE: KEY, "PARALLAX_MODEL_READS": "all"}) is None


def test_variables_win_over_the_file(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(FILE + "reads: unsure\nbudget: {calls: 3}\n")
    told = read_settings(
        tmp_path, {"PARALLAX_MODEL": "other", "PARALLAX_MODEL_READS": "all", "PARALLAX_MODEL_CALLS_AT_ONCE": "2"}
    )

    assert told is not None
    assert (told.model, told.reads, told.calls_at_once, told.budget.calls) == ("other", "all", 2, 3)


def test_a_file_of_an_earlier_version_still_opens(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(FILE + "wait_seconds: 2\nlongest_wait_seconds: 9\n")

    assert read_settings(tmp_path, {}) is not None


def test_variables_alone_are_enough(tmp_path: Path) -> None:
    told = read_settings(
        tmp_path, {"PARALLAX_MODEL": "m", "PARALLAX_MODEL_URL": "http://127.0.0.1/v1", KEY_VARIABLE: KEY}
    )

    assert told is not None
    assert told.key and told.key.get_secret_value() == KEY


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("key: " + KEY, "does not belong"),
        ("modle: x", "modle"),
        ("calls_at_once: 0", "calls_at_once"),
        ("call_seconds: .inf", "call_seconds"),
        ("budget: {usd: -1}", "budget.usd"),
        ("budget: {minutes: .inf}", "budget.minutes"),
        ("price: {input: .nan}", "price.input"),
        ("key_file: not-there", "key_file"),
        ("reads: some", "reads"),
    ],
)
def test_a_wrong_file_is_refused_and_says_where(tmp_path: Path, more: str, said: str) -> None:
    (tmp_path / NAME).write_text(FILE + more + "\n")
    with pytest.raises(ReviewedFileError, match=said) as refused:
        read_settings(tmp_path, {KEY_VARIABLE: KEY})

    assert KEY not in str(refused.value)
    assert NAME in str(refused.value)


def test_a_password_does_not_belong_into_an_address(tmp_path: Path) -> None:
    with pytest.raises(ReviewedFileError, match="address") as refused:
        read_settings(tmp_path, {"PARALLAX_MODEL": "m", "PARALLAX_MODEL_URL": f"http://me:{KEY}@127.0.0.1/v1"})

    assert KEY not in str(refused.value)


def test_a_key_file_is_found_beside_the_settings(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(FILE + "key_file: key.txt\n")
    (tmp_path / "key.txt").write_text(KEY + "\n")
    told = read_settings(tmp_path, {})

    assert told is not None
    assert told.key and told.key.get_secret_value() == KEY


def test_the_key_is_in_no_text_of_the_settings() -> None:
    told = Settings.model_validate({"url": "http://127.0.0.1/v1", "model": "m", "key": KEY})
    texts = [repr(told), str(told), told.model_dump_json(), str(told.model_dump()), told.shape, str(told.model_copy())]

    assert not [text for text in texts if KEY in text]
    assert told.key and told.key.get_secret_value() == KEY


@pytest.mark.parametrize("status", [401, 500, 200])
def test_the_key_is_sent_and_neither_logged_nor_told(status: int, caplog: pytest.LogCaptureFixture) -> None:
    _, only = question()
    caplog.set_level(logging.DEBUG)

    async def one(settings: Settings) -> str:
        client = client_of(settings)
        try:
            return (await call(client, settings, only, "plain"))[0]
        except CallFailed as failed:
            return str(failed) + repr(failed)
        finally:
            await client.close()

    with model_server(lambda asked: Reply(f"your key is {KEY}" if status != 200 else "{}", status)) as server:
        told = asyncio.run(one(Settings.model_validate({"url": server.url, "model": "m", "key": KEY})))

    sent = {name.lower(): value for name, value in server.asked[0].headers.items()}
    assert sent["authorization"] == f"Bearer {KEY}"
    assert KEY not in told
    assert KEY not in caplog.text
