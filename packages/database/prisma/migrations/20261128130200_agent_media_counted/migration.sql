-- From here to the end of the migration files and messages with files wait.
LOCK TABLE upload, media IN SHARE ROW EXCLUSIVE MODE;

-- As before, and the bytes of agents after those of their users. So whoever has an agent's row has its user's.
CREATE OR REPLACE FUNCTION media_use_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'media' THEN
    INSERT INTO media_use AS u (user_id, bytes)
    SELECT a.owner_id, sum(c.byte_length) FROM come c JOIN agent a ON a.id = c.agent_id GROUP BY a.owner_id ORDER BY a.owner_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = u.bytes + EXCLUDED.bytes;
    INSERT INTO agent_media_use AS u (user_id, agent_id, bytes)
    SELECT a.owner_id, a.id, sum(c.byte_length) FROM come c JOIN agent a ON a.id = c.agent_id WHERE c.is_from_agent GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, agent_id) DO UPDATE SET bytes = u.bytes + EXCLUDED.bytes;
  ELSE
    INSERT INTO media_use AS u (user_id, bytes)
    SELECT c.user_id, sum(c.byte_length) FROM come c GROUP BY c.user_id ORDER BY c.user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = u.bytes + EXCLUDED.bytes;
    INSERT INTO agent_media_use AS u (user_id, agent_id, bytes)
    SELECT a.owner_id, a.id, sum(c.byte_length) FROM come c JOIN agent a ON a.id = c.agent_id GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, agent_id) DO UPDATE SET bytes = u.bytes + EXCLUDED.bytes;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION media_use_shrinks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  IF TG_TABLE_NAME = 'media' THEN
    FOR one IN SELECT a.owner_id AS user_id, sum(g.byte_length) AS bytes FROM gone g JOIN agent a ON a.id = g.agent_id GROUP BY 1 ORDER BY 1 LOOP
      UPDATE media_use SET bytes = greatest(0, bytes - one.bytes) WHERE user_id = one.user_id;
    END LOOP;
    FOR one IN SELECT a.owner_id AS user_id, a.id AS agent_id, sum(g.byte_length) AS bytes
                 FROM gone g JOIN agent a ON a.id = g.agent_id WHERE g.is_from_agent GROUP BY 1, 2 ORDER BY 1, 2 LOOP
      UPDATE agent_media_use SET bytes = greatest(0, bytes - one.bytes) WHERE user_id = one.user_id AND agent_id = one.agent_id;
    END LOOP;
  ELSE
    FOR one IN SELECT g.user_id, sum(g.byte_length) AS bytes FROM gone g GROUP BY 1 ORDER BY 1 LOOP
      UPDATE media_use SET bytes = greatest(0, bytes - one.bytes) WHERE user_id = one.user_id;
    END LOOP;
    FOR one IN SELECT g.user_id, g.agent_id, sum(g.byte_length) AS bytes FROM gone g WHERE g.agent_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2 LOOP
      UPDATE agent_media_use SET bytes = greatest(0, bytes - one.bytes) WHERE user_id = one.user_id AND agent_id = one.agent_id;
      -- An upload may have begun while its agent was removed.
      DELETE FROM agent_media_use WHERE user_id = one.user_id AND agent_id = one.agent_id AND bytes = 0 AND NOT EXISTS (SELECT 1 FROM agent WHERE id = one.agent_id);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION media_use_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT c.user_id, sum(c.byte_length - g.byte_length) AS bytes FROM come c JOIN gone g ON g.id = c.id
              WHERE c.byte_length <> g.byte_length GROUP BY 1 ORDER BY 1 LOOP
    UPDATE media_use SET bytes = greatest(0, bytes + one.bytes) WHERE user_id = one.user_id;
  END LOOP;
  FOR one IN SELECT c.user_id, c.agent_id, sum(c.byte_length - g.byte_length) AS bytes FROM come c JOIN gone g ON g.id = c.id
              WHERE c.byte_length <> g.byte_length AND c.agent_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2 LOOP
    UPDATE agent_media_use SET bytes = greatest(0, bytes + one.bytes) WHERE user_id = one.user_id AND agent_id = one.agent_id;
  END LOOP;
  RETURN NULL;
END $$;

-- What is there already.
INSERT INTO agent_media_use (user_id, agent_id, bytes)
SELECT a.owner_id, a.id, sum(f.byte_length)
  FROM (SELECT agent_id, byte_length FROM media WHERE is_from_agent
        UNION ALL SELECT agent_id, byte_length FROM upload WHERE agent_id IS NOT NULL) f
  JOIN agent a ON a.id = f.agent_id
 GROUP BY a.owner_id, a.id;
