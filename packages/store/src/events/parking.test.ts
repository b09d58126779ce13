import { describe, expect, it } from '@jest/globals';
import { lockWaits } from '../lock-waits.suite.js';
import type { HubClaim } from '../presence/hub-slots.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TestAgent } from '../tasks/tasks.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);
const build = taskBuilders(bench);
const { addTask, fire, eventOf } = build;

/** Both ask the same of an event. */
const PARKINGS: [string, (eventId: string) => Promise<boolean>][] = [
  ['the router', (eventId) => bench.store.events.park(eventId)],
  ['who wrote it', async (eventId) => (await bench.store.events.parkUnheld(eventId)) !== null],
];

let hubs = 0;
/** An agent that stays connected to a hub that has fallen silent, with a due task that came meanwhile. */
async function silence(): Promise<{ agent: TestAgent; hub: HubClaim; eventId: string; runId: string }> {
  hubs += 1;
  const agent = await bench.addAgent();
  const hub = await bench.store.presence.claimSlot(`parking-${hubs}`);
  await bench.store.presence.connect({
    ...{ sessionId: `sess_parking_${hubs}`, agentId: agent.agentId, revokeAt: null },
    ...{ slot: hub.slot, epoch: hub.epoch },
  });
  await bench.sql(`UPDATE hub SET heartbeat_at = now() - interval '13 seconds' WHERE slot = $1`, [hub.slot]);
  return { agent, hub, ...(await fire(await addTask(agent))) };
}

const readAgain = ({ agentId }: TestAgent) =>
  bench.store.events.readOpen({ agentId, afterSeq: 0, waitingTypes: [], waitingAfterSeq: 0, limit: 10 });

describe.each(PARKINGS)(
  '%s: a due task of an agent that stayed connected while its hub was silent',
  (_who, park) => {
    it('parked before the hub is back, is told to the hub and found by its reading', async () => {
      const { agent, hub, eventId } = await silence();
      expect(await park(eventId)).toBe(true);
      const beat = await bench.store.presence.beat(hub);
      expect(beat).toMatchObject({ held: true, passedOver: hub.passedOver + 1 });
      expect((await readAgain(agent)).events).toMatchObject([{ eventId, state: 'waiting' }]);
    });

    it('parked while the hub comes back, holds the heartbeat until its reading finds it', async () => {
      const { agent, hub, eventId } = await silence();
      // The parking has seen the hub as silent, and cannot commit.
      const held = await holding('SELECT 1 FROM open_event WHERE event_id = $1 FOR UPDATE', [eventId]);
      const parked = park(eventId);
      await untilWaiting(1);
      const beating = bench.store.presence.beat(hub);
      await untilWaiting(2);
      await held.commit();
      expect(await parked).toBe(true);
      expect((await beating).passedOver).toBe(hub.passedOver + 1);
      expect((await readAgain(agent)).events).toMatchObject([{ eventId }]);
    });

    it('is not parked when the heartbeat is committed first, though the parking began before', async () => {
      const { hub, eventId, runId } = await silence();
      // The heartbeat is under way: what begins now still sees the hub as silent.
      const beat = await holding('UPDATE hub SET heartbeat_at = now() WHERE slot = $1', [hub.slot]);
      const parked = park(eventId);
      await untilWaiting(1);
      await beat.commit();
      expect(await parked).toBe(false);
      expect(await eventOf(runId)).toMatchObject({ state: 'pending' });
      expect((await bench.store.events.route(eventId))?.slot).toBe(hub.slot);
    });

    it('is told to the hub anew by every parking, however often a reply was lost', async () => {
      const { agent, hub, eventId } = await silence();
      await park(eventId);
      // The hub never hears what this heartbeat returned.
      await bench.store.presence.beat(hub);
      expect((await bench.store.presence.beat(hub)).passedOver).toBe(hub.passedOver + 1);
      await bench.sql(`UPDATE hub SET heartbeat_at = now() - interval '13 seconds' WHERE slot = $1`, [
        hub.slot,
      ]);
      await park((await fire(await addTask(agent))).eventId);
      expect((await bench.store.presence.beat(hub)).passedOver).toBe(hub.passedOver + 2);
    });
  },
);

describe.each(PARKINGS)('%s: an event is not parked', (_who, park) => {
  it('while its agent has a session at a hub that lives, beside one at a silent hub', async () => {
    const { agent, eventId } = await silence();
    const other = await bench.store.presence.claimSlot('parking-other');
    await bench.store.presence.connect({
      ...{ sessionId: 'sess_parking_other', agentId: agent.agentId, revokeAt: null },
      ...{ slot: other.slot, epoch: other.epoch },
    });
    expect(await park(eventId)).toBe(false);
  });

  it('when its agent connects after it was written, and before it is parked', async () => {
    const agent = await bench.addAgent();
    const { eventId, runId } = await fire(await addTask(agent));
    await build.addHub(agent);
    expect(await park(eventId)).toBe(false);
    expect(await eventOf(runId)).toMatchObject({ state: 'pending' });
  });

  it('while an attempt to deliver it may be under way', async () => {
    const { eventId, runId } = await fire(await addTask(await bench.addAgent()));
    const flight = (end: string) =>
      bench.sql(`UPDATE open_event SET in_flight_until = ${end} WHERE event_id = $1`, [eventId]);
    await flight(`now() + interval '1 minute'`);
    expect(await park(eventId)).toBe(false);
    await flight(`now() - interval '1 second'`);
    expect(await park(eventId)).toBe(true);
    expect(await eventOf(runId)).toMatchObject({ state: 'waiting', attempt_after: null });
  });

  it('when its agent has a webhook that takes it', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    const due = await fire(await addTask(agent));
    expect(await park(due.eventId)).toBe(false);
    const trigger = await fire(await addTask(agent, { schedule: 'event' }));
    expect(await park(trigger.eventId)).toBe(true);
  });
});

it.each(PARKINGS)('%s: a session of an earlier epoch keeps nothing from being parked', async (_who, park) => {
  const { hub, eventId } = await silence();
  await bench.store.presence.claimSlot(hub.slot);
  expect(await park(eventId)).toBe(true);
});

describe('events that are parked by who wrote them', () => {
  it('come back with the owner of their agent', async () => {
    const agent = await bench.addAgent();
    const { eventId } = await fire(await addTask(agent));
    expect(await bench.store.events.parkUnheld(eventId)).toBe(agent.ownerId);
    expect(await bench.store.events.parkUnheld(eventId)).toBeNull();
  });

  it('do not wait for one whose agent another transaction holds, which stays pending', async () => {
    const agents = [await bench.addAgent(), await bench.addAgent(), await bench.addAgent()] as const;
    const due = await Promise.all(agents.map(async (agent) => fire(await addTask(agent))));
    const held = await holding('UPDATE agent SET agent_name = $2 WHERE id = $1', [agents[1].agentId, 'Bea']);
    const parked = await Promise.all(due.map(({ eventId }) => bench.store.events.parkUnheld(eventId)));
    expect(parked).toEqual([agents[0].ownerId, null, agents[2].ownerId]);
    expect(await eventOf(due[1]?.runId ?? '')).toMatchObject({ state: 'pending' });
    // The router waits for it.
    const waiting = bench.store.events.park(due[1]?.eventId ?? '');
    await untilWaiting(1);
    await held.commit();
    expect(await waiting).toBe(true);
  });
});

it('a trigger that is just being parked is listed by its agent’s poll, which waits for the parking', async () => {
  const agent = await bench.addAgent();
  const { eventId } = await fire(await addTask(agent, { schedule: 'event' }));
  const parking = await holding(`UPDATE open_event SET state = 'waiting' WHERE event_id = $1`, [eventId]);
  const polled = bench.store.polls.takePendingTriggers(agent.agentId);
  await untilWaiting(1);
  await parking.commit();
  expect(await polled).toMatchObject([{ eventId }]);
});
