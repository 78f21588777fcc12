"""Ruled lines of a page to the cells of its tables, by the method of pdfplumber's table finder with its default settings.

Geometry only: which texts stand in a cell is `pdf_page`'s. The method: edges that nearly share a place are moved onto it, those
that nearly touch are joined, crossings of edges are corners, and the smallest box below and to the right of a corner, with an edge
along each side, is a cell. Cells that share corners are a table.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from sources.parse.pdf_drawn import CellBox

_SNAP = _JOIN = _CROSSING = 3.0  # points
_SHORTEST_BEFORE, _SHORTEST = 1.0, 3.0

Point = tuple[float, float]


class Edge(NamedTuple):
    """A straight line along an axis: where it stands, and from where to where it runs."""

    place: float
    start: float
    stop: float


def edges_of(path: Sequence[Point], *, is_closed: bool, has_curves: bool) -> tuple[list[Edge], list[Edge]]:
    """Level and upright edges of one stretch of a path. A single line that is not level counts as upright.

    Args:
        path: the points it leads through, in points from the page's upper left corner.
        is_closed: it leads back to its first point.
        has_curves: some of it is bent.
    """
    points = list(path)
    if is_closed and points[-1] != points[0]:
        points.append(points[0])
    if not has_curves and (len(points) == 2 or (is_closed and len(points) == 3)):
        (x0, y0), (x1, y1) = points[:2]
        if y0 == y1:
            return [Edge(y0, min(x0, x1), max(x0, x1))], []
        return [], [Edge(min(x0, x1), min(y0, y1), max(y0, y1))]
    level, upright = [], []
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 == x1:
            upright.append(Edge(x0, min(y0, y1), max(y0, y1)))
        elif y0 == y1:
            level.append(Edge(y0, min(x0, x1), max(x0, x1)))
    return level, upright


def grids(level: Iterable[Edge], upright: Iterable[Edge]) -> list[list[CellBox]]:
    """Find the tables that edges make.

    Args:
        level: edges with their height on the page, from left to right.
        upright: edges with their distance from the left, from above.

    Returns:
        For each table its cells (left, top, right, bottom); tables from above and from the left, one of a single cell is none.
    """
    rows, columns = _merged(level), _merged(upright)
    return _tables(_cells(_corners(rows, columns)))


def _merged(edges: Iterable[Edge]) -> list[Edge]:
    long = [edge for edge in edges if edge.stop - edge.start >= _SHORTEST_BEFORE]
    places = sorted({edge.place for edge in long})
    if not places:
        return []
    cluster, number = {places[0]: 0}, 0
    for before, place in pairwise(places):
        number += place > before + _SNAP
        cluster[place] = number
    members: dict[int, list[Edge]] = {}
    for edge in long:
        members.setdefault(cluster[edge.place], []).append(edge)
    merged: list[Edge] = []
    for _, group in sorted(members.items()):
        place = sum(edge.place for edge in group) / len(group)
        spans = sorted((edge.start, edge.stop) for edge in group)
        start, stop = spans[0]
        for next_start, next_stop in spans[1:]:
            if next_start <= stop + _JOIN:
                stop = max(stop, next_stop)
            else:
                merged.append(Edge(place, start, stop))
                start, stop = next_start, next_stop
        merged.append(Edge(place, start, stop))
    return [edge for edge in merged if edge.stop - edge.start >= _SHORTEST]


class _Corner(NamedTuple):
    upright: set[int]
    level: set[int]


def _corners(rows: Sequence[Edge], columns: Sequence[Edge]) -> dict[Point, _Corner]:
    """Crossings of edges, each with the numbers of the edges that meet there."""
    heights = [row.place for row in rows]
    corners: dict[Point, _Corner] = {}
    for c, column in enumerate(columns):
        for r in range(bisect_left(heights, column.start - _CROSSING), len(rows)):
            row = rows[r]
            if row.place > column.stop + _CROSSING:
                break
            if row.start - _CROSSING <= column.place <= row.stop + _CROSSING:
                corner = corners.setdefault((column.place, row.place), _Corner(set(), set()))
                corner.upright.add(c)
                corner.level.add(r)
    return corners


def _cells(corners: dict[Point, _Corner]) -> list[CellBox]:
    below: dict[float, list[Point]] = {}
    beside: dict[float, list[Point]] = {}
    points = sorted(corners)
    for point in points:
        below.setdefault(point[0], []).append(point)
        beside.setdefault(point[1], []).append(point)
    smallest = (_smallest(point, corners, below[point[0]], beside[point[1]]) for point in points)
    return [cell for cell in smallest if cell]


def _smallest(
    point: Point, corners: dict[Point, _Corner], below: Sequence[Point], beside: Sequence[Point]
) -> CellBox | None:
    here = corners[point]
    right = [
        other for other in beside[bisect_right(beside, point) :] if not here.level.isdisjoint(corners[other].level)
    ]
    if not right:
        return None
    for under in below[bisect_right(below, point) :]:
        if here.upright.isdisjoint(corners[under].upright):
            continue
        for other in right:
            opposite = corners.get((other[0], under[1]))
            if (
                opposite
                and not opposite.upright.isdisjoint(corners[other].upright)
                and not opposite.level.isdisjoint(corners[under].level)
            ):
                return point[0], point[1], other[0], under[1]
    return None


def _tables(cells: Sequence[CellBox]) -> list[list[CellBox]]:
    remaining = list(cells)
    tables: list[list[CellBox]] = []
    while remaining:
        table: list[CellBox] = []
        corners: set[Point] = set()
        n_before = -1
        while n_before < len(table):
            n_before = len(table)
            others = []
            for cell in remaining:
                x0, top, x1, bottom = cell
                points = ((x0, top), (x0, bottom), (x1, top), (x1, bottom))
                if not table or not corners.isdisjoint(points):
                    corners.update(points)
                    table.append(cell)
                else:
                    others.append(cell)
            remaining = others
        tables.append(table)
    ordered = sorted(tables, key=lambda table: min((cell[1], cell[0]) for cell in table))
    return [table for table in ordered if len(table) > 1]
