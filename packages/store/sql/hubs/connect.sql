-- Agents and keys are locked in order: a rotation, deletion or revocation sees the session, or is seen here.
-- takes: ids, agent_ids, slots, epochs, revoke_ats (Date | null)[], secret_hashes (Uint8Array | null)[]
-- takes: key_ids (string | null)[], resumes
WITH new AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::bytea[],
                       $7::text[], $8::boolean[])
    AS n (id, agent_id, slot, epoch, revoke_at, secret_hash, key_id, resumes)
), locked AS (
  SELECT * FROM agent WHERE id IN (SELECT agent_id FROM new) AND deleted_at IS NULL
   ORDER BY id FOR NO KEY UPDATE
), keys AS (
  SELECT * FROM api_key WHERE id IN (SELECT key_id FROM new) AND (SELECT count(*) FROM locked) >= 0
   ORDER BY id FOR SHARE
), recovered AS (
  UPDATE agent a SET status = 'active', status_reason = NULL, consecutive_failures = 0
    FROM locked l WHERE a.id = l.id AND (l.status = 'error' OR l.consecutive_failures > 0)
)
INSERT INTO agent_session (id, agent_id, slot, epoch, key_id, kept_after, revoke_at, connected_at)
SELECT n.id, n.agent_id, n.slot, n.epoch, n.key_id,
       CASE WHEN n.resumes THEN 0 ELSE coalesce(c.last_push_no, 0) END,
       CASE WHEN l.id IS NULL THEN date_trunc('milliseconds', now())
            WHEN n.key_id IS NOT NULL THEN
              CASE WHEN k.id IS NULL OR k.revoked_at IS NOT NULL THEN date_trunc('milliseconds', now())
                   ELSE k.expires_at END
            WHEN n.secret_hash IS NULL OR n.secret_hash = l.secret_hash THEN n.revoke_at
            WHEN n.secret_hash = l.previous_secret_hash THEN l.previous_secret_valid_until
            ELSE date_trunc('milliseconds', now()) END,
       GREATEST(clock_timestamp(), (
         SELECT max(s.connected_at) + interval '1 millisecond' FROM agent_session s
          WHERE s.agent_id = n.agent_id
       ))
  FROM new n LEFT JOIN locked l ON l.id = n.agent_id
  LEFT JOIN keys k ON k.id = n.key_id AND k.agent_id = n.agent_id
  LEFT JOIN agent_counter c ON c.agent_id = n.agent_id
