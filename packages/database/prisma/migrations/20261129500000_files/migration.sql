-- What the person or program that sent a file calls it; null of pictures and recordings.
ALTER TABLE upload ADD COLUMN file_name text;
ALTER TABLE media ADD COLUMN file_name text;

-- The files of a message: of each its URL, name, content type and length. Null without any.
ALTER TABLE message ADD COLUMN files jsonb;

-- The version before takes a file that is no picture for a recording. Nothing of such a message is written. Messages that are there have no such files.
ALTER TABLE message ADD CONSTRAINT message_audio_is_no_file CHECK (audio_url NOT LIKE '%.bin') NOT VALID;

-- The version before knows no files, and they go with their message whoever deletes it.
CREATE FUNCTION message_files_expire() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE media SET expired_at = coalesce(expired_at, now())
   WHERE id = ANY (ARRAY(SELECT substring(f ->> 'url' FROM '[^/]*$') FROM jsonb_array_elements(OLD.files) AS f)) AND message_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER message_files_expire BEFORE DELETE ON message FOR EACH ROW
  WHEN (OLD.files IS NOT NULL) EXECUTE FUNCTION message_files_expire();
