CREATE TABLE audit_entry (
  id         text PRIMARY KEY,
  user_id    text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  actor      text NOT NULL CHECK (actor IN ('user', 'agent', 'system')),
  actor_id   text,
  area       text NOT NULL,
  action     text NOT NULL,
  outcome    text NOT NULL DEFAULT 'done' CHECK (outcome IN ('done', 'refused')),
  subject_id text,
  agent_id   text,
  address    text,
  details    jsonb NOT NULL DEFAULT '{}' CHECK (octet_length(details::text) <= 4096),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Pages of a user's log, and of one area of it.
CREATE INDEX audit_entry_user_id_id_idx ON audit_entry (user_id, id);
CREATE INDEX audit_entry_user_id_area_id_idx ON audit_entry (user_id, area, id);
-- Retention of entries, and of their addresses.
CREATE INDEX audit_entry_created_at_idx ON audit_entry (created_at);
CREATE INDEX audit_entry_address_idx ON audit_entry (created_at) WHERE address IS NOT NULL;

-- Entries are only added and removed. Nothing but the address may go earlier.
CREATE FUNCTION audit_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'address' <> to_jsonb(OLD) - 'address' OR NEW.address IS NOT NULL THEN
    RAISE EXCEPTION 'An entry of the audit log may not be changed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER audit_entry_stays BEFORE UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_stays();
