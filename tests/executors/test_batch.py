"""Which job is played next, and what becomes of one whose worker died."""

from __future__ import annotations

from executors_play import jobs

from arena.executors.batch import Batch


def test_jobs_are_drawn_one_by_one_in_their_order() -> None:
    drawn = []

    def feed():  # type: ignore[no-untyped-def]
        for job in jobs(5):
            drawn.append(job.number)
            yield job

    batch = Batch(feed())
    tickets = [batch.next(), batch.next()]
    assert drawn == [0, 1] and not batch.over
    assert [batch.job(ticket).number for ticket in tickets if ticket] == [0, 1]


def test_it_is_over_when_every_job_came_back() -> None:
    batch = Batch(jobs(2))
    first, second = batch.next(), batch.next()
    assert first and second and batch.next() is None and batch.drained and not batch.over
    assert batch.settle(second) is not None and not batch.over
    assert batch.settle(first) is not None and batch.over


def test_a_job_comes_back_once_only() -> None:
    batch = Batch(jobs(1))
    ticket = batch.next()
    assert ticket and batch.settle(ticket) is not None and batch.settle(ticket) is None


def test_what_was_not_begun_is_next() -> None:
    batch = Batch(jobs(3))
    first, second = batch.next(), batch.next()
    assert first and second
    batch.put_back(second)
    batch.put_back(first)
    assert [batch.next(), batch.next()] == [first, second]


def test_a_job_whose_worker_died_twice_is_tried_alone_and_then_given_up() -> None:
    batch = Batch(jobs(4))
    bad, good = batch.next(), batch.next()
    assert bad and good
    assert not batch.died(bad)
    assert batch.next() == bad and not batch.cautious
    assert not batch.died(bad)
    assert batch.cautious and batch.next() is None  # the good one is still out
    batch.settle(good)
    assert batch.next() == bad and batch.next() is None  # alone
    assert batch.died(bad)
    batch.settle(bad)
    assert not batch.cautious and batch.next() not in (None, bad, good)


def test_a_job_that_is_alone_and_not_begun_stays_alone() -> None:
    batch = Batch(jobs(2))
    bad = batch.next()
    assert bad and not batch.died(bad) and batch.next() == bad and not batch.died(bad) and batch.next() == bad
    batch.put_back(bad)
    assert batch.cautious and batch.next() == bad and batch.cautious
