import { rows } from '@svc/database';
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

export type Erasures = ReturnType<typeof erasureQueries>;

/** The progress of erasures. {@link deletionQueries} carries them out. */
export function erasureQueries(pool: Pool) {
  return {
    /** `null` if there is no such erasure. */
    async find(erasureId: string): Promise<ErasureRecord | null> {
      const [row] = await rows<{
        requested_at: Date;
        finished_at: Date | null;
        agents: number;
        messages: number;
        files: number;
      }>(pool, FIND, [erasureId]);
      if (row === undefined) return null;
      const { requested_at: requestedAt, finished_at: finishedAt, agents, messages, files } = row;
      return { erasureId, requestedAt, finishedAt, remaining: { agents, messages, files } };
    },
  };
}

const FIND = {
  name: 'erasure-find-3',
  text: `
    SELECT e.requested_at, e.finished_at,
           (SELECT count(*)::int FROM (SELECT 1 FROM agent a WHERE a.owner_id = e.user_id LIMIT 10000) x) AS agents,
           (SELECT count(*)::int FROM (SELECT 1 FROM message m WHERE m.conversation_id = e.conversation_id LIMIT 10000) x) AS messages,
           (SELECT count(*)::int FROM (
              SELECT 1 FROM agent a JOIN media m ON m.agent_id = a.id WHERE a.owner_id = e.user_id
              UNION ALL SELECT 1 FROM media m WHERE m.conversation_id = e.conversation_id
              UNION ALL SELECT 1 FROM upload u WHERE u.user_id = e.user_id LIMIT 10000) x) AS files
      FROM erasure e WHERE e.id = $1`,
};
