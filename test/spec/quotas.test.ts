/** @only-in-all Starts a product with other settings, for what the interface leaves to an operator. */
/** @any-shape What a user has is counted in the database. */
import { describe, expect, it } from '@jest/globals';
import { base64, eventually, httpCall, m4aOf, Person, tinyPng } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const AGENTS = 4;
const TASKS = 3;
const EVENTS = 5;
const FILE_BYTES = 10_000;

/** Quotas that few calls reach. How several processes pass them is in `packages/store/src/quotas`. */
describe('A quota that is used up', () => {
  const own = useOwnProduct({
    QUOTA_AGENTS_PER_USER: String(AGENTS),
    QUOTA_TASKS_PER_AGENT: String(TASKS),
    QUOTA_EVENTS_WAITING_PER_AGENT: String(EVENTS),
    QUOTA_CONVERSATIONS_PER_USER: '2',
    QUOTA_RULES_PER_USER: '1',
    QUOTA_TRIGGERS_WAITING_PER_AGENT: '4',
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
      expectQuota('sendUserMessage', answer, 'At most 5 events wait for an agent (events_waiting_per_agent)');
    const socket = await agent.connect({ resume: true });
    await eventually(send, ({ status }) => status === 201, { what: 'room for a message' });
    await socket.close();
  });

  it('refuses calls of all trigger URLs of an agent that never comes, and answers repeats as ever', async () => {
    const agent = await own.person.createAgent();
    const tasks = [await agent.tasks.createTriggered(), await agent.tasks.createTriggered()];
    const call = (n: number) =>
      httpCall(`${own.product.url}/webhook/${tasks[n % 2]!.trigger_id}`, { body: { n } });
    const answers = await inTurn(7, call);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(3);
    for (const answer of refused)
      expectRefusal(answer, 429, 'At most 4 triggers wait for an agent (triggers_waiting_per_agent)');
    const taken = answers.findIndex(({ status }) => status === 200);
    expect((await call(taken)).body).toMatchObject({ status: 'duplicate' });
  });

  it('refuses agents, tasks and conversations beyond their number, and nothing that is there', async () => {
    const agent = await own.person.createAgent();
    const task = () =>
      agent.call('/api/agent/tasks', { body: { name: 'x', prompt: 'x', schedule: 'event' } });
    const tasks = await inTurn(TASKS + 2, task);
    const [refusedTask, ...moreTasks] = tasks.filter(({ status }) => status !== 200);
    expect(moreTasks).toHaveLength(1);
    expectQuota('createTask', refusedTask!, 'An agent has at most 3 tasks (tasks_per_agent)');

    const create = () => own.person.call('/agents', { body: { agent_name: 'x', kind: 'interactive' } });
    const agents = await inTurn(AGENTS, create);
    const refusedAgents = agents.filter(({ status }) => status !== 201);
    expect(refusedAgents.length).toBeGreaterThan(0);
    expectQuota('createAgent', refusedAgents[0]!, 'A user has at most 4 agents (agents_per_user)');

    const said = () => agent.post({ type: 'message', text: 'Hello' });
    const messages = [await said(), await said(), await said()];
    expectQuota(
      'sendAgentMessage',
      messages[2]!,
      'A user has at most 2 conversations (conversations_per_user)',
    );
    const used = await own.person.call('/account/quotas');
    expectAnswer('listAccountQuotas', used, 200);
    expect(used.body).toEqual([
      { quota: 'agents_per_user', used: AGENTS, allowed: AGENTS },
      { quota: 'conversations_per_user', used: 2, allowed: 2 },
      { quota: 'rules_per_user', used: 0, allowed: 1 },
      { quota: 'media_bytes_per_user', used: 0, allowed: 5_368_709_120 },
    ]);
  });
});

describe('A quota of the bytes that an agent sends', () => {
  const own = useOwnProduct({
    QUOTA_MEDIA_BYTES_PER_AGENT: String(2 * FILE_BYTES),
    QUOTA_MEDIA_BYTES_PER_USER: String(100 * FILE_BYTES),
  });
  const DETAIL = 'The files that an agent sends have at most 20000 bytes (media_bytes_per_agent)';
  const recording = m4aOf(FILE_BYTES);

  const upload = (from: Person | AgentClient, body = recording, more: Record<string, string> = {}) => {
    const call = { method: 'POST', body, headers: { 'content-type': 'audio/mp4', ...more } };
    return from instanceof Person ? from.call('/media', call) : from.call('/api/agent/media', call);
  };

  it('refuses files of an agent that has used it up, by every way, and none of its user or another agent', async () => {
    const [agent, other] = [await own.person.createAgent(), await own.person.createAgent()];
    const socket = await agent.connect();
    const sent = await upload(agent);
    expectAnswer('uploadAgentMedia', sent, 201);
    const { media_id } = sent.body as { media_id: string };
    expectAnswer('sendAgentMessage', await agent.post({ text: 'One', media_ids: [media_id] }), 200);
    expectAnswer('uploadAgentMedia', await upload(agent), 201);
    expectQuota('uploadAgentMedia', await upload(agent), DETAIL);

    const withImage = { text: 'Look', image_base64: base64(tinyPng()) };
    expectQuota('sendAgentMessage', await agent.post(withImage), DETAIL);
    expect(await socket.ask(withImage)).toMatchObject({ type: 'error', detail: DETAIL });
    await socket.close();

    expectAnswer('uploadAgentMedia', await upload(other), 201);
    expectAnswer('uploadMedia', await upload(own.person), 201);
    await own.person.send(agent.agentId, { text: 'Listen', audio_base64: base64(m4aOf(3 * FILE_BYTES)) });
  });

  it('answers for the last file that had room, when it is sent again under its key', async () => {
    const agent = await own.person.createAgent();
    const key = { 'idempotency-key': 'the-last' };
    const first = await upload(agent, m4aOf(2 * FILE_BYTES), key);
    expectAnswer('uploadAgentMedia', first, 201);
    expectQuota('uploadAgentMedia', await upload(agent), DETAIL);
    const again = await upload(agent, m4aOf(2 * FILE_BYTES), key);
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('has room again when the user deletes what the agent has sent', async () => {
    const agent = await own.person.createAgent();
    const { media_id } = (await upload(agent, m4aOf(2 * FILE_BYTES))).body as { media_id: string };
    const answer = await agent.post({ text: 'Listen', media_ids: [media_id] });
    expectAnswer('sendAgentMessage', answer, 200);
    const withImage = { text: 'Look', image_base64: base64(tinyPng()) };
    expectQuota('sendAgentMessage', await agent.post(withImage), DETAIL);
    const { message_id } = answer.body as { message_id: string };
    await own.person.call(`/messages/${message_id}`, { method: 'DELETE' });
    await eventually(
      () => agent.post(withImage),
      ({ status }) => status === 200,
      { what: 'room for a file' },
    );
  });
});

/** A call that begins when the one before has ended is counted with it. */
async function inTurn(count: number, call: (n: number) => Promise<HttpAnswer>): Promise<HttpAnswer[]> {
  const answers: HttpAnswer[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await call(n));
  return answers;
}

type Refused = Parameters<typeof expectAnswer>[0];

function expectQuota(operationId: Refused, answer: HttpAnswer, detail: string): void {
  expectAnswer(operationId, answer, 429);
  expectRefusal(answer, 429, detail);
}
