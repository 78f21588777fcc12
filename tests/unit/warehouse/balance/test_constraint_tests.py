"""Outlier tests of constraints: normalised residuals by hand, data snooping, redundant rows."""

from __future__ import annotations

import numpy as np
import pytest

from tests.unit.warehouse.balance.test_least_squares import system
from warehouse.balance.constraint_tests import screen


def screened(s, threshold=3.29, untested=()):
    flags = np.array([row in untested for row in range(len(s.targets))])
    return screen(s, threshold, flags)


def test_a_row_is_tested_by_what_it_misses_over_its_standard_deviation():
    # 40 + 35 + 20 - 100 = -5, q = 4 + 4 + 1 + 1 = 10, w = -5 / sqrt(10) = -1.5811388
    found = screened(system([40, 35, 20, 100], [2, 2, 1, 1], [[1, 1, 1, -1]]))
    assert found.missed.tolist() == [-5]
    assert found.deviation == pytest.approx([10**0.5])
    assert found.alone == pytest.approx([-1.5811388])
    assert found.given_others == pytest.approx([-1.5811388])  # there are no others
    assert found.verdicts == ("kept",)


def test_a_gross_error_is_left_out_and_the_row_beside_it_is_kept():
    # One whole, two dimensions. By segments 30 + 30 = 60 against 100 (w = -40 / sqrt(3) = -23); by areas 50 + 51 = 101.
    s = system([100, 30, 30, 50, 51], [1] * 5, [[-1, 1, 1, 0, 0], [-1, 0, 0, 1, 1]])
    found = screened(s)
    assert found.verdicts == ("outlier", "kept")
    assert found.alone == pytest.approx([-40 / 3**0.5, 1 / 3**0.5])
    assert found.given_others[1] == pytest.approx(1 / 3**0.5)  # untouched by the row that is out


def test_rows_that_pass_alone_can_fail_given_the_others():
    # Three firm rows tie figures 2..4 to a loose figure 1 (variance 9): they miss by 3, -3 and 0, each w = 3 / sqrt(9.01) = 1.
    # Together they contradict each other: the loose figure cannot be 3 too low and 3 too high.
    rows = [[1, -1, 0, 0], [1, 0, -1, 0], [1, 0, 0, -1]]
    found = screened(system([10, 7, 13, 10], [3, 0.1, 0.1, 0.1], rows))
    assert max(abs(found.alone)) < 1.1
    assert found.verdicts.count("outlier") == 2
    assert found.verdicts[2] == "kept"


def test_rows_that_are_equally_suspect_are_left_out_together():
    rows = [[1, -1, 0], [1, 0, -1]]
    found = screened(system([10, 7, 13], [3, 0.1, 0.1], rows))
    assert found.verdicts == ("outlier", "outlier")


def test_a_row_that_misses_nothing_alone_is_left_out_where_two_others_deny_it():
    # Three rows tie one loose figure of 10 to firm ones: 7, 10 and 7. Two say that it is 3 too high, the row that holds says that
    # it is right; the two agree, so it is the one that is left out, for what it misses given them and not for what it misses.
    found = screened(system([10, 7, 10, 7], [3, 0.1, 0.1, 0.1], [[1, -1, 0, 0], [1, 0, -1, 0], [1, 0, 0, -1]]))
    assert found.missed.tolist() == [3, 0, 3]
    assert found.verdicts == ("kept", "outlier", "kept")
    assert abs(found.given_others[1]) > 3.29


def test_a_row_that_others_imply_is_named_and_not_solved_for():
    found = screened(system([1, 2, 3, 6], [1] * 4, [[1, 1, 0, 0], [0, 0, 1, -1], [1, 1, 1, -1]], [3, -3, 0]))
    assert found.verdicts == ("kept", "kept", "implied")


def test_rows_of_our_own_are_never_left_out():
    s = system([10, 100], [1, 1], [[1, -1]])
    assert screened(s).verdicts == ("outlier",)
    assert screened(s, untested=[0]).verdicts == ("kept",)


def test_a_bound_that_holds_is_open_and_one_that_is_grossly_exceeded_is_an_outlier():
    rows = [[1, 1, -1]]
    holds = screened(system([3, 4, 10], [1] * 3, rows, uppers=[0]))
    exceeded = screened(system([30, 4, 10], [1] * 3, rows, uppers=[0]))
    assert (holds.verdicts, exceeded.verdicts) == (("open",), ("outlier",))
    assert np.isnan(holds.alone[0])


def test_a_row_in_which_nothing_can_move_is_idle():
    assert screened(system([3, 4], [0, 0], [[1, -1]])).verdicts == ("idle",)
