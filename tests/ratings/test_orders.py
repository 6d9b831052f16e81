"""What the order of a match says, and where it ends."""

from __future__ import annotations

from arena.ratings.orders import Shape, stages_of


def stages(
    ranks: tuple[int, ...],
    *,
    sides: tuple[int, ...] = (),
    unrated: tuple[int, ...] = (),
    out: tuple[int, ...] = (),
    is_open: bool = False,
) -> list[tuple[list[tuple[int, ...]], int]]:
    """Each stage's chosen sides, and how many there were to choose from."""
    k = len(ranks)
    shape = Shape(
        ranks,
        sides or tuple(range(k)),
        tuple(s not in unrated for s in range(k)),
        tuple(s in out for s in range(k)),
        is_open,
    )
    return [(sorted(stage.chosen), len(stage.remaining)) for stage in stages_of(shape)]


def test_a_full_order_has_a_stage_less_than_seats() -> None:
    assert stages((3, 1, 2)) == [([(1,)], 3), ([(2,)], 2)]


def test_a_tie_for_the_last_places_is_a_stage() -> None:
    assert stages((1, 2, 2)) == [([(0,)], 3), ([(1,), (2,)], 2)]


def test_a_structural_last_rank_ends_the_order() -> None:
    assert stages((2, 1, 2, 2), is_open=True) == [([(1,)], 4)]


def test_a_match_that_nobody_won_says_nothing_where_the_last_rank_is_open() -> None:
    assert stages((1, 1, 1), is_open=True) == []
    assert stages((1, 1, 1)) == [([(0,), (1,), (2,)], 3)]


def test_offenders_who_share_the_last_rank_are_not_compared() -> None:
    assert stages((1, 3, 3), out=(1, 2)) == [([(0,)], 3)]
    assert stages((1, 3, 3), out=(1, 2), is_open=True) == [([(0,)], 3)]
    assert stages((1, 1, 3, 3), out=(2, 3), is_open=True) == [([(0,), (1,)], 4)]


def test_one_offender_is_behind_all_others() -> None:
    assert stages((1, 2, 3), out=(2,)) == [([(0,)], 3), ([(1,)], 2)]
    assert stages((1, 1, 3), out=(2,)) == [([(0,), (1,)], 3)]


def test_losers_of_a_winner_takes_all_game_are_not_compared_though_another_is_out() -> None:
    assert stages((1, 2, 2, 4), out=(3,), is_open=True) == [([(0,)], 4)]


def test_sides_are_ordered_not_their_members() -> None:
    assert stages((3, 1, 3, 1), sides=(0, 1, 0, 1)) == [([(1, 3)], 2)]
    assert stages((1, 1, 1, 1), sides=(0, 1, 0, 1)) == [([(0, 2), (1, 3)], 2)]


def test_after_a_fault_the_offender_alone_is_the_last_side() -> None:
    assert stages((3, 1, 3, 1), sides=(0, 1, 0, 1), unrated=(2,), out=(0,)) == [([(1, 3)], 2)]
    shape = Shape((3, 1, 3, 1), (0, 1, 0, 1), (True, True, False, True), (True, False, False, False), False)
    assert stages_of(shape)[0].remaining == ((1, 3), (0,))


def test_a_match_that_counts_for_nobody_has_no_stages() -> None:
    assert stages((1, 2), unrated=(0, 1)) == []
    assert stages((1,)) == []
