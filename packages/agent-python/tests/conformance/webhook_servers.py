"""Servers of their own for the webhooks of agents, with or without a parser before them."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, MutableMapping
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
    serving = asyncio.ensure_future(server.serve(sockets=[listening]))
    _servings.add(serving)
    return f"http://127.0.0.1:{listening.getsockname()[1]}/"


def _app(agent: Agent, kind: str) -> Any:
    app = FastAPI()
    if kind == "plain":
        app.post("/")(agent.webhook.fastapi())
    elif kind == "behind_parser":
        app.post("/")(agent.webhook.fastapi())
        return _LosingParser(app)
    else:

        @app.post("/")
        async def behind_raw_parser(request: Request, payload: dict[str, Any] = Body(...)) -> Response:
            answer = await agent.webhook.receive(await request.body(), request.headers)
            return Response(answer.body or None, answer.status, dict(answer.headers))

    return app


class _LosingParser:
    """A middleware that reads a body for itself, as many do."""

    def __init__(self, app: Callable[[Any, Any, Any], Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
        scope["parsed"] = json.loads(body)

        async def nothing() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        await self._app(scope, nothing, send)
