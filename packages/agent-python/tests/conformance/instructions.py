"""Handlers that do what a list of instructions says (test/agent-kit/README.md)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

from gates import Gates

from svc_agent import AgentError, IncomingMessage, OutgoingFile, OutgoingMessage, QuickReply, ReportCard, Run

Report: TypeAlias = Callable[..., None]
Instructions: TypeAlias = "list[dict[str, Any]]"


def message_handler(
    instructions: Instructions, gates: Gates, report: Report
) -> Callable[[IncomingMessage], Awaitable[None]]:
    async def handle(message: IncomingMessage) -> None:
        for instruction in instructions:
            [(what, value)] = instruction.items()
            await _obey(message, what, value, gates, report)

    return handle


async def _obey(message: IncomingMessage, what: str, value: Any, gates: Gates, report: Report) -> None:
    if what == "tell":
        more = await _more_of(message)
        report("told", what=value, text=message.text, conversation=message.conversation_id, **more)
    elif what == "wait":
        await gates.pass_by(_filled(value, message.text))
    elif what == "wait_if" and message.text == value["text"]:
        await gates.pass_by(value["gate"])
    elif what == "reply":
        await message.reply(_outgoing(value, message.text))
    elif what == "stream":
        pieces, rest = streamed(value, gates, report, message.text)
        await message.stream(pieces, **rest)
    elif what == "typing":
        await message.typing()
    elif what == "history":
        texts = [each["text"] for each in await message.history(limit=value)]
        report("told", what="history", texts=texts)
    elif what == "throw_if" and message.text == value:
        raise RuntimeError(f"told to throw at {value}")


def run_handler(instructions: Instructions, gates: Gates, report: Report) -> Callable[[Run], Awaitable[str | None]]:
    async def handle(run: Run) -> str | None:
        facts = {
            "task": run.task_name,
            "prompt": run.prompt,
            "payload": run.payload,
            "headers": run.headers,
            "attempt": run.attempt,
            "run": run.id,
        }
        for instruction in instructions:
            [(what, value)] = instruction.items()
            if what == "tell":
                report("told", what=value, **facts)
            elif what == "wait":
                await _or_leave(gates.pass_by(value, run.signal), run, report)
            elif what == "wait_whatever":
                await gates.pass_by(value)
            elif what == "throw":
                raise RuntimeError(value)
            elif what == "fail":
                await run.fail(value)
                return None
            elif what == "return":
                return str(value)
            elif what == "return_long":
                return "x" * int(value)
            else:
                await _work(run, what, value, report)
        return None

    return handle


async def _work(run: Run, what: str, value: Any, report: Report) -> None:
    if what == "once":
        await _once(run, value, report)
    elif what == "ask":
        await _ask(run, value, report)
    elif what == "ask_if" and (run.payload or {}).get("n") == value["n"]:
        await _ask(run, value["ask"], report)
    elif what == "progress":
        await _or_leave(run.progress(_of_attempt(value["text"], run), value.get("percent")), run, report)
    elif what == "report":
        await run.report(**value)
    elif what == "send":
        await run.send(value)
    elif what == "append":
        await _or_leave(run.context.append(_of_attempt(value, run)), run, report)


async def _once(run: Run, step: dict[str, Any], report: Report) -> None:
    key, value = step["key"], step["value"]

    def do() -> Any:
        report("told", what="step", key=key, attempt=run.attempt)
        return "x" * value if isinstance(value, int) else value

    result = await run.context.once(key, do)
    report("told", what="result", key=key, result=len(result) if isinstance(value, int) else result)


async def _ask(run: Run, question: dict[str, Any], report: Report) -> None:
    decision = await _or_leave(run.ask(**question), run, report)
    report("told", what="answer", status=decision["status"], note=decision["note"], attempt=run.attempt)


async def _or_leave(work: Awaitable[Any], run: Run, report: Report) -> Any:
    """The signal's reason leads out of the handler."""
    try:
        return await work
    except Exception:
        reason = run.signal.reason
        if isinstance(reason, AgentError):
            report("told", what="left", code=reason.code, attempt=run.attempt)
        raise


async def _more_of(message: IncomingMessage) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if message.files:
        more["file"] = {"name": message.files[0].name, "text": await message.files[0].text()}
    if message.quick_reply is not None:
        more.update(button=message.quick_reply.index, value=message.quick_reply.value)
    return more


def streamed(value: Any, gates: Gates, report: Report, text: str = "") -> tuple[AsyncIterator[str], dict[str, Any]]:
    """The pieces of a message that grows, and what it has beside them."""
    whole = {"pieces": value} if isinstance(value, list) else value
    return _source(whole["pieces"], gates, report, text), _beside(whole)


async def _source(pieces: list[Any], gates: Gates, report: Report, text: str) -> AsyncIterator[str]:
    for piece in pieces:
        if isinstance(piece, str):
            yield _filled(piece, text)
        elif "wait" in piece:
            await gates.pass_by(piece["wait"])
        elif "tell" in piece:
            report("told", what=piece["tell"])
        elif "throw" in piece:
            raise RuntimeError(piece["throw"])
        else:
            for _ in range(piece["times"]):
                yield piece["text"]


def _outgoing(value: Any, text: str) -> OutgoingMessage | str:
    if isinstance(value, str):
        return _filled(value, text)
    return OutgoingMessage(text=None if "text" not in value else _filled(value["text"], text), **_beside(value))


def _beside(value: dict[str, Any]) -> dict[str, Any]:
    file, report = value.get("file"), value.get("report")
    return {
        "files": [] if file is None else [OutgoingFile(name=file["name"], data=file["text"])],
        "quick_replies": [
            each if isinstance(each, str) else QuickReply(each["text"], each.get("value"))
            for each in value.get("buttons", [])
        ],
        "report": None if report is None else ReportCard(report["title"], report.get("description")),
    }


def _of_attempt(text: str, run: Run) -> str:
    return text.replace("{attempt}", str(run.attempt))


def _filled(template: str, text: str) -> str:
    return template.replace("{text}", text)
