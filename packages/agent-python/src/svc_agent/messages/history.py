"""What was written in a conversation."""

from __future__ import annotations

from svc_agent.contract import Message
from svc_agent.http.api_call import ApiCall
from svc_agent.http.calls import Calls


async def read_history(
    calls: Calls, conversation_id: str, *, limit: int | None = None, before: str | None = None
) -> list[Message]:
    """Newest message first."""
    path = f"/api/agent/conversations/{conversation_id}/messages"
    messages: list[Message] = await calls.call(ApiCall("GET", path, query={"limit": limit, "cursor": before}))
    return messages
