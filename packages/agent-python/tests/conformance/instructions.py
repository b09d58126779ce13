"""Handlers that do what a list of instructions says (test/agent-kit/README.md)."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

from svc_agent import AgentError, IncomingMessage, OutgoingFile, OutgoingMessage, QuickReply, ReportCard, Run

Report: TypeAlias = Callable[..., None]
Instructions: TypeAlias = "list[dict[str, Any]]"
Gates: TypeAlias = "defaultdict[str, asyncio.Event]"
"""What handlers wait for until the runner opens it."""


def message_handler(
    instructions: Instructions, gates: Gates, report: Report
) -> Callable[[IncomingMessage], Awaitable[None]]:
    async def handle(message: IncomingMessage) -> None:
        for instruction in instructions:
            [(what, value)] = instruction.items()
            await obey(message, what, value)

    async def obey(message: IncomingMessage, what: str, value: Any) -> None:
        text = message.text
        match what:
            case "tell":
                more = await _more_of(message)
                report("told", what=value, text=text, conversation=message.conversation_id, **more)
            case "wait":
                await gates[_filled(value, text)].wait()
            case "wait_if" if text == value["text"]:
                await gates[value["gate"]].wait()
            case "reply" if isinstance(value, str):
                await message.reply(_filled(value, text))
            case "reply":
                whole = _filled(value["text"], text) if "text" in value else None
                await message.reply(OutgoingMessage(text=whole, **_beside(value)))
            case "stream":
                pieces, rest = streamed(value, gates, report, text)
                await message.stream(pieces, **rest)
            case "typing":
                await message.typing()
            case "history":
                texts = [each["text"] for each in await message.history(limit=value)]
                report("told", what="history", texts=texts)
            case "throw_if" if text == value:
                raise RuntimeError(f"told to throw at {value}")

    return handle


def run_handler(instructions: Instructions, gates: Gates, report: Report) -> Callable[[Run], Awaitable[str | None]]:
    async def handle(run: Run) -> str | None:
        for instruction in instructions:
            [(what, value)] = instruction.items()
            match what:
                case "fail":
                    await run.fail(value)
                    return None
                case "return":
                    return str(value)
                case "return_long":
                    return "x" * int(value)
                case _:
                    await obey(run, what, value)
        return None

    async def obey(run: Run, what: str, value: Any) -> None:
        attempt = run.attempt
        match what:
            case "tell":
                facts = {"task": run.task_name, "prompt": run.prompt, "payload": run.payload, "headers": run.headers}
                report("told", what=value, **facts, attempt=attempt, run=run.id)
            case "wait":
                await or_leave(run, run.signal.guard(gates[value].wait()))
            case "wait_whatever":
                await gates[value].wait()
            case "throw":
                raise RuntimeError(value)
            case "once":
                await once(run, value["key"], value["value"])
            case "ask":
                decision = await or_leave(run, run.ask(**value))
                report("told", what="answer", status=decision["status"], note=decision["note"], attempt=attempt)
            case "ask_if" if (run.payload or {}).get("n") == value["n"]:
                await obey(run, "ask", value["ask"])
            case "progress":
                text = value["text"].replace("{attempt}", str(attempt))
                await or_leave(run, run.progress(text, value.get("percent")))
            case "report":
                await run.report(**value)
            case "send":
                await run.send(value)
            case "append":
                await or_leave(run, run.context.append(value.replace("{attempt}", str(attempt))))

    async def once(run: Run, key: str, value: Any) -> None:
        def step() -> Any:
            report("told", what="step", key=key, attempt=run.attempt)
            return "x" * value if isinstance(value, int) else value

        result = await run.context.once(key, step)
        report("told", what="result", key=key, result=len(result) if isinstance(value, int) else result)

    async def or_leave(run: Run, work: Awaitable[Any]) -> Any:
        """The signal's reason leads out of the handler."""
        try:
            return await work
        except Exception:
            if isinstance(run.signal.reason, AgentError):
                report("told", what="left", code=run.signal.reason.code, attempt=run.attempt)
            raise

    return handle


def streamed(value: Any, gates: Gates, report: Report, text: str) -> tuple[AsyncIterator[str], dict[str, Any]]:
    """The pieces of a message that grows, and what it has beside them."""
    whole = {"pieces": value} if isinstance(value, list) else value

    async def source() -> AsyncIterator[str]:
        for piece in whole["pieces"]:
            match piece:
                case str():
                    yield _filled(piece, text)
                case {"wait": gate}:
                    await gates[gate].wait()
                case {"tell": what}:
                    report("told", what=what)
                case {"throw": why}:
                    raise RuntimeError(why)
                case {"times": times, "text": repeated}:
                    for _ in range(times):
                        yield repeated

    return source(), _beside(whole)


async def _more_of(message: IncomingMessage) -> dict[str, Any]:
    more: dict[str, Any] = {}
    for file in message.files:
        more["file"] = {"name": file.name, "text": await file.text()}
    if message.quick_reply is not None:
        more.update(button=message.quick_reply.index, value=message.quick_reply.value)
    return more


def _beside(value: dict[str, Any]) -> dict[str, Any]:
    file, card = value.get("file"), value.get("report")
    buttons = value.get("buttons", [])
    return {
        "files": [OutgoingFile(name=file["name"], data=file["text"])] if file else [],
        "quick_replies": [each if isinstance(each, str) else QuickReply(**each) for each in buttons],
        "report": ReportCard(**card) if card else None,
    }


def _filled(template: str, text: str) -> str:
    return template.replace("{text}", text)
