// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** Says that a hub lives. Names its revoked sessions. */
export const beat = statement<{ slot: string; epoch: number }, { isCurrent: boolean; revokedSessionIds: string[] }>('hubs/beat', ['slot', 'epoch'], `
WITH beat AS (
  UPDATE hub SET heartbeat_at = now() WHERE slot = $1 AND epoch = $2 RETURNING 1
)
SELECT EXISTS (SELECT 1 FROM beat) AS "isCurrent",
       ARRAY(
         SELECT id FROM agent_session WHERE slot = $1 AND epoch = $2 AND revoke_at <= now()
       ) AS "revokedSessionIds"`);

export const claimSlot = statement<object, { slot: string; epoch: number }>('hubs/claim-slot', [], `
WITH free AS (
  SELECT slot FROM hub WHERE slot ~ '^auto-[0-9]{1,9}$' AND heartbeat_at < now() - interval '10 seconds'
   ORDER BY substr(slot, 6)::int LIMIT 1 FOR UPDATE SKIP LOCKED
), taken AS (
  UPDATE hub SET epoch = hub.epoch + 1, heartbeat_at = now() FROM free WHERE hub.slot = free.slot
  RETURNING hub.slot, hub.epoch
), opened AS (
  INSERT INTO hub (slot, epoch, heartbeat_at)
  SELECT 'auto-' || (coalesce(max(substr(slot, 6)::int), 0) + 1), 1, now()
    FROM hub WHERE slot ~ '^auto-[0-9]{1,9}$' HAVING NOT EXISTS (SELECT 1 FROM free)
  ON CONFLICT (slot) DO NOTHING
  RETURNING slot, epoch
)
SELECT slot, epoch FROM taken UNION ALL SELECT slot, epoch FROM opened`);

/** Agents and keys are locked in order: a rotation, deletion or revocation sees the session, or is seen here. */
export const connect = statement<{ ids: readonly string[]; agentIds: readonly string[]; slots: readonly string[]; epochs: readonly number[]; revokeAts: (Date | null)[]; secretHashes: (Uint8Array | null)[]; keyIds: (string | null)[]; resumes: readonly boolean[] }, object>('hubs/connect', ['ids', 'agentIds', 'slots', 'epochs', 'revokeAts', 'secretHashes', 'keyIds', 'resumes'], `
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
  LEFT JOIN agent_counter c ON c.agent_id = n.agent_id`);

export const connectionsOf = statement<{ agentIds: readonly string[] }, { agentId: string; count: number }>('hubs/connections-of', ['agentIds'], `
SELECT s.agent_id AS "agentId", count(*)::int AS count
  FROM live_session s JOIN agent a ON a.id = s.agent_id
 WHERE s.agent_id = ANY ($1::text[]) AND a.deleted_at IS NULL
 GROUP BY s.agent_id`);

export const disconnect = statement<{ ids: readonly string[] }, { look_at_webhooks: void }>('hubs/disconnect', ['ids'], `
WITH gone AS (
  DELETE FROM agent_session WHERE id = ANY ($1::text[]) RETURNING agent_id
)
SELECT look_at_webhooks(ARRAY(TABLE gone))`);

export const forgetFormer = statement<{ slot: string; epoch: number }, object>('hubs/forget-former', ['slot', 'epoch'], `
DELETE FROM agent_session WHERE slot = $1 AND epoch < $2`);

export const purgeGone = statement<object, object>('hubs/purge-gone', [], `
WITH gone AS (
  UPDATE hub h SET epoch = h.epoch + 1
   WHERE h.heartbeat_at < now() - interval '1 hour'
     AND EXISTS (SELECT 1 FROM agent_session s WHERE s.slot = h.slot AND s.epoch = h.epoch)
  RETURNING h.slot
)
DELETE FROM agent_session s USING hub h
 WHERE h.slot = s.slot AND (h.epoch <> s.epoch OR s.slot IN (SELECT slot FROM gone))`);

export const purgeUnknown = statement<{ slot: string; epoch: number; knownIds: readonly string[] }, { id: string }>('hubs/purge-unknown', ['slot', 'epoch', 'knownIds'], `
DELETE FROM agent_session
 WHERE slot = $1 AND epoch = $2 AND id <> ALL ($3::text[]) AND connected_at < now() - interval '30 seconds'
RETURNING id`);

/** Removes all sessions of a hub: no more events are sent there. It may also give up its slot. */
export const signOff = statement<{ slot: string; epoch: number; givesUp: boolean }, { look_at_webhooks: void }>('hubs/sign-off', ['slot', 'epoch', 'givesUp'], `
WITH released AS (
  UPDATE hub SET heartbeat_at = 'epoch' WHERE $3 AND slot = $1 AND epoch = $2 RETURNING 1
), gone AS (
  DELETE FROM agent_session WHERE slot = $1 AND epoch = $2 AND (SELECT count(*) FROM released) >= 0
  RETURNING agent_id
)
SELECT look_at_webhooks(ARRAY(TABLE gone))`);
