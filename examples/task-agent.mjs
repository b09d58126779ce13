// An agent that works: it completes every run of its tasks, and prints the decisions that were taken for it.
import { Agent } from '@svc/agent';

const agent = new Agent();
agent.task((run) => `**${run.taskName}** is done. It was given ${JSON.stringify(run.payload ?? {})}.`);
agent.on('decision_resolved', (decision) => console.log(decision));
await agent.start();
