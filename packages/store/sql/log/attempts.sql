-- takes: event_ids, limit
-- gives: error?
SELECT d.event_id AS "eventId", d.id AS "deliveryId", d.retry_num AS "retryNum",
       d.retry_reason AS "retryReason", d.status_code AS "statusCode",
       coalesce(d.error, CASE d.outcome WHEN 'unknown' THEN 'The process ended during the attempt' END)
         AS error, d.duration_ms AS "durationMs", d.started_at AS "startedAt"
  FROM unnest($1::text[]) AS e (id) CROSS JOIN LATERAL (
    SELECT * FROM delivery_attempt WHERE event_id = e.id ORDER BY started_at DESC LIMIT $2
  ) d ORDER BY d.started_at
