"""A run that the agent has begun itself."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any

from svc_agent.errors import AgentError
from svc_agent.http.calls import Calls
from svc_agent.runs.run import Run, RunHandler
from svc_agent.runs.run_book import RunBook, begin_run
from svc_agent.runs.run_work import RunOutcome


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

    async def work(self, handler: RunHandler) -> StartedRun:
        """Works on it with a handler, to its end.

        :param handler: as for `Agent.task`.
        :returns: this, with its outcome.
        :raises CallError: as for `Agent.start_run`.
        """
        offer = await begin_run(self._calls, self._task_id)
        self.run_id = offer.run_id
        self.outcome = await asyncio.shield(self._runs.work(offer, handler))
        return self

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
