-- How many bytes of files a user and the user's agents have sent.
-- takes: owner_id
SELECT coalesce(sum(byte_length), 0)::float8 AS used FROM (
  SELECT m.byte_length FROM agent a JOIN media m ON m.agent_id = a.id WHERE a.owner_id = $1
  UNION ALL SELECT byte_length FROM upload WHERE user_id = $1
) files
