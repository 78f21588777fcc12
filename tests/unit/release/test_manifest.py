"""The manifest finds every difference between a folder and what was published."""

from __future__ import annotations

from pathlib import Path

import pytest

from release.manifest import verify_files, write_manifest
from release.record import ReleaseError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files, listed."""
    (tmp_path / "parquet").mkdir()
    (tmp_path / "README.md").write_bytes(b"abc")
    (tmp_path / "parquet" / "claims.parquet").write_bytes(b"PAR1 rows PAR1")
    write_manifest(tmp_path)
    return tmp_path


def test_the_lines_are_those_of_sha256sum(folder: Path) -> None:
    # sha256 of "abc" as published with the standard (FIPS 180-2, appendix B.1)
    first = (folder / "manifest.sha256").read_text().splitlines()[0]
    assert first == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  README.md"


def test_an_untouched_folder_has_no_finding(folder: Path) -> None:
    assert verify_files(folder) == []


@pytest.mark.parametrize("position", range(14))
def test_one_flipped_bit_anywhere_is_found(folder: Path, position: int) -> None:
    file = folder / "parquet" / "claims.parquet"
    content = bytearray(file.read_bytes())
    content[position] ^= 1
    file.write_bytes(bytes(content))
    assert verify_files(folder) == ["parquet/claims.parquet: altered (sha256 differs from the manifest)"]


@pytest.mark.slow
def test_one_flipped_bit_anywhere_in_the_manifest_itself_is_found(folder: Path) -> None:
    manifest = folder / "manifest.sha256"
    content = manifest.read_bytes()
    for position in range(len(content)):
        for bit in range(8):
            manifest.write_bytes(content[:position] + bytes([content[position] ^ 1 << bit]) + content[position + 1 :])
            try:
                findings = verify_files(folder)
            except ReleaseError:
                continue
            assert findings, (position, bit)


def test_a_manifest_cut_off_anywhere_is_found(folder: Path) -> None:
    manifest = folder / "manifest.sha256"
    content = manifest.read_bytes()
    for length in range(len(content)):
        manifest.write_bytes(content[:length])
        try:
            findings = verify_files(folder)
        except ReleaseError:
            continue
        assert findings, length


def test_a_missing_and_an_added_file_are_found(folder: Path) -> None:
    (folder / "README.md").rename(folder / "warehouse.duckdb.wal")
    assert verify_files(folder) == ["README.md: missing", "warehouse.duckdb.wal: not in the manifest"]


def test_two_swapped_files_are_found(folder: Path) -> None:
    one, two = folder / "README.md", folder / "parquet" / "claims.parquet"
    content = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(content)
    assert [finding.split(":")[0] for finding in verify_files(folder)] == ["README.md", "parquet/claims.parquet"]


def test_a_folder_without_a_manifest_cannot_be_verified(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match=r"without it a release cannot be verified"):
        verify_files(tmp_path)


def test_a_line_that_is_no_hash_names_file_and_line(folder: Path) -> None:
    with (folder / "manifest.sha256").open("a") as manifest:
        manifest.write("not a hash\n")
    with pytest.raises(ReleaseError, match=r"manifest\.sha256:3: not a line"):
        verify_files(folder)
