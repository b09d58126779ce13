import { describe, expect, it } from '@jest/globals';
import { Person } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { cancel, request, resolve } from './decision-calls.js';
import type { ShownDecision } from './decision-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

/** Longer than any answer takes here, in seconds. */
const WAIT = 20;

const bench = useProduct();

describe('GET /api/agent/decisions/{id}?wait', () => {
  it.each(['approved', 'rejected', 'dismissed'] as const)(
    'is answered as soon as the user has answered: %s',
    async (status) => {
      const agent = await bench.person.createAgent();
      const { decision_id } = await request(agent);
      const waiting = wait(agent, decision_id);
      const answered = await resolve(bench.person, decision_id, { status, note: 'Because' });
      expect(await waiting).toEqual(answered);
    },
  );

  it('is answered at once where the request has ended already', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent);
    const answered = await resolve(bench.person, decision_id);
    expect(await wait(agent, decision_id)).toEqual(answered);
  });

  it('is answered as it is, pending, when the wait is over', async () => {
    const agent = await bench.person.createAgent();
    const asked = await request(agent);
    expect(await wait(agent, asked.decision_id, 1)).toEqual(asked);
    expect(await wait(agent, asked.decision_id, 0)).toEqual(asked);
  });

  it('is answered when the request expires', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent, { expires_in_seconds: 2 });
    expect(await wait(agent, decision_id)).toMatchObject({
      status: 'dismissed',
      resolution_reason: 'expired',
    });
  });

  it('is answered when the agent withdraws the request', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent);
    const waiting = wait(agent, decision_id);
    expect((await cancel(agent, decision_id)).status).toBe(200);
    expect(await waiting).toMatchObject({ status: 'cancelled' });
  });

  it('is 404 when the user removes the conversation that shows the request', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id, conversation_id } = await request(agent);
    const waiting = callThatWaits(agent, decision_id);
    const removed = await bench.person.call(`/conversations/${conversation_id}`, { method: 'DELETE' });
    expect(removed.status).toBe(202);
    expectRefusal(await waiting, 404, 'Not found');
  });

  it('gives every call that waits for a request its answer, and leaves those for others waiting', async () => {
    const agent = await bench.person.createAgent();
    const [first, second] = [await request(agent), await request(agent)];
    const waits = Array.from({ length: 20 }, () => wait(agent, first.decision_id));
    const other = wait(agent, second.decision_id);
    await resolve(bench.person, first.decision_id);
    for (const answered of await Promise.all(waits)) expect(answered).toMatchObject({ status: 'approved' });
    await resolve(bench.person, second.decision_id, { status: 'rejected' });
    expect(await other).toMatchObject({ decision_id: second.decision_id, status: 'rejected' });
  });

  it('takes no place of the calls that wait for events', async () => {
    const agent = await bench.person.createAgent();
    const asked = await Promise.all(Array.from({ length: 12 }, () => request(agent)));
    const events = agent.call(`/api/agent/events?wait=${WAIT}`);
    const waits = asked.map(({ decision_id }) => wait(agent, decision_id));
    await bench.person.send(agent.agentId, 'hello');
    expect((await events).body).toMatchObject({
      events: [{ event: { type: 'user_message', text: 'hello' } }],
    });
    for (const { decision_id } of asked) await resolve(bench.person, decision_id);
    for (const answered of await Promise.all(waits)) expect(answered).toMatchObject({ status: 'approved' });
  });

  it('may be called by an approval-only agent', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const { decision_id } = await request(agent);
    const waiting = wait(agent, decision_id);
    await resolve(bench.person, decision_id);
    expect(await waiting).toMatchObject({ status: 'approved' });
  });

  it('ends when the secret of its agent is changed, and shows no answer to the old one', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent);
    const waiting = callThatWaits(agent, decision_id);
    const rotated = await bench.person.call(`/agents/${agent.agentId}/secret/rotate`, {
      body: { grace_period_seconds: 0 },
    });
    expect(rotated.status).toBe(200);
    await resolve(bench.person, decision_id, { status: 'approved', note: 'Not for old secrets' });
    const { status, body } = await waiting;
    if (status === 200) expect(body).toMatchObject({ status: 'pending', note: null });
    else expect(status).toBe(401);
    expectRefusal(await callThatWaits(agent, decision_id), 401, 'Missing or invalid credentials');
  });

  it('is 404 at once for a request of another agent', async () => {
    const stranger = await (await Person.signUp(baseUrl)).createAgent();
    const { decision_id } = await request(await bench.person.createAgent());
    expectRefusal(await callThatWaits(stranger, decision_id), 404, 'Not found');
  });

  it.each(['46', '-1', '1.5', 'x', ''])('is 422 for a wait of "%s"', async (seconds) => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent);
    expectInvalidField(await agent.call(`/api/agent/decisions/${decision_id}?wait=${seconds}`), 'query.wait');
  });
});

function callThatWaits(agent: AgentClient, decisionId: string, seconds = WAIT): Promise<HttpAnswer> {
  return agent.call(`/api/agent/decisions/${decisionId}?wait=${seconds}`);
}

async function wait(agent: AgentClient, decisionId: string, seconds?: number): Promise<ShownDecision> {
  const answer = await callThatWaits(agent, decisionId, seconds);
  expectAnswer('getOwnDecision', answer, 200);
  return answer.body as ShownDecision;
}
