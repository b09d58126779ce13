"""Rules that need no service."""

import asyncio
import random
from contextlib import suppress

import pytest
from waiting import runs, ticks

from svc_agent import AgentError, Signal
from svc_agent.connection import final_error_of
from svc_agent.options import seconds_of
from svc_agent.waiting import backoff_seconds, remember


def test_waits_double_up_to_a_bound_and_are_jittered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "uniform", lambda least, most: most)
    assert [backoff_seconds(failures, 0.5, 30.0) for failures in (1, 2, 3, 7, 1_000)] == [0.5, 1.0, 2.0, 30.0, 30.0]
    monkeypatch.setattr(random, "uniform", lambda least, most: least)
    assert backoff_seconds(2, 0.5, 30.0) == 0.5


def test_the_newest_keys_are_remembered() -> None:
    kept: dict[str, int] = {}
    for number, key in enumerate(("a", "b", "a", "c")):
        remember(kept, key, number, most=2)
    assert kept == {"a": 2, "c": 3}


@pytest.mark.parametrize("code", [1000, 1006, 1008, 1012])
def test_after_any_other_close_code_the_agent_connects_again(code: int) -> None:
    assert final_error_of(code) is None


def test_a_duration_is_a_number_of_seconds_or_a_text_with_a_unit() -> None:
    durations: list[float | str] = [90, "45s", "10m", "1.5h", "7d", 0.2]
    assert [seconds_of(each, "lease") for each in durations] == [90, 45, 600, 5_400, 604_800, 1]


@pytest.mark.parametrize("wrong", ["", "10", "m", "-1s", "1 h", 0, -5, float("nan"), float("inf"), True, "1e3s"])
def test_a_duration_that_says_nothing_is_refused(wrong: object) -> None:
    with pytest.raises(AgentError, match="lease is a number of seconds") as refused:
        seconds_of(wrong, "lease")  # type: ignore[arg-type]
    assert refused.value.code == "configuration"


@runs
async def test_a_cancelled_guard_cancels_its_work_too() -> None:
    work = asyncio.ensure_future(asyncio.Event().wait())
    guarded = asyncio.ensure_future(Signal().guard(work))
    await ticks()
    guarded.cancel()
    await asyncio.wait({guarded, work})
    assert guarded.cancelled() and work.cancelled()


def test_a_signal_aborts_once() -> None:
    signal = Signal()
    first = RuntimeError("first")
    signal.abort(first)
    signal.abort(RuntimeError("second"))
    assert signal.reason is first


@runs
async def test_a_guard_in_a_task_that_has_swallowed_a_cancellation_raises_the_reason() -> None:
    signal, reason = Signal(), RuntimeError("over")

    async def work() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await signal.guard(asyncio.Event().wait())

    working = asyncio.ensure_future(work())
    await ticks()
    working.cancel()
    await ticks()
    signal.abort(reason)
    await asyncio.wait({working})
    assert not working.cancelled() and working.exception() is reason
