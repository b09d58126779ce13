-- How many more triggers may wait for an agent, with all its tasks. Far from the quota, the number of the agent's events up to which nobody counts or writes here;
-- near it, what is left.
CREATE TABLE trigger_room (
  agent_id            text PRIMARY KEY REFERENCES agent (id) ON DELETE CASCADE ON UPDATE CASCADE,
  room_left           integer NOT NULL,
  uncounted_until_seq bigint,
  counted_for         integer NOT NULL,
  counted_at          timestamptz(3) NOT NULL
) WITH (fillfactor = 70);
