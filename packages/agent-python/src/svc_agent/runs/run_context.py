from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar, cast, overload

from svc_agent.errors import AgentError
from svc_agent.generated.contract import ContextBlock
from svc_agent.http.calls import ApiCall, Calls, json_bytes
from svc_agent.runs.run_lease import RunAttempt
from svc_agent.signal import Signal
from svc_agent.waiting import called

T = TypeVar("T")

# A block of the scratchpad may have 65,536 characters.
_BLOCK_LENGTH = 65_000
# In its block a part is escaped once more, which makes two characters of a quote or a backslash.
_PART_LENGTH = 32_000
# A run keeps 4 MiB.
_PARTS_MAX = 130


class RunContext:
    """The run's scratchpad, which the service keeps until the run ends.

    It outlives this process: if the run is offered again, it finds what the attempt before has written.
    """

    def __init__(self, calls: Calls, *, run_id: str, signal: Signal, attempt: RunAttempt) -> None:
        self._calls = calls
        self._path = f"/api/agent/tasks/runs/{run_id}/context"
        self._signal = signal
        self._attempt = attempt
        # What earlier attempts have written, read when it is first asked for.
        self._earlier: asyncio.Task[dict[str, Any]] | None = None
        self._results: dict[str, asyncio.Task[Any]] = {}

    # Without the first form, a type checker cannot tell what a step that is awaited results in.
    @overload
    async def once(self, key: str, step: Callable[[], Coroutine[Any, Any, T]]) -> T: ...

    @overload
    async def once(self, key: str, step: Callable[[], Awaitable[T] | T]) -> T: ...

    async def once(self, key: str, step: Callable[[], Any]) -> Any:
        """Does a step once in the run, however many processes work on it one after another.

        The first result is written into the scratchpad, and comes back from there. If the process dies between the step
        and the writing, the step is done again: give what must not happen twice a key of its own, such as an idempotency
        key.

        :param key: names the step; unique within the run.
        :param step: a function, plain or async. Its result has to survive JSON: a tuple comes back as a list. All results of
            a run have 4 MiB at most.
        :returns: the result of the step, or of the one that an earlier attempt has done.
        :raises: what the step raises; nothing is written then.
        :raises AgentError: `too_much` if the result is larger than a run can keep.
        :raises CallError: if the service refuses to keep it, or cannot be reached for as long as calls are tried.
        """
        known = self._results.get(key)
        if known is None:
            known = self._results[key] = asyncio.ensure_future(self._once_only(key, step))
            known.add_done_callback(lambda done: self._forget_failure(key, done))
        # The step belongs to all who ask for it.
        return await asyncio.shield(known)

    async def append(self, text: str) -> None:
        """Appends a note, which the person can read while the run is open.

        :param text: at most 65,536 characters.
        :raises CallError: as for `once`.
        """
        await self._attempt.write("context", {"text": text})

    async def blocks(self) -> list[ContextBlock]:
        """All blocks of the run, oldest first, also those of `once`.

        :raises CallError: as for `once`.
        """
        context = await self._calls.call(ApiCall("GET", self._path, signal=self._signal))
        blocks: list[ContextBlock] = context["blocks"]
        return blocks

    async def _once_only(self, key: str, step: Callable[[], Awaitable[T] | T]) -> T:
        if self._earlier is None:
            self._earlier = asyncio.ensure_future(self._read_earlier())
        earlier = await asyncio.shield(self._earlier)
        if key in earlier:
            return cast(T, earlier[key])
        result = await called(step)
        for block in blocks_of(key, result):
            await self.append(block)
        return cast(T, result)

    async def _read_earlier(self) -> dict[str, Any]:
        try:
            return results_in(await self.blocks())
        except BaseException:
            # If it could not be read, the next call asks again.
            self._earlier = None
            raise

    def _forget_failure(self, key: str, done: asyncio.Task[Any]) -> None:
        """A step that failed may be tried again."""
        if done.cancelled() or done.exception() is not None:
            self._results.pop(key, None)


def blocks_of(key: str, value: object) -> list[str]:
    whole = _dumped({"once": key, "value": value})
    if _length(whole) <= _BLOCK_LENGTH:
        return [whole]
    text = _dumped(value)
    parts = [text[at : at + _PART_LENGTH] for at in range(0, len(text), _PART_LENGTH)]
    if len(parts) > _PARTS_MAX:
        raise AgentError("too_much", f'The result of the step "{key}" is larger than a run can keep.')
    write = str(uuid.uuid4())
    return [
        _dumped({"once": key, "write": write, "part": part, "of": len(parts), "json": each})
        for part, each in enumerate(parts)
    ]


def results_in(blocks: list[ContextBlock]) -> dict[str, Any]:
    """The first whole result of each key."""
    results: dict[str, Any] = {}
    parts: dict[str, dict[int, str]] = {}
    for block in blocks:
        written = _written_in(block["text"])
        if written is None or written["once"] in results:
            continue
        if "write" not in written:
            results[written["once"]] = written.get("value")
            continue
        found = parts.setdefault(written["write"], {})
        found[written["part"]] = written["json"]
        if len(found) == written["of"]:
            results[written["once"]] = json.loads("".join(found[part] for part in sorted(found)))
    return results


def _written_in(text: str) -> dict[str, Any] | None:
    if not text.startswith('{"once":'):
        return None
    try:
        written: dict[str, Any] = json.loads(text)
        return written
    except ValueError:
        return None


def _dumped(value: object) -> str:
    return json_bytes(value).decode()


def _length(text: str) -> int:
    """In UTF-16 code units, which the service may count."""
    return len(text.encode("utf-16-le")) // 2
