import type { Statement } from '@svc/database';
import type { ClientBase, Pool } from 'pg';

/** What is kept for a time. A decision goes with the message that shows it. Of `audit_address` only the address goes, and the entry stays. */
export const RETENTION_KINDS = [
  'event',
  'attempt',
  'run',
  'message',
  'conversation',
  'media',
  'audit',
  'audit_address',
  'erasure',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** How many rows were removed, by kind. For `media`, how many were marked: a gateway removes their files and rows next. */
export type RemovedRows = Partial<Record<RetentionKind | 'decision' | 'context_block', number>>;

export type Look = Statement | { removed: RemovedRows };

/** One kind: how its rows are found and locked, and how they are removed. What is as old as `before`, or older, has been kept for its days. */
export interface Retained {
  /**
   * The statement that looks at rows. A function of it may instead remove many rows as a whole in the first step of a pass, and then says which; no row is
   * looked at in such a step.
   */
  look: Statement | ((pool: Pool, step: { before: Date; isFirst: boolean }) => Promise<Look>);
  /** `isWhole` is false if the rows have more parts than one step removes. */
  remove(
    client: ClientBase,
    ids: string[],
    before: Date,
  ): Promise<{ removed: RemovedRows; isWhole: boolean }>;
}
