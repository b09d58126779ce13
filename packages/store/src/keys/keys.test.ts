import { ENDED_KEYS_PER_AGENT_MAX, KEYS_PER_AGENT_MAX, newAgentKey } from '@svc/domain';
import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { behind, holding } = bench;

/** A key of a new agent. */
async function newKey() {
  const agent = await bench.addAgent();
  return { agent, ...(await addKey(agent)) };
}

async function addKey(agent: TestAgent) {
  const key = newAgentKey();
  const asked = { name: 'One', scopes: ['events'] as const, expiresInSeconds: null };
  expect(await bench.store.agentKeys.create({ ...key, ...agent, ...asked })).not.toBeNull();
  return key;
}

it('a key is stored by its hash alone', async () => {
  const { keyId, text } = await newKey();
  expect(await bench.valueOf`SELECT key_hash FROM api_key WHERE id = ${keyId}`).toHaveLength(32);
  const row = await bench.valueOf`SELECT api_key::text FROM api_key WHERE id = ${keyId}`;
  expect(row).not.toContain(text.slice(-40));
});

describe('the keys of an agent', () => {
  it('are bounded, also when many are made at once; one that has ended makes room', async () => {
    const agent = await bench.addAgent();
    const adding = Array.from({ length: KEYS_PER_AGENT_MAX + 5 }, () => addKey(agent));
    const made = await Promise.allSettled(adding);
    const keys = made.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(keys).toHaveLength(KEYS_PER_AGENT_MAX);
    await bench.sql`UPDATE api_key SET expires_at = now() WHERE id = ${keys[0]?.keyId}`;
    await addKey(agent);
    await expect(addKey(agent)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('that have ended are kept until there are too many, the last to end longest', async () => {
    const agent = await bench.addAgent();
    const ended: string[] = [];
    for (let count = 0; count <= ENDED_KEYS_PER_AGENT_MAX; count += 1) {
      const { keyId } = await addKey(agent);
      await bench.store.agentKeys.revoke({ ...agent, keyId });
      ended.push(keyId);
    }
    const active = await addKey(agent);
    const listed = (await bench.store.agentKeys.listOf(agent.agentId, agent.ownerId)).map((key) => key.keyId);
    expect(listed).toEqual([active.keyId, ...ended.slice(1).reverse()]);
  });
});

describe('a session that a key opened', () => {
  it('is revoked from the start if the key was revoked after it was checked, or belongs to another agent', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent();
    const { keyId } = await addKey(agent);
    const foreign = await bench.connect(other.agentId, { keyId });
    expect((await bench.store.presence.beat(foreign.hub)).revokedSessionIds).toEqual([foreign.sessionId]);
    await bench.store.agentKeys.revoke({ ...agent, keyId });
    const { hub, sessionId } = await bench.connect(agent.agentId, { keyId });
    expect((await bench.store.presence.beat(hub)).revokedSessionIds).toEqual([sessionId]);
  });

  it('is revoked too if the revocation commits while the session is written', async () => {
    const { agent, keyId } = await newKey();
    const revoking = holding`UPDATE api_key SET revoked_at = now() WHERE id = ${keyId}`;
    const [{ hub, sessionId }] = await behind(revoking, () => bench.connect(agent.agentId, { keyId }));
    expect((await bench.store.presence.beat(hub)).revokedSessionIds).toEqual([sessionId]);
  });
});
