/** @each-shape Hubs and dispatchers carry what the gateway writes. */
import { eventOf } from '@svc/testkit';
import type { AgentClient, HttpAnswer, ShownDecision } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

describe.each(['interactive', 'approval-only'] as const)('decision_resolved to an %s agent', (kind) => {
  it('has exactly the fields of the specification, over the socket', async () => {
    const { agent, socket } = await bench.onlineAgent({ kind });
    const { decision_id, conversation_id } = await agent.ask();
    await bench.person.resolve(decision_id, { status: 'rejected', note: 'Not yet' });
    const event = await socket.decisionResolved(decision_id);
    expect(event).toEqual({
      ...{ type: 'decision_resolved', decision_id, conversation_id, status: 'rejected', note: 'Not yet' },
      ...{ always_allow: false, always_allow_pattern: null },
    });
    const logged = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(logged).toMatchObject({ type: 'decision_resolved', channel: 'websocket' });
  });

  it('goes to the webhook while no socket is open, with an empty note where nothing was noted', async () => {
    const { agent, receiver } = await bench.hookedAgent(undefined, { kind });
    const { decision_id, conversation_id } = await agent.ask({ action: 'deploy' });
    await bench.person.resolve(decision_id, { status: 'approved', always_allow: true });
    const [delivery] = await receiver.deliveries.atLeast(1);
    expect(eventOf(delivery!)).toEqual({
      ...{ type: 'decision_resolved', decision_id, conversation_id, status: 'approved', note: '' },
      ...{ always_allow: true, always_allow_pattern: 'deploy' },
    });
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({ channel: 'webhook' });
  });
});

/** Longer than any answer takes here, in seconds. */
const WAIT = 20;

describe('GET /api/agent/decisions/{id}?wait', () => {
  it.each(['interactive', 'approval-only'] as const)(
    'is answered to an %s agent as soon as the user has answered, and at once afterwards',
    async (kind) => {
      const agent = await bench.person.createAgent({ kind });
      const { decision_id } = await agent.ask();
      const waiting = wait(agent, decision_id);
      const answered = await bench.person.resolve(decision_id, { status: 'rejected', note: 'Because' });
      expect(await waiting).toEqual(answered);
      expect(await wait(agent, decision_id)).toEqual(answered);
    },
  );

  it('is answered as it is, pending, when the wait is over', async () => {
    const agent = await bench.person.createAgent();
    const asked = await agent.ask();
    for (const seconds of [1, 0]) expect(await wait(agent, asked.decision_id, seconds)).toEqual(asked);
  });

  it('is answered when the request expires, or the agent withdraws it', async () => {
    const agent = await bench.person.createAgent();
    const expiring = await agent.ask({ expires_in_seconds: 2 });
    const expired = { status: 'dismissed', resolution_reason: 'expired' };
    expect(await wait(agent, expiring.decision_id)).toMatchObject(expired);
    const { decision_id } = await agent.ask();
    const waiting = wait(agent, decision_id);
    expect((await agent.withdraw(decision_id)).status).toBe(200);
    expect(await waiting).toMatchObject({ status: 'cancelled' });
  });

  it('gives every call its answer, leaves others waiting, and takes no place of theirs', async () => {
    const agent = await bench.person.createAgent();
    const [first, second] = [await agent.ask(), await agent.ask()];
    const events = agent.call(`/api/agent/events?wait=${WAIT}`);
    const waits = Array.from({ length: 20 }, () => wait(agent, first.decision_id));
    const other = wait(agent, second.decision_id);
    await bench.person.send(agent.agentId, 'hello');
    expect((await events).body).toMatchObject({ events: [{ event: { type: 'user_message' } }] });
    await bench.person.resolve(first.decision_id);
    for (const answered of await Promise.all(waits)) expect(answered).toMatchObject({ status: 'approved' });
    await bench.person.resolve(second.decision_id, { status: 'rejected' });
    expect(await other).toMatchObject({ decision_id: second.decision_id, status: 'rejected' });
  });

  it('ends when the secret of its agent is changed, and shows no answer to the old one', async () => {
    const { agent, decision_id } = await bench.askingAgent();
    const waiting = callThatWaits(agent, decision_id);
    await bench.person.rotateSecret(agent.agentId, 0);
    await bench.person.resolve(decision_id, { status: 'approved', note: 'Not for old secrets' });
    const { status, body } = await waiting;
    if (status === 200) expect(body).toMatchObject({ status: 'pending', note: null });
    else expect(status).toBe(401);
    expectRefusal(await callThatWaits(agent, decision_id), 401, 'Missing or invalid credentials');
  });
});

function callThatWaits(agent: AgentClient, decisionId: string, seconds = WAIT): Promise<HttpAnswer> {
  return agent.call(`/api/agent/decisions/${decisionId}?wait=${seconds}`);
}

function wait(agent: AgentClient, decisionId: string, seconds?: number): Promise<ShownDecision> {
  return bodyOf('getOwnDecision', callThatWaits(agent, decisionId, seconds));
}
