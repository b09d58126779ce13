-- What is left of a quota, as it was when those that exist were last counted, less what was made since. A row is made by the first count.
-- Each place that is taken writes its row, so that a page has room for the versions of its rows.
CREATE TABLE event_room (
  agent_id    text PRIMARY KEY REFERENCES agent (id) ON DELETE CASCADE ON UPDATE CASCADE,
  room_left   integer NOT NULL,
  counted_for integer NOT NULL,
  counted_at  timestamptz(3) NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE conversation_room (
  user_id     text PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  room_left   integer NOT NULL,
  counted_for integer NOT NULL,
  counted_at  timestamptz(3) NOT NULL
) WITH (fillfactor = 70);
