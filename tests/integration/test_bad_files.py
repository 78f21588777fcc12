"""Bad files among good ones: each is set aside with its reason, all others land, the run ends well with a warning."""

from __future__ import annotations

from pathlib import Path

from tests.integration.conftest import Published, parallax

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 64
GOOD = "Tide Gauge Market\n\nThe tide gauge market was valued at USD 1.4 billion in 2025 and is projected to reach USD 2.2 billion by 2032, at a CAGR of 6.7% from 2025 to 2032.\n"


def test_a_folder_of_good_and_bad_files_lands_what_can_be_read(tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "empty.txt").write_bytes(b"")
    (inbox / "picture.pdf").write_bytes(PNG)
    samples = Path(__file__).resolve().parents[2] / "sources" / "samples" / "inbox"
    whole = next(samples.glob("*.pdf")).read_bytes()
    (inbox / "truncated.pdf").write_bytes(whole[: len(whole) // 2])
    (inbox / "long-line.txt").write_text(
        "The buoy market was valued at USD 3.1 billion in 2025. " * 90_000, encoding="utf-8"
    )
    (inbox / "good.txt").write_text(GOOD, encoding="utf-8")
    home = tmp_path / "home"

    done = parallax("run", "--inbox", str(inbox), home=home)

    assert done.returncode == 0, done.stderr
    assert "quarantine" in (done.stderr + done.stdout).lower()
    published = Published(home, done.stderr)
    reasons = {r["name"]: r["reason"] for r in published.rows("select name, reason from marts.quarantine")}
    assert reasons == {"empty.txt": "empty", "picture.pdf": "unsupported_type", "truncated.pdf": "damaged"}
    assert {r["name"] for r in published.rows("select name from marts.documents")} == {"good.txt", "long-line.txt"}
