"""An agent that writes like a language model: the person reads along. The model is a fake, so no key is needed."""

import asyncio
import os
import re
from collections.abc import AsyncIterator

from svc_agent import Agent, IncomingMessage, Message

WORD_SECONDS = int(os.environ.get("WORD_MS", "60")) / 1000

agent = Agent()


@agent.on("user_message")
async def answer(m: IncomingMessage) -> None:
    await m.typing()
    history = await m.history(limit=20)
    await m.stream(complete(history[::-1]), quick_replies=["Say more"])


async def complete(messages: list[Message]) -> AsyncIterator[str]:
    """Any source of texts will do, such as the deltas of a model's streaming API."""
    asked = [message["text"] for message in messages if message["sender"] == "human"]
    text = f"This is answer number **{len(asked)}**, and you have asked: _{asked[-1]}_ A real model would know more."
    for word in re.split(r"(?<= )", text):
        yield word
        await asyncio.sleep(WORD_SECONDS)


agent.run()
