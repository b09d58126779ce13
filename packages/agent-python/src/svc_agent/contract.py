"""What an agent gets, as the generated contract has no name for it. Fields are named as in the service's contract."""

from __future__ import annotations

from typing import Any, TypeAlias

from svc_agent.generated.contract import (
    DecisionResolvedEvent,
    RunCancelledEvent,
    TaskDueEvent,
    TaskTriggerEvent,
    UserMessageEvent,
)

AgentEvent: TypeAlias = (
    "UserMessageEvent | DecisionResolvedEvent | TaskDueEvent | TaskTriggerEvent | RunCancelledEvent"
)
"""An event, as it comes over the socket or by the webhook."""

ServiceFrame: TypeAlias = "dict[str, Any]"
"""A frame of the service: an object with a ``type``."""
