import { describe, expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { events, request } = bench;

const expire = (decisionId: string, minutesAgo: number) =>
  bench.sql`UPDATE decision SET expires_at = now() - make_interval(mins => ${minutesAgo}) WHERE id = ${decisionId}`;

describe('a request whose time is over', () => {
  it('is told of in the order in which the times were over', async () => {
    const agent = await bench.addAgent();
    const ids: string[] = [];
    for (const minutes of [1, 3, 2]) {
      const { decision } = await request(agent, { expiresInSeconds: 60 });
      ids.push(decision.decisionId);
      await expire(decision.decisionId, minutes);
    }
    const expired = await bench.store.decisions.expire(10);
    expect(expired).toMatchObject(
      [ids[1], ids[2], ids[0]].map((decisionId, place) => ({ decisionId, event: { seq: place + 1 } })),
    );
  });

  it('is one of many: several processes dismiss each once, and number each agent’s events without gaps', async () => {
    const agents = await Promise.all([1, 2, 3].map(() => bench.addAgent()));
    for (const agent of agents) await bench.addMessage(agent);
    for (let count = 1; count <= 10; count += 1) {
      for (const agent of agents) {
        const { decision } = await request(agent, { expiresInSeconds: 60 });
        await expire(decision.decisionId, 30 - count);
      }
    }
    const expired: string[] = [];
    async function drain(): Promise<void> {
      const some = await bench.store.decisions.expire(4);
      expired.push(...some.map(({ decisionId }) => decisionId));
      if (some.length > 0) await drain();
    }
    // Messages come in meanwhile, and take numbers too.
    const sending = agents.map((agent) => Promise.all([1, 2, 3, 4].map(() => bench.addMessage(agent))));
    await Promise.all([drain(), drain(), drain(), ...sending]);
    await drain();
    expect(new Set(expired).size).toBe(30);
    expect(expired).toHaveLength(30);
    for (const agent of agents) {
      const log = await events(agent.agentId);
      expect(log.map((event) => event.seq)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
      expect(log.filter((event) => event.type === 'decision_resolved')).toHaveLength(10);
    }
  });
});
