-- Whether the agent has sent the file; null if nobody knows. It has to be known for as long as the file is there, and its message may be gone before.
ALTER TABLE media ADD COLUMN is_from_agent boolean;

-- The version before does not say it. Its statement writes the message before the file.
CREATE FUNCTION media_sender() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  NEW.is_from_agent := (SELECT m.sender = 'agent' FROM message m WHERE m.id = NEW.message_id);
  RETURN NEW;
END $$;
CREATE TRIGGER media_sender BEFORE INSERT ON media FOR EACH ROW
  WHEN (NEW.is_from_agent IS NULL AND NEW.message_id IS NOT NULL) EXECUTE FUNCTION media_sender();

-- How many bytes of files an agent has sent that are there, those of its uploads among them. Only who has locked the row of the user in media_use changes it,
-- so two never wait for each other here. The agent is no foreign key: its check would wait for whoever deletes the agent, with the user's row locked.
CREATE TABLE agent_media_use (
  user_id  text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  agent_id text NOT NULL,
  bytes    bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, agent_id)
);

-- It goes with its agent. If somebody has locked it at this instant, it goes with the last upload instead, so that the deletion waits for nobody.
CREATE FUNCTION agent_media_use_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM agent_media_use WHERE (user_id, agent_id) IN (
    SELECT user_id, agent_id FROM agent_media_use WHERE user_id = OLD.owner_id AND agent_id = OLD.id FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
CREATE TRIGGER agent_media_use_ends AFTER DELETE ON agent FOR EACH ROW EXECUTE FUNCTION agent_media_use_ends();

-- How many bytes an agent has sent. A statement sees what was committed when it began, and one that has waited for the user's row would miss the files of those
-- that it has waited for. What a volatile function asks for begins when it is called.
CREATE FUNCTION agent_media_bytes(of_user text, of_agent text) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN coalesce((SELECT bytes FROM agent_media_use WHERE user_id = of_user AND agent_id = of_agent), 0);
END $$;
