import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import websockets
from waiting import runs, user_message

from svc_agent import Agent

TEXTS = [f"message {number}" for number in range(8)]


@asynccontextmanager
async def agent_of(serve: Callable[[Any], Awaitable[None]], **options: Any) -> AsyncIterator[tuple[Agent, list[str]]]:
    """An agent that keeps the texts it gets, of a service that does so with each socket it has let in."""

    async def let_in(socket: Any) -> None:
        await socket.recv()
        await socket.send(json.dumps({"type": "auth_ok", "agent_name": "Ada"}))
        await serve(socket)

    bring: Any = getattr(websockets, "serve")  # noqa: B009
    async with bring(let_in, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        agent = Agent(agent_id="agt_1", secret="svc_1", url=url, handle_signals=False, **options)
        texts: list[str] = []
        agent.on("user_message")(lambda m: texts.append(m.text))
        yield agent, texts
        await agent.stop()


async def send_all(socket: Any) -> None:
    for text in TEXTS:
        await socket.send(json.dumps(user_message(text, message_id=text)))


@runs
async def test_what_came_before_a_receipt_is_handled_when_the_backlog_is_full() -> None:
    received = asyncio.Event()

    async def serve(socket: Any) -> None:
        await send_all(socket)
        await (await socket.ping())
        received.set()
        await socket.wait_closed()

    async with agent_of(serve, backlog=1) as (agent, texts):
        await agent.start()
        await received.wait()
        await agent.stop()
        assert texts == TEXTS


@runs
async def test_what_comes_while_the_agent_stops_is_handled() -> None:
    started, stopping = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def serve(socket: Any) -> None:
        await started.wait()
        await send_all(socket)
        await socket.ping()
        stopping.set_result(asyncio.ensure_future(agent.stop()))
        await socket.wait_closed()

    async with agent_of(serve) as (agent, texts):
        await agent.start()
        started.set()
        await (await stopping)
        assert texts == TEXTS
