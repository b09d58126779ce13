import { rows, sql } from '@svc/database';
import type { Pool } from 'pg';

/** An erasure that a person has asked for. */
export interface ErasureRecord {
  erasureId: string;
  requestedAt: Date;
  /** `null` until nothing of the person is left. */
  finishedAt: Date | null;
  /** What is still to be removed, each counted up to 10,000. Of an account messages are not counted; of a conversation, files are as soon as their message is removed. */
  remaining: { agents: number; messages: number; files: number };
}

/** The progress of erasures. {@link deletionQueries} carries them out. */
export function erasureQueries(pool: Pool) {
  return {
    /** `null` if there is no such erasure. */
    async find(erasureId: string): Promise<ErasureRecord | null> {
      const [row] = await rows(pool, sql.erasures.find, { id: erasureId });
      if (row === undefined) return null;
      const { requested_at: requestedAt, finished_at: finishedAt, agents, messages, files } = row;
      return { erasureId, requestedAt, finishedAt, remaining: { agents, messages, files } };
    },
  };
}
