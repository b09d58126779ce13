from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from svc_agent.calls import ApiCall, Calls
from svc_agent.errors import AgentError
from svc_agent.options import AgentSettings
from svc_agent.run import Run, RunHandler
from svc_agent.run_attempt import RunAttempt, RunOutcome, is_open, read_run
from svc_agent.signal import Signal
from svc_agent.waiting import called, remember

# A process that is being stopped has little time.
_GIVE_BACK_SECONDS_MAX = 5.0


class RunBook:
    """The runs that this process works on."""

    def __init__(
        self,
        calls: Calls,
        settings: AgentSettings,
        *,
        stopping: Signal,
        disconnected: Callable[[], Awaitable[None]],
        on_error: Callable[[Exception, str], None],
    ) -> None:
        """:param disconnected: returns when the service sends this process nothing any more."""
        self._calls = calls
        self._settings = settings
        self._stopping = stopping
        self._disconnected = disconnected
        self._on_error = on_error
        self._slots = asyncio.Semaphore(settings.run_concurrency)
        self._ending = Signal()
        self._open: dict[str, RunAttempt] = {}
        # The attempts that were worked on, by run.
        self._finished: dict[str, int] = {}

    async def offered(self, event: dict[str, Any], handler: RunHandler) -> None:
        """An offer may come more than once; a later attempt takes the place of an earlier one."""
        run_id = event["run_id"]
        known = self._open.get(run_id)
        worked = self._finished.get(run_id) if known is None else known.number
        # Its service has not yet told the number of the attempt: the offer is a repeat.
        if worked == 0:
            return
        if worked is not None:
            run = await read_run(self._calls, run_id, self._ending)
            if run.get("attempt", 1) <= worked or not is_open(run):
                return
            if known is not None:
                known.over("Another attempt has taken the place of this one.")
                await known.left.wait()
            if run_id in self._open:
                return
        await self.work(event, handler)

    async def work(self, event: dict[str, Any], handler: RunHandler, *, is_begun: bool = False) -> RunOutcome:
        """:param is_begun: this process began the run, which is running since then."""
        attempt = RunAttempt(self._calls, self._settings, event, self._slots, self._ending)
        self._open[attempt.run_id] = attempt
        leave = AgentError("stopped", "The agent is stopping.")
        forget = self._stopping.on_abort(lambda: attempt.signal.abort(leave))
        try:
            return await self._do(event, handler, attempt, is_begun)
        except Exception as error:
            self._on_error(error, f"the run {attempt.run_id}")
            return "open"
        finally:
            forget()
            attempt.left.set()
            if self._open.get(attempt.run_id) is attempt:
                del self._open[attempt.run_id]
            if attempt.number > 0:
                remember(self._finished, attempt.run_id, attempt.number)

    def cancelled(self, run_id: str) -> None:
        if run_id in self._open:
            self._open[run_id].over("A person cancelled it.")

    async def idle(self) -> None:
        while self._open:
            await next(iter(self._open.values())).left.wait()

    async def end(self) -> None:
        """Cancels handlers that have not left, and what still tries to reach the service. Runs go back."""
        self._ending.abort(AgentError("stopped", "The agent has stopped."))
        try:
            await asyncio.wait_for(self.idle(), _GIVE_BACK_SECONDS_MAX)
        except TimeoutError:
            # Of handlers that do not end when they are cancelled.
            await asyncio.gather(*map(self._take_away, list(self._open.values())))

    async def _do(self, event: dict[str, Any], handler: RunHandler, attempt: RunAttempt, is_begun: bool) -> RunOutcome:
        outcome: RunOutcome = "open"
        # One that this process began is running already: it is on lease while it waits for a slot.
        lease, slot = attempt.on_lease(), attempt.slot.taken()
        first, second = (lease, slot) if is_begun else (slot, lease)
        try:
            async with first, second:
                outcome = await self._handle(Run(event, attempt), handler, attempt)
        except Exception:
            # What an abort leads to is no failure of the run.
            if not attempt.signal.aborted:
                raise
        if outcome == "open" and attempt.is_over:
            return "over"
        if outcome == "open":
            await self._give_back(attempt, is_begun)
        return outcome

    async def _handle(self, run: Run, handler: RunHandler, attempt: RunAttempt) -> RunOutcome:
        try:
            summary = await self._ending.guard(called(handler, run))
        except Exception as error:
            if attempt.reporting is not None:
                return await attempt.reporting
            if attempt.signal.aborted:
                return "open"
            self._on_error(error, f'the run {run.id} of "{run.task_name}"')
            return await attempt.end("failed", str(error) or type(error).__name__)
        if attempt.is_over:
            return "over"
        return await attempt.end("completed", summary if isinstance(summary, str) else "")

    async def _take_away(self, attempt: RunAttempt) -> None:
        if await attempt.leave_lease():
            await self._give_back(attempt)

    async def _give_back(self, attempt: RunAttempt, is_begun: bool = False) -> None:
        """If this process does not tell it in time, the lease tells it."""

        async def release() -> None:
            await self._disconnected()
            await attempt.release(is_begun=is_begun)

        try:
            await asyncio.wait_for(release(), self._settings.drain_seconds + _GIVE_BACK_SECONDS_MAX)
        except (AgentError, TimeoutError) as error:
            self._settings.log.warning(f"The run {attempt.run_id} could not be given back: {error}")


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

        path = f"/api/agent/tasks/{self._task_id}"
        self.run_id = (await self._calls.call(ApiCall("POST", f"{path}/run/start")))["run_id"]
        task = await self._calls.call(ApiCall("GET", path))
        names = {"task_name": task["name"], "task_prompt": task["prompt"]}
        event = {"run_id": self.run_id, "task_id": self._task_id, **names}
        working = self._working = asyncio.ensure_future(self._runs.work(event, wait_for_block, is_begun=True))
        either: set[asyncio.Future[Any]] = {begun, working}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        except BaseException:
            if not block.done():
                block.set_exception(_given_up())
            raise
        if begun.done():
            return begun.result()
        self.outcome = working.result()
        raise AgentError("run_over", f"The run {self.run_id} could not be worked on: it is {self.outcome}.")

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """What the block has raised fails the run, and goes on from here."""
        if self._block is None or self._working is None:
            return
        # It is done if the agent has stopped, and waits for the block no more.
        if not self._block.done() and error is None:
            self._block.set_result(None)
        elif not self._block.done():
            # A block that was cancelled is its program's affair: the run has failed for its person.
            self._block.set_exception(error if isinstance(error, Exception) else _given_up())
        self.outcome = await asyncio.shield(self._working)


def _given_up() -> AgentError:
    return AgentError("stopped", "The program gave this run up.")
