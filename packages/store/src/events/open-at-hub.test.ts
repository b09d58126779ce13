import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';

const bench = useStore();
const PAGE = { after: '', agentsMax: 100, eventsPerAgentMax: 16, bytesMax: 1_000_000 };

async function connected(slot: string, count: number) {
  const hub = await bench.store.presence.claimSlot(slot);
  const agents = await Promise.all(Array.from({ length: count }, () => bench.addAgent()));
  agents.sort((a, b) => (a.agentId < b.agentId ? -1 : 1));
  for (const { agentId } of agents) {
    await bench.store.presence.connect({ sessionId: newId('session'), agentId, ...hub, revokeAt: null });
  }
  return { hub, agents };
}

describe('what is open for the agents of a hub', () => {
  it('comes in one page, in order per agent, and without what is delivered or at another hub', async () => {
    const { hub, agents } = await connected('open-one', 2);
    const elsewhere = await connected('open-two', 1);
    const [first, second] = [agents[0]!, agents[1]!];
    const sent = [
      await bench.addMessage(first, 'one'),
      await bench.addMessage(first, 'two'),
      await bench.addMessage(second, 'three'),
      await bench.addMessage(first, 'done'),
      await bench.addMessage(elsewhere.agents[0]!, 'elsewhere'),
    ];
    await bench.store.events.markDelivered(sent[3]!.eventId, 'websocket');
    const page = await bench.store.events.readOpenAtHub({ ...hub, ...PAGE });
    expect(page.events.map(({ eventId }) => eventId)).toEqual(sent.slice(0, 3).map(({ eventId }) => eventId));
    expect(page).toMatchObject({ moreOf: [], nextAfter: null });
  });

  it('is bounded by bytes: who did not fit reads on by itself, and the next page begins behind it', async () => {
    const { hub, agents } = await connected('open-bytes', 3);
    for (const agent of agents) await bench.addMessage(agent, 'x'.repeat(1_000));
    const page = await bench.store.events.readOpenAtHub({ ...hub, ...PAGE, bytesMax: 1_500 });
    const [first, second, third] = agents.map(({ agentId }) => agentId);
    expect(page.events.map(({ agentId }) => agentId)).toEqual([first]);
    expect(page).toMatchObject({ moreOf: [second], nextAfter: second });
    const next = await bench.store.events.readOpenAtHub({ ...hub, ...PAGE, after: page.nextAfter! });
    expect(next.events.map(({ agentId }) => agentId)).toEqual([third]);
  });

  it('is bounded by agents and by events of each', async () => {
    const { hub, agents } = await connected('open-counts', 2);
    for (let count = 0; count < 3; count += 1) await bench.addMessage(agents[0]!);
    const bounds = { ...PAGE, agentsMax: 1, eventsPerAgentMax: 2 };
    const page = await bench.store.events.readOpenAtHub({ ...hub, ...bounds });
    expect(page.events).toHaveLength(2);
    expect(page).toMatchObject({ moreOf: [agents[0]!.agentId], nextAfter: agents[0]!.agentId });
    const next = await bench.store.events.readOpenAtHub({ ...hub, ...bounds, after: page.nextAfter! });
    expect(next.events).toEqual([]);
  });
});

describe('events that reached no hub', () => {
  it('are claimed once, without those of agents that are online', async () => {
    const { hub, agents } = await connected('unreached', 1);
    const offline = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    const { eventId: atHub } = await bench.addMessage(agents[0]!);
    const { eventId } = await bench.addMessage(offline);
    await bench.store.presence.beat(hub);
    const claims = await Promise.all([1, 2].map(() => bench.store.events.claimUnreached(100)));
    expect(claims.flat().filter((id) => id === eventId)).toEqual([eventId]);
    expect(claims.flat()).not.toContain(atHub);
    expect(await bench.store.events.claimUnreached(100)).not.toContain(eventId);
  });
});

describe('an installation', () => {
  it('has an id of its own, which stays', async () => {
    const id = await bench.store.installationId();
    expect(id).toMatch(/^inst_[0-9a-f]{32}$/);
    expect(await bench.store.installationId()).toBe(id);
  });
});
