-- Begins attempts, and says when agents are to be looked at again.
-- Locked ones are left out. So if fewer were taken than chosen, it is soon.
-- takes: ids, delivery_ids, retry_nums, retry_reasons, lease_ms
-- takes: agent_ids, chosen, looks_in_ms (number | null)[]
-- gives: retryReason RetryReason, previousSecretSealed?
WITH locked AS MATERIALIZED (
  SELECT id FROM event WHERE id = ANY ($1::text[]) AND state = 'open'
   ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
), taken AS (
  UPDATE event e
     SET attempt = e.attempt + 1, last_outcome = NULL, handed_out_no = NULL,
         in_flight_until = now() + $5::int * interval '1 millisecond',
         next_attempt_at = now() + $5::int * interval '1 millisecond'
    FROM unnest($1::text[], $2::text[], $3::int[], $4::text[])
           WITH ORDINALITY AS q (id, delivery_id, retry_num, retry_reason, ordinal)
   WHERE e.id = q.id AND e.id IN (TABLE locked)
  RETURNING e.agent_id, e.seq, e.created_at, e.push_no, e.type, e.frame, e.attempt, e.round_start, q.*
), recorded AS (
  INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason)
  SELECT delivery_id, id, retry_num, retry_reason FROM taken
), looked_at AS (
  UPDATE agent_counter c
     SET next_due_at = now() + interval '1 millisecond' *
           CASE WHEN q.chosen > (SELECT count(*) FROM taken t WHERE t.agent_id = q.agent_id) THEN 1000
                ELSE q.in_ms END
    FROM unnest($6::text[], $7::int[], $8::bigint[]) AS q (agent_id, chosen, in_ms)
   WHERE c.agent_id = q.agent_id
)
SELECT t.id AS "eventId", t.delivery_id AS "deliveryId", t.agent_id AS "agentId", a.owner_id AS "userId", t.seq,
       t.created_at AS "createdAt", t.push_no AS "pushNo", t.type, t.frame, t.attempt, t.round_start AS "roundStart",
       t.retry_num AS "retryNum", t.retry_reason AS "retryReason", a.status AS "agentStatus",
       coalesce(a.webhook_url, '') AS "webhookUrl",
       coalesce(a.signing_secret_sealed, a.secret_sealed) AS "secretSealed",
       CASE WHEN a.previous_signing_until > now() THEN a.previous_signing_sealed END AS "previousSecretSealed"
  FROM taken t JOIN agent a ON a.id = t.agent_id ORDER BY t.ordinal
