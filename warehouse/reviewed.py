"""Reviewed YAML files for the packages above `sources`, read by `sources/reviewed.py`."""

from __future__ import annotations

from sources.reviewed import ReviewedFileError, read_reviewed

__all__ = ["ReviewedFileError", "read_reviewed"]
