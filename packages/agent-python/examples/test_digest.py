"""How one's own agent is tested, against the real service: `AGENT_SERVICE_HOME=<a built checkout> pytest test_digest.py`"""

from datetime import datetime, timezone

import pytest

from svc_agent import Agent, AnswerSchema, IncomingMessage, Run
from svc_agent.testing import ServiceOptions, TestService


@pytest.fixture(scope="session")
def svc_options() -> ServiceOptions:
    return {"clock": datetime(2026, 3, 2, 8, tzinfo=timezone.utc)}


def make_agent(svc: TestService) -> Agent:
    """In your test: your own agent."""
    agent = Agent(**svc.agent)

    @agent.on("user_message")
    async def answer(m: IncomingMessage) -> None:
        await m.reply(f"You said: {m.text}")

    @agent.task("Digest")
    async def digest(run: Run) -> str:
        decision = await run.ask(key="send", title="Send it?", expires_in="1h")
        return f"It was {decision['status']}."

    @agent.task("Order")
    async def order(run: Run) -> str:
        count: AnswerSchema = {
            "type": "object",
            "properties": {"count": {"type": "integer", "minimum": 1}},
            "required": ["count"],
        }
        decision = await run.ask(key="count", title="How many?", answer_schema=count)
        return f"{(decision['answer'] or {}).get('count', 'None')} ordered."

    return agent


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_it_answers(svc: TestService) -> None:
    async with make_agent(svc):
        await svc.say("Hello")
        assert (await svc.next_message())["text"] == "You said: Hello"


@pytest.mark.anyio
async def test_it_asks_every_morning_and_sends_nothing_that_nobody_approved(svc: TestService) -> None:
    async with make_agent(svc) as agent:
        await agent.tasks.create({"name": "Digest", "prompt": "Write it.", "schedule": "0 9 * * *"})
        await svc.advance("90m")  # 9:30: it has asked
        await svc.approve()
        await svc.advance("25h")  # the next morning nobody is there, and at ten the question ends
        summaries = [run["summary"] for run in await svc.runs("Digest")]
        assert summaries == ["It was dismissed.", "It was approved."]


@pytest.mark.anyio
async def test_it_orders_as_many_as_the_person_fills_in(svc: TestService) -> None:
    async with make_agent(svc) as agent:
        await agent.tasks.create({"name": "Order", "prompt": "Order paper.", "schedule": "event"})
        run_id = (await svc.trigger("Order")).run_id
        await svc.approve("How many?", answer={"count": 3})
        end = await svc.next_message(where=lambda m: m["task_run_id"] == run_id and m["decision_id"] is None)
        assert end["text"] == "3 ordered."


@pytest.mark.anyio
async def test_it_answers_after_its_connection_broke(svc: TestService) -> None:
    async with make_agent(svc):
        svc.faults.drop_sockets()
        await svc.say("Still there?")
        assert (await svc.next_message())["text"] == "You said: Still there?"
