// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** Announces files that are about to come. Their user is locked: a deletion waits until the files are removed. */
export const begin = statement<{ userId: string; agentId: string | null; ids: readonly string[]; contentTypes: readonly string[]; byteLengths: readonly number[]; fileNames: (string | null)[] }, { id: string }>('uploads/begin', ['userId', 'agentId', 'ids', 'contentTypes', 'byteLengths', 'fileNames'], `
WITH owner AS (SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE)
INSERT INTO upload (id, user_id, agent_id, content_type, byte_length, file_name)
SELECT f.id, owner.id, $2, f.content_type, f.byte_length, f.file_name
  FROM owner,
       unnest($3::text[], $4::text[], $5::int[], $6::text[]) AS f (id, content_type, byte_length, file_name)
RETURNING id`);

/** Claims files that are to be removed, for a minute. Each kind is found by an index of its own: CASE keeps planners from others. All is looked at again when it is locked. What has not come whole may still come. */
export const claimEnded = statement<{ limit: number; keptHours: number; arrivalMinutes: number }, { id: string }>('uploads/claim-ended', ['limit', 'keptHours', 'arrivalMinutes'], `
WITH due AS (
  (SELECT id FROM upload WHERE ended_at < now() - interval '1 minute' ORDER BY ended_at LIMIT $1)
  UNION ALL
  (SELECT id FROM upload
    WHERE ready_at IS NULL AND ended_at IS NULL AND created_at < now() - $3::int * interval '1 minute'
    ORDER BY created_at LIMIT $1)
  UNION ALL
  (SELECT id FROM upload WHERE ended_at IS NULL AND created_at < now() - $2::int * interval '1 hour'
    ORDER BY created_at LIMIT $1)
  UNION ALL
  (SELECT u.id FROM (SELECT id FROM "user" WHERE deleted_at IS NOT NULL ORDER BY deleted_at) x
    CROSS JOIN LATERAL (
      SELECT u.id FROM upload u
       WHERE u.user_id = x.id AND CASE WHEN u.ready_at IS NOT NULL AND u.ended_at IS NULL THEN true END
       ORDER BY u.user_id, u.agent_id LIMIT $1) u LIMIT $1)
  UNION ALL
  (SELECT u.id FROM (SELECT id, owner_id FROM agent WHERE deleted_at IS NOT NULL ORDER BY deleted_at) a
    CROSS JOIN LATERAL (
      SELECT u.id FROM upload u
       WHERE u.user_id = a.owner_id AND u.agent_id BETWEEN a.id AND a.id
         AND CASE WHEN u.ready_at IS NOT NULL AND u.ended_at IS NULL THEN true END
       ORDER BY u.user_id, u.agent_id LIMIT $1) u LIMIT $1)
)
UPDATE upload SET ended_at = now()
 WHERE id IN (
   SELECT u.id FROM upload u
    WHERE u.id = ANY (ARRAY(SELECT id FROM due))
      AND CASE WHEN u.ended_at IS NOT NULL THEN u.ended_at < now() - interval '1 minute'
               WHEN u.ready_at IS NULL THEN u.created_at < now() - $3::int * interval '1 minute'
               ELSE u.created_at < now() - $2::int * interval '1 hour'
                 OR EXISTS (SELECT FROM "user" x WHERE x.id = u.user_id AND x.deleted_at IS NOT NULL)
                 OR u.agent_id IS NOT NULL
                    AND NOT EXISTS (SELECT FROM agent a WHERE a.id = u.agent_id AND a.deleted_at IS NULL) END
    ORDER BY u.created_at LIMIT $1 FOR UPDATE OF u SKIP LOCKED)
RETURNING id`);

/** Lets uploads of an agent that is about to be removed be claimed at once. They are not found by it any more. */
export const endOfAgent = statement<{ id: string; limit: number }, { id: string }>('uploads/end-of-agent', ['id', 'limit'], `
UPDATE upload SET ended_at = date_trunc('milliseconds', now()) - interval '1 minute'
 WHERE id IN (
   SELECT u.id FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id
    WHERE a.id = $1 AND u.ended_at IS NULL LIMIT $2 FOR UPDATE OF u SKIP LOCKED)
RETURNING id`);

export const finish = statement<{ ids: readonly string[]; byteLengths: readonly number[] }, { id: string }>('uploads/finish', ['ids', 'byteLengths'], `
UPDATE upload u SET ready_at = now(), byte_length = f.byte_length
  FROM unnest($1::text[], $2::int[]) AS f (id, byte_length)
 WHERE u.id = f.id AND u.ready_at IS NULL AND u.ended_at IS NULL
RETURNING u.id`);

/** Gives uploads to a message of their sender. They are locked in the order of their ids, before the agent. */
export const take = statement<{ ids: readonly string[]; agentId: string; userId: string | null; messageId: string }, { id: string }>('uploads/take', ['ids', 'agentId', 'userId', 'messageId'], `
WITH waiting AS (
  SELECT id FROM upload
   WHERE id = ANY ($1::text[]) AND ready_at IS NOT NULL AND ended_at IS NULL
     AND CASE WHEN $3::text IS NULL THEN agent_id = $2 ELSE user_id = $3 AND agent_id IS NULL END
   ORDER BY id FOR UPDATE
), taken AS (
  DELETE FROM upload u USING waiting w WHERE u.id = w.id
  RETURNING u.id, u.agent_id, u.content_type, u.byte_length, u.file_name
)
INSERT INTO media (id, agent_id, content_type, byte_length, message_id, is_from_agent, file_name)
SELECT t.id, a.id, t.content_type, t.byte_length, $4, t.agent_id IS NOT NULL, t.file_name
  FROM taken t JOIN agent a ON a.id = $2 AND a.deleted_at IS NULL
RETURNING id`);
