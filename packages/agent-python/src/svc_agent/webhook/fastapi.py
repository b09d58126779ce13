from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request, Response
from fastapi.background import BackgroundTasks

from svc_agent.webhook.receiver import DELIVERY_BYTES_MAX, DeliveryReceiver, Received, refused


def path_operation(
    receiver: DeliveryReceiver, begin: Callable[[Received], None]
) -> Callable[[Request], Awaitable[Response]]:
    async def receive_event(request: Request) -> Response:
        """An event of the agent service: its signature is checked, it is answered, and then the agent's handlers are called."""
        received = await _received(receiver, request)
        answer = received.answer
        after = BackgroundTasks()

        async def begin_work() -> None:
            begin(received)

        # Work begins when the answer is on its way.
        after.add_task(begin_work)
        return Response(
            content=answer.body or None, status_code=answer.status, headers=dict(answer.headers), background=after
        )

    # FastAPI reads the types themselves.
    annotations: dict[str, Any] = {"request": Request, "return": Response}
    receive_event.__annotations__ = annotations
    return receive_event


async def _received(receiver: DeliveryReceiver, request: Request) -> Received:
    chunks: list[bytes] = []
    length = 0
    try:
        # What `request.body()` has read already comes from here as well.
        async for chunk in request.stream():
            length += len(chunk)
            if length > DELIVERY_BYTES_MAX:
                return refused(413, "Too large")
            chunks.append(chunk)
    except RuntimeError:
        # "Stream consumed", by somebody who has not kept it.
        return receiver.lost_body()
    return await receiver.receive(b"".join(chunks), request.headers)
