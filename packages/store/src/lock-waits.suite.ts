import { afterEach } from '@jest/globals';
import { Client } from 'pg';
import type { StoreBench } from './store.suite.js';

/** A transaction that the test begins and commits when it wants, so that others wait for it. */
export interface OpenTransaction {
  also(sql: string, values: unknown[]): Promise<void>;
  commit(): Promise<void>;
}

/**
 * Helpers for tests of races: a transaction that holds its locks, and the moment when others wait for them. What a test that fails has left open ends with
 * it, so that it keeps neither the next test waiting nor the process alive.
 */
export function lockWaits(bench: Pick<StoreBench, 'databaseUrl' | 'sql'>) {
  const open = new Set<Client>();
  afterEach(async () => {
    for (const client of open) await client.end();
    open.clear();
  });
  return {
    async holding(sql: string, values: unknown[]): Promise<OpenTransaction> {
      const client = new Client({ connectionString: bench.databaseUrl });
      await client.connect();
      open.add(client);
      await client.query('BEGIN');
      await client.query(sql, values);
      return {
        async also(more, moreValues) {
          await client.query(more, moreValues);
        },
        async commit() {
          await client.query('COMMIT');
          open.delete(client);
          await client.end();
        },
      };
    },

    /** Resolves when so many statements wait for a lock. */
    async untilWaiting(count: number): Promise<void> {
      for (;;) {
        const [row] = await bench.sql(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        if ((row?.['n'] as number) >= count) return;
      }
    },
  };
}
