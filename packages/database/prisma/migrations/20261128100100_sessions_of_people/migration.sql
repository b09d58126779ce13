-- A sign-in checks the password and then writes the session. If the account is erased in between, the session would open it until its last row is gone. So the
-- database, which makes an erasure and a new session wait for each other, refuses a session of somebody who is deleted.
CREATE FUNCTION session_has_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "user" u WHERE u.id = NEW.user_id AND u.deleted_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The user of the session is deleted' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'session_user_id_fkey', TABLE = 'session';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER session_has_user BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION session_has_user();
