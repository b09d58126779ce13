-- Lets conversations show the newest message that remains. If none does, the agent's title goes as well.
-- takes: conversation_ids
WITH rest AS MATERIALIZED (
  SELECT u.id, (SELECT left(coalesce(d.title, nullif(m.text, ''), m.report_title, ''), 200)
                  FROM message m LEFT JOIN decision d ON d.id = m.decision_id
                 WHERE m.conversation_id = u.id ORDER BY m.created_at DESC LIMIT 1) AS text
    FROM unnest($1::text[]) AS u (id)
)
UPDATE conversation c
   SET last_message_text = rest.text, agent_title = CASE WHEN rest.text IS NOT NULL THEN c.agent_title END
  FROM rest WHERE c.id = rest.id AND c.last_message_text IS DISTINCT FROM rest.text
