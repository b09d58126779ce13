"""What a message may have: a file, buttons, and a text that grows. Write "offer" or "poem" to it."""

from collections.abc import AsyncIterator

from svc_agent import Agent, EventContext, IncomingMessage, Next, OutgoingFile, OutgoingMessage, QuickReply

agent = Agent()


@agent.use
async def tell(context: EventContext, call_next: Next) -> None:
    print(f"A {context.event['type']} has come.", flush=True)
    await call_next()


@agent.on("user_message")
async def answer(m: IncomingMessage) -> None:
    if m.quick_reply:
        await m.reply(f"You have chosen {m.quick_reply.value or m.text}.")
    elif m.text == "offer":
        await m.reply(
            OutgoingMessage(
                text="Shall I send it?",
                files=[OutgoingFile(name="offer.csv", data="item,price\nDoor,420\n")],
                quick_replies=[QuickReply("Yes", value="send:42"), "Not yet"],
            )
        )
    else:
        await m.typing()
        await m.stream(tokens(m.text), quick_replies=["Thanks", "Again"])


async def tokens(question: str) -> AsyncIterator[str]:
    """Any iterable of texts will do, plain or async, such as the tokens of a language model."""
    for word in ["A ", f"{question} ", "of ", "**four** ", "words."]:
        yield word


agent.run()
