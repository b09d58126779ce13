import asyncio
from typing import Any

from waiting import runs, ticks, user_message

from svc_agent import Agent, IncomingMessage


def make_agent(**options: Any) -> tuple[Agent, list[str], list[str]]:
    agent = Agent(agent_id="agt_1", secret="svc_1", **options)
    texts: list[str] = []
    errors: list[str] = []

    @agent.on("user_message")
    def keep(m: IncomingMessage) -> None:
        if m.text == "break":
            raise RuntimeError("broken")
        texts.append(m.text)

    agent.on("error")(lambda error, about: errors.append(f"{type(error).__name__}: {about}"))
    return agent, texts, errors


@runs
async def test_an_event_that_is_not_understood_is_reported_and_keeps_no_other_from_its_handler() -> None:
    agent, texts, errors = make_agent()
    for kind in ("user_message", "task_due", "of the future"):
        agent._on_frame({"type": kind, "run_id": 1})
    agent._on_frame(user_message("hello", of_the_future=True))
    await ticks(30)
    assert texts == ["hello"]
    assert errors == ["KeyError: an event of the type user_message", "KeyError: an event of the type task_due"]


@runs
async def test_a_button_may_have_more_than_this_package_knows() -> None:
    agent, _, _ = make_agent()
    pressed: list[Any] = []
    agent.on("user_message")(lambda m: pressed.append(m.quick_reply))
    agent._on_frame(user_message("Yes", quick_reply={"message_id": "m", "index": 0, "value": None, "color": "red"}))
    await ticks(30)
    assert [(each.message_id, each.index, each.value) for each in pressed] == [("m", 0, None)]


@runs
async def test_a_conversation_whose_work_is_done_is_forgotten() -> None:
    agent, _, _ = make_agent()
    for number in range(5):
        agent._on_frame(user_message("hello", message_id=f"msg_{number}", conversation_id=f"conv_{number}"))
    await agent._intake.idle()
    assert list(agent._intake._conversations) == []


@runs
async def test_a_handler_that_waits_for_something_cancelled_is_reported() -> None:
    agent, _, errors = make_agent()

    @agent.on("user_message")
    async def wait(m: IncomingMessage) -> None:
        gone = asyncio.get_running_loop().create_future()
        gone.cancel()
        await gone

    agent._on_frame(user_message("hello"))
    await ticks(30)
    assert errors == ["RuntimeError: user_message msg_1"]
