import type { Statement } from '@svc/database';
import type { ClientBase, Pool } from 'pg';

/** What is kept for a time. A decision goes with the message that shows it. */
export const RETENTION_KINDS = ['event', 'attempt', 'run', 'message', 'conversation', 'media'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** How many rows are gone, by what they were. Of `media` those that are marked: their files and rows go next. */
export type RemovedRows = Partial<Record<RetentionKind | 'decision' | 'context_block', number>>;

/** Of one kind: what is looked at, and what becomes of the rows that were found and locked. */
export interface Retained {
  look: Statement | ((pool: Pool, days: number) => Promise<Statement>);
  /** What goes as a whole, before anything is looked at; `null` if nothing does. */
  dropWhole?(pool: Pool, days: number): Promise<RemovedRows | null>;
  /** `isWhole` is false where more hangs on the rows than one step removes. */
  remove(
    client: ClientBase,
    ids: string[],
    days: number,
  ): Promise<{ removed: RemovedRows; isWhole: boolean }>;
}
