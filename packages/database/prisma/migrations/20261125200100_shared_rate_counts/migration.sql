-- What callers have used of their limits in the minute that runs, over all processes. A crash of the server empties the table, which costs the count of one
-- minute; so it is not written to the log, and no standby gets it. A page has room for the versions of its rows.
CREATE UNLOGGED TABLE rate_count (
  -- A hash of the limit and of whom it counts.
  subject bytea PRIMARY KEY,
  points  bigint NOT NULL,
  ends_at timestamptz(3) NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX rate_count_ends_at_idx ON rate_count (ends_at);
