-- takes: id, agent_id, title?
WITH known AS MATERIALIZED (
  SELECT id FROM agent WHERE id = $2 AND deleted_at IS NULL FOR KEY SHARE
), former AS MATERIALIZED (
  SELECT c.id, c.user_id, c.title, c.agent_title FROM conversation c
   WHERE c.id = $1 AND c.agent_id = (SELECT id FROM known) AND c.deleted_at IS NULL FOR NO KEY UPDATE
), titled AS (
  UPDATE conversation c SET agent_title = $3 FROM former f
   WHERE c.id = f.id AND f.agent_title IS DISTINCT FROM $3
  RETURNING c.id
)
SELECT user_id AS "userId", title IS NULL AND $3::text IS NOT NULL AS "isShown",
       EXISTS (SELECT FROM titled) AS "hasChanged"
  FROM former
