"""An agent that works: it completes every run of its tasks, and prints the decisions that it gets."""

import json

from svc_agent import Agent, DecisionResolvedEvent, Run

agent = Agent()


@agent.task
async def work(run: Run) -> str:
    payload = json.dumps(run.payload or {}, separators=(",", ":"))
    return f"**{run.task_name}** is done. It was given {payload}."


@agent.on("decision_resolved")
def resolved(decision: DecisionResolvedEvent) -> None:
    print(decision, flush=True)


agent.run()
