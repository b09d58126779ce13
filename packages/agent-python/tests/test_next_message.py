"""Messages that a test waits for."""

import asyncio
import time
from typing import Any, cast

import pytest
from waiting import runs

from svc_agent.testing.program import Program
from svc_agent.testing.service import TestService


class Messages:
    """A program that has messages, one after the other."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)

    def call(self, *_: object, **__: object) -> dict[str, Any]:
        time.sleep(0.01)
        if not self.texts:
            raise RuntimeError("Waited 1 s for a message of the agent.")
        return {"text": self.texts.pop(0)}


def service_with(*texts: str) -> TestService:
    program = cast(Program, Messages(*texts))
    return TestService(program, "agt_1", "s", "http://127.0.0.1:1")


@runs
async def test_what_does_not_fit_stays_for_the_next_wait() -> None:
    service = service_with("one", "two")
    with pytest.raises(RuntimeError, match="one"):
        await service.next_message(where=lambda message: message["text"] == "three", timeout="0.1s")
    assert (await service.next_message())["text"] == "one"


@runs
async def test_what_comes_after_its_wait_was_left_is_not_lost() -> None:
    service = service_with("one")
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(service.next_message(), 0.001)
    assert (await service.next_message())["text"] == "one"
