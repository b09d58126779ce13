"""A whole agent, to copy: it orders what its task is triggered with, once its person has said how many.

Stop or kill it at any moment: its next start goes on with what was saved. The shop is yours: GET gives a
price, POST an order number, and the same Idempotency-Key the same order.
"""

import asyncio
import os
from typing import Any

import httpx

from svc_agent import Agent, IncomingMessage, Run

TASK = "Order"
SHOP_URL = os.environ["SHOP_URL"]

agent = Agent()  # AGENT_ID, AGENT_SECRET, AGENT_SERVICE_URL


@agent.on("connected")
def connected(name: str) -> None:
    print(f"{name} is connected.", flush=True)


@agent.on("user_message")
async def answer(m: IncomingMessage) -> None:
    page = await agent.tasks.runs(status="running")
    await m.reply(f"You said: {m.text}. Orders under way: {len(page['runs'])}.")


@agent.task(TASK)
async def order(run: Run) -> str | None:
    item = (run.payload or {}).get("item")
    if not isinstance(item, str):
        await run.fail("The trigger names no `item`.")
        return None
    price = (await run.context.once("price", lambda: shop(run, "GET", params={"item": item})))["price"]
    table = f"| Item | Price |\n| --- | ---: |\n| {item} | {price} € |"
    await run.context.once("report", lambda: report(run, f"Price of {item}", table))
    decision = await run.ask(
        key="form",
        title=f"Order {item}?",
        action=f"order:{item}",
        answer_schema={
            "type": "object",
            "properties": {
                "count": {"type": "integer", "title": "How many", "minimum": 1, "maximum": 20},
                "delivery": {
                    "type": "string",
                    "title": "Delivery",
                    "enum": ["standard", "express"],
                    "default": "standard",
                },
            },
            "required": ["count", "delivery"],
        },
        proposed={"count": 2},
    )
    wanted = decision.get("answer")
    if decision["status"] != "approved" or wanted is None:
        return f"**{item}** was not ordered."
    # If the process dies before the number is saved, the step is done again, and the shop knows its key.
    body: dict[str, object] = {"item": item, **wanted}
    placed = await run.context.once(
        "order", lambda: shop(run, "POST", json=body, headers={"idempotency-key": run.id})
    )
    return f"Order **{placed['number']}**: {wanted['count']} × {item}, {wanted['delivery']}."


async def report(run: Run, title: str, text: str) -> None:
    await run.report(title=title, text=text)


async def shop(run: Run, method: str, **call: Any) -> dict[str, Any]:
    async with httpx.AsyncClient() as client:
        response = await run.signal.guard(client.request(method, SHOP_URL, **call))
    response.raise_for_status()
    answer: dict[str, Any] = response.json()
    return answer


async def main() -> None:
    async with agent:
        if not any(task["name"] == TASK for task in await agent.tasks.list()):
            await agent.tasks.create(
                {"name": TASK, "prompt": "Order it.", "schedule": "event", "retry": {"max": 5}}
            )
        await agent.closed()


asyncio.run(main())
