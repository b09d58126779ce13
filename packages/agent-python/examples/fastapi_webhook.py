"""An agent whose events come by webhook, and that works on runs: `uvicorn fastapi_webhook:app --port 9000`.

Its `webhook_url` is `http://<this machine>:9000/events`.
"""

from fastapi import FastAPI

from svc_agent import Agent, IncomingMessage, Run

agent = Agent()  # AGENT_ID, AGENT_SECRET, AGENT_SERVICE_URL


@agent.on("user_message")
async def answer(m: IncomingMessage) -> None:
    await m.reply(f"You said: {m.text}")


@agent.task("Order")
async def order(run: Run) -> str:
    number = (run.payload or {}).get("order")
    decision = await run.ask(key="send", title=f"Send order {number}?", action=f"order.send:{number}")
    if decision["status"] != "approved":
        await run.fail(decision["note"])
    return f"Order {number} **sent**."


app = FastAPI()
app.post("/events")(agent.webhook.fastapi())
app.on_event("shutdown")(agent.stop)
