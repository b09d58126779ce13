from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from svc_agent.contract import ServiceFrame
from svc_agent.options import AgentSettings
from svc_agent.webhook.receiver import DeliveryReceiver, Received, WebhookAnswer


class Webhook:
    """Receives events where the agent has a ``webhook_url`` and no socket.

    Each way checks signature and time on the raw bytes, answers, and only then calls the agent's handlers, in the event
    loop of the caller. The agent need not be started for that.

    A delivery that is answered counts as delivered: if the process is killed while a handler works on a message, nobody
    brings the message again.
    """

    def __init__(
        self, settings: AgentSettings, *, take: Callable[[ServiceFrame], Awaitable[None]], is_ready: Callable[[], bool]
    ) -> None:
        self._receiver = DeliveryReceiver(settings, take=take, is_ready=is_ready)
        self._works: set[asyncio.Future[Any]] = set()

    async def receive(self, raw: bytes, headers: Mapping[str, str]) -> WebhookAnswer:
        """For any framework: hand in the bytes as they came and the headers, and answer what this returns.

        ``answer = await agent.webhook.receive(await request.body(), request.headers)``

        :param raw: exactly what was sent.
        :param headers: by names in any letters.
        """
        # Whoever uses no type checker may hand in what a parser has made.
        is_raw = isinstance(raw, (bytes, bytearray, memoryview))
        received = await self._receiver.receive(bytes(raw), headers) if is_raw else self._receiver.lost_body()
        # The answer leaves first: it is written in this turn of the loop or the next.
        asyncio.get_running_loop().call_soon(self._begin, received)
        return received.answer

    def fastapi(self) -> Callable[..., Awaitable[Any]]:
        """A path operation for FastAPI: ``app.post("/events")(agent.webhook.fastapi())``.

        :raises ImportError: where FastAPI is not installed.
        """
        from svc_agent.webhook.fastapi import path_operation

        return path_operation(self._receiver, self._begin)

    def _begin(self, received: Received) -> None:
        work = asyncio.ensure_future(received.process())
        self._works.add(work)
        work.add_done_callback(self._works.discard)
