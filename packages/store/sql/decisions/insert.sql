-- Stores a request with its card in the conversation, which it may open. If a rule covers it, it is approved.
-- takes: id, agent_id, owner_id, agent_name, conversation_id, opens_conversation, message_id, task_run_id?
-- takes: title, description?, action?, suggested_pattern?, expires_in_seconds?, key?, answer_schema?
-- takes: proposed?, answer?, status, resolution_reason?, event_id?, rule_id?, always_allow_pattern?
-- gives: action?
WITH moment AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS now), known AS (
  UPDATE conversation c
     SET last_message_at = GREATEST(m.now, c.last_message_at + interval '1 millisecond'),
         last_message_text = left($9, 200)
    FROM moment m WHERE NOT $6::boolean AND c.id = $5
  RETURNING c.last_message_at
), opened AS (
  INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
  SELECT $5, $2, $3, m.now, m.now, left($9, 200) FROM moment m WHERE $6::boolean
  RETURNING last_message_at
), newest AS (
  SELECT last_message_at FROM known UNION ALL SELECT last_message_at FROM opened
), asked AS (
  INSERT INTO decision (id, agent_id, conversation_id, task_run_id, title, description, action,
                        suggested_pattern, created_at, expires_at, remind_at, key, answer_schema, proposed,
                        answer, status, always_allow, always_allow_pattern, resolution_reason, event_id,
                        resolved_at, resolved_by_rule_id)
  SELECT $1, $2, $5, $8, $9, $10, $11, $12, m.now, m.now + $13::int * interval '1 second',
         m.now + $13::int * interval '500 milliseconds', $14, $15::json, $16::json, $17::json,
         $18, $21::text IS NOT NULL, $22, $19, $20, CASE WHEN $21::text IS NOT NULL THEN m.now END, $21
    FROM newest, moment m
  RETURNING left(action, 200) AS action
), shown AS (
  INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, decision_id, task_run_id,
                       created_at)
  SELECT $7, $5, 'agent', $4, 'decision', $9 || coalesce(E'\n\n' || $10, ''), $1, $8, p.last_message_at
    FROM newest p
), touched AS (
  UPDATE task_run SET touched_at = now() FROM asked
   WHERE id = $8 AND status IN ('pending', 'running') AND touched_at IS NULL
)
SELECT action FROM asked
