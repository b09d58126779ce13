import { Client } from 'pg';
import { textOf } from './bench.suite.js';
import type { Statement, StoreBench } from './bench.suite.js';

/** A transaction that the test begins and commits when it wants, so that others wait for it. */
export interface OpenTransaction {
  also: Statement<void>;
  commit(): Promise<void>;
  /** Ends its connection, as a process does that dies. */
  die(): Promise<void>;
}

/**
 * Helpers for tests of races: a transaction that holds its locks, and the moment when others wait for them. What a test that fails has left open ends with
 * it, so that it keeps neither the next test waiting nor the process alive.
 */
export function lockWaits(bench: Pick<StoreBench, 'databaseUrl' | 'valueOf'>) {
  const open = new Set<Client>();
  afterEach(async () => {
    for (const client of open) await client.end();
    open.clear();
  });

  const holding: Statement<OpenTransaction> = async (text, ...values) => {
    const client = new Client({ connectionString: bench.databaseUrl });
    await client.connect();
    open.add(client);
    await client.query('BEGIN');
    await client.query(textOf(text), values);
    async function end(): Promise<void> {
      open.delete(client);
      await client.end();
    }
    return {
      async also(more, ...moreValues) {
        await client.query(textOf(more), moreValues);
      },
      async commit() {
        await client.query('COMMIT');
        await end();
      },
      die: end,
    };
  };

  /** Resolves when so many statements wait for a lock. */
  async function untilWaiting(count: number): Promise<void> {
    const waiting = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while (((await bench.valueOf(waiting)) as number) < count);
  }

  return {
    holding,

    /** Holds one row, which others then wait for. */
    holdingRow(table: string, id: string): Promise<OpenTransaction> {
      const key = table === 'agent_counter' ? 'agent_id' : 'id';
      return holding(`SELECT 1 FROM ${table} WHERE ${key} = $1 FOR UPDATE`, id);
    },

    untilWaiting,

    /**
     * Makes calls that meet a lock: each begins when the one before waits, and the lock is let go when all do.
     *
     * @returns what they come to
     */
    async behind<T extends readonly unknown[]>(
      lock: Promise<OpenTransaction>,
      ...calls: { [Place in keyof T]: () => Promise<T[Place]> }
    ): Promise<T> {
      const held = await lock;
      const begun: Promise<unknown>[] = [];
      for (const call of calls) {
        begun.push(call());
        await untilWaiting(begun.length);
      }
      const [ended] = await Promise.all([Promise.all(begun), held.commit()]);
      return ended as unknown as T;
    },
  };
}
