import asyncio

from waiting import runs, ticks

from svc_agent import Signal


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
