import type { Statement } from '@svc/database';
import type { ClientBase, Pool } from 'pg';

/** What is kept for a time. A decision goes with the message that shows it. */
export const RETENTION_KINDS = ['event', 'attempt', 'run', 'message', 'conversation', 'media'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** How many rows were removed, by kind. For `media`, how many were marked: a gateway removes their files and rows next. */
export type RemovedRows = Partial<Record<RetentionKind | 'decision' | 'context_block', number>>;

/** One kind: how its rows are found and locked, and how they are removed. */
export interface Retained {
  look: Statement | ((pool: Pool, days: number) => Promise<Statement>);
  /** Removes many rows as a whole, before any row is looked at; `null` if there are none such. */
  dropWhole?(pool: Pool, days: number): Promise<RemovedRows | null>;
  /** `isWhole` is false if the rows have more parts than one step removes. */
  remove(
    client: ClientBase,
    ids: string[],
    days: number,
  ): Promise<{ removed: RemovedRows; isWhole: boolean }>;
}
