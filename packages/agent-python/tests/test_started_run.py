import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from waiting import runs

from svc_agent import Agent, AgentError, Run
from svc_agent.http import calls as calls_module


class FakeService:
    """Answers what a run of one task asks for, and remembers it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.heartbeat_status = 200
        client = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        monkeypatch.setattr(calls_module, "new_client", lambda: client)

    def told(self, end: str) -> list[Any]:
        """The bodies of the calls whose path ends so."""
        return [body for path, body in self.calls if path.endswith(end)]

    def _answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        self.calls.append((path, json.loads(request.content or b"null")))
        if path.endswith("/run/start"):
            return httpx.Response(200, json={"run_id": "run_1"})
        if path.endswith("/tasks/tsk_1"):
            return httpx.Response(200, json={"name": "Order", "prompt": "Send it."})
        if path.endswith("/heartbeat"):
            return httpx.Response(self.heartbeat_status, json={"detail": "It is cancelled", "attempt": 2})
        return httpx.Response(200, json={})


def started(test: Callable[[FakeService, Agent, list[str]], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    @runs
    async def run(monkeypatch: pytest.MonkeyPatch) -> None:
        agent = Agent(agent_id="agt_1", secret="svc_1")
        errors: list[str] = []
        agent.on("error")(lambda error, _: errors.append(str(error)))
        await test(FakeService(monkeypatch), agent, errors)

    return run


@started
async def test_what_a_block_raises_fails_the_run_and_goes_on(
    service: FakeService, agent: Agent, errors: list[str]
) -> None:
    begun = agent.start_run("tsk_1")
    with pytest.raises(RuntimeError, match="no paper"):
        async with begun:
            raise RuntimeError("no paper")
    assert service.told("/complete") == [{"status": "failed", "summary": "no paper"}]
    assert (begun.outcome, errors) == ("failed", ["no paper"])


@started
async def test_a_run_that_is_over_is_not_worked_on(service: FakeService, agent: Agent, errors: list[str]) -> None:
    service.heartbeat_status = 409
    with pytest.raises(AgentError) as over:
        async with agent.start_run("tsk_1"):
            raise AssertionError("This is not reached.")
    assert (over.value.code, service.told("/complete"), errors) == ("run_over", [], [])


@started
async def test_a_block_is_told_to_leave_when_the_agent_stops_and_its_run_is_given_back(
    service: FakeService, agent: Agent, errors: list[str]
) -> None:
    begun = agent.start_run("tsk_1")
    with pytest.raises(AgentError) as left:
        async with begun as run:
            stopping = asyncio.ensure_future(agent.stop())
            await run.signal.guard(asyncio.Event().wait())
    await stopping
    assert (left.value.code, begun.outcome, errors) == ("stopped", "open", [])
    assert (service.told("/complete"), service.told("/release")) == ([], [{"attempt": 2}])
