import asyncio

import pytest
from waiting import runs, turns

from svc_agent import Signal
from svc_agent.events.slots import Place, Slots


@runs
async def test_who_comes_first_gets_the_next_free_place() -> None:
    slots = Slots(1)
    got: list[int] = []

    async def take(number: int) -> None:
        await slots.take()
        got.append(number)

    await take(0)
    waiting = [asyncio.ensure_future(take(number)) for number in (1, 2)]
    await turns()
    assert got == [0]
    for _ in waiting:
        slots.give()
    await asyncio.gather(*waiting)
    assert got == [0, 1, 2]


@runs
async def test_who_is_cancelled_or_told_to_leave_while_waiting_takes_no_place() -> None:
    slots = Slots(1)
    await slots.take()
    signal = Signal()
    cancelled = asyncio.ensure_future(slots.take())
    left = asyncio.ensure_future(slots.take(signal))
    await turns()
    cancelled.cancel()
    signal.abort(RuntimeError("leave"))
    with pytest.raises(RuntimeError, match="leave"):
        await left
    slots.give()
    await slots.take()


@runs
async def test_a_place_that_is_given_to_somebody_who_leaves_at_that_moment_goes_on_to_the_next() -> None:
    slots = Slots(1)
    await slots.take()
    signal = Signal()
    left = asyncio.ensure_future(slots.take(signal))
    cancelled = asyncio.ensure_future(slots.take())
    last = asyncio.ensure_future(slots.take())
    await turns()
    slots.give()
    signal.abort(RuntimeError("leave"))
    await turns(1)
    cancelled.cancel()
    await asyncio.wait({left, cancelled})
    await last
    assert left.exception() is not None


@runs
async def test_a_place_is_free_for_others_while_its_holder_waits() -> None:
    slots = Slots(1)
    await slots.take()
    place = Place(slots)
    answered = asyncio.Event()
    waiting = asyncio.ensure_future(place.without(answered.wait))
    await turns()
    await slots.take()
    answered.set()
    await turns()
    assert not waiting.done()
    slots.give()
    assert await waiting
    place.leave()
    await slots.take()
