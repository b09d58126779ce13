import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { AT_ONCE, NOW_MS } from './moments.js';
import { TEST_SERVER_URL } from './scratch.suite.js';

const client = new Client({ connectionString: TEST_SERVER_URL });
beforeAll(() => client.connect());
afterAll(() => client.end());

/** Whether the moment has come once a column has kept it, at 200 times. */
async function haveCome(moment: string): Promise<Set<unknown>> {
  const seen = new Set<unknown>();
  for (let count = 0; count < 200; count += 1) {
    const { rows } = await client.query<{ has_come: boolean }>(
      `SELECT (${moment})::timestamptz(3) <= now() AS has_come`,
    );
    seen.add(rows[0]?.has_come);
  }
  return seen;
}

it('a column keeps this moment as one that has come, which it does not always for now()', async () => {
  expect(await haveCome(AT_ONCE)).toEqual(new Set([true]));
  expect(await haveCome('now()')).toEqual(new Set([true, false]));
});

it('the moment by the clock is whole milliseconds, and none that is still to come', async () => {
  const { rows } = await client.query(
    `SELECT at = at::timestamptz(3) AS is_whole, at <= clock_timestamp() AS has_come
       FROM (SELECT ${NOW_MS} AS at FROM generate_series(1, 200)) moments`,
  );
  expect(rows).toEqual(Array(200).fill({ is_whole: true, has_come: true }));
});
