from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from svc_agent.errors import AgentError, CallError
from svc_agent.http.calls import FOR_EVER, ApiCall, Calls
from svc_agent.messages.outgoing_message import OutgoingMessage, ReportCard, send_message
from svc_agent.options import AgentSettings
from svc_agent.runs.run import Run, RunHandler, RunOffer, RunParts
from svc_agent.runs.run_lease import Lease, is_over
from svc_agent.signal import Signal
from svc_agent.waiting import called

T = TypeVar("T")


class Slot:
    """A slot that a run has taken, and may let go of while it only waits for others."""

    def __init__(self, slots: asyncio.Semaphore) -> None:
        self._slots = slots
        self._is_taken = True
        self._has_left = False
        self._waits = 0

    async def without(self, wait: Callable[[], Awaitable[T]]) -> T:
        """Waits without the slot. Several waits may go on side by side."""
        self._waits += 1
        self._let_go()
        try:
            return await wait()
        finally:
            self._waits -= 1
            await self._take_again()

    def leave(self) -> None:
        self._has_left = True
        self._let_go()

    def _let_go(self) -> None:
        if not self._is_taken:
            return
        self._is_taken = False
        self._slots.release()

    async def _take_again(self) -> None:
        if self._is_not_needed():
            return
        await self._slots.acquire()
        # Another wait may have begun meanwhile, or the work may have ended.
        if self._is_not_needed():
            self._slots.release()
        else:
            self._is_taken = True

    def _is_not_needed(self) -> bool:
        return self._waits > 0 or self._has_left or self._is_taken


# A summary may have so many characters.
_SUMMARY_LENGTH_MAX = 1_000
# A message may have so many.
_TEXT_LENGTH_MAX = 32_768


@dataclass(frozen=True)
class RunEnd:
    status: Literal["completed", "failed"]
    summary: str


async def end_run(calls: Calls, offer: RunOffer, end: RunEnd, signal: Signal) -> bool:
    """A longer text is sent as a report first. False if it had ended otherwise, such as by its person."""
    summary = end.summary
    if len(summary) > _SUMMARY_LENGTH_MAX:
        await _send_whole(calls, offer, summary, signal)
        summary = f"{summary[:_SUMMARY_LENGTH_MAX - 1]}…"
    body = {"status": end.status, "summary": summary if summary.strip() else None}
    path = f"/api/agent/tasks/runs/{offer.run_id}/complete"
    try:
        await calls.call(ApiCall("POST", path, body=body, signal=signal, retry_seconds=FOR_EVER))
        return True
    except CallError as error:
        if is_over(error):
            return False
        raise


async def _send_whole(calls: Calls, offer: RunOffer, summary: str, signal: Signal) -> None:
    text = summary if len(summary) <= _TEXT_LENGTH_MAX else f"{summary[:_TEXT_LENGTH_MAX - 1]}…"
    message = OutgoingMessage(text=text, report=ReportCard(title=offer.task_name[:200]))
    try:
        await send_message(calls, message, run_id=offer.run_id, signal=signal)
    except CallError:
        # The end of the run matters more than its report.
        pass


RunOutcome: TypeAlias = Literal["completed", "failed", "open", "over"]
"""How a run ended that this process worked on.

``open``: it did not end, and another process may go on. ``over``: it was ended by somebody else.
"""


@dataclass(frozen=True)
class WorkParts:
    calls: Calls
    settings: AgentSettings
    slots: asyncio.Semaphore
    on_error: Callable[[Exception, str], None]
    #: Ends what still tries to reach the service.
    ending: Signal
    #: Returns when the service sends this process nothing any more.
    disconnected: Callable[[], Awaitable[None]]


class RunWork:
    def __init__(self, offer: RunOffer, handler: RunHandler, parts: WorkParts) -> None:
        self.offer = offer
        self.signal = Signal()
        #: 0 until the service has told it.
        self.attempt = 0
        self._handler = handler
        self._parts = parts
        self._lease = Lease(
            parts.calls,
            run_id=offer.run_id,
            lease_seconds=parts.settings.lease_seconds,
            is_begun=offer.event is None,
        )
        self._is_given_back = False
        self._ended: asyncio.Task[RunOutcome] | None = None

    async def do(self) -> RunOutcome:
        slots = self._parts.slots
        try:
            await self.signal.guard(slots.acquire())
        except AgentError:
            return await self._left()
        slot = Slot(slots)
        try:
            taken = await self._lease.take(self.signal)
            if isinstance(taken, str):
                self._parts.settings.log.info(f"The run {self.offer.run_id} is over: {taken}")
                return "over"
            self.attempt = taken
            # It was told to leave while it took the run.
            self.signal.raise_if_aborted()
            self._lease.keep(taken, self._over_by)
            outcome = await self._handle(slot)
            return await self._left() if outcome == "open" else outcome
        except Exception:
            if not self.signal.aborted:
                raise
            return "over" if self._is_over() else await self._left()
        finally:
            self._lease.end()
            slot.leave()

    def abort(self, code: Literal["run_over", "stopped"], message: str) -> None:
        self.signal.abort(AgentError(code, message))

    async def give_back(self) -> None:
        """Once: if this process has not told it in time, the lease tells it."""
        if self._is_given_back:
            return
        self._is_given_back = True
        await self._lease.ended()
        await self._parts.disconnected()
        try:
            await self._lease.release(self._parts.ending)
        except AgentError as error:
            self._parts.settings.log.warning(f"The run {self.offer.run_id} could not be given back: {error}")

    async def _handle(self, slot: Slot) -> RunOutcome:
        async def fail(note: str) -> None:
            await self._end(RunEnd("failed", note))

        async def complete(summary: str) -> None:
            await self._end(RunEnd("completed", summary))

        async def without_slot(wait: Callable[[], Awaitable[T]]) -> T:
            return await slot.without(lambda: self.signal.guard(wait()))

        run = Run(
            RunParts(
                calls=self._parts.calls,
                offer=self.offer,
                attempt=self.attempt,
                signal=self.signal,
                on_over=self._over_by,
                fail=fail,
                complete=complete,
                without_slot=without_slot,
            )
        )
        try:
            summary = await called(self._handler, run)
        except Exception as error:
            if self._ended is not None:
                return await self._ended
            # What an abort leads to is no failure of the run.
            if self.signal.aborted:
                return "over" if self._is_over() else "open"
            self._parts.on_error(error, f'the run {run.id} of "{run.task_name}"')
            return await self._end(RunEnd("failed", str(error) or type(error).__name__))
        if self._is_over():
            return "over"
        return await self._end(RunEnd("completed", summary if isinstance(summary, str) else ""))

    async def _end(self, end: RunEnd) -> RunOutcome:
        """The first end counts."""
        if self._ended is None:
            self._ended = asyncio.ensure_future(self._tell_end(end))
        return await asyncio.shield(self._ended)

    async def _tell_end(self, end: RunEnd) -> RunOutcome:
        if await end_run(self._parts.calls, self.offer, end, self._parts.ending):
            return end.status
        message = f"The run {self.offer.run_id} had ended before it was {end.status} here."
        self._parts.settings.log.warning(message)
        return "over"

    async def _left(self) -> RunOutcome:
        if self._is_over():
            return "over"
        await self.give_back()
        return "open"

    def _over_by(self, why: str) -> None:
        self.abort("run_over", f"The run is over: {why}")

    def _is_over(self) -> bool:
        reason = self.signal.reason
        return isinstance(reason, AgentError) and reason.code == "run_over"
