-- Records that agents have received events over their sockets, and begins the runs of these.
-- takes: event_ids
SELECT count(*) FROM receive_events($1::text[], array_fill('websocket'::text, ARRAY[cardinality($1::text[])]))
