import { describe, expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';

const bench = useStore();

it('slots differ for hubs that start at once, and are taken again when given up', async () => {
  const claims = await Promise.all([1, 2, 3, 4].map(() => bench.store.presence.claimSlot()));
  expect(new Set(claims.map((claim) => claim.slot)).size).toBe(4);
  await bench.store.presence.releaseSlot(claims[2]!);
  const again = await bench.store.presence.claimSlot();
  expect(again).toEqual({ slot: claims[2]!.slot, epoch: claims[2]!.epoch + 1 });
});

describe('agents that a silent hub leaves behind', () => {
  const silence = (slot: string) =>
    bench.sql`UPDATE hub SET heartbeat_at = now() - interval '11 seconds' WHERE slot = ${slot}`;

  it('are told once, with their owners, as soon as they count as offline', async () => {
    const [lost, kept] = [await bench.addAgent(), await bench.addAgent()];
    const silent = [await bench.connect(lost.agentId), await bench.connect(lost.agentId)];
    await bench.connect(kept.agentId);
    const minuteAgo = new Date(Date.now() - 60_000);
    expect((await bench.store.presence.lostSince(minuteAgo)).agents).not.toContainEqual(lost);
    for (const { hub } of silent) await silence(hub.slot);
    const first = await bench.store.presence.lostSince(minuteAgo);
    expect(first.agents.filter(({ agentId }) => agentId === lost.agentId)).toEqual([lost]);
    expect(first.agents).not.toContainEqual(kept);
    expect((await bench.store.presence.lostSince(first.until)).agents).toEqual([]);
  });

  it('are none of a hub that gave its slot up, and none at the first look', async () => {
    const { agentId } = await bench.addAgent();
    const { hub } = await bench.connect(agentId);
    await bench.store.presence.releaseSlot(hub);
    const { agents } = await bench.store.presence.lostSince(new Date(0));
    expect(agents.map((agent) => agent.agentId)).not.toContain(agentId);
    const silent = await bench.connect(agentId);
    await silence(silent.hub.slot);
    expect((await bench.store.presence.lostSince(null)).agents).toEqual([]);
  });
});

describe('purging the sessions of a hub that has been gone for an hour', () => {
  const longSilence = (slot: string) =>
    bench.sql`UPDATE hub SET heartbeat_at = now() - interval '61 minutes' WHERE slot = ${slot}`;

  it('voids its slot, so that it begins anew should it come back', async () => {
    const { agentId } = await bench.addAgent();
    const { hub } = await bench.connect(agentId);
    await longSilence(hub.slot);
    await bench.store.presence.purgeGone();
    expect(await bench.sql`SELECT id FROM agent_session WHERE slot = ${hub.slot}`).toEqual([]);
    expect((await bench.store.presence.beat(hub)).isCurrent).toBe(false);
  });

  it('leaves a hub without sessions, and one that lives, as they are', async () => {
    const { agentId } = await bench.addAgent();
    const { hub } = await bench.connect(agentId);
    const idle = await bench.store.presence.claimSlot();
    await longSilence(idle.slot);
    await bench.store.presence.purgeGone();
    expect((await bench.store.presence.beat(hub)).isCurrent).toBe(true);
    expect((await bench.store.presence.beat(idle)).isCurrent).toBe(true);
  });
});

it('a heartbeat is taken while other work holds every connection of the process', async () => {
  const store = bench.open({ connectionsMax: 1 });
  const hub = await store.presence.claimSlot();
  await store.prisma.$transaction(async (busy) => {
    await busy.$queryRaw`SELECT 1`;
    expect((await store.presence.beat(hub)).isCurrent).toBe(true);
  });
});
