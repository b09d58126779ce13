"""Questions to a person."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from svc_agent.generated.contract import AnswerSchema, AnswerValues, Decision
from svc_agent.duration import Duration, seconds_of
from svc_agent.errors import AgentError, CallError
from svc_agent.http.calls import FOR_EVER, ApiCall, Calls
from svc_agent.signal import Signal
from svc_agent.waiting import sleep

# The longest wait that the service takes, and what a proxy may add to it.
_WAIT_SECONDS = 45
_WAIT_ANSWER_SECONDS_MAX = _WAIT_SECONDS + 20.0
_LEAST_WAIT_SECONDS = 1.0


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question to the person."""

    #: What the person reads first, at most 200 characters.
    title: str
    #: What the agent calls it, at most 150 characters. Asking again with the same key asks nothing, and gets the first
    #: question with its answer: so a program that is started again goes on where it was. In a run the key is unique
    #: within the run.
    key: str | None = None
    #: Markdown: what one has to know to answer, at most 4,000 characters. Default: none.
    description: str | None = None
    #: What will be done on approval, in words of the agent's own, such as ``mail.send:ada@example.org``; at most 500
    #: characters. The person's always-allow rules are compared with it. Default: none, and no rule fits.
    action: str | None = None
    #: A glob over `action` that the person may take as a rule, at most 1,000 characters. ``*`` is any run of characters,
    #: ``\*`` a star. Default: none.
    suggested_pattern: str | None = None
    #: A form that the person fills in to approve: a flat part of JSON Schema, at most 20 fields. The decision then has
    #: the ``answer``. Default: a yes or no.
    answer_schema: AnswerSchema | None = None
    #: What the form holds beforehand, by the names of its fields.
    proposed: AnswerValues | None = None
    #: After this time, at most 30 days, the answer is ``dismissed``, never ``approved``. Default: the question stays open.
    expires_in: Duration | None = None
    #: Where it is shown, ``conv_…``. Default: the newest conversation with the owner, or a new one.
    conversation_id: str | None = None


async def ask(
    calls: Calls, question: Question, *, run_id: str | None = None, signal: Signal | None = None
) -> Decision:
    """Asks, and waits for the answer for as long as it takes. The wait survives restarts of the service and lost connections.

    :param signal: ends the wait. The question stays open.
    :raises AgentError: `decision_gone` if the person removes the question.
    """
    decision: Decision = await calls.call(
        ApiCall(
            "POST", "/api/agent/decisions", body=_body_of(question, run_id), signal=signal, retry_seconds=FOR_EVER
        )
    )
    wait = ApiCall(
        "GET",
        f"/api/agent/decisions/{decision['decision_id']}",
        query={"wait": _WAIT_SECONDS},
        signal=signal,
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
            raise AgentError("decision_gone", f'The person removed the question "{question.title}".') from error
        # A wait may be answered early, while the service restarts or if too many calls wait.
        if decision["status"] == "pending":
            await sleep(_LEAST_WAIT_SECONDS - (time.monotonic() - asked_at), signal)
    return decision


def _body_of(question: Question, run_id: str | None) -> dict[str, Any]:
    key = question.key if question.key is None or run_id is None else f"{run_id}/{question.key}"
    expires_in = None if question.expires_in is None else seconds_of(question.expires_in, "expires_in")
    return {
        "title": question.title,
        "description": question.description,
        "action": question.action,
        "suggested_pattern": question.suggested_pattern,
        "answer_schema": question.answer_schema,
        "proposed": question.proposed,
        "conversation_id": question.conversation_id,
        "expires_in_seconds": expires_in,
        "task_run_id": run_id,
        "key": key,
    }
