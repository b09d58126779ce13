import { beforeEach, expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';

const bench = useStore();
const FOR_EVER = { events: 0, attempts: 0, runs: 0, messages: 0, media: 0, audit: 0, auditAddresses: 0 };
const say = (days: Partial<typeof FOR_EVER>) => bench.store.retention.sayDays({ ...FOR_EVER, ...days });
const inUse = () => bench.store.retention.daysInUse();
/** As if that had been said so long ago. */
const age = (runs: number, by: string) =>
  bench.sql(`UPDATE retention_in_use SET said_at = now() - interval '${by}' WHERE runs = $1`, [runs]);

beforeEach(() => bench.sql('TRUNCATE retention_in_use'));

it('what no scheduler has said is not known', async () => {
  expect(await inUse()).toBeNull();
});

it('the shortest days that any scheduler applies are in use, and 0 is longer than all', async () => {
  await Promise.all([
    say({ events: 30, runs: 9 }),
    say({ events: 30, runs: 9 }),
    say({ events: 7, auditAddresses: 4 }),
  ]);
  expect(await inUse()).toEqual({ ...FOR_EVER, events: 7, runs: 9, auditAddresses: 4 });
});

it('what a scheduler said that runs no more is in use only as long as no other says anything', async () => {
  await say({ runs: 5 });
  await age(5, '4 minutes');
  expect(await inUse()).toEqual({ ...FOR_EVER, runs: 5 });
  await say({ runs: 9 });
  expect(await inUse()).toEqual({ ...FOR_EVER, runs: 9 });
});

it('old days are forgotten, and days of a clock that was ahead', async () => {
  for (const [runs, by] of [
    [5, '25 hours'],
    [6, '-1 hour'],
    [7, '23 hours'],
  ] as const) {
    await say({ runs });
    await age(runs, by);
  }
  await say({ runs: 9 });
  await age(9, '-1 hour');
  await say({ runs: 9 });
  expect(await bench.sql('SELECT runs FROM retention_in_use ORDER BY runs')).toEqual([
    { runs: 7 },
    { runs: 9 },
  ]);
  expect(await inUse()).toEqual({ ...FOR_EVER, runs: 9 });
});
