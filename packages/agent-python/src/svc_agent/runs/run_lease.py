from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from svc_agent.errors import CallError
from svc_agent.generated.contract import TaskRun
from svc_agent.http.calls import FOR_EVER, ApiCall, Calls
from svc_agent.signal import Signal
from svc_agent.waiting import sleep

# A sign of life under way gets this when its process is told to leave: its answer says who has the run.
_TAKING_SECONDS_MAX = 2.0


class Lease:
    """Keeps a run on lease while its handler works: the service then knows when the process has died."""

    def __init__(self, calls: Calls, *, run_id: str, lease_seconds: int | None, is_begun: bool) -> None:
        """:param is_begun: this process began the run, which is running since then."""
        self._calls = calls
        self._run_id = run_id
        self._lease_seconds = lease_seconds
        self._is_begun = is_begun
        self._keeping: asyncio.Task[None] | None = None
        self._taking: asyncio.Task[int | str] | None = None

    async def take(self, signal: Signal) -> int | str:
        """The number of the attempt, or why the run is over. Tried while the service is away, after the abort for 2 s."""
        signal.raise_if_aborted()
        self._taking = asyncio.ensure_future(self._take(signal))
        return await self._taking

    async def _take(self, signal: Signal) -> int | str:
        try:
            if self._lease_seconds is not None:
                beat = self._beat({"lease_seconds": self._lease_seconds}, retry_seconds=FOR_EVER)
                lease = await _guarded_late(signal, beat)
                return int(lease["attempt"])
            return _attempt_of(await read_run(self._calls, self._run_id, signal))
        except CallError as error:
            if is_over(error):
                return error.detail
            raise

    def keep(self, attempt: int, on_over: Callable[[str], None]) -> None:
        """Until `end`. `on_over` is called once, if the run is not this process's any more."""
        if self._lease_seconds is not None:
            self._keeping = asyncio.ensure_future(self._keep(self._lease_seconds, attempt, on_over))

    def end(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()

    async def ended(self) -> None:
        """Waits for signs of life under way: one that came after `release` would take the run back."""
        self.end()
        if self._keeping is not None:
            await asyncio.wait({self._keeping})

    async def release(self, signal: Signal) -> None:
        """Gives the run back, if it is this process's: the service offers it to the next one."""
        path = f"/api/agent/tasks/runs/{self._run_id}/release"
        try:
            attempt = await self._taken()
            if attempt is None and self._is_begun:
                attempt = await self._untaken(signal)
            # Without a number it would be given back for whoever works on it now.
            if attempt is None:
                return
            await self._calls.call(ApiCall("POST", path, body={"attempt": attempt}, signal=signal))
        except CallError as error:
            # It has ended meanwhile, or the service is older than this call.
            if not is_over(error):
                raise

    async def _keep(self, lease_seconds: int, attempt: int, on_over: Callable[[str], None]) -> None:
        every = lease_seconds / 3
        body = {"lease_seconds": lease_seconds, "attempt": attempt}
        while True:
            await asyncio.sleep(every)
            try:
                await self._beat(body, retry_seconds=every, answer_seconds_max=every)
            except Exception as error:
                # The service may be away, or the secret cannot be read. Who has the lease is said later.
                if isinstance(error, CallError) and is_over(error):
                    return on_over(error.detail)

    async def _untaken(self, signal: Signal) -> int | None:
        """The attempt of a run that this process began, unless somebody has it on lease."""
        run = await read_run(self._calls, self._run_id, signal)
        return run.get("attempt", 1) if run["status"] == "running" and "lease_expires_at" not in run else None

    async def _taken(self) -> int | None:
        """The attempt as which this process has taken the run, if it has."""
        if self._taking is None:
            return None
        await asyncio.wait({self._taking})
        if self._taking.cancelled() or self._taking.exception() is not None:
            return None
        taken = self._taking.result()
        return taken if isinstance(taken, int) else None

    async def _beat(
        self, body: dict[str, int], *, retry_seconds: float, answer_seconds_max: float = 30.0
    ) -> Any:
        path = f"/api/agent/tasks/runs/{self._run_id}/heartbeat"
        call = ApiCall("POST", path, body=body, retry_seconds=retry_seconds, answer_seconds_max=answer_seconds_max)
        return await self._calls.call(call)


async def read_run(calls: Calls, run_id: str, signal: Signal | None = None) -> TaskRun:
    path = f"/api/agent/tasks/runs/{run_id}"
    run: TaskRun = await calls.call(ApiCall("GET", path, signal=signal, retry_seconds=FOR_EVER))
    return run


def is_over(error: CallError) -> bool:
    """The run has ended, or is another attempt's."""
    return error.status in (404, 409)


def _attempt_of(run: TaskRun) -> int | str:
    if run["status"] in ("pending", "running"):
        return run.get("attempt", 1)
    return f"The run is {run['status']}"


async def _guarded_late(signal: Signal, work: Awaitable[Any]) -> Any:
    """If it is not there some time after the signal has aborted, the signal's reason is raised."""
    late = Signal()

    async def abort_late() -> None:
        await signal.wait()
        await sleep(_TAKING_SECONDS_MAX)
        late.abort(signal.reason or InterruptedError())

    waiting = asyncio.ensure_future(abort_late())
    try:
        return await late.guard(work)
    finally:
        waiting.cancel()


@dataclass(frozen=True)
class RunAttempt:
    """One attempt of a run. The service takes nothing of a former attempt."""

    calls: Calls
    run_id: str
    attempt: int
    signal: Signal
    #: Aborts the signal, because the service says that the run is not this attempt's any more.
    on_over: Callable[[str], None]

    async def write(self, part: Literal["context", "progress"], body: Mapping[str, object]) -> None:
        """:raises: the signal's reason if the run is over or another attempt's, `CallError` otherwise."""
        path = f"/api/agent/tasks/runs/{self.run_id}/{part}"
        try:
            attempt: dict[str, object] = {"attempt": self.attempt}
            await self.calls.call(ApiCall("POST", path, body={**body, **attempt}, signal=self.signal))
        except CallError as error:
            # A full scratchpad is refused by the same code.
            if is_over(error) and not await self._is_ours():
                self.on_over(error.detail)
            self.signal.raise_if_aborted()
            raise

    async def _is_ours(self) -> bool:
        try:
            run = await read_run(self.calls, self.run_id, self.signal)
        except CallError as error:
            if is_over(error):
                return False
            raise
        return run["status"] == "running" and run.get("attempt", 1) == self.attempt
