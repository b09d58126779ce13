import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from waiting import runs

from svc_agent import AgentError, CallError, Run
from svc_agent.http.calls import ApiCall, Calls
from svc_agent.options import read_settings
from svc_agent.runs.run import RunOffer
from svc_agent.runs.run_book import RunBook

LEAVE = AgentError("stopped", "The agent is stopping.")
Answer = Callable[[ApiCall], Awaitable[Any]]


class Process:
    """A process that works on one run at a time, and what it says to the service."""

    def __init__(self, answer: Answer) -> None:
        self.said: list[tuple[str, Any]] = []
        self._answer = answer
        self._background = asyncio.Condition()
        settings = read_settings({"agent_id": "agt_1", "secret": "svc_1", "run_concurrency": 1})
        self.book = RunBook(cast(Calls, self), settings, lambda _error, _about: None)

    async def call(self, call: ApiCall) -> Any:
        self.said.append((call.path.removeprefix("/api/agent/tasks/runs/"), call.body))
        async with self._background:
            self._background.notify_all()
        return await self._answer(call)

    async def until(self, what: str, count: int) -> None:
        async with self._background:
            await self._background.wait_for(lambda: len(self.bodies(what)) >= count)

    def bodies(self, what: str) -> list[Any]:
        return [body for said, body in self.said if said == what]

    async def leave(self) -> None:
        self.book.leave(LEAVE, at_once)
        await self.book.idle()


async def at_once() -> None:
    return None


async def answers(_call: ApiCall) -> Any:
    return {"attempt": 1}


def offered(run_id: str, *, is_begun: bool = False) -> RunOffer:
    event: Any = None if is_begun else {"type": "task_due"}
    return RunOffer(run_id=run_id, task_id="tsk_1", task_name="Order", prompt="", event=event)


async def waits_for_the_end(run: Run) -> None:
    await run.signal.guard(asyncio.Event().wait())


def is_later_sign(call: ApiCall) -> bool:
    return call.path.endswith("/heartbeat") and "attempt" in cast(dict[str, Any], call.body)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next sign of life is due at once."""
    sleep = asyncio.sleep
    monkeypatch.setattr("svc_agent.runs.run_lease.asyncio.sleep", lambda _seconds: sleep(0))


@pytest.mark.usefixtures("hurried")
@runs
async def test_a_run_is_given_back_when_the_sign_of_life_that_was_under_way_has_ended() -> None:
    ends: list[str] = []

    async def answer(call: ApiCall) -> Any:
        if call.path.endswith("/release"):
            ends.append("release")
        if not is_later_sign(call):
            return {"attempt": 1}
        try:
            await asyncio.Event().wait()
        finally:
            # As a connection that is closed.
            await asyncio.shield(asyncio.create_task(at_once()))
            ends.append("sign of life")

    process = Process(answer)
    process.book.work(offered("run_1"), waits_for_the_end)
    await process.until("run_1/heartbeat", 2)
    await process.leave()
    assert ends == ["sign of life", "release"]
    assert process.bodies("run_1/release") == [{"attempt": 1}]


@pytest.mark.usefixtures("hurried")
@runs
async def test_signs_of_life_go_on_after_an_error_that_is_none_of_the_service() -> None:
    async def answer(call: ApiCall) -> Any:
        if is_later_sign(call):
            if len(process.bodies("run_1/heartbeat")) == 2:
                raise RuntimeError("The vault is sealed.")
            raise CallError("call_refused", "It is over.", status=409, detail="It is over")
        return {"attempt": 1}

    process = Process(answer)
    outcome = await process.book.work(offered("run_1"), waits_for_the_end)
    assert (outcome, len(process.bodies("run_1/heartbeat"))) == ("over", 3)


@runs
async def test_a_run_that_was_offered_and_never_taken_is_left_alone() -> None:
    process = Process(answers)
    process.book.work(offered("run_1"), waits_for_the_end)
    await process.until("run_1/heartbeat", 1)
    process.book.work(offered("run_2"), waits_for_the_end)
    await process.leave()
    releases = [(what, body) for what, body in process.said if what.endswith("/release")]
    assert releases == [("run_1/release", {"attempt": 1})]


@runs
async def test_a_run_that_was_about_to_be_taken_is_given_back_by_the_number_that_it_is_told() -> None:
    taken: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def answer(call: ApiCall) -> Any:
        if not call.path.endswith("/heartbeat"):
            return {}
        return await (taken if call.signal is None else call.signal.guard(taken))

    handled: list[str] = []
    process = Process(answer)
    process.book.work(offered("run_1"), lambda run: handled.append(run.id))
    await process.until("run_1/heartbeat", 1)
    leaving = asyncio.ensure_future(process.leave())
    await asyncio.sleep(0)
    if not taken.done():
        taken.set_result({"attempt": 3})
    await leaving
    assert (handled, process.bodies("run_1/release")) == ([], [{"attempt": 3}])


@runs
async def test_a_run_that_it_began_itself_is_given_back_unless_somebody_has_it_on_lease() -> None:
    async def answer(call: ApiCall) -> Any:
        lease = {"lease_expires_at": "2026-01-01T00:00:00Z"} if call.path.endswith("run_3") else {}
        return {"status": "running", "attempt": 2 if call.method == "GET" else 1, **lease}

    process = Process(answer)
    process.book.work(offered("run_1"), waits_for_the_end)
    await process.until("run_1/heartbeat", 1)
    for run_id in ("run_2", "run_3"):
        process.book.work(offered(run_id, is_begun=True), waits_for_the_end)
    await process.leave()
    assert (process.bodies("run_2/release"), process.bodies("run_3/release")) == ([{"attempt": 2}], [])
