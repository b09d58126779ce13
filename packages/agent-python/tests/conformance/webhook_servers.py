"""Servers of their own for the webhooks of agents, with or without a parser before them."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import uvicorn
from fastapi import Body, FastAPI, Request, Response

from svc_agent import Agent

_servings: set[asyncio.Task[None]] = set()


async def serve(agent: Agent, kind: str) -> str:
    """The address of the server."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(_app(agent, kind), log_level="warning", lifespan="off", loop="none")
    server = uvicorn.Server(config)
    # The process belongs to its agents.
    server.install_signal_handlers = lambda: None
    listening.listen()
    _servings.add(asyncio.ensure_future(server.serve(sockets=[listening])))
    return f"http://127.0.0.1:{listening.getsockname()[1]}/"


def _app(agent: Agent, kind: str) -> Any:
    app = FastAPI()
    if kind == "behind_raw_parser":

        @app.post("/")
        async def behind_raw_parser(request: Request, payload: dict[str, Any] = Body(...)) -> Response:
            answer = await agent.webhook.receive(await request.body(), request.headers)
            return Response(answer.body or None, answer.status, dict(answer.headers))

    else:
        app.post("/")(agent.webhook.fastapi())

    async def behind_parser(scope: Any, receive: Any, send: Any) -> None:
        """A middleware that reads a body for itself, as many do."""
        while (await receive()).get("more_body"):
            pass

        async def nothing() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        await app(scope, nothing, send)

    return behind_parser if kind == "behind_parser" else app
