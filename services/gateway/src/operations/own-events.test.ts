import { get } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { newAgentSecret } from '@svc/domain';
import { expectContract, useGateway } from '../gateway.suite.js';
import type { Answer, TestAgent } from '../gateway.suite.js';

const bench = useGateway();

describe('an agent’s own events', () => {
  it('are passed on as they are written, with what JavaScript cannot hold', async () => {
    const agent = await bench.addAgent();
    await say(agent, 'hello');
    const { prisma } = bench.store;
    const frame = '{"type":"task_trigger","payload":{"n":12345678901234567890,"x":1.0}}';
    await prisma.event.updateMany({ where: { agentId: agent.agentId }, data: { frame } });
    const response = await fetch(`${bench.baseUrl}/api/agent/events`, { headers: agent.auth });
    expect(await response.text()).toContain(`"event":${frame}}`);
  });

  it('whose numbers are gone are an explicit gap, which no call waits for', async () => {
    const agent = await bench.addAgent();
    for (const text of ['one', 'two', 'three']) await say(agent, text);
    for (const seq of [1n, 2n]) await forget(agent, seq);
    const answer = await read(agent, '?after=0&wait=45');
    expectContract('listOwnEvents', answer);
    expect(answer.body).toMatchObject({ gaps: [{ from: 1, to: 2 }], events: [{ seq: 3 }], next_after: 3 });
    await forget(agent, 3n);
    expect((await read(agent, '?after=1&wait=45')).body).toEqual({
      events: [],
      gaps: [{ from: 2, to: 3 }],
      next_after: 3,
      last_seq: 3,
      receipt: 0,
    });
  });

  it('do not reach a call whose credentials ended while it waited', async () => {
    const agent = await bench.addAgent();
    const begun = looks(agent);
    const waiting = read(agent, '?wait=45');
    await begun;
    await bench.call('DELETE', `/api/client/agents/${agent.agentId}`, { headers: agent.owner.auth });
    expect((await waiting).body.events).toEqual([]);
  });

  it('do not reach a call whose secret ended while it waited, if no hint told of it', async () => {
    const agent = await bench.addAgent();
    const begun = looks(agent);
    const waiting = read(agent, '?wait=45');
    await begun;
    const { agentId, owner } = agent;
    const secret = newAgentSecret();
    await bench.store.agents.rotateSecret({ agentId, ownerId: owner.userId, secret, graceSeconds: 0 });
    await say(agent, 'not for the former secret');
    const answer = await waiting;
    expectContract('listOwnEvents', answer);
    expect(answer.status).toBe(401);
    const [event] = await bench.store.prisma.event.findMany({ where: { agentId } });
    expect(event?.state).toBe('open');
  });

  it('are nobody’s whose secret ended between the door and the wait, and the call ends at once', async () => {
    const agent = await bench.addAgent();
    const { agentId, owner } = agent;
    onLook(agent, 1, async () => {
      const secret = newAgentSecret();
      await bench.store.agents.rotateSecret({ agentId, ownerId: owner.userId, secret, graceSeconds: 0 });
    });
    const answer = await read(agent, '?wait=45');
    expectContract('listOwnEvents', answer);
    expect(answer).toMatchObject({ status: 200, body: { events: [] } });
  });

  it('tell the owner’s console when they are acknowledged', async () => {
    const agent = await bench.addAgent();
    await say(agent, 'hello');
    await read(agent);
    bench.hints.length = 0;
    const answer = await bench.call('POST', '/api/agent/events/ack', {
      headers: agent.auth,
      body: { upto: 1 },
    });
    expectContract('acknowledgeEvents', answer);
    expect(answer.body).toEqual({ acknowledged: 1 });
    while (!bench.hints.some((hint) => hint.type === 'event' && hint.agent_id === agent.agentId))
      await bench.store.ping();
  });

  it('wait no longer for a caller that is gone', async () => {
    const agent = await bench.addAgent();
    const begun = looks(agent);
    const call = get(`${bench.baseUrl}/api/agent/events?wait=45`, { headers: agent.auth });
    call.on('error', () => undefined);
    await begun;
    call.destroy();
    await say(agent, 'nobody is there');
    expect((await read(agent)).body.events).toHaveLength(1);
  });

  it('are answered at once when the process drains, with what there is', async () => {
    const agent = await bench.addAgent();
    const begun = looks(agent);
    const waiting = read(agent, '?wait=45');
    await begun;
    await bench.drain();
    const answer = await waiting;
    expectContract('listOwnEvents', answer);
    expect(answer.body).toEqual({
      events: [],
      gaps: [],
      next_after: 0,
      last_seq: 0,
      receipt: 0,
    });
    expect((await read(agent, '?wait=45')).body.events).toEqual([]);
    await say(agent, 'still here');
    expect((await read(agent, '?wait=45')).body.events).toHaveLength(1);
  });
});

function read(agent: TestAgent, query = ''): Promise<Answer> {
  return bench.call('GET', `/api/agent/events${query}`, { headers: agent.auth });
}

async function say(agent: TestAgent, text: string): Promise<void> {
  const path = `/api/client/agents/${agent.agentId}/messages`;
  expect((await bench.call('POST', path, { headers: agent.owner.auth, body: { text } })).status).toBe(201);
}

/** As retention leaves it. */
async function forget({ agentId }: TestAgent, seq: bigint): Promise<void> {
  await bench.store.prisma.event.deleteMany({ where: { agentId, seq } });
}

/** Resolves when a call of the agent waits: then it looks for the second time. */
function looks(agent: TestAgent): Promise<void> {
  return new Promise((resolve) => onLook(agent, 2, async () => resolve()));
}

/** Does something right before a call of the agent looks for the nth time. */
function onLook({ agentId }: TestAgent, nth: number, act: () => Promise<void>): void {
  const channel = bench.store.channels.long_poll;
  const { look } = channel;
  let count = 0;
  channel.look = async (query) => {
    count += query.agentId === agentId ? 1 : 0;
    if (count === nth) {
      channel.look = look;
      await act();
    }
    return look(query);
  };
}
