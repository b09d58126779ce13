"""The subject of the conformance scenarios: a program that is told by lines of JSON what agents to be (test/agent-kit/README.md)."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from webhook_servers import serve
from gates import Gates
from instructions import Report, message_handler, run_handler, streamed

from svc_agent import Agent, EventContext, Next

_LINE_BYTES_MAX = 2**24


class Known:
    """An agent of this process."""

    def __init__(self, name: str, options: dict[str, Any]) -> None:
        self.name = name
        self.gates = Gates()
        self.secret: str = options["secret"]
        self.agent = Agent(**_options_of(options, self), log=_log_of(name, self.report))

    def report(self, event: str, **facts: Any) -> None:
        print(json.dumps({"agent": self.name, "event": event, **facts}), flush=True)


async def main() -> None:
    reader = asyncio.StreamReader(limit=_LINE_BYTES_MAX)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    agents: dict[str, Known] = {}
    works: set[asyncio.Task[None]] = set()
    while line := await reader.readline():
        work = asyncio.ensure_future(obey(agents, json.loads(line)))
        works.add(work)
        work.add_done_callback(works.discard)
    await asyncio.gather(*(known.agent.stop() for known in agents.values()))


async def obey(agents: dict[str, Known], command: dict[str, Any]) -> None:
    what, name = command["do"], command["agent"]
    if what in ("start", "serve"):
        agents[name] = _made(command)
    elif name not in agents:
        return
    known = agents[name]
    try:
        if what == "start":
            await _start(known)
        elif what == "serve":
            known.report("serving", url=await serve(known.agent, command["server"]))
        elif what == "open":
            await known.gates.open(command["gate"])
        elif what == "secret":
            known.secret = command["secret"]
        else:
            known.report("done", call=what, **await _CALLS[what](known, command))
    except Exception as error:
        code, status = getattr(error, "code", None), getattr(error, "status", None)
        known.report("failed", call=what, code=code, status=status, message=str(error))


async def _stop(known: Known, command: dict[str, Any]) -> dict[str, Any]:
    await known.agent.stop()
    return {}


async def _send(known: Known, command: dict[str, Any]) -> dict[str, Any]:
    sent = await known.agent.send(command["message"]["text"])
    return {"message_id": sent.message_id}


async def _stream(known: Known, command: dict[str, Any]) -> dict[str, Any]:
    pieces, rest = streamed(command["message"], known.gates, known.report)
    sent = await known.agent.stream(pieces, conversation_id=command.get("conversation_id"), **rest)
    return {"message_id": sent.message_id}


async def _ask(known: Known, command: dict[str, Any]) -> dict[str, Any]:
    # The same in the writing of other languages.
    question = {name: value for name, value in command["question"].items() if name.islower()}
    decision = await known.agent.ask(**question)
    # Only a question with a form has an answer.
    return {"status": decision["status"], "note": decision["note"], "answer": decision.get("answer")}


async def _start_run(known: Known, command: dict[str, Any]) -> dict[str, Any]:
    handler = run_handler(command["run"], known.gates, known.report)
    started = known.agent.start_run(command["task_id"])
    async with started as run:
        await run.complete(await handler(run))
    return {"outcome": started.outcome}


async def _create_task(known: Known, command: dict[str, Any]) -> dict[str, Any]:
    return {"task": await known.agent.tasks.create(command["task"])}


# Calls of an agent that a handler need not make.
_CALLS: dict[str, Callable[[Known, dict[str, Any]], Awaitable[dict[str, Any]]]] = {
    "stop": _stop,
    "send": _send,
    "stream": _stream,
    "ask": _ask,
    "start_run": _start_run,
    "create_task": _create_task,
}


def _made(command: dict[str, Any]) -> Known:
    known = Known(command["agent"], command["options"])
    agent, report = known.agent, known.report
    on = command.get("on", {})
    if command.get("use") == "skip":

        @agent.use
        async def skip(context: EventContext, go_on: Next) -> None:
            report("told", what="middleware", type=context.type)
            if context.event.get("text") != "skip me":
                await go_on()

    if "user_message" in on:
        agent.on("user_message")(message_handler(on["user_message"], known.gates, report))
    agent.on("decision_resolved")(
        lambda event: report("told", what="resolved", status=event["status"], note=event["note"])
    )
    agent.on("run_cancelled")(lambda event: report("told", what="cancelled", task=event["task_name"]))
    agent.on("connected")(lambda _: report("connected"))
    agent.on("disconnected")(lambda reason: report("disconnected", reason=reason))
    agent.on("error")(lambda error, _: report("error", code=getattr(error, "code", None), message=str(error)))
    for task, run in command.get("tasks", {}).items():
        handler = run_handler(run, known.gates, report)
        if task == "*":
            agent.task(handler)
        else:
            agent.task(task)(handler)
    return known


def _options_of(given: dict[str, Any], known: Known) -> Any:
    names = [
        *("agent_id", "url", "signing_secrets", "concurrency", "run_concurrency", "backlog"),
        *("lease", "silence", "drain", "retry_calls"),
    ]
    return {
        **{name: given[name] for name in names if name in given},
        "secret": (lambda: known.secret) if given.get("is_secret_read") else given["secret"],
        "reconnect": (given["reconnect_first_ms"] / 1_000, given["reconnect_most_ms"] / 1_000),
    }


async def _start(known: Known) -> None:
    try:
        await known.agent.start()
        await known.agent.closed()
    except Exception as error:
        known.report("ended", code=getattr(error, "code", None), message=str(error))


def _log_of(name: str, report: Report) -> logging.Logger:
    log = logging.getLogger(name)
    log.setLevel(logging.WARNING)

    def told(line: logging.LogRecord) -> bool:
        report("logged", level=line.levelname.lower().removesuffix("ing"), message=line.getMessage())
        return False

    log.addFilter(told)
    return log


asyncio.run(main())
