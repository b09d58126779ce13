-- Records that agents have received events over their sockets, and begins the runs of these.
-- takes: event_ids
SELECT count(*) FROM receive_events($1::text[], 'websocket')
