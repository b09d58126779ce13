import type { StoreBench } from '../store.suite.js';
import type { RemovedRows, RetentionKind } from './retained.js';
import type { RetentionPlace } from './retention.js';

export const DAYS = 30;

/** Moments beside the bound, as the age of what is kept for {@link DAYS} days: some minutes are room enough for a slow test. */
export const OLD = `interval '${DAYS * 24} hours'`;
export const YOUNG = `interval '${DAYS * 24} hours' - interval '10 minutes'`;

/** What tests of retention do: make rows old, and remove what is due. */
export function retentionCalls(bench: StoreBench) {
  return {
    /** All steps of one pass; what they have removed together, without what there was none of. */
    async pass(kind: RetentionKind, days = DAYS): Promise<RemovedRows> {
      const total: RemovedRows = {};
      let after: RetentionPlace | null = null;
      do {
        const step = await bench.store.retention.step({ kind, days, after });
        for (const [removed, rows] of Object.entries(step.removed) as [keyof RemovedRows, number][])
          if (rows > 0) total[removed] = (total[removed] ?? 0) + rows;
        after = step.next;
      } while (after !== null);
      return total;
    },

    /** Sets moments of a row to so long ago. */
    async age(table: string, id: string, columns: string[], interval = OLD): Promise<void> {
      const set = columns.map((column) => `${column} = now() - (${interval})`).join(', ');
      await bench.sql(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);
    },

    async exists(table: string, id: string): Promise<boolean> {
      return (await bench.sql(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).length > 0;
    },
  };
}
