import type { Statement } from '@svc/database';
import type { ClientBase } from 'pg';

/** What is kept for a time. A decision goes with the message that shows it. */
export const RETENTION_KINDS = ['event', 'attempt', 'run', 'message', 'conversation', 'media'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** How many rows are gone, by what they were. Of `media` those that are marked: their files and rows go next. */
export type RemovedRows = Partial<Record<RetentionKind | 'decision' | 'context_block', number>>;

/** Of one kind: what is looked at, and what becomes of the rows that were found and locked. */
export interface Retained {
  look: Statement;
  /** `isWhole` is false where more hangs on the rows than one step removes. */
  remove(
    client: ClientBase,
    ids: string[],
    days: number,
  ): Promise<{ removed: RemovedRows; isWhole: boolean }>;
}
