"""Values that many claims share, and scales with no room for gross errors."""

from __future__ import annotations

import pytest

from tests.unit.warehouse.fuse.worlds import clock_times, frame, ratings
from warehouse.fuse.claims import Claims
from warehouse.fuse.encoding import claims_of
from warehouse.fuse.mass_points import at_mass_points, on_short_scales


def scored(*by_item: tuple[float, ...]) -> Claims:
    return claims_of(
        frame([(f"s{k}", f"o{i}", "a", v) for i, values in enumerate(by_item) for k, v in enumerate(values)])
    )


def test_a_mass_point_has_more_than_a_tenth_of_the_claims() -> None:
    # Of 20 claims 0 has three, 1 and 2 have two each, which is a tenth and no more; all others have one.
    claims = scored((0, 0, 1, 2, *range(10, 16)), (0, 1, 2, *range(20, 27)))
    assert claims.value[at_mass_points(claims)].tolist() == [0, 0, 0]


@pytest.mark.parametrize(("highest", "is_short"), [(8.0, True), (9.0, False)])
def test_a_scale_is_short_where_six_standard_deviations_of_items_fill_it(highest: float, is_short: bool) -> None:
    # Items 0, 2 and 0, 2 have a standard deviation of sqrt(2) = 1.414; two items with no difference do not count.
    # Six of it are 8.49.
    claims = scored((0, 2), (0, 2), (highest, highest), (0, 0))
    assert on_short_scales(claims).tolist() == [is_short]


def test_scores_lie_on_short_scales_and_clock_times_do_not() -> None:
    assert on_short_scales(claims_of(ratings(1, zeros=0.95, is_skewed=True).claims)).all()
    assert not on_short_scales(claims_of(clock_times(1).claims)).any()


def test_without_a_mass_point_no_scale_is_short() -> None:
    claims = scored(*((i / 10, i / 10 + 1) for i in range(20)))
    assert not at_mass_points(claims).any()
    assert on_short_scales(claims).tolist() == [False]
