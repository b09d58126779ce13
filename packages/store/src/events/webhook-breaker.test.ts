import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { lockWaits } from '../lock-waits.suite.js';
import { openStore } from '../store.js';
import { useStore } from '../store.suite.js';
import type { StoreBench } from '../store.suite.js';
import { attemptCalls } from './attempts.suite.js';

const bench = useStore();
const own = {} as StoreBench;
const { reserve, finish, fail } = attemptCalls(own);
const { holding, untilWaiting } = lockWaits(bench);

const BREAKER = {
  ...{ attempts: 10, failurePercent: 80, windowMs: 600_000, probeMs: 60_000, releasePerSecond: 8 },
};

beforeAll(() => {
  const { databaseUrl, box } = bench;
  Object.assign(own, bench, { store: openStore({ databaseUrl, box, breaker: BREAKER, lockWaitMs: 9_000 }) });
});
afterEach(() => own.sql('DELETE FROM webhook_breaker'));
afterAll(() => own.store.close());

interface Owned {
  agentId: string;
  ownerId: string;
}

const addAgent = () => own.addAgent({ webhookUrl: 'https://example.com/hook' });
const addEvent = async (agent: Owned) => (await own.addMessage(agent)).eventId;
const stateOf = async (eventId: string) => (await own.store.events.route(eventId))?.state;
const breakerOf = async ({ agentId }: Owned) =>
  (await own.store.breakers.notClosed([agentId])).get(agentId) ?? null;
/** The whole millisecond has begun: `now()` would be rounded, half of the time to one that has not. */
const due = ({ agentId }: Owned) =>
  own.sql(
    `UPDATE webhook_breaker SET next_at = now() - interval '1 second', probe_at = least(probe_at, date_trunc('milliseconds', now())) WHERE agent_id = $1`,
    [agentId],
  );
const step = () => own.store.breakers.step();

/** Steps until nothing is due for the agent, as if the time of each had come. */
async function play(agent: Owned): Promise<{ did: string; ids: string[] }[]> {
  const steps: { did: string; ids: string[] }[] = [];
  for (;;) {
    await due(agent);
    const done = await step();
    if (done === null) return steps;
    steps.push({ did: done.did, ids: done.events.map(({ eventId }) => eventId) });
    if (done.did === 'waited' || done.did === 'probed') return steps;
  }
}

/** Events whose delivery has failed with their first attempt. */
async function failEvents(agent: Owned, count: number) {
  for (let place = 0; place < count; place += 1) await fail(await addEvent(agent), 0, null);
}

async function succeed(agent: Owned) {
  const reserved = await reserve(await addEvent(agent), 0);
  await finish(reserved!, { outcome: 'delivered', statusCode: 204 });
}

/** An agent whose breaker is open, and its held events. */
async function withHeld(count: number) {
  const agent = await addAgent();
  await failEvents(agent, BREAKER.attempts);
  const ids: string[] = [];
  for (let place = 0; place < count; place += 1) {
    const eventId = await addEvent(agent);
    expect(await reserve(eventId, 0)).toBeNull();
    ids.push(eventId);
  }
  return { ...agent, ids };
}

describe('the breaker of a webhook', () => {
  it('stays closed as long as the agent is not in error, however many attempts fail, and never holds a retry', async () => {
    const agent = await addAgent();
    const ids: string[] = [];
    for (let place = 0; place < 5; place += 1) {
      const eventId = await addEvent(agent);
      for (const attempt of [0, 1, 2]) await fail(eventId, attempt, 10);
      ids.push(eventId);
    }
    expect(await breakerOf(agent)).toBeNull();
    for (const eventId of ids.slice(0, 4)) await fail(eventId, 3, null);
    expect(await breakerOf(agent)).toBeNull();
    const [late, held] = [await addEvent(agent), await addEvent(agent)];
    await fail(late, 0, 10);
    await fail(ids[4] as string, 3, null);
    expect(await own.store.agents.findOwned(agent.agentId, agent.ownerId)).toMatchObject({ status: 'error' });
    expect(await breakerOf(agent)).toMatchObject({
      ...{ state: 'open', attempts: 21, failures: 21, probes: 0, heldEvents: 0 },
    });
    expect(await reserve(held, 0)).toBeNull();
    expect(await reserve(late, 1)).toMatchObject({ retryNum: 1 });
  });

  it('opens by the share of attempts that fail, not by failures in a row alone', async () => {
    const agent = await addAgent();
    for (let count = 0; count < 5; count += 1) await fail(await addEvent(agent), 0, 10);
    for (let count = 0; count < 5; count += 1) await succeed(agent);
    await failEvents(agent, 12);
    expect(await own.store.agents.findOwned(agent.agentId, agent.ownerId)).toMatchObject({
      ...{ status: 'error', consecutiveFailures: 12 },
    });
    // 17 of 22.
    expect(await breakerOf(agent)).toBeNull();
    await failEvents(agent, 3);
    expect(await breakerOf(agent)).toMatchObject({ attempts: 25, failures: 20 });
  });

  it('forgets attempts that are older than its window', async () => {
    const agent = await addAgent();
    const age = (minutes: number) =>
      own.sql(
        `UPDATE webhook_breaker SET half_began_at = half_began_at - $2::int * interval '1 minute' WHERE agent_id = $1`,
        [agent.agentId, minutes],
      );
    await failEvents(agent, 6);
    await age(6);
    await failEvents(agent, 3);
    expect(await breakerOf(agent)).toBeNull();
    await age(6);
    // The first six are over, and the next three are still counted.
    await failEvents(agent, 6);
    expect(await breakerOf(agent)).toBeNull();
    await failEvents(agent, 1);
    expect(await breakerOf(agent)).toMatchObject({ attempts: 10 });
  });

  it.each([
    ['breaker', 'UPDATE webhook_breaker SET attempts = attempts + 1 WHERE agent_id = $1', 3],
    ['agent', 'UPDATE agent SET consecutive_failures = consecutive_failures + 1 WHERE id = $1', 2],
    ['event', 'UPDATE open_event SET put_off_since = NULL WHERE agent_id = $1', 2],
  ])('counts an attempt whose %s was changed while it was waited for', async (_row, change, attempts) => {
    const agent = await addAgent();
    await failEvents(agent, 1);
    const reserved = await reserve(await addEvent(agent), 0);
    const url = new URL(bench.databaseUrl);
    url.searchParams.set('options', '-c enable_hashjoin=off -c enable_mergejoin=off');
    const nested = openStore({ databaseUrl: url.href, box: bench.box, breaker: BREAKER });
    const changing = await holding(change, [agent.agentId]);
    const finished = attemptCalls({ ...own, store: nested }).finish(reserved!);
    await untilWaiting(1);
    await changing.commit();
    await finished;
    await nested.close();
    expect(
      await own.sql('SELECT attempts FROM webhook_breaker WHERE agent_id = $1', [agent.agentId]),
    ).toEqual([{ attempts }]);
  });

  it('writes nothing for a webhook that has not failed', async () => {
    const agent = await addAgent();
    await succeed(agent);
    expect(await own.sql('SELECT 1 FROM webhook_breaker WHERE agent_id = $1', [agent.agentId])).toEqual([]);
  });

  it('of one agent leaves others alone', async () => {
    await withHeld(1);
    const neighbour = await addAgent();
    expect(await reserve(await addEvent(neighbour), 0)).not.toBeNull();
  });
});

describe('a held event', () => {
  it('stays pending without an attempt, and neither a lane nor a sweeper comes to it', async () => {
    const { agentId, ids } = await withHeld(2);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['pending', 'pending']);
    expect(await own.store.attempts.readDue(agentId, 10)).toEqual([]);
    await own.store.attempts.putOff(ids[0] as string);
    expect(
      await own.sql(
        `SELECT attempt, attempt_after > now() + interval '23 hours' AS is_late FROM open_event WHERE event_id = ANY ($1)`,
        [ids],
      ),
    ).toEqual([
      { attempt: 0, is_late: true },
      { attempt: 0, is_late: true },
    ]);
    expect(await own.store.breakers.counts()).toMatchObject({ held: expect.any(Number) });
  });

  it('gets its attempt after a day, whatever its webhook does', async () => {
    const {
      ids: [eventId = ''],
    } = await withHeld(1);
    await own.sql(`UPDATE open_event SET held_since = now() - interval '25 hours' WHERE event_id = $1`, [
      eventId,
    ]);
    expect(await reserve(eventId, 0)).toMatchObject({ retryNum: 0 });
  });

  it('is on its way at once when its owner sends it again, and is held anew', async () => {
    const {
      ownerId,
      agentId,
      ids: [eventId = ''],
    } = await withHeld(1);
    expect(await own.store.events.restart(eventId, ownerId)).toMatchObject({ eventId });
    expect(await own.store.attempts.readDue(agentId, 10)).toMatchObject([{ eventId }]);
    expect(await reserve(eventId, 0)).toBeNull();
    expect(await own.store.attempts.readDue(agentId, 10)).toEqual([]);
  });
});

describe('a probe', () => {
  it('is the oldest held event when its time has come, one at a time, after a wait that doubles', async () => {
    const agent = await withHeld(3);
    const [first, second] = agent.ids as [string, string];
    expect(await step()).toBeNull();
    expect(await play(agent)).toEqual([{ did: 'probed', ids: [first] }]);
    const opened = await breakerOf(agent);
    expect(opened).toMatchObject({ probes: 1, heldEvents: 2 });
    expect((opened?.nextProbeAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(100_000);
    const reserved = await reserve(first, 0);
    expect(reserved).toMatchObject({ retryNum: 0, agentStatus: 'error' });
    // It is still under way, so there is no second one.
    expect(await play(agent)).toEqual([{ did: 'waited', ids: [] }]);
    await finish(reserved!);
    expect(await stateOf(first)).toBe('failed');
    expect(await play(agent)).toEqual([{ did: 'probed', ids: [second] }]);
    expect(await breakerOf(agent)).toMatchObject({ state: 'open', probes: 2, heldEvents: 1 });
  });

  it('can be asked for by the owner, and by nobody else', async () => {
    const agent = await withHeld(1);
    expect(await own.store.breakers.probeNow(agent.agentId, await own.addUser())).toBeNull();
    expect(await own.store.breakers.probeNow(agent.agentId, agent.ownerId)).toBe(true);
    expect(await step()).toMatchObject({ did: 'probed', agentId: agent.agentId });
    // The waits behind it begin anew.
    const nextInMs = async () => ((await breakerOf(agent))?.nextProbeAt?.getTime() ?? NaN) - Date.now();
    expect(await nextInMs()).toBeLessThan(61_000);
    const second = await addEvent(agent);
    expect(await reserve(second, 0)).toBeNull();
    expect(await play(agent)).toEqual([{ did: 'probed', ids: [second] }]);
    expect(await nextInMs()).toBeGreaterThan(100_000);
    const calm = await addAgent();
    expect(await own.store.breakers.probeNow(calm.agentId, calm.ownerId)).toBe(false);
  });

  it('for which nothing is held is looked for less and less often', async () => {
    const agent = await withHeld(0);
    const overdue = (minutes: number) =>
      own.sql(
        `UPDATE webhook_breaker SET probe_at = now() - $2::int * interval '1 minute', next_at = now() - interval '1 second' WHERE agent_id = $1`,
        [agent.agentId, minutes],
      );
    const nextInMs = async () => {
      const [row] = await own.sql('SELECT next_at FROM webhook_breaker WHERE agent_id = $1', [agent.agentId]);
      return (row as { next_at: Date }).next_at.getTime() - Date.now();
    };
    await overdue(0);
    expect(await step()).toMatchObject({ did: 'waited' });
    expect(await nextInMs()).toBeLessThan(1_000);
    await overdue(1);
    expect(await step()).toMatchObject({ did: 'waited' });
    expect(await nextInMs()).toBeGreaterThan(10_000);
    await overdue(10_000);
    expect(await step()).toMatchObject({ did: 'waited' });
    expect(await nextInMs()).toBeGreaterThan(45_000);
    expect(await nextInMs()).toBeLessThan(60_001);
    const eventId = await addEvent(agent);
    expect(await reserve(eventId, 0)).toBeNull();
    expect(await play(agent)).toEqual([{ did: 'probed', ids: [eventId] }]);
  });

  it('that cannot be sent keeps no other breaker waiting', async () => {
    const { databaseUrl, box } = bench;
    const hasty = openStore({ databaseUrl, box, breaker: BREAKER, lockWaitMs: 20 });
    const stuck = await withHeld(1);
    const other = await withHeld(1);
    const lock = await holding('SELECT 1 FROM open_event WHERE event_id = $1 FOR UPDATE', [stuck.ids[0]]);
    await due(stuck);
    await expect(hasty.breakers.step()).rejects.toThrow();
    await due(other);
    expect(await hasty.breakers.step()).toMatchObject({ did: 'probed', agentId: other.agentId });
    expect(await hasty.breakers.step()).toBeNull();
    await lock.commit();
    expect(await play(stuck)).toEqual([{ did: 'probed', ids: stuck.ids }]);
    await hasty.close();
  });

  it('whose process died is followed by the next event', async () => {
    const agent = await withHeld(2);
    const [first, second] = agent.ids as [string, string];
    await play(agent);
    await reserve(first, 0);
    await own.sql(`UPDATE open_event SET in_flight_until = now() - interval '1 second' WHERE event_id = $1`, [
      first,
    ]);
    expect(await play(agent)).toEqual([{ did: 'probed', ids: [second] }]);
    // What the dead process has begun goes on as a retry does.
    expect(await reserve(first, 1)).toMatchObject({ retryNum: 1, retryReason: 'unknown' });
  });
});

describe('a webhook that takes deliveries again', () => {
  it('gets what was held little by little, the oldest first, and new events at once', async () => {
    const agent = await withHeld(5);
    const [first = '', ...others] = agent.ids;
    await play(agent);
    await finish((await reserve(first, 0))!, { outcome: 'delivered', statusCode: 204 });
    // The agent is active again, so nobody waits for the time of the next probe.
    expect(await step()).toMatchObject({ did: 'began to release' });
    expect(await breakerOf(agent)).toMatchObject({ state: 'releasing', nextProbeAt: null, heldEvents: 4 });
    expect(await reserve(await addEvent(agent), 0)).not.toBeNull();
    expect(await play(agent)).toEqual([
      { did: 'released', ids: others.slice(0, 2) },
      { did: 'released', ids: others.slice(2) },
      { did: 'closed', ids: [] },
    ]);
    expect(await breakerOf(agent)).toBeNull();
    for (const eventId of others) expect(await reserve(eventId, 0)).toMatchObject({ retryNum: 0 });
  });

  it('is held back again as soon as its agent is in error', async () => {
    const agent = await withHeld(3);
    await own.store.agents.change(agent.agentId, agent.ownerId, { agentName: 'Bea' });
    expect(await step()).toMatchObject({ did: 'began to release' });
    await failEvents(agent, 4);
    expect(await breakerOf(agent)).toMatchObject({ state: 'releasing' });
    await failEvents(agent, 1);
    expect(await breakerOf(agent)).toMatchObject({ state: 'open', attempts: 5, heldEvents: 3 });
  });

  it('or whose agent is gone for good leaves nothing behind', async () => {
    const agent = await withHeld(1);
    await own.store.agents.delete(agent.agentId, agent.ownerId);
    while (await own.store.deletions.step({ kind: 'agent', id: agent.agentId }));
    expect(await own.sql('SELECT 1 FROM webhook_breaker WHERE agent_id = $1', [agent.agentId])).toEqual([]);
    expect(await own.sql('SELECT 1 FROM open_event WHERE agent_id = $1', [agent.agentId])).toEqual([]);
  });

  it('holds nothing that comes while it is being closed', async () => {
    const agent = await withHeld(0);
    const eventId = await addEvent(agent);
    const closing = await holding(`UPDATE webhook_breaker SET state = 'closed' WHERE agent_id = $1`, [
      agent.agentId,
    ]);
    const reserved = reserve(eventId, 0);
    await untilWaiting(1);
    await closing.commit();
    expect(await reserved).not.toBeNull();
  });
});

it('is forgotten when it has not failed for a window', async () => {
  const agent = await addAgent();
  await failEvents(agent, 1);
  const rowsOf = () => own.sql('SELECT 1 FROM webhook_breaker WHERE agent_id = $1', [agent.agentId]);
  await own.store.breakers.forget();
  expect(await rowsOf()).toHaveLength(1);
  await own.sql(
    `UPDATE webhook_breaker SET half_began_at = now() - interval '11 minutes' WHERE agent_id = $1`,
    [agent.agentId],
  );
  await own.store.breakers.forget();
  expect(await rowsOf()).toEqual([]);
});
