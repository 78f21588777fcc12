"""Public functions of a package switched off at run time: each then finds nothing. What is measured with it does not belong here.

What "nothing" is follows from the function's annotations: an argument of the returned type unchanged, else None, empty or False.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

Function = Callable[..., Any]
_EMPTY: dict[str, Function] = {
    "tuple": tuple, "list": list, "dict": dict, "set": set, "frozenset": frozenset, "Sequence": tuple, "Mapping": dict,
    "Iterable": tuple, "Iterator": iter,
}  # fmt: skip
_LISTED = re.compile(r"(?:tuple|list|Sequence|Iterable|Iterator)\[(?P<item>\w+)(?:, \.\.\.)?\]")
_PLAIN = frozenset({"str", "bool", "int", "float", "object", "Any"})


@dataclass(frozen=True)
class Switch:
    """One module's public functions that other modules import.

    Attributes:
        module: its dotted name.
        pairs: each function that can be switched off, with the one that finds nothing in its place.
        fixed: names of functions for which nothing can be found in their annotations.
    """

    module: str
    pairs: tuple[tuple[Function, Function], ...]
    fixed: tuple[str, ...]


def switches_of(package: ModuleType, given: Mapping[str, Function] = MappingProxyType({})) -> tuple[Switch, ...]:
    """A switch for each module of a package, in the order of their names; all of them are imported.

    Args:
        package: its modules are read as files as well, to see who imports what.
        given: by "module.function", without the package's name, what finds nothing where annotations do not say it.
    """
    names = sorted(found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))
    modules = [importlib.import_module(name) for name in names]
    imported = _imported([package, *modules])
    found = []
    for module in modules:
        functions = [f for name in sorted(imported[module.__name__]) if (f := _own_function(module, name))]
        short = module.__name__.removeprefix(f"{package.__name__}.")
        off = [(f, given.get(f"{short}.{f.__name__}") or nothing_of(f)) for f in functions]
        pairs = tuple((f, nothing) for f, nothing in off if nothing)
        found.append(Switch(module.__name__, pairs, tuple(f.__name__ for f, nothing in off if not nothing)))
    return tuple(found)


def nothing_of(function: Function) -> Function | None:
    """The function that takes the same arguments and finds nothing; None where its annotations do not say what nothing is."""
    told = dict(inspect.get_annotations(inspect.unwrap(function)))
    returned = told.pop("return", None)
    if not isinstance(returned, str):
        return None
    return _nothing(returned, inspect.signature(function), inspect.unwrap(function).__globals__)


def switch_off(pairs: Iterable[tuple[Function, Function]]) -> None:
    """Puts the second function of each pair wherever a loaded module has the first, also in its tuples, lists and dictionaries."""
    new = {id(one): other for one, other in pairs}
    for module in [m for m in sys.modules.values() if isinstance(m, ModuleType)]:
        for name, value in list(vars(module).items()):
            if name.startswith("__"):
                continue
            if id(value) in new:
                setattr(module, name, new[id(value)])
            elif type(value) in (tuple, list) and any(id(one) in new for one in value):
                setattr(module, name, type(value)(new.get(id(one), one) for one in value))
            elif type(value) is dict and any(id(one) in new for one in value.values()):
                setattr(module, name, {key: new.get(id(one), one) for key, one in value.items()})


def forget(package: ModuleType) -> None:
    """Clears the bounded caches of a package's functions: they hold what was read, the unbounded ones words and patterns."""
    for name, module in list(sys.modules.items()):
        if name.startswith(package.__name__):
            for value in vars(module).values():
                if hasattr(value, "cache_parameters") and value.cache_parameters()["maxsize"] is not None:
                    value.cache_clear()


def _imported(modules: Iterable[ModuleType]) -> dict[str, set[str]]:
    """By module the names that other modules of the package import from it."""
    found: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module != module.__name__:
                found[node.module] |= {alias.name for alias in node.names}
    return found


def _own_function(module: ModuleType, name: str) -> Function | None:
    value = vars(module).get(name)
    is_function = callable(value) and not isinstance(value, type)
    return value if is_function and getattr(value, "__module__", "") == module.__name__ else None


def _nothing(returned: str, signature: inspect.Signature, names: dict[str, Any]) -> Function | None:
    """Of one type as annotated: `returned`."""
    parameters = {name: str(p.annotation) for name, p in signature.parameters.items()}
    if returned == "None":
        return lambda *_, **__: None
    if returned not in _PLAIN and returned.removesuffix(" | None") not in _PLAIN:
        if same := next((name for name, told in parameters.items() if told == returned), None):
            return _argument(signature, same)
    if returned.endswith("| None"):
        return lambda *_, **__: None
    if returned == "bool":
        return lambda *_, **__: False
    if returned == "str":
        first = next((name for name, told in parameters.items() if told == "str"), None)
        return _argument(signature, first) if first else None
    outer = returned.partition("[")[0]
    items = returned[len(outer) + 1 : -1].split(", ")
    if outer == "tuple" and items[-1] != "..." and "[" not in "".join(items):
        each = [_nothing(item, signature, names) for item in items]
        whole = [one for one in each if one]
        return (lambda *a, **k: tuple(one(*a, **k) for one in whole)) if len(whole) == len(each) else None
    if outer in _EMPTY:
        return _empty_or_given(outer, returned, signature, parameters)
    kind = names.get(returned)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        fields = dataclasses.fields(kind)
        if all(f.default is not dataclasses.MISSING or f.default_factory is not dataclasses.MISSING for f in fields):
            return lambda *_, **__: kind()
    return None


def _empty_or_given(outer: str, returned: str, signature: inspect.Signature, parameters: dict[str, str]) -> Function:
    """Items of the returned type that are given, else none."""
    build = _EMPTY[outer]
    listed = _LISTED.fullmatch(returned)
    for name, told in parameters.items():
        given = _LISTED.fullmatch(told)
        if listed and given and listed["item"] == given["item"] and listed["item"] not in _PLAIN:
            argument = _argument(signature, name)
            return lambda *a, **k: build(argument(*a, **k))
    return lambda *_, **__: build(())


def _argument(signature: inspect.Signature, name: str) -> Function:
    place = list(signature.parameters).index(name)
    default = signature.parameters[name].default
    return lambda *args, **kwargs: args[place] if place < len(args) else kwargs.get(name, default)
