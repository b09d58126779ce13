from __future__ import annotations

import asyncio
import time
from typing import Required, TypedDict

from svc_agent.generated.contract import AnswerSchema, AnswerValues, Decision
from svc_agent.options import Duration, seconds_of
from svc_agent.errors import AgentError, CallError
from svc_agent.calls import FOR_EVER, ApiCall, Calls

# The longest wait that the service takes, and what a proxy may add to it.
_WAIT_SECONDS = 45
_WAIT_ANSWER_SECONDS_MAX = _WAIT_SECONDS + 20.0
_LEAST_WAIT_SECONDS = 1.0


class Question(TypedDict, total=False):
    """A question to the person, by name. Only the title is needed."""

    #: What the person reads first, at most 200 characters.
    title: Required[str]
    #: Markdown: what one has to know to answer, at most 4,000 characters.
    description: str
    #: What is done on approval, such as ``mail.send:ada@example.org``: always-allow rules are compared with it.
    action: str
    #: A glob over `action` that the person may take as a rule. ``*`` is any run of characters, ``\*`` a star.
    suggested_pattern: str
    #: A form that the person fills in to approve; the decision then has the ``answer``. Default: a yes or no.
    answer_schema: AnswerSchema
    #: What the form holds beforehand, by the names of its fields.
    proposed: AnswerValues
    #: After this time, at most 30 days, the answer is ``dismissed``. Default: the question stays open.
    expires_in: Duration
    #: Where it is shown, ``conv_…``. Default: the newest conversation with the owner, or a new one.
    conversation_id: str


async def ask(calls: Calls, question: Question, *, key: str | None, run_id: str | None = None) -> Decision:
    """Waits for as long as it takes, over restarts of the service and lost connections.

    :raises AgentError: `decision_gone` if the person removes the question.
    """
    known = Question.__annotations__
    if unknown := sorted(question.keys() - known.keys()):
        raise TypeError(f"A question has no {', '.join(unknown)}; it has {', '.join(known)}.")
    expires_in = question.get("expires_in")
    body: dict[str, object] = {
        **{name: value for name, value in question.items() if name != "expires_in"},
        "expires_in_seconds": None if expires_in is None else seconds_of(expires_in, "expires_in"),
        "task_run_id": run_id,
        "key": f"{run_id}/{key}" if key is not None and run_id is not None else key,
    }
    decision: Decision = await calls.call(ApiCall("POST", "/api/agent/decisions", body=body, retry_seconds=FOR_EVER))
    wait = ApiCall(
        "GET",
        f"/api/agent/decisions/{decision['decision_id']}",
        query={"wait": _WAIT_SECONDS},
        retry_seconds=FOR_EVER,
        answer_seconds_max=_WAIT_ANSWER_SECONDS_MAX,
    )
    while decision["status"] == "pending":
        asked_at = time.monotonic()
        try:
            decision = await calls.call(wait)
        except CallError as error:
            if error.status != 404:
                raise
            raise AgentError("decision_gone", f'The person removed the question "{question["title"]}".') from error
        # A wait may be answered early, while the service restarts or if too many calls wait.
        if decision["status"] == "pending":
            await asyncio.sleep(_LEAST_WAIT_SECONDS - (time.monotonic() - asked_at))
    return decision
