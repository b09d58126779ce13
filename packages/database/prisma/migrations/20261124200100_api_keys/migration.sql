-- Keys that open the client API for programs of a person. Their text is kept nowhere, only its hash. Each has an end.
CREATE TABLE api_key (
  id           text PRIMARY KEY,
  user_id      text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  name         text NOT NULL,
  key_hash     bytea NOT NULL CHECK (octet_length(key_hash) = 32),
  scopes       text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  expires_at   timestamptz(3) NOT NULL,
  revoked_at   timestamptz(3),
  last_used_at timestamptz(3)
);
CREATE INDEX api_key_user_id_idx ON api_key (user_id);
