"""The second reader's asset: its numbers and its checks, in process."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
import pytest

from pipelines.defs.build import build_defs
from pipelines.defs.resources import Home
from pipelines.progress import LoggedProgress
from tests.model_server import Asked, choices, model_server

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_fork_server")]

TEXT = "# {title} Kettle Market\n\nThe global {name} kettle market was valued at USD 4.2 billion in 2024.\n"
RIGHT = choices({"figure": 1, "metric": "market_size", "year": "2024", "status": "historical"})


def ingested(folder: Path, *names: str) -> dg.ExecuteInProcessResult:
    """The job `ingest_only` over a report of each kettle."""
    (folder / "inbox").mkdir(exist_ok=True)
    for name in names:
        (folder / "inbox" / f"{name}.md").write_text(TEXT.format(title=name.title(), name=name))
    home = Home(home=str(folder / "home"), inbox=str(folder / "inbox"))
    job = build_defs(resource_overrides={"home": home, "progress": LoggedProgress()}).resolve_job_def("ingest_only")
    return job.execute_in_process()


def metadata(result: dg.ExecuteInProcessResult) -> dict[str, object]:
    """What the asset says of its run."""
    (found,) = result.asset_materializations_for_node("ledger__second_readings")
    return {name: value.value for name, value in found.metadata.items()}


def failed(result: dg.ExecuteInProcessResult) -> set[str]:
    """Checks of the asset that did not pass; all of them warn."""
    found = [check for check in result.get_asset_check_evaluations() if check.asset_key.path[-1] == "second_readings"]
    assert len(found) == 4
    assert {check.severity for check in found} == {dg.AssetCheckSeverity.WARN}
    return {check.check_name for check in found if not check.passed}


def test_checks_say_what_became_of_the_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One answer is taken, one names a year that stands nowhere, one is none."""
    answers = {
        "frost": RIGHT,
        "moss": choices({"figure": 1, "metric": "market_size", "year": "2031"}),
        "salt": "As I cannot help with that",
    }

    def answering(asked: Asked) -> str:
        (words,) = (words for name, words in answers.items() if f"global {name} kettle" in asked.message)
        return words

    with model_server(answering) as server:
        monkeypatch.setenv("PARALLAX_MODEL_URL", server.url)
        monkeypatch.setenv("PARALLAX_MODEL", "quill-1")
        monkeypatch.setenv("PARALLAX_MODEL_READS", "all")
        result = ingested(tmp_path, *answers)
        assert result.success
        told = metadata(result)
        assert (told["questions_asked"], told["tokens_in"], told["tokens_out"]) == (3, 300, 30)
        assert (told["choices_refused"], told["choices_verified"]) == (1, 1)
        assert failed(result) == {"answers_verified", "answers_readable"}


def test_a_server_that_is_not_there_warns_and_a_home_without_a_model_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed_port: int
) -> None:
    result = ingested(tmp_path, "frost")
    assert (result.success, failed(result), metadata(result)["model"]) == (True, set(), "none is set up")
    (tmp_path / "home" / "second_reader.yml").write_text(
        f"url: http://127.0.0.1:{closed_port}/v1\nmodel: quill-1\nreads: all\ntries: 1\n"
    )
    result = ingested(tmp_path, "frost")
    assert (result.success, failed(result), metadata(result)["questions_answered"]) == (True, {"answers_came"}, 0)
