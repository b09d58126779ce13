import { eventually } from '@svc/testkit';
import type { AgentClient, HttpAnswer, Person, RunRecord } from '@svc/testkit';

/** The shortest lease and the shortest time that there are, in seconds. */
export const SHORT_S = 5;

/** A lease that no slow machine outlasts, in seconds. */
export const LONG_S = 3_600;

/** How long a test waits until the service has noticed that a time is over, in milliseconds. */
const NOTICED_MS_MAX = 60_000;

/** Above that, for a test that waits twice. */
export const WATCH_TEST_MS_MAX = 150_000;

export const heartbeat = (agent: AgentClient, runId: string, body: object): Promise<HttpAnswer> =>
  agent.call(`/api/agent/tasks/runs/${runId}/heartbeat`, { body });

/** Takes a run on lease, which must succeed. */
export async function lease(agent: AgentClient, runId: string, seconds: number): Promise<void> {
  const answer = await heartbeat(agent, runId, { lease_seconds: seconds });
  if (answer.status !== 200) throw new Error(`A heartbeat was answered ${answer.status}`);
}

/** Resolves with the run once it is as asked for. */
export function runThatIs(agent: AgentClient, runId: string, wanted: Partial<RunRecord>): Promise<RunRecord> {
  return eventually(
    () => agent.tasks.run(runId),
    (run) => Object.entries(wanted).every(([field, value]) => run[field as keyof RunRecord] === value),
    { what: `the run to be ${JSON.stringify(wanted)}`, waitMsMax: NOTICED_MS_MAX },
  );
}

/** What bubbles of the run say, in the agent's newest conversation. */
export async function bubblesOf(person: Person, agent: AgentClient, runId: string): Promise<string[]> {
  const [conversationId] = await person.conversationIds(agent.agentId);
  if (conversationId === undefined) return [];
  const messages = await person.history(conversationId);
  return messages.filter((message) => message.task_run_id === runId).map(({ text }) => text);
}
