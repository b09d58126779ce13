"""A task that needs more than a yes: the person fills in a form. The process may be stopped and started while it waits."""

from svc_agent import Agent, Run

agent = Agent()


@agent.on("connected")
def ready(_name: str) -> None:
    print("The agent is ready.", flush=True)


@agent.task("Order")
async def order(run: Run) -> str:
    item = (run.payload or {})["item"]
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
    answer = decision.get("answer")
    if decision["status"] != "approved" or answer is None:
        return f"**{item}** was not ordered."
    count, delivery = answer["count"], answer["delivery"]
    number = await run.context.once("order", lambda: send_order(item, count, delivery))
    return f"Order {number}: {count} × {item}, {delivery}."


async def send_order(item: str, count: object, delivery: object) -> str:
    """Here you call the shop."""
    return f"{len(item)}-{count}-{len(str(delivery))}"


agent.run()
