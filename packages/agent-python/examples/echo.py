"""An agent that repeats what its person says. `AGENT_ID=agt_… AGENT_SECRET=svc_… python echo.py`"""

from svc_agent import Agent, IncomingMessage

agent = Agent()  # AGENT_ID, AGENT_SECRET, AGENT_SERVICE_URL


@agent.on("user_message")
async def answer(m: IncomingMessage) -> None:
    await m.reply(f"You said: {m.text}")


agent.run()
