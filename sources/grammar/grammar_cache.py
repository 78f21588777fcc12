"""Contents of the grammar's YAML files, not yet checked. Whether a file fits its schema is known to the module that owns it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


class WordLoader(yaml.CSafeLoader):
    """YAML in which words stay words: "no", "on" and "off" are no booleans here."""


WordLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def yaml_content(path: Path, loader: type[yaml.CSafeLoader] = yaml.CSafeLoader) -> Any:
    """What a YAML file of ours holds.

    Args:
        path: the file.
        loader: PyYAML's, or `WordLoader`.

    Raises:
        yaml.YAMLError: it is no YAML.
        OSError: it cannot be read.
    """
    return yaml.load(path.read_text(encoding="utf-8"), loader)
