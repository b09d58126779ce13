import { useStore } from '../store.suite.js';

const bench = useStore();

it('slots differ for hubs that start at once, and are taken again when given up', async () => {
  const claims = await Promise.all([1, 2, 3, 4].map(() => bench.store.presence.claimSlot()));
  expect(new Set(claims.map((claim) => claim.slot)).size).toBe(4);
  await bench.store.presence.releaseSlot(claims[2]!);
  const again = await bench.store.presence.claimSlot();
  expect(again).toEqual({ slot: claims[2]!.slot, epoch: claims[2]!.epoch + 1 });
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
