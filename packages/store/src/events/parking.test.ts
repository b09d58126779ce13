import { describe, expect, it } from '@jest/globals';
import { lockWaits } from '../lock-waits.suite.js';
import type { HubClaim } from '../presence/hub-slots.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TestAgent } from '../tasks/tasks.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);
const { addTask, fire, eventOf } = taskBuilders(bench);

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

describe('a due task of an agent that stayed connected while its hub was silent', () => {
  it('parked before the hub is back, is told to the hub and found by its reading', async () => {
    const { agent, hub, eventId } = await silence();
    expect(await bench.store.events.park(eventId)).toBe(true);
    const beat = await bench.store.presence.beat(hub);
    expect(beat).toMatchObject({ held: true, passedOver: hub.passedOver + 1 });
    expect((await readAgain(agent)).events).toMatchObject([{ eventId, state: 'waiting' }]);
  });

  it('parked while the hub comes back, holds the heartbeat until its reading finds it', async () => {
    const { agent, hub, eventId } = await silence();
    // The parking has seen the hub as silent, and cannot commit.
    const held = await holding('SELECT 1 FROM event WHERE id = $1 FOR UPDATE', [eventId]);
    const parked = bench.store.events.park(eventId);
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
    const parked = bench.store.events.park(eventId);
    await untilWaiting(1);
    await beat.commit();
    expect(await parked).toBe(false);
    expect(await eventOf(runId)).toMatchObject({ state: 'pending' });
    expect((await bench.store.events.route(eventId))?.slot).toBe(hub.slot);
  });

  it('is told to the hub anew by every parking, however often a reply was lost', async () => {
    const { agent, hub, eventId } = await silence();
    await bench.store.events.park(eventId);
    // The hub never hears what this heartbeat returned.
    await bench.store.presence.beat(hub);
    expect((await bench.store.presence.beat(hub)).passedOver).toBe(hub.passedOver + 1);
    await bench.sql(`UPDATE hub SET heartbeat_at = now() - interval '13 seconds' WHERE slot = $1`, [
      hub.slot,
    ]);
    await bench.store.events.park((await fire(await addTask(agent))).eventId);
    expect((await bench.store.presence.beat(hub)).passedOver).toBe(hub.passedOver + 2);
  });
});

describe('an event is not parked', () => {
  it('while its agent has a session at a hub that lives, beside one at a silent hub', async () => {
    const { agent, eventId } = await silence();
    const other = await bench.store.presence.claimSlot('parking-other');
    await bench.store.presence.connect({
      ...{ sessionId: 'sess_parking_other', agentId: agent.agentId, revokeAt: null },
      ...{ slot: other.slot, epoch: other.epoch },
    });
    expect(await bench.store.events.park(eventId)).toBe(false);
  });

  it('when its agent has a webhook that takes it', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    const due = await fire(await addTask(agent));
    expect(await bench.store.events.park(due.eventId)).toBe(false);
    const trigger = await fire(await addTask(agent, { schedule: 'event' }));
    expect(await bench.store.events.park(trigger.eventId)).toBe(true);
  });
});

it('a session of an earlier epoch keeps nothing from being parked', async () => {
  const { hub, eventId } = await silence();
  await bench.store.presence.claimSlot(hub.slot);
  expect(await bench.store.events.park(eventId)).toBe(true);
});

it('a trigger that is just being parked is listed by its agent’s poll, which waits for the parking', async () => {
  const agent = await bench.addAgent();
  const { eventId } = await fire(await addTask(agent, { schedule: 'event' }));
  const parking = await holding(`UPDATE event SET state = 'waiting' WHERE id = $1`, [eventId]);
  const polled = bench.store.polls.takePendingTriggers(agent.agentId);
  await untilWaiting(1);
  await parking.commit();
  expect(await polled).toMatchObject([{ eventId }]);
});
