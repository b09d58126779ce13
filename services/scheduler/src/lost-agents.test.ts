import { expect, it } from '@jest/globals';
import { lostAgents } from './due-steps.js';

it('agents of a hub that died are told to their owners, and each look goes on where the last one ended', async () => {
  const untils = [1_000, 2_000, 3_000].map((ms) => new Date(ms));
  const looks: (Date | null)[] = [];
  const told: string[][] = [];
  const step = lostAgents({
    store: {
      presence: {
        async lostSince(since) {
          looks.push(since);
          // The database may be away for a moment; nothing is passed over then.
          if (looks.length === 2) throw new Error('away');
          const until = untils.shift() ?? new Date(9_000);
          return { until, agents: looks.length === 3 ? [{ agentId: 'agt_1', ownerId: 'usr_1' }] : [] };
        },
      },
    },
    hints: { agentChanged: (...ids) => void told.push(ids) },
  });
  const look = () => step.run(new AbortController().signal);
  await look();
  await expect(look()).rejects.toThrow('away');
  await look();
  await look();
  expect(looks).toEqual([null, new Date(1_000), new Date(1_000), new Date(2_000)]);
  expect(told).toEqual([['agt_1', 'usr_1']]);
});
