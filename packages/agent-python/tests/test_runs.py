import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import httpx
import pytest
from waiting import runs

from svc_agent import Agent, AgentError, Run
from svc_agent import calls as calls_module


class FakeService:
    """Answers what the runs of an agent ask for, and remembers it. The agent works on one run at a time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[str, Any]] = []
        self._called = asyncio.Condition()
        take: Any = self._take
        client = httpx.AsyncClient(transport=httpx.MockTransport(take))
        monkeypatch.setattr(calls_module, "new_client", lambda: client)
        #: How it answers signs of life, which say their attempt from the second on.
        self.heartbeat: Callable[[Any], Awaitable[dict[str, Any]]] = self.is_well
        self.heartbeat_status = 200
        #: The run that an agent begins.
        self.run: dict[str, Any] = {"status": "running", "attempt": 2}
        #: Whether the person has answered what the agent asks.
        self.answered = asyncio.Event()
        self.agent = Agent(agent_id="agt_1", secret="svc_1", run_concurrency=1)
        self.errors: list[str] = []
        self.agent.on("error")(lambda error, _: self.errors.append(str(error)))

        @self.agent.task
        async def wait_for_the_end(run: Run) -> None:
            await run.signal.guard(asyncio.Event().wait())

    async def is_well(self, body: Any) -> dict[str, Any]:
        return {"detail": "It is cancelled", "attempt": 2}

    def offer(self, run_id: str) -> None:
        task = {"task_id": "tsk_1", "task_name": "Order", "task_prompt": ""}
        self.agent._on_frame({"type": "task_due", "run_id": run_id, **task})

    def told(self, end: str) -> list[Any]:
        """The bodies of the calls whose path ends so."""
        return [body for path, body in self.calls if path.endswith(end)]

    async def hears(self, end: str, count: int = 1) -> None:
        async with self._called:
            await self._called.wait_for(lambda: len(self.told(end)) >= count)

    async def _take(self, request: httpx.Request) -> httpx.Response:
        path, body = request.url.path, json.loads(request.content or b"null")
        self.calls.append((path, body))
        async with self._called:
            self._called.notify_all()
        if path.endswith("/heartbeat"):
            answer = await self.heartbeat(body)
            return httpx.Response(self.heartbeat_status, json=answer)
        answers = {
            "/run/start": {"run_id": "run_2"},
            "/tasks/tsk_1": {"name": "Order", "prompt": "Send it."},
            "/runs/run_2": self.run,
            "/decisions": {"decision_id": "dec_1", "status": "approved"},
        }
        if path.endswith("/decisions"):
            await self.answered.wait()
        return httpx.Response(200, json=next((answers[end] for end in answers if path.endswith(end)), {}))


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> FakeService:
    return FakeService(monkeypatch)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next sign of life is due at once."""
    sleep = asyncio.sleep
    monkeypatch.setattr("svc_agent.run_attempt.asyncio.sleep", lambda _seconds: sleep(0))


@pytest.mark.usefixtures("hurried")
@runs
async def test_a_run_is_given_back_when_the_sign_of_life_that_was_under_way_has_ended(service: FakeService) -> None:
    ended_before: list[int] = []

    async def hang(body: Any) -> dict[str, Any]:
        if "attempt" in body:
            try:
                await asyncio.Event().wait()
            finally:
                # As a connection that is closed.
                await asyncio.shield(asyncio.ensure_future(service.is_well(None)))
                ended_before.append(len(service.told("/release")))
        return {"attempt": 1}

    service.heartbeat = hang
    service.offer("run_1")
    await service.hears("run_1/heartbeat", 2)
    await service.agent.stop()
    assert (ended_before, service.told("run_1/release")) == ([0], [{"attempt": 1}])


@runs
async def test_a_run_that_was_offered_and_never_taken_is_left_alone(service: FakeService) -> None:
    service.offer("run_1")
    await service.hears("run_1/heartbeat")
    service.offer("run_2")
    await service.agent.stop()
    assert (service.told("run_1/release"), service.told("run_2/release")) == ([{"attempt": 2}], [])


@runs
async def test_a_run_that_was_about_to_be_taken_is_given_back_by_the_number_that_it_is_told(
    service: FakeService,
) -> None:
    stopping: list[asyncio.Task[None]] = []

    async def answer_late(body: Any) -> dict[str, Any]:
        stopping.append(asyncio.ensure_future(service.agent.stop()))
        await asyncio.sleep(0.01)
        return {"attempt": 3}

    handled: list[str] = []
    service.agent.task(lambda run: handled.append(run.id))
    service.heartbeat = answer_late
    service.offer("run_1")
    await service.hears("run_1/release")
    await stopping[0]
    assert (handled, service.told("/release")) == ([], [{"attempt": 3}])


@runs
async def test_a_run_that_it_began_itself_is_on_lease_while_it_waits_for_a_slot_and_is_given_back(
    service: FakeService,
) -> None:
    service.offer("run_1")
    await service.hears("run_1/heartbeat")
    begun = asyncio.ensure_future(service.agent.start_run("tsk_1").__aenter__())
    await service.hears("run_2/heartbeat")
    await service.agent.stop()
    with pytest.raises(AgentError, match="it is open"):
        await begun
    assert service.told("run_2/release") == [{"attempt": 2}]


@runs
async def test_what_a_block_raises_fails_the_run_and_goes_on(service: FakeService) -> None:
    begun = service.agent.start_run("tsk_1")
    with pytest.raises(RuntimeError, match="no paper"):
        async with begun:
            raise RuntimeError("no paper")
    assert service.told("/complete") == [{"status": "failed", "summary": "no paper"}]
    assert (begun.outcome, service.errors) == ("failed", ["no paper"])


@runs
async def test_a_run_that_is_over_is_not_worked_on(service: FakeService) -> None:
    service.heartbeat_status = 409
    with pytest.raises(AgentError) as over:
        async with service.agent.start_run("tsk_1"):
            raise AssertionError("This is not reached.")
    assert (over.value.code, service.told("/complete"), service.errors) == ("run_over", [], [])


@runs
async def test_a_block_is_told_to_leave_when_the_agent_stops_and_its_run_is_given_back(service: FakeService) -> None:
    begun = service.agent.start_run("tsk_1")
    with pytest.raises(AgentError) as left:
        async with begun as run:
            stopping = asyncio.ensure_future(service.agent.stop())
            await run.signal.guard(asyncio.Event().wait())
    await stopping
    assert (left.value.code, begun.outcome, service.errors) == ("stopped", "open", [])
    assert (service.told("/complete"), service.told("/release")) == ([], [{"attempt": 2}])


@pytest.mark.parametrize(
    ("more", "given_back"),
    [({}, [{"attempt": 2}]), ({"lease_expires_at": "2030-01-01T00:00:00Z"}, []), ({"status": "completed"}, [])],
)
@runs
async def test_a_run_that_is_begun_when_the_agent_has_stopped_is_given_back_unless_another_has_it(
    service: FakeService, more: dict[str, Any], given_back: list[Any]
) -> None:
    await service.agent.stop()
    service.run |= more
    with pytest.raises(AgentError, match="it is open"):
        await service.agent.start_run("tsk_1").__aenter__()
    assert (service.told("/heartbeat"), service.told("/release")) == ([], given_back)


@runs
async def test_the_run_of_a_handler_that_does_not_end_is_given_back(
    service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, may_end = asyncio.Event(), asyncio.Event()

    @service.agent.task
    async def stay(run: Run) -> None:
        began.set()
        while not may_end.is_set():
            with suppress(asyncio.CancelledError):
                await may_end.wait()

    monkeypatch.setattr("svc_agent.run_book._GIVE_BACK_SECONDS_MAX", 0.01)
    service.agent._settings.drain_seconds = 1
    service.offer("run_1")
    await began.wait()
    await service.agent.stop()
    attempt = service.agent._runs._open["run_1"]
    given_back, is_kept = service.told("/release"), attempt._keeping is not None
    may_end.set()
    await attempt.left.wait()
    assert (given_back, is_kept) == ([{"attempt": 2}], False)


@runs
async def test_a_run_whose_handler_waits_for_something_cancelled_fails(service: FakeService) -> None:
    @service.agent.task
    async def wait(run: Run) -> None:
        gone = asyncio.get_running_loop().create_future()
        gone.cancel()
        await gone

    service.offer("run_1")
    await service.agent._intake.idle()
    assert [body["status"] for body in service.told("/complete")] == ["failed"]


@runs
async def test_a_run_whose_caller_gives_up_while_it_waits_for_a_slot_fails(service: FakeService) -> None:
    service.offer("run_1")
    await service.hears("run_1/heartbeat")
    begun = asyncio.ensure_future(service.agent.start_run("tsk_1").__aenter__())
    await service.hears("run_2/heartbeat")
    begun.cancel()
    await asyncio.wait({begun})
    service.agent._on_frame({"type": "run_cancelled", "run_id": "run_1", "task_id": "tsk_1"})
    await service.agent._runs.idle()
    assert (begun.cancelled(), [body["status"] for body in service.told("run_2/complete")]) == (True, ["failed"])


@runs
async def test_runs_that_ask_give_their_slot_to_others_and_work_one_at_a_time_when_they_have_their_answers(
    service: FakeService,
) -> None:
    working: list[str] = []
    at_once: list[int] = []

    @service.agent.task
    async def ask(run: Run) -> None:
        await asyncio.gather(*(run.ask(key=key, title=key) for key in ("send", "pay")))
        working.append(run.id)
        at_once.append(len(working))
        await asyncio.sleep(0.01)
        working.remove(run.id)

    for number in range(3):
        service.offer(f"run_{number}")
    await service.hears("/decisions", 6)
    service.answered.set()
    await service.agent._runs.idle()
    assert (at_once, service.errors) == ([1, 1, 1], [])


@runs
async def test_a_run_that_is_over_waits_for_its_slot_no_longer_and_takes_none(service: FakeService) -> None:
    outcomes: list[str] = []

    @service.agent.task
    async def ask(run: Run) -> None:
        if run.id == "run_2":
            await run.signal.guard(asyncio.Event().wait())
        try:
            await run.ask(key="send", title="Send?")
        except AgentError as error:
            outcomes.append(error.code)
            raise

    service.offer("run_1")
    await service.hears("/decisions")
    service.offer("run_2")
    await service.hears("run_2/heartbeat")
    service.answered.set()
    await asyncio.sleep(0.01)
    for run_id in ("run_1", "run_2"):
        service.agent._on_frame({"type": "run_cancelled", "run_id": run_id, "task_id": "tsk_1"})
    await service.agent._runs.idle()
    assert (outcomes, service.agent._runs._slots._value) == (["run_over"], 1)
