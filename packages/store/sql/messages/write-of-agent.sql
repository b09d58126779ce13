-- Writes an agent's message, unless there is one of this id. Its run begins, if it was pending.
-- takes: conversation_id, agent_id, opens_conversation, message_id, text, image_urls, audio_url?, files?
-- takes: report_title?, report_description?, task_run_id?, quick_replies?
-- gives: begunTaskId?
WITH permitted AS (
  SELECT id, owner_id, agent_name FROM agent
   WHERE id = $2 AND deleted_at IS NULL AND NOT EXISTS (SELECT FROM message m WHERE m.id = $4)
     AND ($11::text IS NULL OR EXISTS (SELECT FROM task_run r WHERE r.id = $11 AND r.agent_id = $2))
), known AS (
  UPDATE conversation c
     SET last_message_text = left(coalesce(nullif($5, ''), $9, ''), 200),
         last_message_at = GREATEST(date_trunc('milliseconds', clock_timestamp()),
                                    c.last_message_at + interval '1 millisecond')
    FROM permitted p
   WHERE NOT $3::boolean AND c.id = $1 AND c.agent_id = p.id AND c.deleted_at IS NULL
  RETURNING c.id, c.last_message_at
), opened AS (
  INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
  SELECT $1, p.id, p.owner_id, t.now, t.now, left(coalesce(nullif($5, ''), $9, ''), 200)
    FROM permitted p, (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) t WHERE $3::boolean
  RETURNING id, last_message_at
), written AS (
  INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, image_urls, audio_url, files,
                       report_title, report_description, task_run_id, quick_replies, created_at)
  SELECT $4, c.id, 'agent', p.agent_name, CASE WHEN $9::text IS NULL THEN 'text' ELSE 'report' END, $5,
         $6::text[], $7, $8::jsonb, $9, $10, $11, $12::jsonb, c.last_message_at
    FROM (SELECT * FROM known UNION ALL SELECT * FROM opened) c, permitted p
  RETURNING task_run_id, created_at
)
SELECT w.created_at AS "createdAt", p.owner_id AS "userId",
       CASE WHEN w.task_run_id IS NOT NULL THEN (
         SELECT task_id FROM begin_runs(ARRAY[w.task_run_id], are_touched => true)) END AS "begunTaskId"
  FROM permitted p, written w
