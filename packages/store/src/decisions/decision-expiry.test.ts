import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { events, request } = bench;

/** A request whose time was over so many minutes ago. */
async function expired(agent: TestAgent, minutesAgo: number): Promise<string> {
  const { decisionId } = (await request(agent, { expiresInSeconds: 60 })).decision;
  await bench.sql`UPDATE decision SET expires_at = now() - make_interval(mins => ${minutesAgo}) WHERE id = ${decisionId}`;
  return decisionId;
}

describe('a request whose time is over', () => {
  it('is told of in the order in which the times were over', async () => {
    const agent = await bench.addAgent();
    const ids: string[] = [];
    for (const minutes of [1, 3, 2]) ids.push(await expired(agent, minutes));
    const told = await bench.store.decisions.expire(10);
    expect(told.map(({ decisionId }) => decisionId)).toEqual([ids[1], ids[2], ids[0]]);
    expect(told.map(({ event }) => event.seq)).toEqual([1, 2, 3]);
  });

  it('is one of many: several processes dismiss each once, and number each agent’s events without gaps', async () => {
    const agents = await Promise.all([1, 2, 3].map(() => bench.addAgent()));
    for (const agent of agents) await bench.addMessage(agent);
    for (let count = 1; count <= 10; count += 1) for (const agent of agents) await expired(agent, 30 - count);
    const dismissed: string[] = [];
    async function drain(): Promise<void> {
      const some = await bench.store.decisions.expire(4);
      dismissed.push(...some.map(({ decisionId }) => decisionId));
      if (some.length > 0) await drain();
    }
    // Messages come in meanwhile, and take numbers too.
    const sending = agents.map((agent) => Promise.all([1, 2, 3, 4].map(() => bench.addMessage(agent))));
    await Promise.all([drain(), drain(), drain(), ...sending]);
    await drain();
    expect(new Set(dismissed).size).toBe(30);
    expect(dismissed).toHaveLength(30);
    for (const agent of agents) {
      const log = await events(agent.agentId);
      expect(log.map((event) => event.seq)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
      expect(log.filter((event) => event.type === 'decision_resolved')).toHaveLength(10);
    }
  });
});
