// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

export const find = statement<{ id: string }, { requested_at: Date; finished_at: Date | null; agents: number; messages: number; files: number }>('erasures/find', ['id'], `
SELECT e.requested_at, e.finished_at,
       (SELECT count(*)::int FROM (
          SELECT 1 FROM agent a WHERE a.owner_id = e.user_id LIMIT 10000) x) AS agents,
       (SELECT count(*)::int FROM (
          SELECT 1 FROM message m WHERE m.conversation_id = e.conversation_id LIMIT 10000) x) AS messages,
       (SELECT count(*)::int FROM (
          SELECT 1 FROM agent a JOIN media m ON m.agent_id = a.id WHERE a.owner_id = e.user_id
          UNION ALL SELECT 1 FROM media m WHERE m.conversation_id = e.conversation_id
          UNION ALL SELECT 1 FROM upload u WHERE u.user_id = e.user_id LIMIT 10000) x) AS files
  FROM erasure e WHERE e.id = $1`);

/** Keeps the record by which a person sees how far an erasure of an account or of a conversation is. */
export const insert = statement<{ id: string; userId: string | null; conversationId: string | null }, object>('erasures/insert', ['id', 'userId', 'conversationId'], `
INSERT INTO erasure (id, user_id, conversation_id) VALUES ($1, $2, $3)`);
