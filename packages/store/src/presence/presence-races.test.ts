import { newAgentSecret, newId } from '@svc/domain';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { behind, holding } = bench;

describe('a session whose credentials were checked before', () => {
  it('its agent was deleted is revoked from the start', async () => {
    const { agentId, ownerId } = await bench.addAgent();
    const checked = (await bench.store.agents.identify(agentId))!;
    await bench.store.agents.delete(agentId, ownerId);
    const { hub, sessionId } = await bench.connect(agentId, { secretHash: checked.secretHash });
    expect((await bench.store.presence.beat(hub)).revokedSessionIds).toEqual([sessionId]);
    expect((await bench.store.presence.connectionsOf([agentId])).size).toBe(0);
  });

  it('its secret was rotated with a grace ends with the grace', async () => {
    const { agentId, ownerId } = await bench.addAgent();
    const checked = (await bench.store.agents.identify(agentId))!;
    const rotation = { agentId, ownerId, secret: newAgentSecret(), graceSeconds: 60 };
    const rotated = await bench.store.agents.rotateSecret(rotation);
    const { hub, sessionId } = await bench.connect(agentId, { secretHash: checked.secretHash });
    expect((await bench.store.presence.beat(hub)).revokedSessionIds).toEqual([]);
    const revokeAt = await bench.valueOf`SELECT revoke_at FROM agent_session WHERE id = ${sessionId}`;
    expect(revokeAt).toEqual(rotated?.previousSecretValidUntil);
  });

  it('a rotation that commits while the session is written is revoked too', async () => {
    const { agentId } = await bench.addAgent();
    const checked = (await bench.store.agents.identify(agentId))!;
    const rotation = holding`UPDATE agent SET secret_hash = sha256('another') WHERE id = ${agentId}`;
    const { secretHash } = checked;
    const [{ hub, sessionId }] = await behind(rotation, () => bench.connect(agentId, { secretHash }));
    expect((await bench.store.presence.beat(hub)).revokedSessionIds).toEqual([sessionId]);
  });
});

it('agents in error that connect through two hubs at once are all taken, in whatever order', async () => {
  const agents: string[] = [];
  for (let count = 0; count < 60; count += 1) agents.push((await bench.addAgent()).agentId);
  const other = bench.open();
  const one = await bench.store.presence.claimSlot();
  const two = await other.presence.claimSlot();
  const session = (agentId: string) => ({ sessionId: newId('session'), agentId, revokeAt: null });
  for (let round = 0; round < 3; round += 1) {
    await bench.sql(`UPDATE agent SET status = 'error'`);
    await Promise.all([
      ...agents.map((agentId) => bench.store.presence.connect({ ...session(agentId), ...one })),
      ...agents.toReversed().map((agentId) => other.presence.connect({ ...session(agentId), ...two })),
    ]);
  }
});
