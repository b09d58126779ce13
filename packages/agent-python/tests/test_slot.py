import asyncio
from waiting import runs, ticks

from svc_agent.runs.run_work import Slot


@runs
async def test_a_slot_is_free_for_others_while_its_holder_waits() -> None:
    slots = asyncio.Semaphore(1)
    await slots.acquire()
    slot = Slot(slots)
    answered = asyncio.Event()
    waiting = asyncio.ensure_future(slot.without(answered.wait))
    await ticks()
    await slots.acquire()
    answered.set()
    await ticks()
    assert not waiting.done()
    slots.release()
    assert await waiting
    slot.leave()
    await slots.acquire()
