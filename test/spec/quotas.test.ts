/** @only-in-all Starts a product with other settings, for what the interface leaves to an operator. */
import { eventually } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const AGENTS = 4;
const TASKS = 3;
const EVENTS = 5;

/** Quotas that few calls reach. How several processes pass them is in `packages/store/src/quotas`. */
describe('A quota that is used up', () => {
  const own = useOwnProduct({
    QUOTA_AGENTS_PER_USER: String(AGENTS),
    QUOTA_TASKS_PER_AGENT: String(TASKS),
    QUOTA_EVENTS_WAITING_PER_AGENT: String(EVENTS),
    QUOTA_CONVERSATIONS_PER_USER: '2',
    QUOTA_RULES_PER_USER: '1',
    QUOTA_TRIGGER_BYTES_WAITING_PER_AGENT: '100000',
  });

  it('refuses a message to an agent that never comes, until it has received some', async () => {
    const agent = await own.person.createAgent();
    const { conversation_id } = await own.person.send(agent.agentId, { text: 'One' });
    const send = () =>
      own.person.call(`/agents/${agent.agentId}/messages`, { body: { text: 'More', conversation_id } });
    const answers = await inTurn(EVENTS + 3, send);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(4);
    for (const answer of refused)
      expectRefusal(answer, 429, 'At most 5 events wait for an agent (events_waiting_per_agent)');
    const socket = await agent.connect({ resume: true });
    await eventually(send, ({ status }) => status === 201, { what: 'room for a message' });
    await socket.close();
  });

  it('refuses triggers whose bytes are too many for an agent that never comes, and those alone', async () => {
    const { agent, trigger_id } = await own.triggeredAgent();
    const call = (n: number) => own.fire(trigger_id, { n, text: 'x'.repeat(60_000) });
    const [first, second] = await inTurn(2, call);
    expect(first?.body).toEqual({ status: 'queued' });
    const detail =
      'The triggers that wait for an agent have at most 100000 bytes (trigger_bytes_waiting_per_agent)';
    expectRefusal(second!, 429, detail);
    const [{ run_id = '' } = {}] = await agent.tasks.pendingTriggers();
    await agent.tasks.complete(run_id, { status: 'completed' });
    const again = () => call(2);
    await eventually(again, ({ status }) => status === 200, { what: 'room for a trigger' });
  });

  it('refuses agents, tasks and conversations beyond their number, and nothing that is there', async () => {
    const agent = await own.person.createAgent();
    const task = () =>
      agent.call('/api/agent/tasks', { body: { name: 'x', prompt: 'x', schedule: 'event' } });
    const tasks = await inTurn(TASKS + 2, task);
    const [refusedTask, ...moreTasks] = tasks.filter(({ status }) => status !== 200);
    expect(moreTasks).toHaveLength(1);
    expectRefusal(refusedTask!, 429, 'An agent has at most 3 tasks (tasks_per_agent)');

    const create = () => own.person.call('/agents', { body: { agent_name: 'x', kind: 'interactive' } });
    const agents = await inTurn(AGENTS, create);
    const refusedAgents = agents.filter(({ status }) => status !== 201);
    expect(refusedAgents.length).toBeGreaterThan(0);
    expectRefusal(refusedAgents[0]!, 429, 'A user has at most 4 agents (agents_per_user)');

    const said = () => agent.post({ type: 'message', text: 'Hello' });
    const messages = [await said(), await said(), await said()];
    expectRefusal(messages[2]!, 429, 'A user has at most 2 conversations (conversations_per_user)');
    expect(await bodyOf('listAccountQuotas', own.person.call('/account/quotas'))).toEqual([
      { quota: 'agents_per_user', used: AGENTS, allowed: AGENTS },
      { quota: 'conversations_per_user', used: 2, allowed: 2 },
      { quota: 'rules_per_user', used: 0, allowed: 1 },
      { quota: 'media_bytes_per_user', used: 0, allowed: 5_368_709_120 },
    ]);
  });
});

/** A call that begins when the one before has ended is counted with it. */
async function inTurn(count: number, call: (n: number) => Promise<HttpAnswer>): Promise<HttpAnswer[]> {
  const answers: HttpAnswer[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await call(n));
  return answers;
}
