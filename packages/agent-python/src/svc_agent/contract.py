"""What an agent sends and gets. Fields are named as in the service's contract."""

from __future__ import annotations

from typing import Any, TypeAlias

from svc_agent.generated.contract import (
    AnswerSchema,
    AnswerValues,
    AuthFrame,
    AuthOkFrame,
    ContextBlock,
    Decision,
    DecisionResolvedEvent,
    DecisionStatus,
    Message,
    NewTask,
    OwnAgent,
    RunCancelledEvent,
    RunPage,
    RunStatus,
    Task,
    TaskChanges,
    TaskDueEvent,
    TaskRun,
    TaskTriggerEvent,
    UserMessageEvent,
)

__all__ = [
    "AgentEvent",
    "AnswerSchema",
    "AnswerValues",
    "AuthFrame",
    "AuthOkFrame",
    "ContextBlock",
    "Decision",
    "DecisionResolvedEvent",
    "DecisionStatus",
    "Message",
    "NewTask",
    "OwnAgent",
    "RunCancelledEvent",
    "RunPage",
    "RunStatus",
    "ServiceFrame",
    "Task",
    "TaskChanges",
    "TaskDueEvent",
    "TaskRun",
    "TaskTriggerEvent",
    "UserMessageEvent",
]

AgentEvent: TypeAlias = (
    "UserMessageEvent | DecisionResolvedEvent | TaskDueEvent | TaskTriggerEvent | RunCancelledEvent"
)
"""An event, as it comes over the socket or by the webhook."""

ServiceFrame: TypeAlias = "dict[str, Any]"
"""A frame of the service: an object with a ``type``."""
