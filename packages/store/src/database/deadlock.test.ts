import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client, Pool } from 'pg';
import { retryingDeadlocks } from './unfit-connections.js';
import { rows, statement } from './statements/statement.js';
import { useScratchDatabase } from './scratch.suite.js';

let pool: Pool;
let other: Client;
let gate: Client;
// Before the database is dropped.
afterAll(async () => {
  for (const client of [other, gate]) await client.end();
  await pool.end();
});
const scratch = useScratchDatabase();
beforeAll(async () => {
  // The pool's side looks for deadlocks first, and so becomes their victim.
  pool = new Pool({ connectionString: scratch.databaseUrl, options: '-c deadlock_timeout=20ms' });
  // It says that it has ended before the server lets its connections go.
  pool.on('error', () => {});
  other = new Client({ connectionString: scratch.databaseUrl, options: '-c deadlock_timeout=1min' });
  gate = new Client({ connectionString: scratch.databaseUrl });
  for (const client of [other, gate]) await client.connect();
  await other.query('CREATE TABLE counted (id int PRIMARY KEY, n int)');
  await other.query('INSERT INTO counted VALUES (1, 0), (2, 0)');
});

/** Locks row 2, and then waits for row 1 as soon as the gate is open. */
const BOTH = statement<object, { n: number }>(
  'deadlock-test-both',
  [],
  `WITH second AS MATERIALIZED (SELECT id FROM counted WHERE id = 2 FOR UPDATE), gate AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(1) FROM second)
         UPDATE counted SET n = n + 1 WHERE id = 1 AND EXISTS (SELECT 1 FROM gate) RETURNING n`,
);

it('a statement that was the victim of a deadlock is run again, and does its work once', async () => {
  await gate.query('SELECT pg_advisory_lock(1)');
  await other.query('BEGIN');
  await other.query('UPDATE counted SET n = n WHERE id = 1');
  const both = rows(pool, BOTH, {});
  await untilWaiting(1);
  const updated = other.query('UPDATE counted SET n = n WHERE id = 2');
  await untilWaiting(2);
  await gate.query('SELECT pg_advisory_unlock(1)');
  await updated;
  await other.query('COMMIT');
  expect(await both).toEqual([{ n: 1 }]);
  const counted = await other.query('SELECT n FROM counted WHERE id = 1');
  expect(counted.rows).toEqual([{ n: 1 }]);
});

describe('retryingDeadlocks', () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });

  it.each([
    ['as node-postgres reports it', deadlock],
    ['as Prisma reports it', Object.assign(new Error('conflict'), { code: 'P2034' })],
    ['as the cause of another error', new Error('query failed', { cause: { originalCode: '40P01' } })],
  ])('tries again after a deadlock %s', async (_form, error) => {
    const run = jest.fn<() => Promise<string>>().mockRejectedValueOnce(error).mockResolvedValue('done');
    expect(await retryingDeadlocks(run)).toBe('done');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('gives up in the end', async () => {
    const run = jest.fn<() => Promise<string>>().mockRejectedValue(deadlock);
    await expect(retryingDeadlocks(run)).rejects.toBe(deadlock);
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('does not try again after any other error', async () => {
    const error = Object.assign(new Error('duplicate key'), { code: '23505' });
    const run = jest.fn<() => Promise<string>>().mockRejectedValue(error);
    await expect(retryingDeadlocks(run)).rejects.toBe(error);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

/** Resolves when so many statements wait for a lock: a side that looked for the deadlock before the other waits would not look again. */
async function untilWaiting(count: number): Promise<void> {
  for (let waiting = 0; waiting < count;) {
    const { rows: found } = await gate.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    waiting = found.length;
  }
}
