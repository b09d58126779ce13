-- Programs that ask for an API key of a person (RFC 8628). A row goes when its program has the key, or when its ten minutes are over.
CREATE TABLE device_login (
  id                 text PRIMARY KEY,
  device_code_hash   bytea NOT NULL CHECK (octet_length(device_code_hash) = 32),
  user_code_hash     bytea NOT NULL CHECK (octet_length(user_code_hash) = 32),
  client_name        text NOT NULL,
  address            text,
  scopes             text[] NOT NULL CHECK (cardinality(scopes) > 0),
  expires_in_seconds integer NOT NULL,
  state              text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'denied')),
  user_id            text REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at         timestamptz(3) NOT NULL DEFAULT now(),
  expires_at         timestamptz(3) NOT NULL,
  poll_seconds       integer NOT NULL,
  next_poll_at       timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((state = 'approved') = (user_id IS NOT NULL))
);
CREATE UNIQUE INDEX device_login_user_code_hash_key ON device_login (user_code_hash);
CREATE INDEX device_login_expires_at_idx ON device_login (expires_at);
CREATE INDEX device_login_user_id_idx ON device_login (user_id);
