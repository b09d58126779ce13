-- Announces files that are about to come. Their user is locked: a deletion waits until the files are removed.
-- takes: user_id, agent_id?, ids, content_types, byte_lengths, file_names (string | null)[]
WITH owner AS (SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE)
INSERT INTO upload (id, user_id, agent_id, content_type, byte_length, file_name)
SELECT f.id, owner.id, $2, f.content_type, f.byte_length, f.file_name
  FROM owner,
       unnest($3::text[], $4::text[], $5::int[], $6::text[]) AS f (id, content_type, byte_length, file_name)
RETURNING id
