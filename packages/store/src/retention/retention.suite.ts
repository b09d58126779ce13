import type { StoreBench } from '../bench.suite.js';
import type { RemovedRows, RetentionKind } from './retention.js';

export const DAYS = 30;

/**
 * Moments beside the bound, as the age of what is kept for {@link DAYS} days: some minutes are room enough for a slow test. What is old is a
 * minute older than the bound, since the database rounds moments to milliseconds: exactly at the bound it may be too young until the next one.
 */
export const OLD = `interval '${DAYS * 24} hours 1 minute'`;
export const YOUNG = `interval '${DAYS * 24} hours' - interval '10 minutes'`;

/** How an event's id begins that was written at a moment (an SQL expression). */
export function eventIdAt(moment: string): string {
  return `'evt_' || lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0')`;
}

/** What tests of retention do: make rows old, and remove what is due. */
export function retentionCalls(bench: StoreBench) {
  return {
    /** All steps of one pass; what they have removed together, without what there was none of. */
    async pass(kind: RetentionKind, days = DAYS): Promise<RemovedRows> {
      const total: RemovedRows = {};
      let after: Date | null = null;
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
      await bench.sql(`UPDATE ${table} SET ${set} WHERE id = $1`, id);
    },

    /** Makes an event as if it had been written so long ago, and had ended then if it has. Its id begins with its time, so it gets another one. */
    async ageEvent(eventId: string, interval = OLD): Promise<string> {
      const then = `now() - (${interval})`;
      const age = `
        UPDATE event_state
           SET id = ${eventIdAt(then)} || right(id, 20), created_at = ${then},
               delivered_at = CASE WHEN delivered_at IS NOT NULL THEN ${then} END,
               ended_at = CASE WHEN ended_at IS NOT NULL THEN ${then} END
         WHERE id = $1 RETURNING id`;
      return String(await bench.valueOf(age, eventId));
    },

    async exists(table: string, id: string): Promise<boolean> {
      return (await bench.sql(`SELECT 1 FROM ${table} WHERE id = $1`, id)).length > 0;
    },
  };
}
