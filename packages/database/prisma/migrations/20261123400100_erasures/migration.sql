-- Erasures of accounts that people have asked for. When one has ended, nothing in its row is about a person any more.
CREATE TABLE erasure (
  id           text PRIMARY KEY,
  user_id      text REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE,
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at  timestamptz(3)
);

CREATE INDEX erasure_user_id_idx ON erasure (user_id);
CREATE INDEX erasure_finished_idx ON erasure (finished_at) WHERE finished_at IS NOT NULL;
