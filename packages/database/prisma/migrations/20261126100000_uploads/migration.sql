-- Files that have come, or are coming, and that no message has taken yet.
CREATE TABLE upload (
  id           text PRIMARY KEY,
  user_id      text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  agent_id     text,
  content_type text NOT NULL,
  byte_length  integer NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  ready_at     timestamptz(3),
  ended_at     timestamptz(3)
);
CREATE INDEX upload_user_id_idx ON upload (user_id);

-- How many bytes of files a user has, those of uploads among them.
CREATE TABLE media_use (
  user_id text PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  bytes   bigint NOT NULL DEFAULT 0
);

-- Counted in the transaction that changes the rows, whichever statement of whichever version that is. Users are locked in the order of their ids.
CREATE FUNCTION media_use_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'media' THEN
    INSERT INTO media_use AS u (user_id, bytes)
    SELECT a.owner_id, sum(c.byte_length) FROM come c JOIN agent a ON a.id = c.agent_id GROUP BY a.owner_id ORDER BY a.owner_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = u.bytes + EXCLUDED.bytes;
  ELSE
    INSERT INTO media_use AS u (user_id, bytes)
    SELECT c.user_id, sum(c.byte_length) FROM come c GROUP BY c.user_id ORDER BY c.user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = u.bytes + EXCLUDED.bytes;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION media_use_shrinks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  IF TG_TABLE_NAME = 'media' THEN
    FOR one IN SELECT a.owner_id AS user_id, sum(g.byte_length) AS bytes FROM gone g JOIN agent a ON a.id = g.agent_id GROUP BY 1 ORDER BY 1 LOOP
      UPDATE media_use SET bytes = greatest(0, bytes - one.bytes) WHERE user_id = one.user_id;
    END LOOP;
  ELSE
    FOR one IN SELECT g.user_id, sum(g.byte_length) AS bytes FROM gone g GROUP BY 1 ORDER BY 1 LOOP
      UPDATE media_use SET bytes = greatest(0, bytes - one.bytes) WHERE user_id = one.user_id;
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

-- An upload may turn out smaller than it was announced. It has one user for ever.
CREATE FUNCTION media_use_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT c.user_id, sum(c.byte_length - g.byte_length) AS bytes FROM come c JOIN gone g ON g.id = c.id GROUP BY 1 ORDER BY 1 LOOP
    IF one.bytes <> 0 THEN
      UPDATE media_use SET bytes = greatest(0, bytes + one.bytes) WHERE user_id = one.user_id;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER media_use_grows AFTER INSERT ON upload REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION media_use_grows();
CREATE TRIGGER media_use_shrinks AFTER DELETE ON upload REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION media_use_shrinks();
CREATE TRIGGER media_use_changes AFTER UPDATE ON upload REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION media_use_changes();

-- From here to the end of the migration messages with files wait, and so do sign-ups, since the new tables refer to users. The files that are there are counted.
CREATE TRIGGER media_use_grows AFTER INSERT ON media REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION media_use_grows();
CREATE TRIGGER media_use_shrinks AFTER DELETE ON media REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION media_use_shrinks();
INSERT INTO media_use (user_id, bytes)
SELECT a.owner_id, sum(m.byte_length) FROM media m JOIN agent a ON a.id = m.agent_id GROUP BY a.owner_id;
