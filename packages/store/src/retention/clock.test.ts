import { beforeEach, describe, expect, it } from '@jest/globals';
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
  const pool = bench.openPool();
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

/** Each hour of the last day has been read. */
const EACH_HOUR = Array.from({ length: 26 }, (_, hours) => hours);

beforeEach(() => readAgo(...EACH_HOUR));

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
    await readAgo(40 * 24, ...EACH_HOUR);
    expect(await pass('message')).toEqual({ message: 1 });
  });

  it.each([3, 5, 12, 20, 24, 25])('is not believed for a day after a jump by %i hours', async (jumpHours) => {
    const before = [...EACH_HOUR, 26, 27].map((hours) => hours + jumpHours);
    const behindHours = async () => {
      const { databaseTime, believedTime } = await bench.store.retention.readClock();
      return (databaseTime.getTime() - believedTime.getTime()) / HOUR_MS;
    };
    await readAgo(...before);
    expect(await behindHours()).toBeCloseTo(jumpHours - 2, 1);
    const since = [23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    await readAgo(...before.map((hours) => hours + 23), ...since);
    expect(await behindHours()).toBeCloseTo(jumpHours + 23 - 2, 1);
    await readAgo(...before.map((hours) => hours + 25), ...EACH_HOUR);
    expect(await behindHours()).toBeCloseTo(0, 1);
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
    await readAgo(60 * 24, 30, ...EACH_HOUR.slice(1), -400 * 24);
    const read = () => bench.store.retention.readClock();
    const readings = await Promise.all([read(), read(), read()]);
    for (const { databaseTime, believedTime } of readings)
      expect(databaseTime.getTime() - believedTime.getTime()).toBeLessThan(HOUR_MS);
    await read();
    const ago = await hoursAgo();
    expect(ago.slice(0, 3)).toEqual([24, 23, 22]);
    expect(ago.at(-1)).toBeLessThanOrEqual(1);
    // Two, if an hour has ended meanwhile.
    expect(ago.length - 24).toBeLessThanOrEqual(2);
  });
});
