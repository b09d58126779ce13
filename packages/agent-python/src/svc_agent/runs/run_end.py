"""The end of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from svc_agent.errors import CallError
from svc_agent.http.calls import FOR_EVER, ApiCall, Calls
from svc_agent.messages.outgoing_message import OutgoingMessage, ReportCard, send_message
from svc_agent.runs.run import RunOffer
from svc_agent.runs.run_lease import is_over
from svc_agent.signal import Signal

# A summary may have so many characters.
_SUMMARY_LENGTH_MAX = 1_000
# A message may have so many.
_TEXT_LENGTH_MAX = 32_768


@dataclass(frozen=True)
class RunEnd:
    status: Literal["completed", "failed"]
    summary: str


async def end_run(calls: Calls, offer: RunOffer, end: RunEnd, signal: Signal) -> bool:
    """Ends a run, for as long as the service cannot be reached.

    A longer text than a summary may have is sent as a report first, so nothing of it is lost.

    :returns: whether it ended so; False if it had ended otherwise, such as by its person.
    """
    summary = end.summary
    if len(summary) > _SUMMARY_LENGTH_MAX:
        await _send_whole(calls, offer, summary, signal)
        summary = f"{summary[:_SUMMARY_LENGTH_MAX - 1]}…"
    body: dict[str, str] = {"status": end.status}
    if summary.strip() != "":
        body["summary"] = summary
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
