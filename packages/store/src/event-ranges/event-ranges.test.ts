/** @only-in-all Plays many things at once, to find races. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@svc/database';
import { newId } from '@svc/domain';
import { eventually } from '@svc/testkit';
import type { Pool } from 'pg';
import { lockWaits } from '../lock-waits.suite.js';
import { retentionQueries } from '../retention/retention.js';
import { retentionCalls } from '../retention/retention.suite.js';
import { useStore } from '../store.suite.js';
import { MOVED_MAX, readDueRanges } from './drop-range.js';
import {
  eventRangeQueries,
  RangeNotMadeError,
  readRanges,
  rangeWidthDays,
  timeOfBound,
} from './event-ranges.js';

const bench = useStore();
const { holding } = lockWaits(bench);
const { readAgo } = retentionCalls(bench);

const DAY_MS = 86_400_000;
const DAYS = 30;
/** For how long a range may be attached where a test is not about that. */
const PATIENT_MS = 30_000;

async function withPool<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = bench.openPool();
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const ranges = () => withPool(readRanges);

const isInRange = async (id: string): Promise<boolean> =>
  (await ranges()).some(({ from, to }) => (from === null || from <= id) && id < to);

/** A range of one day that begins so many days ago, as the scheduler would have made it then. Less than 0 is in the future. */
async function addRange(daysAgo: number): Promise<{ name: string; idAt: () => string }> {
  const fromMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS;
  const bound = (ms: number) => newId('event', ms).slice(0, 16);
  const name = daysAgo < 0 ? `ahead_${-daysAgo}` : `ago_${daysAgo}`;
  for (const table of ['event', 'event_end', 'delivery_attempt']) {
    await bench.sql(`CREATE TABLE ${table}_${name} (LIKE ${table} INCLUDING ALL)`);
    await bench.sql(
      `ALTER TABLE ${table} ATTACH PARTITION ${table}_${name} FOR VALUES FROM ('${bound(fromMs)}') TO ('${bound(fromMs + DAY_MS)}')`,
    );
  }
  return { name, idAt: () => newId('event', fromMs + 1_000) };
}

/** The first range ends far in the past, as in an installation that is old; what is written now has ranges of its own. */
async function beOld(): Promise<void> {
  const [first] = await ranges();
  if (first?.name !== 'first') return;
  for (const table of ['event', 'event_end', 'delivery_attempt']) {
    await bench.sql(`ALTER TABLE ${table} DETACH PARTITION ${table}_first`);
    await bench.sql(`DROP TABLE ${table}_first`);
  }
}

const rowOf = async (eventId: string) =>
  (
    await bench.sql(
      'SELECT *, (SELECT tableoid::regclass::text FROM event l WHERE l.id = s.id) AS table FROM event_state s WHERE id = $1',
      [eventId],
    )
  )[0];

let seq = 0;
async function addEvent(id: string, state: 'waiting' | 'delivered', endedDaysAgo = 0): Promise<string> {
  const agent = await bench.addAgent();
  seq += 1;
  await bench.sql(
    `INSERT INTO event_state (id, agent_id, seq, type, state, frame, ended_at)
     VALUES ($1, $2, $3, 'user_message', $4, $5, CASE WHEN $4 = 'delivered' THEN now() - $6::int * interval '24 hours' END)`,
    [id, agent.agentId, seq, state, `frame of ${id}`, endedDaysAgo],
  );
  await bench.sql(
    `INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason) VALUES ($1, $2, 0, 'first_attempt')`,
    [newId('delivery'), id],
  );
  return id;
}

/** How a connection that looks an event up by its id reads the range, whatever else it reads. */
async function scanOf(statement: string, table: string): Promise<string | undefined> {
  return withPool(async (pool) => {
    const client = await pool.connect();
    try {
      await client.query('SET plan_cache_mode = force_generic_plan');
      await client.query(`PREPARE look_up (text[]) AS ${statement}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE look_up ('{}')`);
      return rows.map((row) => row['QUERY PLAN'].trim()).find((line) => line.includes(` on ${table} `));
    } finally {
      client.release();
    }
  });
}

const before = () => new Date(Date.now() - DAYS * DAY_MS);

const step = () => bench.store.retention.step({ kind: 'event', days: DAYS });

/** Makes the ranges that are needed. A call leaves the rest to the next one where others hold a table for some milliseconds, such as autovacuum. */
async function untilEnough(make: () => Promise<number>): Promise<void> {
  let made = 0;
  const more = async (): Promise<number> => {
    const count = await make();
    made += count;
    return count;
  };
  await eventually(more, (count) => count === 0 && made > 0, { what: 'the ranges' });
}

const makeAhead = (days = 0) => bench.store.eventRanges.makeAhead(days);

/** A range goes with the first step that gets all locks at once. Others may hold one for some milliseconds, such as autovacuum. */
const stepUntilGone = ({ name }: { name: string }) =>
  eventually(
    async () => ({ step: await step(), left: (await ranges()).map((range) => range.name) }),
    ({ left }) => !left.includes(name),
  );

afterEach(async () => {
  for (const { name } of await ranges()) {
    if (name === 'first') continue;
    for (const table of ['event', 'event_end', 'delivery_attempt'])
      await bench.sql(`DROP TABLE ${table}_${name}`);
  }
  for (const table of ['event', 'open_event', 'event_end', 'delivery_attempt'])
    await bench.sql(`DELETE FROM ${table}`);
});

describe('ranges to come', () => {
  it('are made for a week at least, each behind the last, by one of several processes', async () => {
    const [before] = await ranges();
    await untilEnough(async () => Math.max(...(await Promise.all([makeAhead(), makeAhead()]))));
    expect(await makeAhead()).toBe(0);
    const all = await ranges();
    expect(all[0]).toEqual(before);
    for (const [index, range] of all.entries()) if (index > 0) expect(range.from).toBe(all[index - 1]?.to);
    expect(newId('event', Date.now() + 7 * DAY_MS) < (all.at(-1)?.to ?? '')).toBe(true);
  });

  it.each([
    [
      'event',
      'SELECT u.id, l.frame FROM unnest($1) AS u (id) CROSS JOIN LATERAL (SELECT frame FROM event WHERE id = u.id OFFSET 0) l',
    ],
    ['event', 'SELECT frame FROM event WHERE id = ANY ($1)'],
    [
      'event_end',
      `SELECT e.state FROM unnest($1) AS u (id) CROSS JOIN LATERAL (
         SELECT state FROM event_end WHERE agent_id = u.id AND seq = 1 AND event_id = u.id OFFSET 0) e`,
    ],
    ['delivery_attempt', 'SELECT outcome FROM delivery_attempt WHERE event_id = ANY ($1)'],
  ])(
    'are never read as a whole for the sake of some ids, although empty when they were vacuumed: %s',
    async (table, sql) => {
      await untilEnough(() => makeAhead(DAYS));
      const last = `${table}_${(await ranges()).at(-1)?.name}`;
      await bench.sql(`VACUUM (ANALYZE) ${last}`);
      expect(await scanOf(sql, last)).toMatch(/^(-> {2})?(Bitmap Heap|Index( Only)?) Scan/);
    },
  );

  it('are not made where everybody would have to wait, because very many events are in the default', async () => {
    await bench.sql(
      `INSERT INTO event_default (id, agent_id, seq, type, frame)
       SELECT $1 || lpad(n::text, 20, '0'), 'a', n, 'user_message', '{}' FROM generate_series(1, 50000) n`,
      [newId('event', Date.now() + 400 * DAY_MS).slice(0, 16)],
    );
    const before = await ranges();
    const database = openDatabase({ databaseUrl: bench.databaseUrl });
    const making = eventRangeQueries(database.pool, 1).makeAhead(0);
    await expect(making).rejects.toThrow(RangeNotMadeError);
    expect(await ranges()).toEqual(before);
    await untilEnough(() => eventRangeQueries(database.pool, PATIENT_MS).makeAhead(0));
    await database.close();
  });

  it('are left to the next call while others hold the tables', async () => {
    const reader = await holding('SELECT count(*) FROM event_default', []);
    expect(await makeAhead()).toBe(0);
    await reader.commit();
    await untilEnough(makeAhead);
  });

  it('are as wide as a small part of the days that events are kept', () => {
    expect([1, 15, 16, 30, 90, 365, 9_999, 0].map(rangeWidthDays)).toEqual([1, 1, 2, 2, 6, 25, 30, 30]);
  });

  it('take what is written from their beginning on, and what has no range is kept all the same', async () => {
    await untilEnough(() => makeAhead(DAYS));
    const last = (await ranges()).at(-1);
    const [inLast, later] = [`${last?.from}${'0'.repeat(20)}`, newId('event', Date.now() + 400 * DAY_MS)];
    for (const id of [inLast, later]) await addEvent(id, 'delivered');
    expect([(await rowOf(inLast))?.['table'], (await rowOf(later))?.['table']]).toEqual([
      `event_${last?.name}`,
      'event_default',
    ]);
    // A clock that is far ahead keeps no range from being made.
    await bench.sql(`DELETE FROM event WHERE id = $1`, [inLast]);
    expect(await makeAhead()).toBeGreaterThanOrEqual(0);
  });

  it('are made around days that a clock far ahead has written to, however many', async () => {
    const end = timeOfBound((await ranges()).at(-1)?.to ?? '');
    const odd = [20, 21, 35].map((days) => newId('event', end + days * DAY_MS + 1_000));
    for (const id of odd) await addEvent(id, 'delivered');
    await untilEnough(makeAhead);
    expect(await makeAhead()).toBe(0);
    expect(await Promise.all(odd.map(isInRange))).toEqual([false, false, false]);
    for (const days of [0, 19, 22, 34, 36])
      expect([days, await isInRange(newId('event', end + days * DAY_MS))]).toEqual([days, true]);
  });

  it('are made also where the clock of the database was far ahead once', async () => {
    const end = timeOfBound((await ranges()).at(-1)?.to ?? '');
    await addRange(-40);
    await addRange(-400);
    await untilEnough(makeAhead);
    expect(await makeAhead()).toBe(0);
    for (let ms = end; ms < Date.now() + 60 * DAY_MS; ms += DAY_MS)
      expect([ms, await isInRange(newId('event', ms))]).toEqual([ms, true]);
  });
});

describe('a range whose days are over', () => {
  beforeAll(beOld);

  it('goes at once, and what is open or ended late is kept with its frame and its attempts', async () => {
    const old = await addRange(DAYS + 2);
    const young = await addRange(DAYS);
    const gone = await Promise.all([1, 2, 3].map(() => addEvent(old.idAt(), 'delivered', DAYS + 1)));
    const open = await addEvent(old.idAt(), 'waiting');
    const late = await addEvent(old.idAt(), 'delivered', 3);
    const kept = await addEvent(young.idAt(), 'delivered', DAYS + 1);
    await bench.sql('ANALYZE');
    const dropped = await stepUntilGone(old);
    expect(dropped.step).toMatchObject({ removed: { event: 3, attempt: 5 }, next: { id: '' } });
    expect(await step()).toMatchObject({ removed: {}, next: null });
    for (const id of gone) expect(await rowOf(id)).toBeUndefined();
    expect(await rowOf(open)).toMatchObject({
      state: 'waiting',
      frame: `frame of ${open}`,
      table: 'event_default',
    });
    expect(await rowOf(late)).toMatchObject({ state: 'delivered', table: 'event_default' });
    expect(await rowOf(kept)).toMatchObject({ table: `event_${young.name}` });
    const attempts = await bench.sql('SELECT event_id FROM delivery_attempt');
    expect(attempts.map((row) => row['event_id']).sort()).toEqual([open, late, kept].sort());
    expect((await ranges()).map(({ name }) => name)).toEqual([young.name]);
    // What was moved goes row by row, when its own days are over.
    await bench.sql(`UPDATE event_end SET ended_at = now() - interval '99 days' WHERE event_id = $1`, [late]);
    expect((await step()).removed).toEqual({ event: 1, attempt: 1 });
  });

  it('stays, with all its events, if they are over only since the clock jumped ahead', async () => {
    const old = await addRange(DAYS + 2);
    const eventId = await addEvent(old.idAt(), 'delivered', DAYS + 1);
    await readAgo((DAYS + 2) * 24);
    expect(await step()).toMatchObject({ removed: {}, next: null });
    expect(await rowOf(eventId)).toMatchObject({ table: `event_${old.name}` });
    await readAgo(24);
    await stepUntilGone(old);
    expect(await rowOf(eventId)).toBeUndefined();
  });

  it('goes row by row while too much of it is to be kept', async () => {
    const old = await addRange(DAYS + 2);
    await addEvent(old.idAt(), 'delivered', DAYS + 1);
    await bench.sql(
      `INSERT INTO open_event (event_id, agent_id, seq, type, state) SELECT $1 || n, 'a', n, 'user_message', 'waiting' FROM generate_series(1, $2::int) n`,
      [old.idAt(), MOVED_MAX + 1],
    );
    const { droppable, walked } = await withPool((pool) => readDueRanges(pool, before()));
    expect(droppable).toBeNull();
    expect(walked.old).toContain(`event_${old.name}`);
    expect((await step()).removed).toEqual({ event: 1, attempt: 1 });
  });

  it('may be dropped while another process goes through it row by row', async () => {
    const [old, other] = [await addRange(DAYS + 2), await addRange(DAYS + 3)];
    await addEvent(other.idAt(), 'delivered', DAYS + 1);
    for (const { idAt } of [old, other])
      await bench.sql(
        `INSERT INTO open_event (event_id, agent_id, seq, type, state) SELECT $1 || n, 'a', n, 'user_message', 'waiting' FROM generate_series(1, $2::int) n`,
        [idAt(), MOVED_MAX + 1],
      );
    const { removed } = await withPool((pool) => {
      const connect = pool.connect.bind(pool);
      // The first transaction of the step begins when the ranges have been read.
      const dropFirst = async () => {
        await bench.sql(`DROP TABLE IF EXISTS event_${old.name}`);
        return connect();
      };
      const droppingPool = Object.assign(pool, {
        connect: (done?: Parameters<typeof connect>[0]) => (done === undefined ? dropFirst() : connect(done)),
      });
      return retentionQueries(droppingPool).step({ kind: 'event', days: DAYS });
    });
    expect(removed).toEqual({ event: 1, attempt: 1 });
    for (const table of ['event_end', 'delivery_attempt']) await bench.sql(`DROP TABLE ${table}_${old.name}`);
  });

  it('stays while others hold the tables, and nobody waits long behind its removal', async () => {
    const old = await addRange(DAYS + 2);
    await addEvent(old.idAt(), 'delivered', DAYS + 1);
    const reader = await holding('SELECT count(*) FROM event', []);
    expect(await bench.store.retention.step({ kind: 'event', days: DAYS })).toMatchObject({ next: null });
    expect((await ranges()).map(({ name }) => name)).toContain(old.name);
    await reader.commit();
    await stepUntilGone(old);
  });

  it('is locked and dropped by one message, so that nobody waits for the process that drops it', async () => {
    const old = await addRange(DAYS + 2);
    await addEvent(old.idAt(), 'delivered', DAYS + 1);
    let sent: string[] = [];
    await withPool(async (pool) => {
      pool.on('connect', (client) => {
        const query = client.query.bind(client) as (...values: unknown[]) => unknown;
        client.query = ((...values: unknown[]) => {
          const [what] = values;
          sent.push(typeof what === 'string' ? what : (what as { text: string }).text);
          return query(...values);
        }) as typeof client.query;
      });
      await eventually(
        async () => {
          sent = [];
          await retentionQueries(pool).step({ kind: 'event', days: DAYS });
          return (await ranges()).map(({ name }) => name);
        },
        (left) => !left.includes(old.name),
      );
    });
    const [locking, ...others] = sent.filter((text) => /LOCK TABLE|BEGIN|COMMIT|DROP TABLE/.test(text));
    expect(others).toEqual([]);
    expect(locking).toMatch(/LOCK TABLE[^]*DROP TABLE/);
  });

  it('goes row by row where the role owns no tables', async () => {
    const old = await addRange(DAYS + 2);
    await addEvent(old.idAt(), 'delivered', DAYS + 1);
    const role = `guest_${newId('event')}`;
    await bench.sql(`CREATE ROLE ${role}`);
    const pool = bench.openPool({ options: `-c role=${role}` });
    try {
      await bench.sql(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
      const { removed } = await retentionQueries(pool).step({ kind: 'event', days: DAYS });
      expect(removed).toEqual({ event: 1, attempt: 1 });
    } finally {
      await pool.end();
      await bench.sql(`DROP OWNED BY ${role}`);
      await bench.sql(`DROP ROLE ${role}`);
    }
  });

  it('goes once, however many processes take part', async () => {
    const old = await addRange(DAYS + 2);
    for (let count = 0; count < 5; count += 1) await addEvent(old.idAt(), 'delivered', DAYS + 1);
    await bench.sql('ANALYZE');
    const has = ({ removed }: { removed: { event?: number } }) => removed.event === 5;
    const steps = await eventually(
      () => Promise.all([step(), step(), step()]),
      (three) => three.some(has),
    );
    expect(steps.filter(has)).toHaveLength(1);
  });
});

describe('an event whose id is ahead of the clock', () => {
  it('goes when its days are over, wherever it lies', async () => {
    const ahead = await addRange(-40);
    const inDefault = () => newId('event', Date.now() + 400 * DAY_MS);
    const gone = [
      await addEvent(ahead.idAt(), 'delivered', DAYS + 1),
      await addEvent(inDefault(), 'delivered', DAYS + 1),
    ];
    const kept = [
      await addEvent(ahead.idAt(), 'delivered', DAYS - 1),
      await addEvent(inDefault(), 'delivered', DAYS - 1),
      await addEvent(inDefault(), 'waiting'),
    ];
    expect(await step()).toMatchObject({ removed: { event: 2, attempt: 2 }, next: null });
    for (const id of gone) expect(await rowOf(id)).toBeUndefined();
    for (const id of kept) expect(await rowOf(id)).toBeDefined();
  });
});
