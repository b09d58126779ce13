import { newAgentSecret } from '@svc/domain';
import { useGateway } from '../gateway.suite.js';
import type { TestAgent } from '../gateway.suite.js';

const bench = useGateway();

describe('an agent’s own events', () => {
  it('do not reach a call whose secret ended while it waited, if no hint told of it', async () => {
    const agent = await bench.addAgent();
    const begun = looks(agent);
    const waiting = read(agent);
    await begun;
    await endSecret(agent);
    await say(agent, 'not for the former secret');
    expect((await waiting).status).toBe(401);
    const [event] = await bench.store.prisma.event.findMany({ where: { agentId: agent.agentId } });
    expect(event?.state).toBe('open');
  });
});

const read = ({ call }: TestAgent) => call('GET', '/api/agent/events?wait=45');

async function say({ agentId, owner }: TestAgent, text: string): Promise<void> {
  const path = `/api/client/agents/${agentId}/messages`;
  expect((await owner.call('POST', path, { text })).status).toBe(201);
}

async function endSecret({ agentId, owner }: TestAgent): Promise<void> {
  const rotation = { agentId, ownerId: owner.userId, secret: newAgentSecret(), graceSeconds: 0 };
  await bench.store.agents.rotateSecret(rotation);
}

/** Resolves when a call of the agent waits: then it looks for the second time. */
function looks({ agentId }: TestAgent): Promise<void> {
  const channel = bench.store.channels.long_poll;
  const { look } = channel;
  let count = 0;
  return new Promise((resolve) => {
    channel.look = async (query) => {
      count += query.agentId === agentId ? 1 : 0;
      if (count === 2) {
        channel.look = look;
        resolve();
      }
      return look(query);
    };
  });
}
