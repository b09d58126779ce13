import { describe, expect, it } from '@jest/globals';
import { newAgentSecret } from '@svc/domain';
import { useGateway } from '../gateway.suite.js';
import type { Answer, TestAgent } from '../gateway.suite.js';

const bench = useGateway();

describe('an agent’s own events', () => {
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
    expect(answer).toMatchObject({ status: 200, body: { events: [] } });
  });

  it('are answered at once when the process drains, with what there is', async () => {
    const agent = await bench.addAgent();
    const begun = looks(agent);
    const waiting = read(agent, '?wait=45');
    await begun;
    await bench.drain();
    const answer = await waiting;
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
