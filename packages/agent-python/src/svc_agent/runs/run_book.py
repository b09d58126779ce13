from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from svc_agent.contract import ServiceFrame
from svc_agent.errors import AgentError
from svc_agent.http.calls import ApiCall, Calls
from svc_agent.options import AgentSettings
from svc_agent.runs.run import Run, RunHandler, RunOffer, offer_of
from svc_agent.runs.run_lease import read_run
from svc_agent.runs.run_work import RunOutcome, RunWork, WorkParts
from svc_agent.signal import Signal

# A process that is being stopped has little time.
_GIVE_BACK_SECONDS_MAX = 5.0
_FINISHED_MAX = 10_000


@dataclass
class _Open:
    work: RunWork
    done: asyncio.Task[RunOutcome]


class RunBook:
    def __init__(self, calls: Calls, settings: AgentSettings, on_error: Callable[[Exception, str], None]) -> None:
        self._calls = calls
        self._on_error = on_error
        self._open: dict[str, _Open] = {}
        # The attempts that were worked on, by run.
        self._finished: dict[str, int] = {}
        self._ending = Signal()
        self._stop_reason: AgentError | None = None
        self._disconnected: Callable[[], Awaitable[None]] = _at_once
        self._parts = WorkParts(
            calls=calls,
            settings=settings,
            slots=asyncio.Semaphore(settings.run_concurrency),
            on_error=on_error,
            ending=self._ending,
            disconnected=lambda: self._disconnected(),
        )

    @property
    def size(self) -> int:
        return len(self._open)

    def offered(self, event: ServiceFrame, handler: RunHandler) -> Awaitable[object]:
        """An offer may come more than once; a later attempt takes the place of an earlier one."""
        offer = offer_of(event)
        known = self._open.get(offer.run_id)
        worked = self._finished.get(offer.run_id) if known is None else known.work.attempt
        if worked is None:
            return self.work(offer, handler)
        # Its service has not yet told the number of the attempt: the offer is a repeat.
        return _at_once() if worked == 0 else self._offered_again(offer, handler, worked)

    def work(self, offer: RunOffer, handler: RunHandler) -> asyncio.Task[RunOutcome]:
        work = RunWork(offer, handler, self._parts)
        if self._stop_reason is not None:
            work.signal.abort(self._stop_reason)
        done = asyncio.ensure_future(self._do(work))
        self._open[offer.run_id] = _Open(work, done)
        return done

    def cancelled(self, run_id: str) -> None:
        known = self._open.get(run_id)
        if known is not None:
            known.work.abort("run_over", "A person cancelled the run.")

    def leave(self, reason: AgentError, disconnected: Callable[[], Awaitable[None]]) -> None:
        """Runs stay open, and are given back once `disconnected`: the service sends nothing any more then."""
        self._stop_reason = reason
        self._disconnected = disconnected
        for known in list(self._open.values()):
            known.work.signal.abort(reason)

    async def idle(self) -> None:
        while self._open:
            await asyncio.wait({known.done for known in self._open.values()})

    async def end(self) -> None:
        """Gives back what its handlers have not left, and ends what still tries to reach the service."""
        left = {asyncio.ensure_future(known.work.give_back()) for known in self._open.values()}
        if left:
            await asyncio.wait(left, timeout=_GIVE_BACK_SECONDS_MAX)
        self._ending.abort(AgentError("stopped", "The agent has stopped."))

    async def _offered_again(self, offer: RunOffer, handler: RunHandler, worked: int) -> None:
        run = await read_run(self._calls, offer.run_id, self._ending)
        if run.get("attempt", 1) <= worked or run["status"] not in ("pending", "running"):
            return
        known = self._open.get(offer.run_id)
        if known is not None:
            known.work.abort("run_over", "Another attempt has taken the place of this one.")
            await asyncio.wait({known.done})
        if offer.run_id not in self._open:
            await self.work(offer, handler)

    async def _do(self, work: RunWork) -> RunOutcome:
        run_id = work.offer.run_id
        try:
            return await work.do()
        except Exception as error:
            self._on_error(error, f"the run {run_id}")
            return "open"
        finally:
            known = self._open.get(run_id)
            if known is not None and known.work is work:
                del self._open[run_id]
            self._remember(run_id, work.attempt)

    def _remember(self, run_id: str, attempt: int) -> None:
        if attempt == 0:
            return
        self._finished.pop(run_id, None)
        self._finished[run_id] = attempt
        if len(self._finished) > _FINISHED_MAX:
            del self._finished[next(iter(self._finished))]


async def begin_run(calls: Calls, task_id: str) -> RunOffer:
    begun = await calls.call(ApiCall("POST", f"/api/agent/tasks/{task_id}/run/start"))
    task = await calls.call(ApiCall("GET", f"/api/agent/tasks/{task_id}"))
    return RunOffer(run_id=begun["run_id"], task_id=task_id, task_name=task["name"], prompt=task["prompt"])


async def _at_once() -> None:
    return None


class StartedRun:
    """A run that the agent has begun itself, for ``async with agent.start_run(task_id) as run``."""

    def __init__(self, calls: Calls, runs: RunBook, task_id: str) -> None:
        self._calls = calls
        self._runs = runs
        self._task_id = task_id
        self._working: asyncio.Task[RunOutcome] | None = None
        self._block: asyncio.Future[None] | None = None
        #: Its id, ``run_…``, once it has begun.
        self.run_id: str | None = None
        #: How it ended, once it has.
        self.outcome: RunOutcome | None = None

    async def __aenter__(self) -> Run:
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[Run] = loop.create_future()
        block = self._block = loop.create_future()

        async def wait_for_block(run: Run) -> None:
            begun.set_result(run)
            await block

        offer = await begin_run(self._calls, self._task_id)
        self.run_id = offer.run_id
        working = self._working = self._runs.work(offer, wait_for_block)
        either: set[asyncio.Future[Any]] = {begun, working}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if begun.done():
            return begun.result()
        self.outcome = working.result()
        raise AgentError("run_over", f"The run {offer.run_id} could not be worked on: it is {self.outcome}.")

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """What the block has raised fails the run, and goes on from here."""
        if self._block is None or self._working is None:
            return
        if error is None:
            self._block.set_result(None)
        elif isinstance(error, Exception):
            self._block.set_exception(error)
        else:
            # The block was cancelled, which is its program's affair: the run has failed for its person.
            self._block.set_exception(AgentError("stopped", "The program gave this run up."))
        self.outcome = await asyncio.shield(self._working)
