import asyncio

import pytest
from waiting import runs, ticks

from svc_agent import AgentError, Signal
from svc_agent.waiting import within


@runs
async def test_what_is_guarded_gives_its_result() -> None:
    assert await Signal().guard(asyncio.sleep(0, "result")) == "result"


@runs
async def test_an_abort_cancels_what_is_guarded_and_raises_its_reason() -> None:
    signal = Signal()
    was_cancelled = False

    async def work() -> None:
        nonlocal was_cancelled
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            was_cancelled = True
            raise

    guarded = asyncio.ensure_future(signal.guard(work()))
    await ticks()
    signal.abort(AgentError("stopped", "The agent is stopping."))
    with pytest.raises(AgentError, match="stopping"):
        await guarded
    await ticks()
    assert was_cancelled
    assert signal.aborted


@runs
async def test_a_cancelled_guard_cancels_its_work_too() -> None:
    work = asyncio.ensure_future(asyncio.Event().wait())
    guarded = asyncio.ensure_future(Signal().guard(work))
    await ticks()
    guarded.cancel()
    await asyncio.wait({guarded, work})
    assert guarded.cancelled() and work.cancelled()


@runs
async def test_a_signal_aborts_once() -> None:
    signal = Signal()
    first = RuntimeError("first")
    signal.abort(first)
    signal.abort(RuntimeError("second"))
    await signal.wait()
    assert signal.reason is first


@runs
async def test_work_that_takes_too_long_is_cancelled_and_not_waited_for() -> None:
    end = asyncio.Event()

    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await end.wait()

    work = asyncio.ensure_future(stubborn())
    with pytest.raises(TimeoutError):
        await within(0.01, work)
    assert not work.done()
    end.set()
    await asyncio.wait({work})
    assert work.cancelled()
