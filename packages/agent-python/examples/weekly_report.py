"""A report that is sent once a person has approved it. The orders are invented; put your own in their place."""

from svc_agent import Agent, IncomingMessage, Run

agent = Agent()  # AGENT_ID, AGENT_SECRET, AGENT_SERVICE_URL


@agent.on("user_message")
async def answer(m: IncomingMessage) -> None:
    await m.reply(f"You said: {m.text}")


@agent.task("Weekly report")
async def weekly(run: Run) -> str | None:
    orders = await run.context.once("orders", fetch_orders)
    await run.report(title="Week 9", description=f"{len(orders)} orders", text=table(orders))
    decision = await run.ask(key="send", title="Send the offer?", action="mail.send:ada@example.org")
    if decision["status"] != "approved":
        await run.fail(decision["note"])
        return None
    return "Offer **sent**."  # completes the run; what is raised fails it


async def fetch_orders() -> list[dict[str, str | int]]:
    return [{"item": "Door", "price": 420}, {"item": "Window", "price": 180}]


def table(orders: list[dict[str, str | int]]) -> str:
    rows = [f"| {order['item']} | {order['price']} € |" for order in orders]
    return "\n".join(["| Item | Price |", "| --- | ---: |", *rows])


agent.run()
