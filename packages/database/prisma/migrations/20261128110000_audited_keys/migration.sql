-- The API key that a program of a person came with, under the name that it had: the key may be removed since. Null for a session, and in entries of before.
ALTER TABLE audit_entry ADD COLUMN key_id text, ADD COLUMN key_name text;
-- Pages of what was done by one key.
CREATE INDEX audit_entry_user_id_key_id_id_idx ON audit_entry (user_id, key_id, id) WHERE key_id IS NOT NULL;
