"""Reading of reviewed YAML files: policies, decisions, schemas. One way to read them, one way to complain.

Belongs here: YAML → pydantic with errors that name file, line and key. What the files mean does not.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")

Location = tuple[int | str, ...]

# The loader written in C where PyYAML has it: the same result and marks, twelve times as fast.
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class ReviewedFileError(ValueError):
    """A reviewed file is not what its schema asks for. The message names file, line, key and what to do."""


def read_reviewed(path: Path, shape: TypeAdapter[T]) -> T:
    """Reads one YAML file and validates it.

    Args:
        path: the file, UTF-8.
        shape: the pydantic shape that the whole file must have.

    Returns:
        The validated content.

    Raises:
        ReviewedFileError: the file is unreadable, no YAML, repeats a key, or does not have the shape; the message
            carries one `file:line: key: what is wrong` line per finding.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ReviewedFileError(f"{path}: cannot be read: {error}") from error
    try:
        root = yaml.compose(text, Loader=_LOADER)
        _refuse_repeated_keys(root, path)
        content = yaml.load(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        problem = getattr(error, "problem", None) or str(error)
        raise ReviewedFileError(f"{path}:{line}: not valid YAML: {problem}") from error
    except ValueError as error:
        if isinstance(error, ReviewedFileError):
            raise
        raise ReviewedFileError(f"{path}:1: not valid YAML: {error}") from error  # an impossible date, for one
    try:
        return shape.validate_python(content)
    except ValidationError as error:
        findings = [
            f"{path}:{_line_of(root, fault['loc'])}: {'.'.join(str(part) for part in fault['loc']) or 'the file'}: "
            f"{_in_words(fault['type'], fault['msg'])}"
            for fault in error.errors(include_url=False)
        ]
        raise ReviewedFileError("\n".join(findings)) from error


def _in_words(kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return "unknown key; remove it or correct its spelling"
    if kind == "missing":
        return "this key is required and missing"
    return message


def _line_of(root: yaml.Node | None, loc: Location) -> int:
    """Line of the deepest part of `loc` that the file has; parts that only pydantic knows (union tags) are skipped."""
    node = root
    line = 1 if root is None else root.start_mark.line + 1
    for part in loc:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if key.value == str(part):
                    node, line = value, key.start_mark.line + 1
                    break
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line + 1
    return line


def _refuse_repeated_keys(node: yaml.Node | None, path: Path) -> None:
    """PyYAML keeps the last of two equal keys without a word; a reviewed file must not hide one."""
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise ReviewedFileError(f"{path}:{key.start_mark.line + 1}: {key.value}: duplicate key; keep one")
                seen.add(key.value)
            _refuse_repeated_keys(value, path)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _refuse_repeated_keys(item, path)
