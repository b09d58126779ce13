-- How many bytes of files each agent has sent. A file may outlive its message.
-- takes: owner_ids
SELECT (SELECT coalesce(sum(byte_length), 0)::float8 FROM media WHERE agent_id = o.id AND is_from_agent) AS used
  FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
