"""What a process writes into a run as one attempt of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from svc_agent.errors import CallError
from svc_agent.http.calls import ApiCall, Calls
from svc_agent.runs.run_lease import is_over, read_run
from svc_agent.signal import Signal


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
        """Writes a block or progress.

        :raises: the signal's reason if the run has ended or is another attempt's: the signal aborts then. `CallError` if
            the call is refused otherwise.
        """
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
