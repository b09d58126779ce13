import asyncio
from waiting import runs, turns

from svc_agent.runs.run_work import Place


@runs
async def test_a_place_is_free_for_others_while_its_holder_waits() -> None:
    slots = asyncio.Semaphore(1)
    await slots.acquire()
    place = Place(slots)
    answered = asyncio.Event()
    waiting = asyncio.ensure_future(place.without(answered.wait))
    await turns()
    await slots.acquire()
    answered.set()
    await turns()
    assert not waiting.done()
    slots.release()
    assert await waiting
    place.leave()
    await slots.acquire()
