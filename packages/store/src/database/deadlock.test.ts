import { jest } from '@jest/globals';
import { useStore } from '../store.suite.js';
import { retryingDeadlocks } from './unfit-connections.js';
import { rows, statement } from './statements/statement.js';

const bench = useStore();
const { holding, untilWaiting } = bench;

/** Locks row 2, and then waits for row 1 as soon as the gate is open. */
const BOTH = statement<object, { n: number }>(
  'deadlock-test-both',
  [],
  `WITH second AS MATERIALIZED (SELECT id FROM counted WHERE id = 2 FOR UPDATE), gate AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(1) FROM second)
         UPDATE counted SET n = n + 1 WHERE id = 1 AND EXISTS (SELECT 1 FROM gate) RETURNING n`,
);

it('a statement that was the victim of a deadlock is run again, and does its work once', async () => {
  await bench.sql('CREATE TABLE counted (id int PRIMARY KEY, n int)');
  await bench.sql('INSERT INTO counted VALUES (1, 0), (2, 0)');
  // The pool's side looks for deadlocks first, and so becomes their victim.
  const pool = bench.openPool({ options: '-c deadlock_timeout=20ms' });
  const other = await holding(`SET LOCAL deadlock_timeout = '1min'`);
  const gate = await holding('SELECT pg_advisory_xact_lock(1)');
  await other.also('UPDATE counted SET n = n WHERE id = 1');
  const both = rows(pool, BOTH, {});
  await untilWaiting(1);
  const updated = other.also('UPDATE counted SET n = n WHERE id = 2');
  // A side that looked for the deadlock before the other waits would not look again.
  await untilWaiting(2);
  await gate.commit();
  await updated;
  await other.commit();
  expect(await both).toEqual([{ n: 1 }]);
  expect(await bench.valueOf('SELECT n FROM counted WHERE id = 1')).toBe(1);
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
