-- How many bytes of files an agent has sent. A file may outlive its message.
-- takes: owner_id
SELECT coalesce(sum(byte_length), 0)::float8 AS used FROM (
  SELECT byte_length FROM media WHERE agent_id = $1 AND is_from_agent
  UNION ALL
  SELECT u.byte_length FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id
   WHERE a.id = $1
) files
