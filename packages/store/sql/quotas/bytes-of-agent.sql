-- How many bytes of files each agent has sent. A file may outlive its message.
-- takes: owner_ids
SELECT (SELECT coalesce(sum(byte_length), 0)::float8 FROM (
  SELECT byte_length FROM media WHERE agent_id = o.id AND is_from_agent
  UNION ALL SELECT u.byte_length FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id
   WHERE a.id = o.id
) files) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
