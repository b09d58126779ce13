from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Literal, TypeAlias

from svc_agent.calls import FOR_EVER, ApiCall, Calls
from svc_agent.errors import AgentError, CallError
from svc_agent.generated.contract import TaskRun
from svc_agent.outgoing_message import OutgoingMessage, ReportCard, send_message
from svc_agent.options import AgentSettings
from svc_agent.signal import Signal

# A summary may have so many characters, and a message so many.
_SUMMARY_LENGTH_MAX = 1_000
_TEXT_LENGTH_MAX = 32_768

RunOutcome: TypeAlias = Literal["completed", "failed", "open", "over"]
"""How a run ended here. ``open``: it did not, and another process may go on. ``over``: it was ended elsewhere."""


async def read_run(calls: Calls, run_id: str, signal: Signal) -> TaskRun:
    path = f"/api/agent/tasks/runs/{run_id}"
    return await signal.guard(calls.call(ApiCall("GET", path, retry_seconds=FOR_EVER)))


def is_open(run: TaskRun) -> bool:
    return run["status"] in ("pending", "running")


class Slot:
    """One of the slots for runs that work. A run lets go of its own while it only waits for others."""

    def __init__(self, slots: asyncio.Semaphore, signal: Signal) -> None:
        self._slots = slots
        self._signal = signal
        self._is_taken = False
        # They may go on side by side.
        self._waits = 0
        self._taking = asyncio.Lock()

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """:raises: the reason of the signal, if that aborts while all slots are taken."""
        await self._take()
        try:
            yield
        finally:
            # What has not ended with its run takes the slot never again.
            self._waits += 1
            self._release()

    @asynccontextmanager
    async def let_go(self) -> AsyncIterator[None]:
        """While something waits that is not this process's work. It raises as `taken`."""
        self._waits += 1
        self._release()
        try:
            yield
        finally:
            self._waits -= 1
            await self._take()

    async def _take(self) -> None:
        async with self._taking:
            if self._waits == 0 and not self._is_taken:
                await self._signal.guard(self._slots.acquire())
                self._is_taken = True
            # Another wait may have begun meanwhile, or the run may have ended.
            if self._waits > 0:
                self._release()

    def _release(self) -> None:
        if self._is_taken:
            self._is_taken = False
            self._slots.release()


class RunAttempt:
    """What this process says to the service of one attempt of a run. It takes nothing of a former one."""

    def __init__(
        self, calls: Calls, settings: AgentSettings, event: Mapping[str, Any], slots: asyncio.Semaphore, ending: Signal
    ) -> None:
        """:param ending: ends what still tries to reach the service."""
        self.calls = calls
        self.run_id: str = event["run_id"]
        #: 0 until the service has told it.
        self.number = 0
        #: Aborts when the work on the run is to end.
        self.signal = Signal()
        self.slot = Slot(slots, self.signal)
        #: Set when this process works on it no more.
        self.left = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        #: How its end is reported, once it is.
        self.reporting: asyncio.Task[RunOutcome] | None = None
        self._task_name: str = event["task_name"]
        self._settings = settings
        self._ending = ending

    @property
    def is_over(self) -> bool:
        """Somebody else has ended the run, or works on it."""
        return getattr(self.signal.reason, "code", None) == "run_over"

    def over(self, why: str) -> None:
        self.signal.abort(AgentError("run_over", f"The run is over: {why}"))

    @asynccontextmanager
    async def on_lease(self) -> AsyncIterator[None]:
        """Takes the run, and gives signs of life: the service then knows when the process has died."""
        await self._take()
        self._keeping = asyncio.ensure_future(self._keep())
        try:
            yield
        finally:
            await self.leave_lease()

    async def leave_lease(self) -> bool:
        """Whether it was on lease here."""
        keeping, self._keeping = self._keeping, None
        if keeping is None:
            return False
        keeping.cancel()
        # A sign of life that came after `release` would take the run back.
        await asyncio.wait({keeping})
        return True

    async def write(self, part: Literal["context", "progress"], body: Mapping[str, object]) -> None:
        """:raises: the signal's reason if the run is over or another attempt's, `CallError` otherwise."""
        try:
            await self.signal.guard(self._post(part, {**body, "attempt": self.number}))
        except CallError as error:
            # A full scratchpad is refused by the same code.
            if _is_over(error) and not await self._is_ours():
                self.over(error.detail)
            self.signal.raise_if_aborted()
            raise

    async def end(self, status: Literal["completed", "failed"], summary: str) -> RunOutcome:
        """The first end counts."""
        if self.reporting is None:
            self.reporting = asyncio.ensure_future(self._report_end(status, summary))
        return await asyncio.shield(self.reporting)

    async def release(self, *, is_begun: bool) -> None:
        """Gives the run back, if this process has taken or begun it: the service offers it to the next one."""
        try:
            number = await self._untaken() if self.number == 0 and is_begun else self.number
            # Without a number it would be given back for whoever works on it now.
            if number > 0:
                await self._post("release", {"attempt": number})
        except CallError as error:
            # It has ended meanwhile.
            if not _is_over(error):
                raise

    async def _untaken(self) -> int:
        """The attempt of a run that was begun, unless a process has it on lease: then 0."""
        # Also when the agent has stopped.
        run = await read_run(self.calls, self.run_id, Signal())
        return run.get("attempt", 1) if run["status"] == "running" and "lease_expires_at" not in run else 0

    async def _take(self) -> None:
        """:raises: the signal's reason, if the run is over, or the process was told to leave meanwhile."""
        self.signal.raise_if_aborted()
        # Also when the process is told to leave meanwhile: the answer says whose the run is.
        try:
            heartbeat = self._post("heartbeat", {"lease_seconds": self._settings.lease_seconds}, retry_seconds=FOR_EVER)
            self.number = (await self._ending.guard(heartbeat))["attempt"]
        except CallError as error:
            if not _is_over(error):
                raise
            self.over(error.detail)
        if self.is_over:
            self._settings.log.info(f"The run {self.run_id}: {self.signal.reason}")
        self.signal.raise_if_aborted()

    async def _keep(self) -> None:
        lease_seconds = self._settings.lease_seconds
        every = lease_seconds / 3
        body = {"lease_seconds": lease_seconds, "attempt": self.number}
        while True:
            await asyncio.sleep(every)
            try:
                await self._post("heartbeat", body, retry_seconds=every / 2, answer_seconds_max=every / 2)
            except Exception as error:
                # The service may be away. Who has the lease is said later.
                if isinstance(error, CallError) and _is_over(error):
                    return self.over(error.detail)

    async def _report_end(self, status: Literal["completed", "failed"], summary: str) -> RunOutcome:
        if len(summary) > _SUMMARY_LENGTH_MAX:
            await self._send_report(summary)
            summary = _cut(summary, _SUMMARY_LENGTH_MAX)
        body = {"status": status, "summary": summary if summary.strip() else None}
        try:
            await self._ending.guard(self._post("complete", body, retry_seconds=FOR_EVER))
            return status
        except CallError as error:
            if not _is_over(error):
                raise
            self._settings.log.warning(f"The run {self.run_id} had ended before it was {status} here.")
            return "over"

    async def _send_report(self, text: str) -> None:
        card = ReportCard(title=self._task_name[:200])
        message = OutgoingMessage(text=_cut(text, _TEXT_LENGTH_MAX), report=card)
        try:
            await self._ending.guard(send_message(self.calls, message, run_id=self.run_id))
        except CallError:
            # The end of the run matters more than its report.
            pass

    async def _is_ours(self) -> bool:
        try:
            run = await read_run(self.calls, self.run_id, self.signal)
        except CallError as error:
            if _is_over(error):
                return False
            raise
        return run["status"] == "running" and run.get("attempt", 1) == self.number

    async def _post(self, part: str, body: Mapping[str, object], **bounds: Any) -> Any:
        path = f"/api/agent/tasks/runs/{self.run_id}/{part}"
        return await self.calls.call(ApiCall("POST", path, body=body, **bounds))


def _is_over(error: CallError) -> bool:
    """The run has ended, or is another attempt's."""
    return error.status in (404, 409)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
