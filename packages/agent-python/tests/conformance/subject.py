"""The subject of the conformance scenarios: it is told by lines of JSON what agents to be (test/agent-kit/README.md)."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import defaultdict
from typing import Any

from instructions import Gates, message_handler, run_handler
from webhook_servers import serve

from svc_agent import Agent, EventContext, Next

_LINE_BYTES_MAX = 2**24
_OPTIONS = (
    *("agent_id", "secret", "url", "signing_secrets", "concurrency", "run_concurrency", "backlog"),
    *("lease", "silence", "drain", "retry_calls"),
)


class Known:
    """An agent of this process."""

    def __init__(self, command: dict[str, Any]) -> None:
        given, on = command["options"], command.get("on", {})
        self.name: str = command["agent"]
        self.gates: Gates = defaultdict(asyncio.Event)
        options: Any = {name: given[name] for name in _OPTIONS if name in given}
        agent = self.agent = Agent(
            **options,
            reconnect=(given["reconnect_first_ms"] / 1_000, given["reconnect_most_ms"] / 1_000),
            log=self._log(),
        )
        if command.get("use") == "skip":
            agent.use(self._skip)
        if "user_message" in on:
            agent.on("user_message")(message_handler(on["user_message"], self.gates, self.report))
        agent.on("decision_resolved")(
            lambda event: self.report("told", what="resolved", status=event["status"], note=event["note"])
        )
        agent.on("run_cancelled")(lambda event: self.report("told", what="cancelled", task=event["task_name"]))
        agent.on("connected")(lambda _: self.report("connected"))
        agent.on("disconnected")(lambda reason: self.report("disconnected", reason=reason))
        agent.on("error")(lambda error, _: self.report("error", **_facts_of(error)))
        for task, run in command.get("tasks", {}).items():
            handler = run_handler(run, self.gates, self.report)
            if task == "*":
                agent.task(handler)
            else:
                agent.task(task)(handler)

    def report(self, event: str, **facts: Any) -> None:
        print(json.dumps({"agent": self.name, "event": event, **facts}), flush=True)

    async def start(self) -> None:
        try:
            await self.agent.start()
            await self.agent.closed()
        except Exception as error:
            self.report("ended", **_facts_of(error))

    async def call(self, command: dict[str, Any]) -> dict[str, Any]:
        """What a handler need not do."""
        agent = self.agent
        match command["do"]:
            case "send":
                return {"message_id": (await agent.send(command["message"]["text"])).message_id}
            case "ask":
                # It has the same in the writing of other languages.
                question = {name: value for name, value in command["question"].items() if name.islower()}
                decision: Any = await agent.ask(**question)
                return {name: decision.get(name) for name in ("status", "note", "answer")}
            case "start_run":
                started = agent.start_run(command["task_id"])
                async with started as run:
                    await run.complete(await run_handler(command["run"], self.gates, self.report)(run))
                return {"outcome": started.outcome}
            case "create_task":
                return {"task": await agent.tasks.create(command["task"])}
        await agent.stop()
        return {}

    async def _skip(self, context: EventContext, go_on: Next) -> None:
        self.report("told", what="middleware", type=context.event["type"])
        if context.event.get("text") != "skip me":
            await go_on()

    def _log(self) -> logging.Logger:
        def tell(line: logging.LogRecord) -> bool:
            self.report("logged", level=line.levelname.lower().removesuffix("ing"), message=line.getMessage())
            return False

        log = logging.getLogger(self.name)
        log.setLevel(logging.WARNING)
        log.addFilter(tell)
        return log


async def obey(agents: dict[str, Known], command: dict[str, Any]) -> None:
    what, name = command["do"], command["agent"]
    if what in ("start", "serve"):
        agents[name] = Known(command)
    elif name not in agents:
        return
    known = agents[name]
    try:
        match what:
            case "start":
                await known.start()
            case "serve":
                known.report("serving", url=await serve(known.agent, command["server"]))
            case "open":
                known.gates[command["gate"]].set()
            case _:
                known.report("done", call=what, **await known.call(command))
    except Exception as error:
        known.report("failed", call=what, status=getattr(error, "status", None), **_facts_of(error))


def _facts_of(error: Exception) -> dict[str, Any]:
    return {"code": getattr(error, "code", None), "message": str(error)}


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


asyncio.run(main())
