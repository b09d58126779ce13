-- Announces files that are about to come. User and agent are locked: a deletion waits until the files are
-- removed.
-- takes: user_id, agent_id?, ids, content_types, byte_lengths, file_names (string | null)[]
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
RETURNING id
