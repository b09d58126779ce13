import { newAgentSecret, newId, QUOTA_DEFAULTS } from '@svc/domain';
import { expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';

const bench = useStore();
const AGENTS_MAX = QUOTA_DEFAULTS.agents_per_user;

it('a user has a bounded number of agents, however many are made at once', async () => {
  const ownerId = await bench.addUser();
  const { agentId } = await bench.addAgent({ ownerId });
  await bench.sql(
    `INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed)
     SELECT $1 || n, owner_id, agent_name, kind, secret_hash, secret_sealed
       FROM agent, generate_series(1, $2::int) n WHERE id = $3`,
    [newId('agent').slice(0, 20), AGENTS_MAX - 3, agentId],
  );
  const create = (name: string) =>
    bench.store.agents.create({
      ownerId,
      agentName: name,
      kind: 'interactive',
      webhookUrl: null,
      secret: newAgentSecret(),
    });
  const made = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(create));
  const refused = made.filter((outcome) => outcome.status === 'rejected');
  expect(made.length - refused.length).toBe(2);
  expect(refused.map(({ reason }) => (reason as { code: unknown }).code)).toEqual(
    Array(3).fill('quota_exceeded'),
  );
  expect(await bench.store.agents.listOf(ownerId)).toHaveLength(AGENTS_MAX);
  // Another user is not concerned.
  await bench.addAgent({ ownerId: await bench.addUser() });
});
