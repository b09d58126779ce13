import { beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { useStore } from '../store.suite.js';
import { DAYS, OLD, retentionCalls } from './retention.suite.js';
import { retentionQueries } from './retention.js';

const bench = useStore();
const { age, exists, pass, readAgo } = retentionCalls(bench);

const HOUR_MS = 3_600_000;

/** A message that is a minute older than the days. */
async function addOldMessage(): Promise<string> {
  const { messageId, eventId } = await bench.addMessage(await bench.addAgent());
  await bench.store.events.markDelivered(eventId, 'websocket');
  await age('message', messageId, ['created_at'], OLD);
  return messageId;
}

/** What a process does whose clock is so much ahead of that of the database. */
async function withClock<T>(
  aheadMs: number,
  work: (retention: ReturnType<typeof retentionQueries>) => Promise<T>,
): Promise<T> {
  const pool = new Pool({ connectionString: bench.databaseUrl });
  try {
    return await work(retentionQueries(pool, () => Date.now() + aheadMs));
  } finally {
    await pool.end();
  }
}

const hoursAgo = async (): Promise<number[]> =>
  (
    await bench.sql(
      'SELECT round(extract(epoch FROM now() - at) / 3600)::int AS ago FROM clock_reading ORDER BY at',
    )
  ).map(({ ago }) => Number(ago));

beforeEach(() => readAgo(25, 24, 23));

describe('the clock that days are counted by', () => {
  it.each([
    ['has jumped ahead since it was last read', [40 * 24]],
    ['has jumped ahead, and has run for less than a day since', [40 * 24, 23]],
    ['has never been read', []],
    ['was ahead when it was read', [-24]],
  ])('is not believed if it %s', async (_what, hours) => {
    const messageId = await addOldMessage();
    await readAgo(...hours);
    expect(await pass('message')).toEqual({});
    expect(await exists('message', messageId)).toBe(true);
    const { databaseTime, believedTime } = await bench.store.retention.readClock();
    expect(databaseTime.getTime() - believedTime.getTime()).toBeGreaterThan(38 * 24 * HOUR_MS);
    await readAgo(40 * 24, 25);
    expect(await pass('message')).toEqual({ message: 1 });
  });

  it('is that of the process if the clock of the database is ahead of it, and never ahead of that', async () => {
    await addOldMessage();
    const step = (aheadMs: number) =>
      withClock(aheadMs, (retention) => retention.step({ kind: 'message', days: DAYS }));
    expect(await step(-HOUR_MS)).toMatchObject({ removed: {} });
    expect(
      await withClock(HOUR_MS, (retention) => retention.step({ kind: 'message', days: DAYS + 1 })),
    ).toMatchObject({ removed: {} });
    expect(await step(HOUR_MS)).toMatchObject({ removed: { message: 1 } });
  });

  it('is written down once an hour, and forgotten when it is not needed any more', async () => {
    await readAgo(60 * 24, 30, 25, 20, -400 * 24);
    const read = () => bench.store.retention.readClock();
    const readings = await Promise.all([read(), read(), read()]);
    for (const { databaseTime, believedTime } of readings)
      expect(databaseTime.getTime() - believedTime.getTime()).toBeLessThan(HOUR_MS);
    await read();
    const ago = await hoursAgo();
    expect(ago.slice(0, 2)).toEqual([25, 20]);
    expect(ago.at(-1)).toBeLessThanOrEqual(1);
    // Two, if an hour has ended meanwhile.
    expect(ago.length - 2).toBeLessThanOrEqual(2);
  });
});
