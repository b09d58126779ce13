// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** Announces files that are about to come. User and agent are locked: a deletion waits until the files are removed. */
export const begin = statement<{ userId: string; agentId: string | null; ids: readonly string[]; contentTypes: readonly string[]; byteLengths: readonly number[]; fileNames: (string | null)[] }, { id: string }>('uploads/begin', ['userId', 'agentId', 'ids', 'contentTypes', 'byteLengths', 'fileNames'], `
WITH owner AS (
  SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE
), sender AS (
  SELECT a.id FROM owner o JOIN agent a ON a.owner_id = o.id
   WHERE a.id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
)
INSERT INTO media (id, user_id, agent_id, is_from_agent, content_type, byte_length, file_name)
SELECT f.id, owner.id, $2, $2 IS NOT NULL, f.content_type, f.byte_length, f.file_name
  FROM owner,
       unnest($3::text[], $4::text[], $5::int[], $6::text[]) AS f (id, content_type, byte_length, file_name)
 WHERE $2 IS NULL OR EXISTS (SELECT FROM sender)
RETURNING id`);

/** Marks files that are to be removed: they have not come in time, no message has taken them, or their user is deleted. Each kind is found by an index of its own: CASE keeps planners from others. All is looked at again when it is locked. What has not come whole may still come. */
export const expire = statement<{ limit: number; keptHours: number; arrivalMinutes: number }, { id: string }>('uploads/expire', ['limit', 'keptHours', 'arrivalMinutes'], `
WITH due AS (
  (SELECT id FROM media
    WHERE ready_at IS NULL AND expired_at IS NULL AND created_at < now() - $3::int * interval '1 minute'
    ORDER BY created_at LIMIT $1)
  UNION ALL
  (SELECT id FROM media
    WHERE message_id IS NULL AND expired_at IS NULL AND created_at < now() - $2::int * interval '1 hour'
    ORDER BY created_at LIMIT $1)
  UNION ALL
  (SELECT m.id FROM (SELECT id FROM "user" WHERE deleted_at IS NOT NULL ORDER BY deleted_at) x
    CROSS JOIN LATERAL (
      SELECT m.id FROM media m WHERE m.user_id = x.id AND m.message_id IS NULL
         AND CASE WHEN m.ready_at IS NOT NULL AND m.expired_at IS NULL THEN true END
       ORDER BY m.user_id, m.agent_id LIMIT $1) m LIMIT $1)
)
UPDATE media SET expired_at = now()
 WHERE id IN (
   SELECT m.id FROM media m
    WHERE m.id = ANY (ARRAY(SELECT id FROM due))
      AND CASE WHEN m.message_id IS NULL AND m.expired_at IS NULL THEN
            m.ready_at IS NULL OR m.created_at < now() - $2::int * interval '1 hour'
              OR EXISTS (SELECT FROM "user" x WHERE x.id = m.user_id AND x.deleted_at IS NOT NULL) END
    FOR UPDATE OF m SKIP LOCKED)
RETURNING id`);

export const finish = statement<{ ids: readonly string[]; byteLengths: readonly number[] }, { id: string }>('uploads/finish', ['ids', 'byteLengths'], `
UPDATE media m SET ready_at = now(), byte_length = f.byte_length
  FROM unnest($1::text[], $2::int[]) AS f (id, byte_length)
 WHERE m.id = f.id AND m.ready_at IS NULL AND m.expired_at IS NULL
RETURNING m.id`);

/** Gives uploads to a message of their sender. They are locked in the order of their ids, before the agent. */
export const take = statement<{ ids: readonly string[]; agentId: string; userId: string | null; messageId: string }, { id: string }>('uploads/take', ['ids', 'agentId', 'userId', 'messageId'], `
WITH waiting AS (
  SELECT id FROM media
   WHERE id = ANY ($1::text[]) AND ready_at IS NOT NULL AND message_id IS NULL AND expired_at IS NULL
     AND CASE WHEN $3::text IS NULL THEN agent_id = $2 ELSE user_id = $3 AND agent_id IS NULL END
   ORDER BY id FOR UPDATE
)
UPDATE media m SET agent_id = a.id, message_id = $4, created_at = now()
  FROM waiting w, agent a WHERE m.id = w.id AND a.id = $2 AND a.deleted_at IS NULL
RETURNING m.id`);
